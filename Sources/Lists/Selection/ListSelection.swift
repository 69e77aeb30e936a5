internal import GalleyDisplay
public import GalleyGeometry
public import GalleyTypesetting

/// The text selection of a list, which can span several items.
///
/// Pointer 0, the mouse, selects by dragging from text; a double click selects a word, and a triple
/// click a paragraph. Offsets are in UTF-8 bytes, points in the list's coordinates.
@MainActor public final class ListSelection {
  /// The source of the items' texts, which is not retained.
  ///
  /// Without a source, nothing can be selected.
  public weak var source: (any SelectionSource)?
  /// Called when the selection has changed.
  public var onChange: (() -> Void)?
  /// Whether a press extends the selection, as with the Shift key.
  public var extendsByPress = false

  weak var list: ListView? {
    didSet { model = SelectionModel(isReversed: list?.space.isReversed ?? false) }
  }
  private(set) var model = SelectionModel()
  private var pointer = SelectionPointer()
  /// The ranges shown as selected, by element.
  private var shown: [ElementID: Range<Int>] = [:]

  init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { model.isEmpty }

  /// The start and end of the selection in reading order; `nil` if there is none.
  public var ends: (start: ListTextPosition, end: ListTextPosition)? {
    model.isEmpty ? nil : model.ends
  }

  /// The selected text of all items to copy: in reading order, each item on its own lines, with
  /// placeholders for the text of hidden spoilers.
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

  /// The selected ranges of items that have nodes, by ascending index.
  public var ranges: [(index: Int, range: Range<Int>)] {
    guard let list, let items = model.items else { return [] }
    return list.live.indices.filter { items.contains($0) }.compactMap { index in
      range(of: index).map { (index, $0) }
    }
  }

  // MARK: Selecting

  /// Starts a selection at a point.
  ///
  /// - Parameters:
  ///   - point: The point, in the list's coordinates.
  ///   - clicks: The number of clicks: two select a word, three a paragraph.
  public func begin(at point: Point, clicks: Int = 1) {
    let unit: SelectionUnit = clicks >= 3 ? .paragraph : clicks == 2 ? .word : .character
    guard let stretch = stretch(at: point, unit: unit) else { return clear() }
    model.begin(stretch, unit: unit)
    noteChange()
  }

  /// Extends the selection to a point, by the unit with which it was started.
  public func extend(to point: Point) {
    guard model.anchor != nil else { return begin(at: point) }
    guard let stretch = stretch(at: point, unit: model.unit) else { return }
    model.extend(to: stretch)
    noteChange()
  }

  /// Ends the pointer's selecting and keeps the selection.
  public func end() {
    pointer.end()
  }

  /// Selects the text of all items.
  public func selectAll() {
    guard let list, source != nil, case let count = list.state.geometry.count, count > 0 else {
      return
    }
    let (first, last) = list.space.isReversed ? (count - 1, 0) : (0, count - 1)
    model.begin(SelectionModel.Stretch(index: first, range: 0..<0), unit: .character)
    model.extend(to: SelectionModel.Stretch(index: last, range: Int.max..<Int.max))
    noteChange()
  }

  /// Clears the selection.
  public func clear() {
    guard model.anchor != nil else { return }
    model.clear()
    noteChange()
  }

  // MARK: The list

  /// Updates the selection for a change of the list.
  func follow(_ change: MapChange) {
    guard model.anchor != nil else { return }
    let old = model
    model.follow(change.indexMap)
    if model != old { onChange?() }
    if let list { for (_, entry) in list.live.entries { show(in: entry) } }
  }

  /// Shows the selected range in a new node.
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

  /// Returns the unit of text at a point, or the beginning or end of the nearest item's text.
  private func stretch(at point: Point, unit: SelectionUnit) -> SelectionModel.Stretch? {
    guard let list, let source, point.x.isFinite, point.y.isFinite,
      let (index, entry) = list.nearest(to: point)
    else { return nil }
    let frame = list.frame(of: entry, at: index)
    let inside = Point(x: point.x - frame.minX, y: point.y - frame.minY)
    guard let offset = source.textOffset(at: inside, in: entry.node, of: entry.item) else {
      // An item without text is either included or not, depending on the half that contains the
      // point.
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

  /// Handles a pressed pointer.
  ///
  /// - Returns: Whether the pointer selects at once, so that nothing else receives it.
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

  /// Returns whether a pointer that nothing else accepts can select.
  func wants(_ event: PointerEvent) -> Bool { source != nil && event.pointer == 0 }

  /// Takes over a pointer that was pressed on text and has moved.
  func takesOver(_ event: PointerEvent, since start: PointerEvent) -> Bool {
    guard pointer.begins(event) else { return false }
    begin(at: start.position)
    extend(to: event.position)
    return true
  }

  /// Takes over a pointer of the list that was pressed on text and has moved.
  func takesMoved(_ event: PointerEvent) -> Bool {
    guard let start = pointer.start else { return false }
    return takesOver(event, since: start)
  }

  /// Follows the selecting pointer.
  ///
  /// - Returns: Whether the pointer is the selecting one.
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

  /// The position of the selecting pointer; `nil` if there is none.
  var dragPosition: Point? { pointer.isSelecting ? pointer.position : nil }

  /// Clears the selection after a click outside any item.
  func click(_ event: PointerEvent) {
    if event.pointer == 0 { clear() }
  }
}

/// The state of the selecting pointer 0, independent of the list.
struct SelectionPointer {
  /// The maximum distance and time between the clicks of a multiple click, in points and seconds.
  static let clickDistance = 5.0
  static let clickInterval = 0.4
  /// The minimum movement that starts a selection, in points.
  static let slop = 3.0

  private(set) var start: PointerEvent?
  private(set) var isOnText = false
  private(set) var isSelecting = false
  /// The position of the pointer.
  private(set) var position: Point?
  private var clicks = 0

  /// Handles a press, and returns the number of consecutive clicks.
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

  /// Starts selecting if the pointer has moved far enough, and returns whether it has.
  mutating func begins(_ event: PointerEvent) -> Bool {
    guard let start, start.pointer == event.pointer, isOnText, !isSelecting,
      Self.way(event, start) > Self.slop
    else { return false }
    (isSelecting, position) = (true, event.position)
    return true
  }

  /// Updates the position of the pointer.
  mutating func move(_ event: PointerEvent) { position = event.position }

  mutating func select() { isSelecting = true }

  mutating func end() { isSelecting = false }

  private static func way(_ one: PointerEvent, _ other: PointerEvent) -> Double {
    max(abs(one.position.x - other.position.x), abs(one.position.y - other.position.y))
  }
}
