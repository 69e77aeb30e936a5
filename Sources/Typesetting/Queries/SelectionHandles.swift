public import GalleyGeometry

extension TextSelection {
  /// The handles that change a selection by touch.
  public struct Handles: Hashable, Sendable {
    /// The side of a selection.
    public enum Side: Hashable, Sendable {
      /// The handle at the start, with its disc above the line.
      case start
      /// The handle at the end, with its disc below the line.
      case end
    }

    /// The leading edge of the first selected character, as high as its line and without width.
    public var startEdge: Rect
    /// The trailing edge of the last selected character.
    public var endEdge: Rect

    /// Creates handles at two edges.
    public init(startEdge: Rect, endEdge: Rect) {
      (self.startEdge, self.endEdge) = (startEdge, endEdge)
    }

    /// The diameter of a handle's disc, in points; its stem is 2 points wide.
    public static let discWidth = 12.0

    /// Returns the frame in which a handle is drawn: its disc, and a stem along its edge.
    public func frame(of side: Side) -> Rect {
      let edge = side == .start ? startEdge : endEdge
      let width = Self.discWidth
      return Rect(
        x: edge.minX - width / 2 + (side == .start ? 0 : 1),
        y: side == .start ? edge.minY - (width - 1) : edge.minY + 1, width: width,
        height: width + edge.size.height + 2)
    }

    /// Returns the handle at a point or, failing that, one near it.
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
}

extension TextLayout {
  /// Returns the handles of a selection, ignoring its hidden parts.
  ///
  /// - Parameter range: UTF-8 offsets.
  /// - Returns: The handles, or `nil` if no selected text is visible.
  public func selectionHandles(of range: Range<Int>) -> TextSelection.Handles? {
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
    return TextSelection.Handles(startEdge: start.frame, endEdge: end.frame)
  }
}
