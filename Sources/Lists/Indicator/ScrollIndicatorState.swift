/// The state of a scroll indicator along its track, without nodes and clocks.
struct ScrollIndicatorState: Equatable, Sendable {
  /// The minimum length of the bar, and of one that overscroll has shortened, in points.
  static let (leastLength, leastOverscrolledLength) = (36.0, 10.0)
  /// The distance of the bar from the ends of its track, in points.
  static let margin = 3.0

  /// The part of a list that is visible.
  struct Extent: Equatable, Sendable {
    /// The offset of the viewport.
    var offset: Double
    /// The offsets at which the list can rest.
    var range: ClosedRange<Double>
    /// The length of the viewport, which is also that of the track.
    var viewport: Double
  }

  private(set) var isHovered = false
  /// The distance between the pointer and the beginning of the bar that it drags.
  private var grip: Double?
  /// Whether the list moves.
  private var isScrolling = false

  /// Whether a pointer drags the bar.
  var isDragged: Bool { grip != nil }
  /// Whether the bar is shown; otherwise it fades out.
  var isShown: Bool { isScrolling || isHovered || isDragged }
  /// Whether the bar is wide, to be dragged.
  var isWide: Bool { isHovered || isDragged }

  /// Notes whether the list moves.
  mutating func setScrolling(_ isScrolling: Bool) { self.isScrolling = isScrolling }

  /// Notes whether a mouse is over the track.
  mutating func setHovered(_ isHovered: Bool) { self.isHovered = isHovered }

  /// Returns the position and the length of the bar on its track; `nil` if everything is visible.
  ///
  /// Beyond an end, the bar stays there and becomes shorter.
  static func bar(of extent: Extent) -> Range<Double>? {
    let (low, high) = (extent.range.lowerBound, extent.range.upperBound)
    let track = extent.viewport - 2 * margin
    guard low.isFinite, high.isFinite, high - low > 0.5, track > leastLength else { return nil }
    let content = high - low + extent.viewport
    var length = max(leastLength, track * extent.viewport / content)
    let over = max(low - extent.offset, extent.offset - high, 0)
    let share = min(max((extent.offset - low) / (high - low), 0), 1)
    if over > 0 { length = max(leastOverscrolledLength, length - over) }
    let start = margin + share * (track - length)
    return start..<(start + length)
  }

  /// Starts to drag the bar.
  ///
  /// A press beside the bar moves its middle there.
  mutating func beginDrag(at place: Double, of extent: Extent) {
    guard let bar = Self.bar(of: extent) else { return }
    grip = bar.contains(place) ? place - bar.lowerBound : (bar.upperBound - bar.lowerBound) / 2
  }

  /// Returns the offset of the list for a pointer that drags the bar; `nil` if none does.
  func offset(draggedTo place: Double, of extent: Extent) -> Double? {
    guard let grip, let bar = Self.bar(of: extent) else { return nil }
    let way = extent.viewport - 2 * Self.margin - (bar.upperBound - bar.lowerBound)
    guard way > 0 else { return nil }
    let share = min(max((place - grip - Self.margin) / way, 0), 1)
    return extent.range.lowerBound
      + share * (extent.range.upperBound - extent.range.lowerBound)
  }

  /// Ends the drag.
  mutating func endDrag() { grip = nil }
}
