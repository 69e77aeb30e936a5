import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import TestSupport
import Testing

/// Size ranges that change faster than nodes are measured, and the time that one tick spends on
/// changes.
@MainActor @Suite(.endsStages) struct RelayoutTests {
  private let list = TestList([Array(0..<7)])
  private var controller: DataController<TestNode> { list.controller }
  private var source: TestSource { list.source }
  private var container: TestContainer { list.container }

  private func setWidth(_ width: Int) {
    controller.setRange(SizeRange(upTo: Size(width: Double(width), height: 10_000)))
  }

  private func append(_ key: Int, completion: @escaping () -> Void = {}) throws {
    source.sections[0].append(ListItem(key: key))
    var changes = ChangeSet()
    changes.insert(path(0, source.sections[0].count - 1))
    try controller.submit(changes, completions: [{ _ in completion() }])
  }

  /// The widths that the items are shown with, in order.
  private var widths: [Double] {
    (0..<source.sections[0].count).compactMap { index in
      controller.visibleMap[index].flatMap { container.sizes[$0.id]?.width }
    }
  }

  private var measurements: Int { source.counter.measured.values.reduce(0, +) }

  // MARK: Coalescing

  @Test func `a hundred widths and twenty edits measure each node once`() throws {
    try list.load()
    let before = measurements
    for width in 1...100 {
      setWidth(width)
      if width.isMultiple(of: 5) { try append(100 + width) }
    }
    list.loop.settle()
    #expect(measurements - before == 7 + 20)
    // The update of the first width measured everything in the last one.
    #expect(container.deliveries.count == 1 + 20)
    #expect(container.deliveries.count { $0.isRelayout } == 1)
    #expect(widths == Array(repeating: 100, count: 27))
    #expect(!controller.isProcessing)
  }

  @Test func `widths set after edits are shown after them, all in one update`() throws {
    try list.load()
    for key in 0..<3 { try append(200 + key) }
    for width in 1...50 { setWidth(width) }
    list.loop.settle()
    #expect(container.deliveries.map(\.isRelayout) == [false, false, false, true])
    #expect(widths == Array(repeating: 50, count: 10))
  }

  @Test func `a measurement that has not begun is overtaken by a newer width`() throws {
    controller.batchSize = 1
    try list.load()
    let before = measurements
    setWidth(60)
    list.executor.runNext()
    setWidth(50)
    list.loop.settle()
    // The one that had ended is shown, and measured again.
    #expect(measurements - before == 7 + 1)
    #expect(container.deliveries.map(\.isRelayout) == [true, true])
    #expect(
      container.deliveries[0].items.map(\.size.width).sorted() == [50, 50, 50, 50, 50, 50, 60])
    #expect(widths == Array(repeating: 50, count: 7))
  }

  @Test func `an older measurement that ends last does not replace a newer one`() throws {
    try list.load()
    controller.batchSize = 10
    setWidth(60)
    let slow = try #require(list.executor.startNext())
    list.executor.draw(slow)
    list.clock.advance(by: 0.3)
    // The update has waited long enough; its results come later.
    list.loop.tick()
    setWidth(50)
    list.executor.runAll()
    list.loop.settle()
    #expect(widths == Array(repeating: 50, count: 7))
  }

  @Test(arguments: [1, 3])
  func `a list follows a width that changes in every tick`(ticksPerMeasurement: Int) throws {
    try list.load()
    let before = measurements
    let ticks = 60
    for tick in 1...ticks {
      setWidth(1_000 - tick)
      if tick.isMultiple(of: ticksPerMeasurement) { list.executor.runAll() }
      list.loop.tick()
      let lag = Set(widths).map { $0 - Double(1_000 - tick) }
      if tick > 2 * ticksPerMeasurement {
        #expect(lag.allSatisfy { (0...Double(2 * ticksPerMeasurement)).contains($0) })
      }
    }
    // Nothing is measured that is not shown.
    #expect(container.deliveries.count <= ticks / ticksPerMeasurement + 1)
    #expect(container.deliveries.count >= ticks / ticksPerMeasurement - 1)
    #expect(measurements - before <= 7 * (ticks / ticksPerMeasurement + 1))
    list.loop.settle()
    #expect(widths == Array(repeating: Double(1_000 - ticks), count: 7))
  }

  @Test func `edits are shown while the width changes in every tick`() throws {
    try list.load()
    var shown: [Int] = []
    for tick in 1...60 {
      setWidth(1_000 - tick)
      if tick.isMultiple(of: 3) { try append(1_000 + tick) { shown.append(tick) } }
      list.executor.runAll()
      list.loop.tick()
    }
    // At most a few wait.
    #expect(shown.count >= 17)
    #expect(shown == shown.sorted())
    list.loop.settle()
    #expect(shown.count == 20)
    #expect(Set(widths) == [940])
  }

  // MARK: Budget

  @Test func `changes beyond the budget wait for the next tick, in order`() throws {
    controller.preparation = .automatic
    try list.load()
    container.whenShown = { [clock = list.clock] in clock.advance(by: 0.0005) }
    var shown: [Int] = []
    list.loop.tick()
    for key in 0..<9 { try append(300 + key) { shown.append(key) } }
    // Each takes 0.5 ms, so that the second exceeds the budget of 0.75 ms.
    #expect(shown == [0, 1])
    for tick in 1...3 {
      list.loop.tick()
      #expect(shown == Array(0..<(2 + 2 * tick)))
      #expect(controller.isProcessing)
    }
    list.loop.settle()
    #expect(shown == Array(0..<9))
    #expect(!controller.isProcessing)
  }

  @Test func `a tick shows at least one change`() throws {
    controller.preparation = .automatic
    try list.load()
    container.whenShown = { [clock = list.clock] in clock.advance(by: 0.02) }
    for key in 0..<4 { try append(300 + key) }
    for count in 1...4 {
      #expect(container.deliveries.count == count)
      list.loop.tick()
    }
  }

  @Test func `waiting until everything is shown ignores the budget`() throws {
    controller.preparation = .automatic
    try list.load()
    container.whenShown = { [clock = list.clock] in clock.advance(by: 0.02) }
    var shown: [Int] = []
    for key in 0..<9 { try append(300 + key) { shown.append(key) } }
    controller.waitUntilIdle()
    #expect(shown == Array(0..<9))
    #expect(!controller.isProcessing)
    controller.preparation = .synchronous
    for key in 9..<12 { try append(300 + key) { shown.append(key) } }
    #expect(shown == Array(0..<12))
  }

  @Test func `a budget is exhausted by its limit, after the first action`() {
    var budget = ShowingBudget()
    budget.limit = 0
    #expect(!budget.isExhausted)
    budget.add(0.001)
    #expect(budget.isExhausted)
    budget.beginTick()
    #expect(!budget.isExhausted)
    budget.limit = 0.002
    budget.add(0.0019)
    #expect(!budget.isExhausted)
    budget.add(0.0001)
    #expect(budget.isExhausted)
  }

  // MARK: Nodes that want another size

  @Test func `nodes invalidated in one tick are measured once and shown together`() throws {
    try list.load()
    let before = measurements
    for index in [2, 5] {
      for height in 1...3 { list.madeNode(at: index)?.resize(to: Double(300 + height)) }
    }
    #expect(measurements == before)
    list.loop.settle()
    #expect(measurements - before == 2)
    #expect(container.deliveries.map { $0.items.map(\.index) } == [[2, 5]])
    #expect(container.deliveries[0].items.map(\.size.height) == [303, 303])
    #expect(container.deliveries[0].presentation.animation == .standard)
    #expect(!container.deliveries[0].isRelayout)
  }

  @Test func `a node invalidated on another thread is measured`() throws {
    try list.load()
    let node = try #require(list.madeNode(at: 1))
    elsewhere { node.resize(to: 400) }
    list.loop.settle()
    #expect(container.deliveries.map { $0.items.map(\.size.height) } == [[400]])
  }

  @Test func `an invalidated node of equal size is delivered without a change`() throws {
    try list.load()
    let node = try #require(list.madeNode(at: 3))
    node.resize(to: TestNode.height(of: node.shown))
    list.loop.settle()
    #expect(container.deliveries.isEmpty)
    #expect(container.measured.map(\.index) == [3])
  }

  @Test func `the animation of an invalidation is the list's`() throws {
    try list.load()
    list.clock.advance(by: 5)
    list.madeNode(at: 0)?.resize(to: 99, LayoutTransition(duration: 0.7, curve: .linear))
    list.loop.tick()
    list.clock.advance(by: 0.1)
    list.loop.settle()
    let presentation = container.deliveries[0].presentation
    #expect(presentation.animation == ListAnimation(duration: 0.7, curve: .linear))
    #expect(presentation.start == 5)
  }

  @Test func `an edit that invalidates its node measures it once`() throws {
    source.isCompatible = true
    try list.load()
    let before = measurements
    source.whenUpdated = { $0.resize(to: 250) }
    source.sections[0][4] = ListItem(key: 4, revision: 1)
    try controller.edit { $0.update(path(0, 4)) }
    list.loop.settle()
    #expect(measurements - before == 1)
    #expect(container.deliveries.count == 1)
    #expect(container.deliveries[0].items.first { $0.index == 4 }?.size.height == 250)
  }

  @Test func `a node invalidated while an edit measures it is measured again`() throws {
    source.isCompatible = true
    try list.load()
    source.sections[0][4] = ListItem(key: 4, revision: 1)
    try controller.edit { $0.update(path(0, 4)) }
    let work = try #require(list.executor.startNext())
    list.executor.draw(work)
    list.madeNode(at: 4)?.resize(to: 333)
    list.loop.settle()
    #expect(container.deliveries.count == 1)
    #expect(container.deliveries[0].items.first { $0.index == 4 }?.size.height == 333)
    #expect(!controller.isProcessing)
  }

  @Test func `a node that is invalidated in every tick is followed`() throws {
    try list.load()
    for tick in 1...40 {
      list.madeNode(at: 2)?.resize(to: Double(100 + tick))
      list.executor.runAll()
      list.loop.tick()
      if tick > 6 {
        let height = container.sizes[controller.visibleMap[2]?.id ?? .reserve()]?.height ?? 0
        #expect(height >= Double(100 + tick - 6))
      }
    }
    list.loop.settle()
    #expect(!controller.isProcessing)
  }

  @Test func `invalidations of deleted items have no effect`() throws {
    try list.load()
    let node = try #require(list.madeNode(at: 6))
    node.resize(to: 500)
    source.sections[0].removeLast()
    try controller.edit { $0.delete(path(0, 6)) }
    list.loop.settle()
    node.resize(to: 600)
    list.loop.settle()
    #expect(container.deliveries.count == 1)
    #expect(controller.liveNodeCount == 6)
    #expect(!controller.isProcessing)
  }
}
