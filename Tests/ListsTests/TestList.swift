import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Synchronization

/// A counter of live nodes and of measurements.
final class NodeCounter: Sendable {
  private let counts = Mutex((living: 0, made: 0, measured: [Int: Int]()))
  private let hook = Mutex<(@Sendable () -> Void)?>(nil)

  /// A closure called with each measurement.
  var whenMeasured: (@Sendable () -> Void)? {
    get { hook.withLock { $0 } }
    set { hook.withLock { $0 = newValue } }
  }

  var living: Int { counts.withLock { $0.living } }
  var made: Int { counts.withLock { $0.made } }
  var measured: [Int: Int] { counts.withLock { $0.measured } }

  func noteMaking() { counts.withLock { ($0.living, $0.made) = ($0.living + 1, $0.made + 1) } }
  func noteEnd() { counts.withLock { $0.living -= 1 } }
  func noteMeasuring(_ key: Int) {
    counts.withLock { $0.measured[key, default: 0] += 1 }
    whenMeasured?()
  }
}

/// A node of maximum width, whose height follows from its item's key and revision.
final class TestNode: ListNode {
  let counter: NodeCounter
  private let item: Mutex<ListItem>
  private let height: Mutex<Double?>
  private let measurer = Mutex<WeakMeasurer>(WeakMeasurer())

  init(_ item: ListItem, counter: NodeCounter, height: Double? = nil) {
    self.item = Mutex(item)
    self.counter = counter
    self.height = Mutex(height)
    counter.noteMaking()
  }

  deinit { counter.noteEnd() }

  var key: Int { shown.key }
  var shown: ListItem { item.withLock { $0 } }

  func show(_ item: ListItem) { self.item.withLock { $0 = item } }

  func knownSize(in range: SizeRange) -> Size? { nil }

  func setMeasurer(_ measurer: any NodeMeasurer) {
    self.measurer.withLock { $0.target = measurer }
  }

  /// Wants a height from now on, on any thread.
  func resize(to height: Double, _ transition: LayoutTransition? = nil) {
    self.height.withLock { $0 = height }
    measurer.withLock { $0.target }?.nodeNeedsMeasurement(transition)
  }

  static func height(of item: ListItem) -> Double {
    Double(20 + item.key % 50 + 100 * item.revision)
  }

  func measure(in range: SizeRange) -> Size {
    let item = shown
    counter.noteMeasuring(item.key)
    return Size(
      width: range.max.width, height: height.withLock { $0 } ?? Self.height(of: item))
  }
}

private struct WeakMeasurer {
  weak var target: (any NodeMeasurer)?
}

/// A data source over arrays that logs its calls.
@MainActor final class TestSource: ListDataSource {
  struct Failure: Error {}

  var sections: [[ListItem]]
  var contexts: [Int]
  var log: [String] = []
  var isCompatible = false
  var isFailing = false
  /// Whether items have no nodes.
  var isEmptyHanded = false
  var heights: [Int: Double] = [:]
  /// The section counts to report instead of the true ones.
  var counts: [Int]?
  var whenRead: (() -> Void)?
  /// Called with each node that shows another version of its item.
  var whenUpdated: ((TestNode) -> Void)?
  let counter = NodeCounter()

  init(_ sections: [[Int]]) {
    self.sections = sections.map { $0.map { ListItem(key: $0) } }
    contexts = Array(sections.indices)
  }

  func sectionCount() throws -> Int {
    log.append("sections")
    whenRead?()
    return counts?.count ?? sections.count
  }

  func itemCount(inSection section: Int) throws -> Int {
    log.append("count \(section)")
    return counts?[section] ?? sections[section].count
  }

  func context(ofSection section: Int) throws -> (any Sendable)? {
    log.append("context \(section)")
    return contexts[section]
  }

  func item(at path: ItemPath) throws -> ListItem {
    log.append("item \(path)")
    if isFailing { throw Failure() }
    return sections[path.section][path.item]
  }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> TestNode)? {
    log.append("node \(item.key)")
    if isEmptyHanded { return nil }
    let height = heights[item.key]
    return { [counter] _ in TestNode(item, counter: counter, height: height) }
  }

  func update(_ node: TestNode, to item: ListItem) -> Bool {
    if isCompatible {
      node.show(item)
      whenUpdated?(node)
    }
    return isCompatible
  }
}

/// A container that keeps a copy of the shown items.
@MainActor final class TestContainer: ListContainer {
  var needs: (MapChange) -> [NeededItem] = { change in
    (0..<change.new.itemCount).map { NeededItem(index: $0) }
  }
  /// The shown items, maintained from deliveries alone.
  private(set) var items: [ListItem] = []
  private(set) var deliveries: [ListDelivery<TestNode>] = []
  private(set) var measured: [MeasuredItem<TestNode>] = []
  /// The sizes that elements were last delivered with.
  private(set) var sizes: [ElementID: Size] = [:]
  var whenShown: (() -> Void)?
  /// Whether it reports its changes itself.
  var accepts = true

  func neededItems(after change: MapChange, _ presentation: ListUpdate) -> [NeededItem] {
    needs(change)
  }

  func show(_ delivery: ListDelivery<TestNode>, accept: @MainActor () -> Void) {
    deliveries.append(delivery)
    for item in delivery.items { sizes[item.element] = item.size }
    let change = delivery.change
    let old = items
    items = (0..<change.indexMap.newCount).compactMap { index in
      change.indexMap.oldIndex(of: index).map { old[$0] } ?? change.new[index]?.item
    }
    for refresh in change.refreshes {
      if let item = change.new[refresh.new]?.item { items[refresh.new] = item }
    }
    whenShown?()
    if accepts { accept() }
  }

  func didMeasure(_ items: [MeasuredItem<TestNode>]) {
    measured += items
    for item in items { sizes[item.element] = item.size }
  }

  func forgetDeliveries() { deliveries = [] }
}

/// A data controller with its surroundings, in virtual time.
@MainActor struct TestList {
  let clock = ManualClock()
  let executor: ManualExecutor
  let loop: DisplayLoop
  let source: TestSource
  let container = TestContainer()
  let controller: DataController<TestNode>

  /// Creates a list whose nodes are measured by ``executor``, or by `threads` if given.
  init(
    _ sections: [[Int]], preparation: ChangeSet.Preparation = .asynchronous,
    threads: (any DisplayExecutor)? = nil
  ) {
    executor = ManualExecutor(clock: clock)
    let environment = DisplayEnvironment(executor: threads ?? executor, clock: clock)
    loop = environment.loop
    source = TestSource(sections)
    controller = DataController(
      source, range: SizeRange(upTo: Size(width: 100, height: 10_000)), environment: environment)
    controller.container = container
    controller.preparation = preparation
    register()
  }

  /// Loads and shows everything.
  func load() throws {
    try controller.loadIfNeeded()
    loop.settle()
    container.forgetDeliveries()
    source.log = []
  }

  /// Returns the existing node of an item of the first section.
  func madeNode(at item: Int) -> TestNode? {
    controller.pendingMap[path(0, item)].flatMap { controller.live[$0.id]?.cell.made }
  }

  /// Returns the keys of all items, in order.
  static func keys(_ map: ElementMap) -> [Int] {
    map.elements(in: 0..<map.itemCount).map(\.item.key)
  }
}

func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
