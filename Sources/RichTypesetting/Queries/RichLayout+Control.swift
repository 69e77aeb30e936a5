public import GalleyRichMessages

extension RichLayout {
  /// A part of a message that reacts to taps.
  public enum Control: Hashable, Sendable {
    /// The summary of a section, which opens or closes.
    case details(RichMessage.BlockPath, isOpen: Bool)
    /// A quotation that expands or collapses.
    case quotation(RichMessage.BlockPath, isExpanded: Bool)
    /// A button of a row or of a text.
    case button(RichText.Button)
    /// The control below a part of a message, which shows the rest.
    case showMore
    /// The checkbox of an item of a list, by the path of the item.
    case checkbox(RichMessage.BlockPath, isChecked: Bool)
  }
}

extension RichState {
  /// Opens or closes the section or quotation of a control; others change nothing.
  public mutating func toggle(_ control: RichLayout.Control) {
    switch control {
    case .details(let path, let isOpen): setOpen(path, !isOpen)
    case .quotation(let path, let isExpanded): setExpanded(path, !isExpanded)
    case .button, .checkbox, .showMore: break
    }
  }
}
