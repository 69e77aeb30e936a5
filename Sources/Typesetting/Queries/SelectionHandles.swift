public import GalleyGeometry

/// What a finger takes hold of to change a selection.
public struct SelectionHandles: Hashable, Sendable {
  /// One of the two handles.
  public enum Side: Hashable, Sendable {
    /// The one where the selection begins, with its disc above the line.
    case start
    /// The one where the selection ends, with its disc below the line.
    case end
  }

  /// Where the first selected character begins: as high as its line, and without width.
  public var startEdge: Rect
  /// Where the last selected character ends.
  public var endEdge: Rect

  /// How wide a handle's disc is, in points; its stem is 2 points wide.
  public static let discWidth = 12.0

  /// Where a handle is drawn: its disc, and a stem along its edge.
  public func frame(of side: Side) -> Rect {
    let edge = side == .start ? startEdge : endEdge
    let width = Self.discWidth
    return Rect(
      x: edge.minX - width / 2 + (side == .start ? 0 : 1),
      y: side == .start ? edge.minY - (width - 1) : edge.minY + 1, width: width,
      height: width + edge.size.height + 2)
  }

  /// Which handle a finger takes hold of at a point: one that it is on, or else one that is near.
  public func handle(at point: Point) -> Side? {
    for slop in [Size(width: 4, height: 8), Size(width: 14, height: 14)] {
      for side in [Side.start, .end] {
        let frame = frame(of: side)
        let isNear =
          point.x >= frame.minX - slop.width && point.x < frame.maxX + slop.width
          && point.y >= frame.minY - slop.height && point.y < frame.maxY + slop.height
        if isNear { return side }
      }
    }
    return nil
  }
}

extension TextLayout {
  /// The handles of a selection; what of it is hidden counts for nothing.
  ///
  /// - Parameter range: UTF-8 offsets.
  /// - Returns: The handles, or `nil` if nothing that is selected can be seen.
  public func selectionHandles(of range: Range<Int>) -> SelectionHandles? {
    var range = range.clamped(to: 0..<text.length)
    if let start = hiddenRange(at: range.lowerBound) {
      range = min(start.upperBound, range.upperBound)..<range.upperBound
    }
    if !range.isEmpty, let end = hiddenRange(at: range.upperBound - 1) {
      range = range.lowerBound..<max(end.lowerBound, range.lowerBound)
    }
    guard !range.isEmpty, let start = caret(at: TextPosition(offset: range.lowerBound)),
      let end = caret(at: TextPosition(offset: range.upperBound, affinity: .upstream))
    else { return nil }
    return SelectionHandles(startEdge: start.frame, endEdge: end.frame)
  }
}
