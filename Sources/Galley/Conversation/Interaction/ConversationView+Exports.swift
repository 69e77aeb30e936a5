internal import GalleyLists
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension ConversationView {
  /// The selected messages as HTML, each on its own lines, without hidden spoilers.
  ///
  /// - Complexity: O(*n*) for *n* messages from the first to the last.
  public var selectedHTML: String {
    selectedParts.map { part in
      switch part {
      case .text(let message, let revealed): message.html(revealed: revealed)
      case .rich(let message): message.html(revealed: .all)
      }
    }.joined(separator: "\n")
  }

  /// The selected messages as Markdown, separated by blank lines, without hidden spoilers.
  ///
  /// - Complexity: O(*n*) for *n* messages from the first to the last.
  public var selectedMarkdown: String {
    selectedParts.map { part in
      switch part {
      case .text(let message, let revealed): message.markdown(revealed: revealed)
      case .rich(let message): message.markdown(revealed: .all)
      }
    }.joined(separator: "\n\n")
  }

  /// A selected part of a message.
  private enum SelectedPart {
    /// A part of a message with the revealed spoilers of the part.
    case text(Message, RevealedSpoilers)
    /// Blocks with placeholders for hidden spoilers.
    case rich(RichMessage)
  }

  /// The selected parts of messages, in reading order.
  private var selectedParts: [SelectedPart] {
    list.selection.parts.compactMap { item, range in
      if let layout = richLayout(ofKey: item.key), let positions = layout.positions(of: range) {
        return .rich(layout.message(in: positions, revealed: revealedSpoilers(of: item)))
      }
      guard let text = selectableText(of: item), !range.isEmpty,
        let message = source.table.message(ofKey: item.key)?.message
      else { return nil }
      let revealed = text.revealed(source.state(ofKey: item.key).revealed, in: range)
      return .text(message.part(text.indexMap.sourceRange(ofLayout: range)), revealed)
    }
  }
}

extension AttributedText {
  /// Returns the revealed spoilers of a part of the text, which numbers its own spoilers from 0.
  fileprivate func revealed(_ revealed: RevealedSpoilers, in range: Range<Int>) -> RevealedSpoilers
  {
    let spoilers = annotations(revealed: .all).filter { $0.kind == .spoiler }
    var result = RevealedSpoilers.none
    var index = 0
    for (old, spoiler) in spoilers.enumerated() where spoiler.range.overlaps(range) {
      if revealed.contains(old) { result = result.revealing(index) }
      index += 1
    }
    return result
  }
}
