/// A text selection from an anchor to a focus, possibly across items.
///
/// The *anchor* is where the selection was started, and the *focus* follows the pointer. Both are
/// ranges within one item, such as a word when selecting words.
struct SelectionModel: Equatable, Sendable {
  /// A range of an item's text.
  struct Stretch: Equatable, Sendable {
    var index: Int
    var range: Range<Int>
  }

  /// Whether item 0 is the last in reading order.
  let isReversed: Bool
  private(set) var anchor: Stretch?
  private(set) var focus: Stretch?
  private(set) var unit = ListSelection.Unit.character

  init(isReversed: Bool = false) { self.isReversed = isReversed }

  /// Whether nothing is selected.
  var isEmpty: Bool {
    guard let (start, end) = ends else { return true }
    return start == end
  }

  /// Starts a selection with a range.
  mutating func begin(_ stretch: Stretch, unit: ListSelection.Unit) {
    (anchor, focus, self.unit) = (stretch, stretch, unit)
  }

  /// Extends the selection to a range.
  mutating func extend(to stretch: Stretch) {
    if anchor == nil { anchor = stretch }
    focus = stretch
  }

  /// Holds one end of the selection, so that the other can be moved by characters.
  ///
  /// - Parameter movesStart: Whether the start is moved; `nil` for the end that was moved last.
  mutating func hold(movingStart movesStart: Bool?) {
    guard let (start, end) = ends else { return }
    let movesStart = movesStart ?? isFocusAtStart
    let (fixed, moving) = movesStart ? (end, start) : (start, end)
    anchor = Stretch(index: fixed.index, range: fixed.offset..<fixed.offset)
    focus = Stretch(index: moving.index, range: moving.offset..<moving.offset)
    unit = .character
  }

  /// Whether the focus is at the start of the selection, and the anchor at its end.
  var isFocusAtStart: Bool {
    guard let anchor, let focus else { return false }
    return anchor.index == focus.index
      ? focus.range.lowerBound < anchor.range.lowerBound
      : (focus.index < anchor.index) != isReversed
  }

  /// Clears the selection.
  mutating func clear() { (anchor, focus) = (nil, nil) }

  /// The start and end of the selection in reading order.
  var ends: (start: ListSelection.Position, end: ListSelection.Position)? {
    guard let anchor, let focus else { return nil }
    let isForward =
      anchor.index == focus.index
      ? anchor.range.lowerBound <= focus.range.lowerBound
      : (anchor.index < focus.index) != isReversed
    let (first, last) = isForward ? (anchor, focus) : (focus, anchor)
    let end =
      first.index == last.index
      ? max(first.range.upperBound, last.range.upperBound) : last.range.upperBound
    return (
      ListSelection.Position(index: first.index, offset: first.range.lowerBound),
      ListSelection.Position(index: last.index, offset: end)
    )
  }

  /// The items that contain the selection, by ascending index.
  var items: ClosedRange<Int>? {
    guard !isEmpty, let (start, end) = ends else { return nil }
    return min(start.index, end.index)...max(start.index, end.index)
  }

  /// Returns the selected range of an item with a text length; `nil` if none of it is selected.
  func range(of index: Int, length: Int) -> Range<Int>? {
    guard let items, items.contains(index), let (start, end) = ends else { return nil }
    let from = index == start.index ? min(start.offset, length) : 0
    let to = index == end.index ? min(end.offset, length) : length
    return from < to ? from..<to : nil
  }

  /// Updates the selection for a change; deleted items at its ends are dropped from it.
  mutating func follow(_ map: IndexMap) {
    guard let anchor, let focus else { return }
    let isForward = ends?.start.index == anchor.index
    guard
      let first = Self.moved(anchor, map, isStart: isForward, isLower: isForward != isReversed),
      let second = Self.moved(focus, map, isStart: !isForward, isLower: isForward == isReversed)
    else { return clear() }
    (self.anchor, self.focus) = (first, second)
  }

  /// Returns a range after a change; if its item was deleted, an end of the neighbor within the
  /// selection.
  ///
  /// The range is the first in reading order if `isStart`, and has the lower index if `isLower`.
  private static func moved(
    _ stretch: Stretch, _ map: IndexMap, isStart: Bool, isLower: Bool
  ) -> Stretch? {
    if let new = map.newIndex(of: stretch.index) {
      return Stretch(index: new, range: stretch.range)
    }
    let boundary = map.boundary(of: stretch.index)
    let neighbor = isLower ? boundary : boundary - 1
    guard neighbor >= 0, neighbor < map.newCount else { return nil }
    let end = isStart ? 0 : Int.max
    return Stretch(index: neighbor, range: end..<end)
  }
}
