package import GalleyGeometry
package import GalleyRichMessages
internal import GalleyTypesetting

/// The marks of footnotes, to which the footnotes lead back.
extension RichLayout {
  /// Returns the name of the reference at a point, such as a footnote's; `nil` if there is none, or
  /// if no mark leads to it.
  ///
  /// - Parameter point: The point, in the layout's coordinates.
  /// - Returns: The name.
  package func reference(at point: Point) -> String? {
    let hit = hit(at: point)
    guard let text = hit.position?.text, let character = hit.text?.character else { return nil }
    let target = texts[text].composed.targets.first {
      $0.isReference && $0.range.contains(character.lowerBound)
    }
    guard let name = target?.name, document.mark(of: name) != nil else { return nil }
    return name
  }

  /// Returns the positions of the first mark of a reference; `nil` if it is in a section that is
  /// closed, or if there is none.
  package func mark(of name: String) -> Range<Position>? {
    for (index, text) in texts.enumerated() {
      guard let range = text.mark(of: name) else { continue }
      return Position(
        text: index, offset: range.lowerBound)..<Position(
          text: index, offset: range.upperBound)
    }
    return nil
  }
}

extension RichDocument {
  /// Returns the block with the first mark of a reference, also in sections that are closed; `nil`
  /// if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the message.
  package func mark(of name: String) -> RichMessage.BlockPath? {
    allOpen.layout(width: Self.greatestWidth).texts.first { $0.mark(of: name) != nil }?.path
  }
}

extension RichLayout.PlacedText {
  /// Returns the byte range of the first mark of a reference.
  fileprivate func mark(of name: String) -> Range<Int>? {
    let mark = layout.text.annotations.first {
      guard case .other(type: "reference_link", value: let value?) = $0.kind else { return false }
      return value == name || value.lowercased() == name.lowercased()
    }
    return mark?.range
  }
}
