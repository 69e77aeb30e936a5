import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Limits of time and number, failed batches, and data sources that are gone.
extension DataControllerTests {
  private func controller(
    of source: some ListDataSource<TestNode>
  ) -> DataController<TestNode> {
    let clock = ManualClock()
    return DataController(
      source, range: SizeRange(upTo: Size(width: 100, height: 100)),
      environment: DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock))
  }

  @Test func `without its data source, a list is empty, and an error says so`() throws {
    // The controller does not retain its data source.
    let controller = controller(of: TestSource([[1, 2], [3]]))
    try controller.loadIfNeeded()
    #expect(controller.pendingMap.sectionCount == 0)
    #expect(controller.pendingMap.itemCount == 0)
    let error = #expect(throws: ChangeSetError.self) {
      try controller.edit { $0.insert(path(0, 0)) }
    }
    #expect(
      error?.description == "no data source: cannot insert section 0: there are 0 sections")
  }

  @Test(
    arguments: [
      (-1, .negativeCount(section: nil, count: -1)), (16_777_216, .dataSourceFailed("Failure()")),
      (16_777_217, .tooManyItems(limit: 16_777_216)), (.max, .tooManyItems(limit: 16_777_216)),
    ] as [(Int, ChangeSetError.Problem)])
  func `a list has up to 2^24 sections`(count: Int, expected: ChangeSetError.Problem) {
    // As many as the limit are refused for another reason only.
    let source = SectionSource(count)
    let controller = controller(of: source)
    let error = #expect(throws: ChangeSetError.self) { try controller.loadIfNeeded() }
    #expect(error?.problem == expected)
    #expect(source.sectionCount() == count)
  }

  @Test(arguments: [false, true])
  func `a failed batch has no effect on later ones`(isNested: Bool) throws {
    try list.load()
    let failure = ChangeSetError(dataSource: "", problem: .editWhileReading)
    var completions: [String] = []
    func fail() throws(ChangeSetError) {
      try controller.performBatch {
        () throws(ChangeSetError) in
        try controller.edit { $0.delete(path(0, 0)) }
        throw failure
      } completion: { _ in
        completions.append("failed")
      }
    }
    if isNested {
      try controller.performBatch {
        () throws(ChangeSetError) in
        #expect(throws: failure) { try fail() }
      } completion: { _ in
        completions.append("outer")
      }
    } else {
      #expect(throws: failure) { try fail() }
    }
    #expect(completions == [])
    #expect(!controller.isProcessing)
    source.sections[0].removeLast()
    try controller.performBatch {
      () throws(ChangeSetError) in
      try controller.edit { $0.delete(path(0, 4)) }
    } completion: { _ in
      completions.append("done")
    }
    list.loop.settle()
    #expect(completions == ["done"])
    #expect(container.items.map(\.key) == [0, 1, 2, 3, 10, 11])
  }

  // MARK: Time

  @Test(
    arguments: [
      (1, PreparationLimits.synchronousBudget, true),
      (1, PreparationLimits.synchronousBudget.nextUp, false),
      (2, PreparationLimits.synchronousBudget / 2, true), (2, 0.000_08, false), (1, nil, true),
      (2, nil, false),
    ] as [(Int, Double?, Bool)])
  func `a change whose measurements fit into the budget is shown at once`(
    count: Int, cost: Double?, isImmediate: Bool
  ) throws {
    try list.load()
    controller.preparation = .automatic
    controller.measuringCost = cost
    for number in 0..<count { source.sections[0].append(ListItem(key: 80 + number)) }
    try controller.edit { $0.insertedItems = (0..<count).map { path(0, 5 + $0) } }
    #expect(container.items.count == (isImmediate ? 7 + count : 7))
    #expect(controller.isProcessing == !isImmediate)
    list.loop.settle()
    #expect(container.items.count == 7 + count)
  }

  @Test func `a change is shown at its deadline without items that are being measured`()
    throws
  {
    try list.load()
    source.sections[0].append(ListItem(key: 90))
    try controller.edit { $0.insert(path(0, 5)) }
    let stuck = try #require(list.executor.startNext())
    list.clock.advance(by: controller.deadline.nextDown)
    list.loop.tick()
    #expect(container.items.count == 7)
    list.clock.advance(by: controller.deadline - controller.deadline.nextDown)
    #expect(list.clock.now == controller.deadline)
    list.loop.tick()
    #expect(container.items.count == 8)
    #expect(container.deliveries[0].items.map(\.index) == [0, 1, 2, 3, 4, 6, 7])
    list.executor.finish(stuck)
    list.loop.settle()
  }

  @Test func `the estimated cost of measuring is the first one, and then changes by a tenth`()
    throws
  {
    controller.preparation = .synchronous
    var duration = 0.02
    source.counter.whenMeasured = { [clock = list.clock] in clock.advance(by: 0.02) }
    source.sections = [[ListItem(key: 0)]]
    try list.load()
    #expect(controller.measuringCost.map { abs($0 - duration) < 1e-9 } == true)
    source.counter.whenMeasured = { [clock = list.clock] in clock.advance(by: 0.05) }
    source.sections[0].append(ListItem(key: 1))
    try controller.edit { $0.insert(path(0, 1)) }
    duration = 0.02 * 0.9 + 0.05 * 0.1
    #expect(controller.measuringCost.map { abs($0 - duration) < 1e-9 } == true)
    source.counter.whenMeasured = nil
  }

  // MARK: Nodes for scrolling

  @Test func `before the first data is shown, no item is visible`() throws {
    try controller.loadIfNeeded()
    #expect(controller.pendingMap.itemCount == 7)
    #expect((0..<7).allSatisfy { controller.visibleIndex(ofPending: $0) == nil })
    #expect((0..<7).allSatisfy { controller.pendingIndex(ofVisible: $0) == nil })
    list.loop.settle()
    #expect((0..<7).allSatisfy { controller.visibleIndex(ofPending: $0) == $0 })
    #expect((0..<7).allSatisfy { controller.pendingIndex(ofVisible: $0) == $0 })
  }

  @Test func `a pending measurement that becomes urgent is next`() throws {
    container.needs = { _ in [] }
    try list.load()
    controller.batchSize = 1
    controller.requestNodes((0..<4).map { NeededItem(index: $0, key: DisplayWork.Key(.preload)) })
    controller.rekey([NeededItem(index: 3)])
    list.executor.runNext()
    #expect(Array(source.counter.measured.keys) == [3])
    controller.rekey([NeededItem(index: 2), NeededItem(index: 6), NeededItem(index: 99)])
    list.executor.runNext()
    #expect(Set(source.counter.measured.keys) == [3, 2])
    list.loop.settle()
    #expect(container.measured.map(\.index) == [0, 1, 2, 3])
  }

  // MARK: Following a new size range

  @Test(arguments: [0.0, 1])
  func `nodes far from the viewport follow a size range that rests`(start: Double) throws {
    try list.load()
    list.clock.advance(by: start)
    controller.preparation = .synchronous
    container.needs = { _ in [NeededItem(index: 0), NeededItem(index: 1)] }
    func widths() -> [Double?] { (0..<7).map { controller.measuredItem(at: $0)?.size.width } }
    let before = [60.0, 60, 100, 100, 100, 100, 100]
    controller.setRange(
      SizeRange(upTo: Size(width: 60, height: 10_000)), measuring: .nearNodes)
    #expect(widths() == before)
    list.loop.tick()
    #expect(widths() == before)
    // The list asks for ticks until all nodes have followed.
    #expect(list.loop.needsTick)
    if start == 0 {
      list.clock.advance(by: FollowUp.restingTime.nextDown)
      list.loop.tick()
      #expect(widths() == before)
      list.clock.advance(by: FollowUp.restingTime - FollowUp.restingTime.nextDown)
    } else {
      list.clock.advance(by: FollowUp.restingTime + 0.001)
    }
    list.loop.tick()
    #expect(widths() == Array(repeating: 60, count: 7))
    list.loop.tick()
    list.loop.tick()
    #expect(!list.loop.needsTick)
    #expect(source.counter.measured.values.allSatisfy { $0 == 2 })
  }

  @Test func `a new size range is delivered once, and the same one is no change`() throws {
    try list.load()
    container.needs = { _ in [] }
    controller.preparation = .synchronous
    let range = SizeRange(upTo: Size(width: 60, height: 10_000))
    controller.setRange(range, measuring: .nearNodes)
    #expect(container.deliveries.map(\.isRelayout) == [true])
    list.loop.tick()
    #expect(!controller.sizing.set(range) && controller.sizing.current.range == range)
    controller.setRange(range, measuring: .nearNodes)
    #expect(container.deliveries.count == 1)
  }

  @Test func `a node that is being measured does not follow once more`() throws {
    try list.load()
    container.needs = { _ in [NeededItem(index: 0)] }
    controller.setRange(
      SizeRange(upTo: Size(width: 60, height: 10_000)), measuring: .nearNodes)
    list.executor.runAll()
    list.loop.tick()
    controller.requestNodes([NeededItem(index: 5)])
    let work = try #require(list.executor.startNext())
    list.clock.advance(by: 1)
    for _ in 0..<4 {
      list.loop.tick()
      while list.executor.runNext() != nil {}
    }
    #expect(controller.measuredItem(at: 4)?.size.width == 60)
    #expect(controller.measuredItem(at: 5)?.size.width == 100)
    list.executor.finish(work)
    list.loop.settle()
    #expect(controller.measuredItem(at: 5)?.size.width == 60)
    #expect(source.counter.measured.values.allSatisfy { $0 == 2 })
  }

  @Test func `a late measurement in an older size range is not delivered`() throws {
    container.needs = { _ in [] }
    try list.load()
    controller.requestNodes([NeededItem(index: 5)])
    let late = try #require(list.executor.startNext())
    list.executor.draw(late)
    controller.setRange(SizeRange(upTo: Size(width: 60, height: 10_000)))
    while list.executor.runNext() != nil {}
    list.loop.tick()
    #expect(controller.measuredItem(at: 5)?.size.width == 60)
    list.executor.finish(late)
    list.loop.settle()
    #expect(container.measured.isEmpty)
    #expect(controller.measuredItem(at: 5)?.size.width == 60)
  }

  // MARK: Contents that change

  @Test func `a node that a change has measured again is not reported once more`() throws {
    try list.load()
    let node = try #require(list.madeNode(at: 0))
    source.sections[0].append(ListItem(key: 90))
    try controller.edit { $0.insert(path(0, 5)) }
    // It wants another size while the change is being prepared, and another measurement follows.
    node.resize(to: 99)
    for _ in 0..<4 {
      list.loop.tick()
      list.executor.runAll()
    }
    list.loop.settle()
    #expect(container.deliveries.count == 1)
    #expect(controller.measuredItem(at: 0)?.size.height == 99)
    #expect(container.sizes[container.deliveries[0].items[0].element]?.height == 99)
    #expect(container.measured.isEmpty)
    #expect(source.counter.measured[0] == 2)
  }

  @Test func `a change is measured again a limited number of times if its contents change`()
    throws
  {
    try list.load()
    let node = try #require(list.madeNode(at: 0))
    source.counter.whenMeasured = { [weak node] in node?.resize(to: 70) }
    var count: Int?
    container.whenShown = { [source] in
      count = source.counter.measured[0]
      source.counter.whenMeasured = nil
    }
    source.sections[0].append(ListItem(key: 90))
    try controller.edit { $0.insert(path(0, 5)) }
    list.loop.settle()
    // The first measurement was that of the load.
    #expect(count == 1 + PreparationLimits.repetitionLimit)
    #expect(controller.measuredItem(at: 0)?.size.height == 70)
  }

  @Test func `items without nodes do not delay a change`() throws {
    source.isEmptyHanded = true
    try controller.loadIfNeeded()
    list.loop.tick()
    #expect(container.deliveries.count == 1)
    #expect(!controller.isProcessing)
  }

  @Test(arguments: [0, -1, 1, 100])
  func `any number of nodes can be measured by one unit of work`(size: Int) throws {
    controller.batchSize = size
    try controller.loadIfNeeded()
    #expect(list.executor.waiting.count == (size == 100 ? 1 : 7))
    list.loop.settle()
    #expect(container.deliveries.first?.items.count == 7)
  }

  @Test func `nodes of items that are shown later, or are still shown, outlive other changes`()
    throws
  {
    try list.load()
    let first = try #require(list.madeNode(at: 0))
    source.sections[0].append(ListItem(key: 90))
    try controller.edit { $0.insert(path(0, 5)) }
    source.sections[0].append(ListItem(key: 91))
    try controller.edit { $0.insert(path(0, 6)) }
    source.sections[0].removeFirst()
    try controller.edit { $0.delete(path(0, 0)) }
    let last = try #require(controller.node(at: path(0, 5)))
    #expect(last.key == 91)
    list.executor.runAll()
    list.loop.tick()
    #expect(container.items.count == 8)
    #expect(controller.measuredItem(at: 0)?.node === first)
    #expect(controller.node(at: path(0, 5)) === last)
    list.loop.settle()
    #expect(container.items.map(\.key) == [1, 2, 3, 4, 90, 91, 10, 11])
    #expect(controller.node(at: path(0, 5)) === last)
    #expect(controller.visibleIndex(of: first) == nil)
    #expect(controller.liveNodeCount == 8)
  }
}

/// A data source that states a number of sections, and fails to count their items.
@MainActor private final class SectionSource: ListDataSource {
  private struct Failure: Error {}

  private let count: Int

  init(_ count: Int) { self.count = count }

  func sectionCount() -> Int { count }
  func itemCount(inSection section: Int) throws -> Int { throw Failure() }
  func item(at path: ItemPath) throws -> ListItem { throw Failure() }
  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> TestNode)? { nil }
}
