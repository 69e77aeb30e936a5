internal import GalleyGeometry
package import GalleyRichMessages
package import GalleyRichTypesetting
internal import GalleyTypesetting

extension ChatRow {
  /// A place in a rich message that a link leads to.
  package struct AnchorPlace: Hashable, Sendable {
    /// The y coordinate of the upper edge of the place, in points of the row.
    package var y: Double
    /// The range of the text to highlight, in UTF-8 offsets.
    package var range: Range<Int>
  }

  /// Returns the place of the first mark of a footnote; `nil` if it is not shown.
  package func place(ofMark name: String) -> AnchorPlace? {
    guard case .message(let message) = content, let layout = message.rich?.layout,
      let mark = layout.mark(of: name)
    else { return nil }
    let range = layout.offset(of: mark.lowerBound)..<layout.offset(of: mark.upperBound)
    return y(of: range).map { AnchorPlace(y: $0, range: range) }
  }

  /// Returns the y coordinate of the first line of a part of the text of a rich message, in points
  /// of the row; `nil` if it is not shown.
  package func y(of range: Range<Int>) -> Double? {
    guard case .message(let message) = content, let rich = message.rich,
      let positions = rich.layout.positions(of: range),
      let rect = rich.layout.rects(of: positions).first
    else { return nil }
    return top + rich.origin.y + rect.minY
  }

  /// Returns the place of an anchor or reference; `nil` if it is in a closed section, or if the
  /// message has no such target.
  package func place(of target: RichMessage.Target) -> AnchorPlace? {
    guard case .message(let message) = content, let rich = message.rich,
      let rect = rich.layout.rects(of: target).first
    else { return nil }
    let layout = rich.layout
    // The paragraph at an anchor, and the whole of a reference.
    var range = layout.position(at: rect.origin).flatMap {
      layout.range(of: .paragraph, at: $0)
    }
    if case .reference = target, let last = layout.rects(of: target).last,
      let start = layout.position(at: Point(x: rect.minX, y: rect.minY + 1)),
      let end = layout.position(at: Point(x: last.maxX, y: last.maxY - 1)), start < end
    {
      range = start..<end
    }
    let offsets = range.map { layout.offset(of: $0.lowerBound)..<layout.offset(of: $0.upperBound) }
    return AnchorPlace(y: top + rich.origin.y + rect.minY, range: offsets ?? 0..<0)
  }
}
