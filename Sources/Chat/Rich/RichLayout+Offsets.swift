package import GalleyGeometry
package import GalleyRichTypesetting
package import GalleyTypesetting

/// Offsets in the texts of a rich message as though they were one text.
///
/// Selections of a conversation are ranges of UTF-8 offsets of one text per message. That of a rich
/// message consists of its texts in reading order, each on lines of its own.
extension RichLayout {
  /// The separator of the texts.
  private static var separator: String { "\n" }

  /// The texts in reading order as one text; its styles are not those that are shown.
  package var joinedText: AttributedText {
    AttributedText(joining: texts.map(\.layout.text), by: Self.separator)
  }

  /// Returns the offset of a position in the joined text.
  package func offset(of position: Position) -> Int {
    var start = 0
    for text in texts.prefix(position.text) { start += text.layout.text.length + 1 }
    return start + position.position.offset
  }

  /// Returns the position at an offset of the joined text; `nil` if the message has no text.
  package func position(atOffset offset: Int) -> Position? {
    var rest = max(0, offset)
    for (index, text) in texts.enumerated() {
      let length = text.layout.text.length
      if rest <= length || index == texts.count - 1 {
        return Position(text: index, offset: min(rest, length))
      }
      rest -= length + 1
    }
    return nil
  }

  /// Returns the positions of a range of the joined text; `nil` if the message has no text.
  package func positions(of range: Range<Int>) -> Range<Position>? {
    guard let start = position(atOffset: range.lowerBound),
      let end = position(atOffset: range.upperBound)
    else { return nil }
    return start..<max(start, end)
  }

  /// Returns the outline of the highlight of a range of the joined text.
  package func highlight(of range: Range<Int>) -> Path {
    var path = Path()
    guard let positions = positions(of: range) else { return path }
    for (index, text) in texts.enumerated()
    where index >= positions.lowerBound.text && index <= positions.upperBound.text {
      let length = text.layout.text.length
      let start = index == positions.lowerBound.text ? positions.lowerBound.position.offset : 0
      let end = index == positions.upperBound.text ? positions.upperBound.position.offset : length
      guard start < end else { continue }
      guard let viewport = text.viewport else {
        let part = text.layout.highlight(of: start..<end)
        path.append(part.offset(x: text.origin.x, y: text.origin.y))
        continue
      }
      let own = Position(text: index, offset: start)..<Position(text: index, offset: end)
      for rect in rects(of: own) {
        path.append(Path(roundedRect: rect.intersection(viewport), radius: 2))
      }
    }
    return path
  }
}
