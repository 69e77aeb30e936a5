import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Synchronization

/// A log of keys, from any thread.
final class KeyLog: Sendable {
  private let log = Mutex<[Int]>([])

  func add(_ key: Int) { log.withLock { $0.append(key) } }
  var keys: [Int] { log.withLock { $0 } }
  var count: Int { keys.count }
}

/// A data source of items of stated heights, shown by nodes of one color.
@MainActor final class StageSource: ListDataSource {
  var items: [ListItem] = []
  /// The heights of items by key; others have ``height``.
  var heights: [Int: Double] = [:]
  var height = 50.0
  var isCompatible = false
  var isHorizontal = false
  /// The number of requests for an item.
  var reads = 0
  /// The keys of the items that nodes were made for.
  let made = KeyLog()
  /// The log of the keys of drawn items, or `nil` for nodes without contents.
  var drawn: KeyLog?

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { items.count }
  func item(at path: ItemPath) -> ListItem {
    reads += 1
    return items[path.item]
  }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    reads += 1
    let height = height(of: item)
    return { [made, drawn, isHorizontal] environment in
      made.add(item.key)
      let node =
        drawn.map { log in
          DisplayNode(DrawnContent { _, _ in log.add(item.key) }, environment: environment)
        }
        ?? DisplayNode(
          SolidContent(Color(red: UInt8(item.key.magnitude % 251), green: 7, blue: 9)),
          environment: environment)
      node.name = "\(item.key)"
      if isHorizontal {
        node.style.width = .points(height)
      } else {
        node.style.height = .points(height)
      }
      return node
    }
  }

  func update(_ node: DisplayNode, to item: ListItem) -> Bool {
    if isCompatible { node.style.height = .points(height(of: item)) }
    return isCompatible
  }

  func height(of item: ListItem) -> Double {
    (heights[item.key] ?? height) + 100 * Double(item.revision)
  }
}

/// A delegate that logs its calls.
@MainActor final class StageDelegate: ListViewDelegate {
  var scrolled = 0.0
  var displayed: [ListView.DisplayedItems] = []
  var ends: [String] = []
  var log: [String] = []
  /// The nodes in the list, according to the calls.
  var held: Set<ObjectIdentifier> = []
  /// The number of nodes that appeared twice or disappeared without having appeared.
  var faults = 0
  var fetches: [ListEnd] = []
  var whenFetching: ((ListEnd) -> Void)?
  var whenScrolled: (() -> Void)?
  var headers: (ListItem) -> [ListHeader] = { _ in [] }
  var canMove = false
  var whenMoved: ((ItemPath, ItemPath) -> Bool)?

  /// Does nothing.
  func forget() {
    (whenFetching, whenScrolled, whenMoved) = (nil, nil, nil)
    headers = { _ in [] }
  }

  func list(_ list: ListView, didScrollBy distance: Double) {
    scrolled += distance
    whenScrolled?()
  }
  func list(_ list: ListView, displays items: ListView.DisplayedItems) { displayed.append(items) }
  func list(_ list: ListView, didChange head: ListView.EndDistance, _ tail: ListView.EndDistance) {
    ends.append("\(head) \(tail)")
  }
  func listWillBeginDragging(_ list: ListView) { log.append("begin") }
  func listDidEndDragging(_ list: ListView, decelerates: Bool) {
    log.append(decelerates ? "let go" : "put down")
  }
  func listDidEndScrolling(_ list: ListView) { log.append("end") }
  func list(_ list: ListView, fetchAt end: ListEnd) {
    fetches.append(end)
    whenFetching?(end)
  }
  func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] { headers(item) }
  func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {
    if !held.insert(ObjectIdentifier(node)).inserted { faults += 1 }
  }
  func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {
    if held.remove(ObjectIdentifier(node)) == nil { faults += 1 }
  }
  func list(_ list: ListView, canMove item: ListItem, at path: ItemPath) -> Bool { canMove }
  func list(_ list: ListView, move old: ItemPath, to new: ItemPath) -> Bool {
    whenMoved?(old, new) ?? false
  }
}

/// A list on a surface, with a manual clock and executor.
@MainActor struct ListStage {
  let clock = ManualClock()
  let executor: ManualExecutor
  let environment: DisplayEnvironment
  let surface: NodeSurface
  let source: StageSource
  let delegate = StageDelegate()
  let list: ListView

  /// Creates a list of 100 by 400 points with items of the given keys.
  init(
    _ keys: some Sequence<Int>, _ configuration: ListConfiguration = ListConfiguration(),
    height: Double = 50, estimate: Double = 50, size: Size = Size(width: 100, height: 400),
    preparation: ChangeSet.Preparation = .asynchronous
  ) {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    surface = NodeSurface(LayerHost(size: size), environment: environment)
    source = StageSource()
    source.items = keys.map { ListItem(key: $0) }
    source.height = height
    var configuration = configuration
    configuration.estimatedLength = estimate
    list = ListView(source, environment: environment, configuration: configuration)
    list.delegate = delegate
    list.controller.preparation = preparation
    list.resize(to: size)
    surface.rootNode = list.node
    register()
  }

  /// Loads and shows everything.
  func load() throws {
    try list.load()
    settle()
  }

  /// Loads and shows everything, and returns the stage.
  func loaded() throws -> ListStage {
    try load()
    return self
  }

  /// Changes the list and settles.
  func settle(after change: (ListView) -> Void) {
    change(list)
    settle()
  }

  /// Runs ticks until nothing is pending, without advancing time.
  func settle() {
    for _ in 0..<12 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  /// Runs frames for some time, at a number of frames per second, and calls a closure after each.
  func run(_ seconds: Double, rate: Double = 60, each: () -> Void = {}) {
    for _ in 0..<Int((seconds * rate).rounded()) {
      clock.advance(by: 1 / rate)
      executor.runAll()
      environment.loop.tick()
      each()
    }
  }

  /// The keys of the visible items with the positions of their nodes, from the top.
  var shown: [String] {
    list.accessibilityOrder.compactMap { index in
      guard let node = list.node(at: index), let frame = nodeFrame(at: index) else { return nil }
      let place = (frame.minY * 100).rounded() / 100
      return "\(node.name ?? "")@\(place == place.rounded() ? "\(Int(place))" : "\(place)")"
    }
  }

  /// Returns the position of an item's node in the content, or `nil` without a node.
  func nodeFrame(at index: Int) -> Rect? {
    guard let node = list.node(at: index), let content = node.supernode else { return nil }
    return node.frame.offset(x: -content.bounds.minX, y: -content.bounds.minY)
  }

  /// Returns the position of an item in the viewport.
  func place(of key: Int) -> Double? {
    let map = list.controller.visibleMap
    return map.index(ofKey: key, near: list.displayedItems.range.lowerBound)
      .flatMap { list.frame(at: $0)?.minY }
  }

  /// Sends a pointer event to the list.
  func send(
    _ router: PointerRouter, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double,
    pointer: Int = 1, _ keys: PointerEvent.Modifiers = []
  ) {
    router.send(
      PointerEvent(
        phase, at: Point(x: x, y: y), time: clock.now, pointer: pointer, modifiers: keys))
  }

  /// Edits the items and the list.
  func change(_ update: ListUpdate = ListUpdate(), to keys: some Sequence<Int>) throws {
    let old = ListSnapshot(sections: [ListSnapshot.Section(items: source.items)])
    let known = Dictionary(source.items.map { ($0.key, $0) }) { first, _ in first }
    source.items = keys.map { known[$0] ?? ListItem(key: $0) }
    let new = ListSnapshot(sections: [ListSnapshot.Section(items: source.items)])
    try list.submit(ChangeSet(from: old, to: new), update)
  }

  /// Edits the items and the list, and settles.
  func changeAndSettle(_ update: ListUpdate = ListUpdate(), to keys: some Sequence<Int>) throws {
    try change(update, to: keys)
    settle()
  }
}

/// A handler that takes every pointer and logs its events.
final class Button: PointerHandler {
  @MainActor var log: [PointerEvent.Phase] = []

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    log.append(.began)
    return true
  }
  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) { log.append(event.phase) }
}
