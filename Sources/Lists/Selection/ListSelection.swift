internal import GalleyDisplay
public import GalleyGeometry
public import GalleyTypesetting

/// The text that is selected in a list, from one item through others to the last.
///
/// Pointer 0, the mouse, selects by dragging from text; a second click selects a word, a third a paragraph.
/// Offsets are in bytes of UTF-8, points in the list's coordinates.
@MainActor public final class ListSelection {
  /// What knows the texts; without it nothing is selected.
  ///
  /// It is not kept alive.
  public weak var source: (any SelectionSource)?
  /// Called when something else is selected.
  public var onChange: (() -> Void)?
  /// Whether a press extends what is selected, as with a shift key.
  public var extendsByPress = false

  weak var list: ListView? {
    didSet { model = SelectionModel(isReversed: list?.space.isReversed ?? false) }
  }
  private(set) var model = SelectionModel()
  private var pointer = SelectionPointer()
  /// What is shown as selected, by elements.
  private var shown: [ElementID: Range<Int>] = [:]

  init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { model.isEmpty }

  /// Where the selection begins and ends, as one reads; `nil` if there is none.
  public var ends: (start: ListTextPosition, end: ListTextPosition)? {
    model.isEmpty ? nil : model.ends
  }

  /// The selected text of all items as it is copied: in reading order, each item on lines of its
  /// own, with placeholders for what hidden spoilers cover.
  ///
  /// - Complexity: O(*n*) for *n* items from the first to the last.
  public var text: DisclosedText {
    guard let items = model.items, let list else { return DisclosedText() }
    let order = list.space.isReversed ? Array(items.reversed()) : Array(items)
    return order.compactMap { index in
      guard let element = list.controller.visibleMap[index],
        let source, let text = source.selectableText(of: element.item),
        let range = model.range(of: index, length: text.length)
      else { return nil }
      return text.plainText(of: range, revealed: source.revealedSpoilers(of: element.item))
    }.joined(separator: "\n")
  }

  /// What is selected of the items that have nodes, by ascending index.
  public var ranges: [(index: Int, range: Range<Int>)] {
    guard let list, let items = model.items else { return [] }
    return list.live.indices.filter { items.contains($0) }.compactMap { index in
      range(of: index).map { (index, $0) }
    }
  }

  // MARK: Selecting

  /// Begins to select at a point.
  ///
  /// - Parameters:
  ///   - point: The point, in the list's coordinates.
  ///   - clicks: How often was clicked: twice for a word, three times for a paragraph.
  public func begin(at point: Point, clicks: Int = 1) {
    let unit: SelectionUnit = clicks >= 3 ? .paragraph : clicks == 2 ? .word : .character
    guard let stretch = stretch(at: point, unit: unit) else { return clear() }
    model.begin(stretch, unit: unit)
    noteChange()
  }

  /// Selects up to a point, by the unit that was begun with.
  public func extend(to point: Point) {
    guard model.anchor != nil else { return begin(at: point) }
    guard let stretch = stretch(at: point, unit: model.unit) else { return }
    model.extend(to: stretch)
    noteChange()
  }

  /// Ends what a pointer does; what is selected stays.
  public func end() {
    pointer.end()
  }

  /// Selects the texts of all items.
  public func selectAll() {
    guard let list, source != nil, case let count = list.state.geometry.count, count > 0 else {
      return
    }
    let (first, last) = list.space.isReversed ? (count - 1, 0) : (0, count - 1)
    model.begin(SelectionModel.Stretch(index: first, range: 0..<0), unit: .character)
    model.extend(to: SelectionModel.Stretch(index: last, range: Int.max..<Int.max))
    noteChange()
  }

  /// Selects nothing.
  public func clear() {
    guard model.anchor != nil else { return }
    model.clear()
    noteChange()
  }

  // MARK: The list

  /// Has the selection follow a change.
  func follow(_ change: MapChange) {
    guard model.anchor != nil else { return }
    let old = model
    model.follow(change.indexMap)
    if model != old { onChange?() }
    if let list { for (_, entry) in list.live.entries { show(in: entry) } }
  }

  /// Shows in a node that has come what is selected of it.
  func show(in entry: LiveItem) {
    guard let list, let source, model.anchor != nil || !shown.isEmpty,
      let index = list.index(of: entry)
    else { return }
    let range = range(of: index)
    guard shown[entry.element] != range || range != nil else { return }
    shown[entry.element] = range
    source.showSelection(range, in: entry.node, of: entry.item)
  }

  private func noteChange() {
    defer { onChange?() }
    guard let list, let source else { return }
    for (index, entry) in list.live.entries {
      let range = range(of: index)
      guard shown[entry.element] != range else { continue }
      shown[entry.element] = range
      source.showSelection(range, in: entry.node, of: entry.item)
    }
    if model.isEmpty { shown = [:] }
  }

  private func range(of index: Int) -> Range<Int>? {
    guard model.items?.contains(index) ?? false, let list,
      let element = list.controller.visibleMap[index],
      let text = source?.selectableText(of: element.item)
    else { return nil }
    return model.range(of: index, length: text.length)
  }

  // MARK: Points

  /// The stretch of some unit at a point, or where the nearest item's text begins or ends.
  private func stretch(at point: Point, unit: SelectionUnit) -> SelectionModel.Stretch? {
    guard let list, let source, point.x.isFinite, point.y.isFinite,
      let (index, entry) = list.nearest(to: point)
    else { return nil }
    let frame = list.frame(of: entry, at: index)
    let inside = Point(x: point.x - frame.minX, y: point.y - frame.minY)
    guard let offset = source.textOffset(at: inside, in: entry.node, of: entry.item) else {
      // What has no text is selected over, or not.
      let isLower = inside.y > frame.size.height / 2
      let end = isLower != list.space.isReversed ? Int.max : 0
      return SelectionModel.Stretch(index: index, range: end..<end)
    }
    let range =
      unit == .character
      ? offset..<offset : source.range(of: unit, around: offset, of: entry.item)
    return SelectionModel.Stretch(index: index, range: range)
  }

  private func isText(at point: Point) -> Bool {
    guard let list, let source, let index = list.item(at: point), let entry = list.live[index]
    else {
      return false
    }
    let frame = list.frame(of: entry, at: index)
    return source.isText(
      at: Point(x: point.x - frame.minX, y: point.y - frame.minY), in: entry.node, of: entry.item)
  }

  // MARK: Pointers

  /// Sees a pointer that was put down.
  ///
  /// - Returns: Whether it selects at once, so that nobody else has it.
  func press(_ event: PointerEvent) -> Bool {
    guard event.pointer == 0, source != nil else { return false }
    let clicks = pointer.press(event, isText: isText(at: event.position))
    if extendsByPress, model.anchor != nil {
      extend(to: event.position)
    } else if pointer.isOnText, clicks > 1 {
      begin(at: event.position, clicks: clicks)
    } else {
      return false
    }
    pointer.select()
    return true
  }

  /// Whether a pointer that nobody else wants may select.
  func wants(_ event: PointerEvent) -> Bool { source != nil && event.pointer == 0 }

  /// Takes a pointer that was put down on text and moves.
  func takesOver(_ event: PointerEvent, since start: PointerEvent) -> Bool {
    guard pointer.begins(event) else { return false }
    begin(at: start.position)
    extend(to: event.position)
    return true
  }

  /// Takes a pointer that the list has, if it was put down on text and moves.
  func takesMoved(_ event: PointerEvent) -> Bool {
    guard let start = pointer.start else { return false }
    return takesOver(event, since: start)
  }

  /// Follows the pointer that selects.
  ///
  /// - Returns: Whether it does.
  func follow(_ event: PointerEvent) -> Bool {
    guard pointer.isSelecting, event.pointer == 0 else { return false }
    switch event.phase {
    case .began: break
    case .moved:
      pointer.move(event)
      extend(to: event.position)
    case .ended, .canceled: pointer.end()
    }
    return true
  }

  /// Where the pointer is that selects; `nil` if none does.
  var dragPosition: Point? { pointer.isSelecting ? pointer.position : nil }

  /// Takes note of a click on nothing.
  func click(_ event: PointerEvent) {
    if event.pointer == 0 { clear() }
  }
}

/// What pointer 0 does about selection, apart from who listens.
struct SelectionPointer {
  /// How far apart clicks may be that count together, in points and seconds.
  static let clickDistance = 5.0
  static let clickInterval = 0.4
  /// How far the pointer has to go to select, in points.
  static let slop = 3.0

  private(set) var start: PointerEvent?
  private(set) var isOnText = false
  private(set) var isSelecting = false
  /// Where the pointer is.
  private(set) var position: Point?
  private var clicks = 0

  /// Takes note that the pointer was put down, and says how often in a row.
  mutating func press(_ event: PointerEvent, isText: Bool) -> Int {
    let isNear =
      start.map {
        event.time - $0.time <= Self.clickInterval && Self.way(event, $0) <= Self.clickDistance
      }
      ?? false
    clicks = isNear ? clicks % 3 + 1 : 1
    (start, isOnText, isSelecting, position) = (event, isText, false, event.position)
    return clicks
  }

  /// Whether the pointer begins to select as it moves.
  mutating func begins(_ event: PointerEvent) -> Bool {
    guard let start, start.pointer == event.pointer, isOnText, !isSelecting,
      Self.way(event, start) > Self.slop
    else { return false }
    (isSelecting, position) = (true, event.position)
    return true
  }

  /// Takes note of where the pointer is.
  mutating func move(_ event: PointerEvent) { position = event.position }

  mutating func select() { isSelecting = true }

  mutating func end() { isSelecting = false }

  private static func way(_ one: PointerEvent, _ other: PointerEvent) -> Double {
    max(abs(one.position.x - other.position.x), abs(one.position.y - other.position.y))
  }
}
