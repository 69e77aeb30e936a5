/// A place in the texts of a list: before some byte of an item's text.
public struct ListTextPosition: Hashable, Sendable {
  /// The item, by its index in what is shown.
  public var index: Int
  /// How many bytes of UTF-8 of its text are before the place.
  public var offset: Int

  /// Makes a place.
  public init(index: Int, offset: Int) {
    self.index = index
    self.offset = offset
  }
}

/// What a selection grows by.
public enum SelectionUnit: Hashable, Sendable {
  /// Single characters.
  case character
  /// Words.
  case word
  /// Paragraphs.
  case paragraph
}

/// From where to where text is selected, through however many items.
///
/// The *anchor* stays where the selection was begun, and the *focus* goes with the pointer. Both are
/// stretches of one item: a word, if words are selected.
struct SelectionModel: Hashable, Sendable {
  /// A stretch of one item's text.
  struct Stretch: Hashable, Sendable {
    var index: Int
    var range: Range<Int>
  }

  /// Whether item 0 is the last that one reads.
  let isReversed: Bool
  private(set) var anchor: Stretch?
  private(set) var focus: Stretch?
  private(set) var unit = SelectionUnit.character

  init(isReversed: Bool = false) {
    self.isReversed = isReversed
  }

  /// Whether nothing is selected.
  var isEmpty: Bool {
    guard let (start, end) = ends else { return true }
    return start == end
  }

  /// Begins with a stretch.
  mutating func begin(_ stretch: Stretch, unit: SelectionUnit) {
    (anchor, focus, self.unit) = (stretch, stretch, unit)
  }

  /// Goes on to a stretch.
  mutating func extend(to stretch: Stretch) {
    if anchor == nil { anchor = stretch }
    focus = stretch
  }

  /// Selects nothing.
  mutating func clear() {
    (anchor, focus) = (nil, nil)
  }

  /// Where the selection begins and ends, as one reads.
  var ends: (start: ListTextPosition, end: ListTextPosition)? {
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
      ListTextPosition(index: first.index, offset: first.range.lowerBound),
      ListTextPosition(index: last.index, offset: end)
    )
  }

  /// The items that something is selected of, from the least index to the greatest.
  var items: ClosedRange<Int>? {
    guard !isEmpty, let (start, end) = ends else { return nil }
    return min(start.index, end.index)...max(start.index, end.index)
  }

  /// What is selected of an item whose text has some length; `nil` if nothing is.
  func range(of index: Int, length: Int) -> Range<Int>? {
    guard let items, items.contains(index), let (start, end) = ends else { return nil }
    let from = index == start.index ? min(start.offset, length) : 0
    let to = index == end.index ? min(end.offset, length) : length
    return from < to ? from..<to : nil
  }

  /// Has the selection follow a change; what it began or ended in and is gone is left out.
  mutating func follow(_ map: IndexMap) {
    guard let anchor, let focus else { return }
    let isForward = ends?.start.index == anchor.index
    guard let first = Self.moved(anchor, map, isStart: isForward != isReversed),
      let second = Self.moved(focus, map, isStart: isForward == isReversed)
    else { return clear() }
    (self.anchor, self.focus) = (first, second)
  }

  /// A stretch after a change; that of a neighbor within the selection if its item is gone.
  private static func moved(_ stretch: Stretch, _ map: IndexMap, isStart: Bool) -> Stretch? {
    if let new = map.newIndex(of: stretch.index) {
      return Stretch(index: new, range: stretch.range)
    }
    let boundary = map.boundary(of: stretch.index)
    let neighbor = isStart ? boundary : boundary - 1
    guard neighbor >= 0, neighbor < map.newCount else { return nil }
    let end = isStart ? 0 : Int.max
    return Stretch(index: neighbor, range: end..<end)
  }
}
