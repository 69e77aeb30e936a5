import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Testing

@MainActor @Suite(.endsStages) struct DataControllerTests {
  let list = TestList([[0, 1, 2, 3, 4], [10, 11]])
  var controller: DataController<TestNode> { list.controller }
  var source: TestSource { list.source }
  var container: TestContainer { list.container }

  // MARK: Loading

  @Test func `the first request for a node loads all data`() {  // E01: the first request loads
    #expect(controller.node(at: path(1, 1))?.key == 11)
    #expect(controller.pendingMap.itemCount == 7)
    #expect(controller.node(at: path(2, 0)) == nil)
  }

  // E17: the data source is queried in a fixed order.
  @Test func `loading queries counts, contexts and items in order, once`() throws {
    try controller.loadIfNeeded()
    let questions = source.log.filter { !$0.hasPrefix("node") }
    #expect(
      questions == [
        "sections", "count 0", "count 1", "context 0", "context 1", "item 0.0", "item 0.1",
        "item 0.2", "item 0.3", "item 0.4", "item 1.0", "item 1.1",
      ])
    // Node factories are requested once all items are known, in the same order.
    #expect(source.log.suffix(7) == [0, 1, 2, 3, 4, 10, 11].map { "node \($0)" })
    #expect(source.log.count == questions.count + 7)
    source.log = []
    try controller.loadIfNeeded()
    #expect(source.log == [])
  }

  @Test func `a load is delivered in one change`() throws {  // E24: a load appears at once
    try controller.loadIfNeeded()
    list.loop.settle()
    #expect(container.deliveries.count == 1)
    #expect(container.deliveries[0].items.count == 7)
    try controller.submit(.reload)
    list.loop.settle()
    #expect(container.deliveries.count == 2)
  }

  @Test func `edits before the first load complete immediately`() throws {  // E12: before the load
    var finished: Bool?
    try controller.performBatch {
      () throws(ChangeSetError) in
      try controller.edit { $0.delete(path(5, 5)) }
    } completion: {
      finished = $0
    }
    #expect(finished == true)
    #expect(source.log == [])
    try list.load()
    #expect(container.items.count == 7)
  }

  @Test func `an empty batch completes and keeps all nodes`() throws {  // E11: empty batches
    try list.load()
    let nodes = (0..<5).map { list.madeNode(at: $0) }
    var completions = 0
    try controller.performBatch()
    try controller.performBatch(nil) { _ in completions += 1 }
    list.loop.settle()
    #expect(completions == 1)
    #expect((0..<5).allSatisfy { list.madeNode(at: $0) === nodes[$0] })
  }

  @Test func `an item that takes a deleted item's key keeps its own node`() throws {
    source.isCompatible = true
    try list.load()
    let nodes = (0..<2).map { list.madeNode(at: $0) }
    source.sections[0] = [0, 2, 3, 4].map { ListItem(key: $0) }
    try controller.edit {
      $0.delete(path(0, 0))
      $0.update(path(0, 1))
    }
    list.loop.settle()
    #expect(list.madeNode(at: 0) === nodes[1])
    #expect(nodes[0].flatMap { controller.path(of: $0) } == nil)
    #expect(controller.liveNodeCount == 6)
  }

  // MARK: The two maps

  @Test func `lookups use the new data right after an edit`() throws {  // E08: lookups
    try list.load()
    let old = controller.node(at: path(0, 0))
    source.sections[0][0] = ListItem(key: 7)
    source.sections[1].removeLast()
    try controller.edit {
      $0.reload(path(0, 0))
      $0.delete(path(1, 1))
    }
    #expect(controller.isProcessing)
    #expect(controller.node(at: path(0, 0))?.key == 7)
    #expect(controller.node(at: path(0, 0)) !== old)
    #expect(controller.node(at: path(1, 1)) == nil)
    #expect(container.items.map(\.key) == [0, 1, 2, 3, 4, 10, 11])
    list.loop.settle()
    #expect(container.items.map(\.key) == [7, 1, 2, 3, 4, 10])
  }

  @Test func `index paths follow deletions of other items`() throws {  // E09, E28: index paths
    try list.load()
    let node = try #require(controller.node(at: path(0, 3)))
    let last = try #require(controller.node(at: path(1, 1)))
    let first = try #require(controller.node(at: path(0, 0)))
    #expect(controller.path(of: node) == path(0, 3))
    source.sections[0].remove(at: 1)
    try controller.edit { $0.delete(path(0, 1)) }
    #expect(controller.path(of: node) == path(0, 2))
    #expect(controller.visibleIndex(of: node) == 3)
    #expect(controller.visibleIndex(ofPending: 2) == 3)
    #expect(controller.pendingIndex(ofVisible: 1) == nil)
    list.loop.settle()
    #expect(controller.visibleIndex(of: node) == 2)
    source.sections.removeFirst()
    try controller.edit { $0.deleteSections(0) }
    #expect(controller.path(of: node) == nil)
    // Its old index belongs to another item.
    #expect(controller.path(of: first) == nil)
    #expect(controller.path(of: last) == path(0, 1))
    for index in 0..<2 {
      let node = try #require(controller.node(at: path(0, index)))
      #expect(controller.path(of: node) == path(0, index))
    }
  }

  @Test(arguments: [true, false])  // N16: visible items
  func `visible data changes only after the container shows the change`(accepts: Bool) throws {
    try list.load()
    container.accepts = accepts
    source.sections[0].removeFirst()
    var counts: [Int] = []
    container.whenShown = { [controller] in counts.append(controller.visibleMap.itemCount) }
    try controller.edit { $0.delete(path(0, 0)) }
    #expect(controller.visibleMap.itemCount == 7)
    #expect(controller.pendingMap.itemCount == 6)
    list.loop.settle()
    #expect(counts == [7])
    #expect(controller.visibleMap.itemCount == 6)
  }

  @Test func `a change is prepared after the previous one is shown`() throws {  // N15: one by one
    try list.load()
    for number in 0..<3 {
      source.sections[0].append(ListItem(key: 20 + number))
      try controller.edit { $0.insert(path(0, 5 + number)) }
    }
    // Only the first has work, in any number of ticks.
    list.loop.tick()
    #expect(list.executor.waiting.count == 1)
    list.executor.runAll()
    #expect(list.executor.waiting.count == 0)
    #expect(container.deliveries.count == 0)
    list.loop.tick()
    #expect(container.deliveries.count == 1)
    #expect(container.items.count == 8)
    #expect(list.executor.waiting.count == 1)
    list.loop.settle()
    #expect(container.deliveries.map(\.change.new.itemCount) == [8, 9, 10])
    #expect(container.deliveries.map(\.change.old.itemCount) == [7, 8, 9])
    #expect(!controller.isProcessing)
  }

  @Test func `edits made while a change is shown are queued`() throws {
    try list.load()
    var inner = 0
    container.whenShown = { [controller, source] in
      guard inner == 0 else { return }
      inner = 1
      source.sections[0].removeLast()
      try? controller.edit { $0.delete(path(0, 4)) }
    }
    source.sections[0].insert(ListItem(key: 9), at: 0)
    source.sections[0].removeLast()
    try controller.edit {
      $0.insert(path(0, 0))
      $0.delete(path(0, 4))
    }
    list.loop.settle()
    #expect(container.items.map(\.key) == [9, 0, 1, 2, 10, 11])
    #expect(container.deliveries.count == 2)
  }

  // MARK: Completions

  @Test func `completions of nested batches run innermost first, in order`() throws {  // E10: order
    try list.load()
    var order: [String] = []
    try controller.performBatch {
      () throws(ChangeSetError) in
      try controller.performBatch(nil) { _ in order.append("inner 0") }
      try controller.performBatch(nil) { _ in order.append("inner 1") }
    } completion: { _ in
      order.append("outer")
    }
    list.loop.settle()
    #expect(order == ["inner 0", "inner 1", "outer"])
  }

  @Test func `completions run in edit order after the edits are shown`() throws {
    try list.load()
    var order: [Int] = []
    for number in 0..<5 {
      source.sections[0].append(ListItem(key: 30 + number))
      try controller.performBatch {
        () throws(ChangeSetError) in
        try controller.edit { $0.insert(path(0, 5 + number)) }
      } completion: { isShown in
        #expect(isShown)
        #expect(container.items.count == 8 + number)
        order.append(number)
      }
    }
    var idle = 0
    controller.whenIdle { idle += 1 }
    #expect(order == [])
    #expect(idle == 0)
    controller.waitUntilIdle()
    #expect(order == [0, 1, 2, 3, 4])
    #expect(idle == 1)
    controller.whenIdle { idle += 1 }
    #expect(idle == 2)
    controller.container = nil
    var isShown: Bool?
    try controller.performBatch(nil) { isShown = $0 }
    list.loop.settle()
    #expect(isShown == false)
  }

  // MARK: Nodes

  @Test func `only edited items are requested again`() throws {  // E18: affected items only
    try list.load()
    source.sections[0].insert(ListItem(key: 9), at: 1)
    source.sections[0][4] = ListItem(key: 8)
    try controller.edit {
      $0.reload(path(0, 3))
      $0.insert(path(0, 1))
    }
    #expect(source.log.filter { $0.hasPrefix("item") } == ["item 0.1", "item 0.4"])
    #expect(source.log.filter { $0.hasPrefix("node") } == ["node 9", "node 8"])
    list.loop.settle()
    source.log = []
    try controller.edit { $0.reloadSections(1) }
    #expect(
      source.log.filter { !$0.hasPrefix("count") } == [
        "sections", "context 1", "item 1.0", "item 1.1",
      ])
  }

  // E13: section contexts follow moves and are replaced by a reload.
  @Test func `contexts follow their sections and are replaced by a reload`() throws {
    func contexts() -> [Int?] {
      (0..<controller.pendingMap.sectionCount).map {
        controller.pendingMap.context(ofSection: $0) as? Int
      }
    }
    try list.load()
    #expect(contexts() == [0, 1])
    source.sections.swapAt(0, 1)
    source.contexts = [100, 101]
    try controller.edit { $0.moveSection(0, to: 1) }
    #expect(contexts() == [1, 0])
    try controller.edit { $0.reloadSections(1) }
    #expect(contexts() == [1, 101])
    try controller.submit(.reload)
    #expect(contexts() == [100, 101])
  }

  @Test(arguments: [true, false])  // E19: kept nodes
  func `a node is kept only if it can show the reloaded item`(isCompatible: Bool) throws {
    try list.load()
    let node = try #require(controller.node(at: path(0, 2)))
    source.isCompatible = isCompatible
    source.sections[0].remove(at: 0)
    source.sections[0][1] = ListItem(key: 2, revision: 1)
    try controller.edit {
      $0.delete(path(0, 0))
      $0.reload(path(0, 2))
    }
    #expect((controller.node(at: path(0, 1)) === node) == isCompatible)
    #expect(source.log.contains("node 2") == !isCompatible)
    list.loop.settle()
    // It is measured again in both cases.
    let item = try #require(controller.measuredItem(at: 1))
    #expect(item.size.height == 122)
    #expect(container.deliveries[0].change.refreshes.map(\.keepsElement) == [isCompatible])
  }

  @Test func `a full reload keeps the nodes of existing items`() throws {
    try list.load()
    let nodes = (0..<5).map { controller.node(at: path(0, $0)) }
    source.sections[0].reverse()
    try controller.submit(.reload)
    list.loop.settle()
    #expect((0..<5).allSatisfy { controller.node(at: path(0, $0)) === nodes[4 - $0] })
    #expect(source.counter.made == 7)
    #expect(source.counter.measured.values.allSatisfy { $0 == 1 })
  }

  @Test func `a moved item keeps its node`() throws {
    try list.load()
    let node = try #require(controller.node(at: path(0, 4)))
    source.sections[1].insert(source.sections[0].removeLast(), at: 0)
    try controller.edit { $0.move(path(0, 4), to: path(1, 0)) }
    list.loop.settle()
    #expect(controller.node(at: path(1, 0)) === node)
    #expect(source.counter.made == 7)
  }

  @Test func `only needed items have nodes, and the most urgent are measured first`()
    throws
  {
    container.needs = { _ in
      [3, 2, 4, 1].map {
        NeededItem(index: $0, key: DisplayWork.Key(.display, distance: Double($0)))
      }
    }
    controller.batchSize = 2
    try controller.loadIfNeeded()
    list.executor.runNext()
    #expect(Set(source.counter.measured.keys) == [4, 1])
    list.loop.settle()
    #expect(controller.liveNodeCount == 4)
    #expect(container.deliveries[0].items.map(\.index) == [1, 2, 3, 4])
    #expect(controller.measuredItem(at: 0) == nil)
  }

  @Test func `items inserted and then deleted are never measured`() throws {
    try list.load()
    source.sections[0].append(ListItem(key: 70))
    try controller.edit { $0.insert(path(0, 5)) }
    source.sections[0].append(ListItem(key: 71))
    try controller.edit { $0.insert(path(0, 6)) }
    source.sections[0].removeLast()
    try controller.edit { $0.delete(path(0, 6)) }
    list.loop.settle()
    #expect(source.counter.measured[70] == 1)
    #expect(source.counter.measured[71] == nil)
    #expect(container.items.count == 8)
  }

  // MARK: Bad input

  @Test func `invalid sizes are repaired`() throws {
    source.heights = [0: .nan, 1: -5, 2: 1e9, 3: .infinity, 4: 0]
    try list.load()
    let heights = (0..<5).map { controller.measuredItem(at: $0)?.size.height }
    #expect(heights == [0, 0, 1e9, ItemGeometry.longestLength, 0])
  }

  @Test func `an item that never finishes measuring delays others only briefly`() throws {
    try list.load()
    source.sections[0].append(ListItem(key: 90))
    source.sections[0].append(ListItem(key: 91))
    controller.batchSize = 1
    try controller.edit { $0.insert(path(0, 5), path(0, 6)) }
    let stuck = try #require(list.executor.startNext())
    list.executor.runNext()
    list.loop.tick()
    #expect(container.deliveries.count == 0)
    list.clock.advance(by: 0.3)
    list.loop.tick()
    #expect(container.items.count == 9)
    #expect(!container.deliveries[0].items.contains { $0.index == 5 })
    #expect(controller.measuredItem(at: 6)?.size.height == 61)
    // Other edits proceed, and the item appears when it is ready.
    source.sections[0].removeFirst()
    try controller.edit { $0.delete(path(0, 0)) }
    list.loop.tick()
    list.executor.finish(stuck)
    list.loop.settle()
    #expect(container.measured.map(\.index) == [4])
    #expect(controller.measuredItem(at: 4)?.size.height == 60)
  }

  @Test func `items without a node maker have no nodes`() throws {
    source.isEmptyHanded = true
    try controller.loadIfNeeded()
    list.loop.settle()
    #expect(container.deliveries[0].items.isEmpty)
    #expect(controller.node(at: path(0, 0)) == nil)
  }

  @Test func `items with equal keys have separate nodes`() throws {
    source.sections = [[5, 5, 5].map { ListItem(key: $0) }]
    try controller.loadIfNeeded()
    list.loop.settle()
    try controller.submit(.reload)
    list.loop.settle()
    let nodes = (0..<3).compactMap { controller.node(at: path(0, $0)) }
    #expect(Set(nodes.map { ObjectIdentifier($0) }).count == 3)
  }

  // MARK: Scrolling

  @Test func `requested nodes are delivered separately and released when not needed`() throws {
    container.needs = { _ in [NeededItem(index: 0)] }
    try list.load()
    controller.requestNodes([1, 2].map { NeededItem(index: $0, key: DisplayWork.Key(.preload)) })
    controller.requestNodes([2, 99].map { NeededItem(index: $0, key: DisplayWork.Key(.preload)) })
    #expect(list.executor.waiting.count == 1)
    // The visible items change meanwhile.
    source.sections[0].insert(ListItem(key: 9), at: 0)
    try controller.edit { $0.insert(path(0, 0)) }
    controller.rekey([NeededItem(index: 2, key: DisplayWork.Key(.visible))])
    list.loop.settle()
    #expect(container.measured.map(\.index) == [2, 3])
    #expect(controller.liveNodeCount == 4)
    controller.releaseNodes { $0 < 2 }
    #expect(controller.liveNodeCount == 2)
    #expect(controller.measuredItem(at: 2) == nil)
    // A canceled request is not executed.
    controller.requestNodes([NeededItem(index: 4)])
    controller.releaseNodes { _ in false }
    list.loop.settle()
    #expect(source.counter.measured[3] == nil)
    container.forgetDeliveries()
  }

  @Test func `cheap changes are prepared synchronously, expensive ones are not`() throws {
    controller.preparation = .automatic
    try controller.loadIfNeeded()
    // The cost of measuring is unknown: seven nodes are too many to measure synchronously.
    #expect(container.items.isEmpty)
    list.loop.settle()
    source.sections[0].append(ListItem(key: 80))
    try controller.edit { $0.insert(path(0, 5)) }
    #expect(container.items.count == 8)
    #expect(!controller.isProcessing)
    // Slow measurements are not.
    source.counter.whenMeasured = { [clock = list.clock] in clock.advance(by: 0.01) }
    controller.setRange(SizeRange(upTo: Size(width: 90, height: 10_000)))
    list.loop.settle()
    source.sections[0].append(ListItem(key: 81))
    try controller.edit { $0.insert(path(0, 6)) }
    #expect(container.items.count == 8)
    list.loop.settle()
    #expect(container.items.count == 9)
  }
}
