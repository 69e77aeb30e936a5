import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import TestSupport
import Testing

@MainActor @Suite(.endsStages) struct ThrashTests {
  /// Random lists and edits, one per seed.
  @Test(arguments: 0..<10)
  func `a random edit matches the data source and releases every node`(seed: UInt64) throws {
    // E20: ten random batches leave no leaked node.
    var maker = ThrashMaker(seed: seed)
    let old = maker.state()
    let counter = try run(maker.edit(old), isCompatible: seed.isMultiple(of: 2))
    #expect(counter.living == 0)
  }

  // E21: a thousand batches on one list.
  @Test(arguments: [ChangeSet.Preparation.synchronous, .asynchronous])
  func `a list matches its data source after a thousand edits`(
    preparation: ChangeSet.Preparation
  ) throws {
    var maker = ThrashMaker(seed: 21)
    let state = maker.state()
    var thrash = try Thrash(state, preparation: preparation)
    for step in 0..<1_000 {
      let edit = maker.edit(thrash.state)
      try thrash.submit(edit)
      thrash.list.loop.settle()
      thrash.list.container.forgetDeliveries()
      // Checking every node is slow, so it is done occasionally.
      let faults = thrash.mapFaults + (step % 50 == 49 ? thrash.nodeFaults : [])
      guard faults.isEmpty else {
        Issue.record("step \(step), \(faults):\n\(edit)")
        return
      }
    }
    let counter = thrash.list.source.counter
    #expect(counter.living <= thrash.list.controller.liveNodeCount)
  }

  // E22: batches from many ticks.
  /// Edits submitted, prepared and shown in any order.
  @Test(arguments: 0..<10)
  func `a list matches its data source after interleaved edits`(seed: UInt64) throws {
    var maker = ThrashMaker(seed: 1_000 + seed)
    var random = SplitMix64(seed: seed)
    let state = maker.state()
    var thrash = try Thrash(state, preparation: .asynchronous)
    var order: [Int] = []
    for step in 0..<60 {
      let edit = maker.edit(thrash.state)
      try thrash.submit(edit) { order.append(step) }
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: thrash.list.executor.runNext()
        case 1: thrash.list.executor.startNext()
        case 2: thrash.list.loop.tick()
        case 3: thrash.list.clock.advance(by: 0.1)
        default:
          let nodes = thrash.list.controller.visibleMap.itemCount
          thrash.list.controller.requestNodes((0..<min(nodes, 5)).map { NeededItem(index: $0) })
        }
      }
    }
    thrash.list.loop.settle()
    #expect(order == Array(0..<60))
    #expect(thrash.faults == [])
  }

  /// Edits, widths and nodes that want other sizes, with partly run work between them.
  @Test(arguments: 0..<24)
  func `a list matches a fresh one after interleaved edits, widths and invalidations`(seed: UInt64)
    throws
  {
    var maker = ThrashMaker(seed: 2_000 + seed)
    var random = SplitMix64(seed: seed)
    var thrash = try Thrash(
      maker.state(), preparation: seed.isMultiple(of: 3) ? .automatic : .asynchronous)
    let (list, controller) = (thrash.list, thrash.list.controller)
    list.source.isCompatible = seed.isMultiple(of: 2)
    list.controller.batchSize = Int.random(in: 1..<6, using: &random)
    var (order, submitted): ([Int], Int) = ([], 0)
    for _ in 0..<150 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let number = submitted
        submitted += 1
        try thrash.submit(maker.edit(thrash.state)) { order.append(number) }
      case 1, 2:
        let width = Double(Int.random(in: 10..<200, using: &random))
        controller.setRange(SizeRange(upTo: Size(width: width, height: 10_000)))
      case 3:
        let nodes = controller.live.ids.compactMap { controller.live[$0]?.cell.made }
        let height = Double(Int.random(in: 10..<400, using: &random))
        nodes.randomElement(using: &random)?.resize(to: height)
      case 4: list.executor.startNext()
      case 5: if let work = list.executor.started.last { list.executor.draw(work) }
      case 6: if let work = list.executor.started.first { list.executor.finish(work) }
      default:
        list.clock.advance(by: Double.random(in: 0..<0.2, using: &random))
        list.loop.tick()
      }
    }
    list.executor.runAll()
    list.loop.settle()
    #expect(order == Array(0..<submitted))
    #expect(thrash.mapFaults == [])
    #expect(thrash.sizeFaults == [])
  }

  // E23: a failing update is recorded and replayed.
  @Test(arguments: 0..<10)
  func `an edit's description parses back to an equal edit`(seed: UInt64) throws {
    var maker = ThrashMaker(seed: seed)
    let old = maker.state()
    let edit = maker.edit(old)
    let read = try #require(ThrashCase(edit.description))
    #expect(read == edit)
    _ = try run(read, isCompatible: true)
    #expect(ThrashCase("nonsense 1") == nil)
  }

  /// Operations that once failed, as a failing test prints them.
  @Test(arguments: [
    """
    old [0] 1:0 2:0 [1] 3:0 4:0 [2] 5:0
    new [2] 5:0 2:0 [0] 1:1 [9] 8:0
    delete 1.0
    update 0.0
    move 0.1>0.1
    deleteSections 1
    insertSections 2
    moveSections 2>0
    """,
    """
    old [0] 1:0 2:0 3:0 [1] 4:0
    new [7] 6:0 [0] 3:0 4:1 1:0
    delete 0.1
    reload 1.0
    move 0.2>1.0 1.0>1.1
    insertSections 0
    deleteSections 1
    """,
  ])
  func `recorded edits match the data source`(text: String) throws {
    _ = try run(#require(ThrashCase(text)), isCompatible: false)
  }

  @Test(arguments: 0..<20)
  func `the difference of two snapshots transforms one into the other`(seed: UInt64) throws {
    var maker = ThrashMaker(seed: seed)
    var edit = maker.edit(maker.state())
    func snapshot(_ state: ThrashCase.State) -> ListSnapshot {
      ListSnapshot(sections: state.map { .init(key: $0.context, items: $0.items) })
    }
    edit.changes = ChangeSet(from: snapshot(edit.old), to: snapshot(edit.new))
    #expect(edit.changes.reloadedItems.isEmpty)
    _ = try run(edit, isCompatible: false)
  }

  /// Edits with separate threads, for the thread sanitizer.
  @Test(arguments: 0..<4)
  func `edits prepared on several threads match the data source`(seed: UInt64) throws {
    var maker = ThrashMaker(seed: 500 + seed)
    let state = maker.state()
    let pool = PoolExecutor(threads: 3)
    var thrash = try Thrash(state, preparation: .asynchronous, executor: pool)
    thrash.list.controller.batchSize = 1
    thrash.list.source.isCompatible = true
    for step in 0..<40 {
      try thrash.submit(maker.edit(thrash.state))
      if step.isMultiple(of: 3) { thrash.list.loop.tick() }
      if step.isMultiple(of: 10) { thrash.list.controller.waitUntilIdle() }
    }
    thrash.list.controller.waitUntilIdle()
    pool.waitUntilIdle()
    thrash.list.loop.tick()
    #expect(thrash.faults == [])
  }

  /// Runs an edit and releases everything.
  private func run(_ edit: ThrashCase, isCompatible: Bool) throws -> NodeCounter {
    var thrash = try Thrash(edit.old, preparation: .asynchronous)
    thrash.list.source.isCompatible = isCompatible
    try thrash.submit(edit)
    thrash.list.loop.settle()
    let faults = thrash.faults
    if !faults.isEmpty { Issue.record("\(faults):\n\(edit)") }
    return thrash.list.source.counter
  }
}

/// A list with the state of its data source.
@MainActor private struct Thrash {
  let list: TestList
  private(set) var state: ThrashCase.State

  init(
    _ state: ThrashCase.State, preparation: ChangeSet.Preparation,
    executor: (any DisplayExecutor)? = nil
  ) throws {
    list = TestList([], preparation: preparation, threads: executor)
    self.state = state
    show(state)
    try list.load()
  }

  private func show(_ state: ThrashCase.State) {
    list.source.sections = state.map(\.items)
    list.source.contexts = state.map(\.context)
  }

  mutating func submit(_ edit: ThrashCase, completion: @escaping () -> Void = {}) throws {
    state = edit.new
    show(state)
    try list.controller.submit(edit.changes, completions: [{ _ in completion() }])
  }

  /// The differences from the data source.
  var faults: [String] { mapFaults + nodeFaults }

  /// The differences of the maps and the container from the data source.
  var mapFaults: [String] {
    let items = state.flatMap(\.items)
    var faults: [String] = []
    let maps = [("pending", list.controller.pendingMap), ("visible", list.controller.visibleMap)]
    for (name, map) in maps {
      let sections = 0..<map.sectionCount
      if map.elements(in: 0..<map.itemCount).map(\.item) != items { faults.append("\(name) items") }
      if sections.map({ map.itemCount(in: $0) }) != state.map(\.items.count) {
        faults.append("\(name) counts")
      }
      if sections.map({ map.context(ofSection: $0) as? Int }) != state.map(\.context) {
        faults.append("\(name) contexts")
      }
    }
    if list.container.items != items { faults.append("container") }
    if list.controller.isProcessing { faults.append("processing") }
    return faults
  }

  /// The differences of the sizes shown by the container from those measured anew.
  var sizeFaults: [String] {
    let controller = list.controller
    return state.flatMap(\.items).indices.compactMap { index in
      guard let element = controller.visibleMap[index],
        let item = controller.measuredItem(at: index)
      else { return "no node at \(index)" }
      let fresh = item.node.measure(in: controller.sizing.current.range)
      let sizes = [item.size, list.container.sizes[element.id] ?? .zero]
      return sizes == [fresh, fresh] ? nil : "\(index): \(sizes) instead of \(fresh)"
    }
  }

  /// The differences of the nodes and their sizes from the data source.
  var nodeFaults: [String] {
    let (controller, items) = (list.controller, state.flatMap(\.items))
    var faults: [String] = []
    for (index, item) in items.enumerated() {
      guard let measured = controller.measuredItem(at: index) else {
        faults.append("no node at \(index)")
        continue
      }
      if measured.node.shown != item { faults.append("node of \(index)") }
      if measured.size.height != TestNode.height(of: item) { faults.append("size of \(index)") }
      if controller.visibleIndex(of: measured.node) != index { faults.append("index \(index)") }
    }
    if controller.liveNodeCount != items.count {
      faults.append("\(controller.liveNodeCount) nodes")
    }
    return faults
  }
}
