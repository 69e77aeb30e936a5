import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Insertions, deletions and moves at exact times.
@MainActor @Suite(.endsStages) struct ListAnimationTests {
  /// The progress of the system's spring at half of its duration.
  private let half = 0.942

  private func close(_ one: Double?, _ other: Double, _ error: Double = 0.6) -> Bool {
    one.map { abs($0 - other) <= error } ?? false
  }

  private func node(_ stage: ListStage, _ key: Int) -> DisplayNode? {
    stage.list.node.subnodes.flatMap(\.subnodes).first { $0.name == "\(key)" }
  }

  @Test func `inserted items expand and push the items below down`() throws {
    let stage = try ListStage(0..<100).loaded()
    try stage.changeAndSettle(.animated, to: [0, 1, 500, 501] + Array(2..<100))
    #expect(stage.place(of: 1) == 50)
    #expect(stage.place(of: 500) == 100)
    #expect(stage.place(of: 501) == 100)
    #expect(stage.place(of: 2) == 100)
    #expect(node(stage, 500)?.opacity == 0)
    stage.run(0.2)
    #expect(close(stage.place(of: 500), 100))
    #expect(close(stage.place(of: 501), 100 + 50 * half))
    #expect(close(stage.place(of: 2), 100 + 100 * half))
    #expect(close(node(stage, 501)?.opacity, half, 0.001))
    stage.run(0.25)
    #expect(stage.shown.prefix(5) == ["0@0", "1@50", "500@100", "501@150", "2@200"])
    #expect(node(stage, 500)?.opacity == 1)
    #expect(node(stage, 500)?.zPosition == 0)
  }

  @Test func `a list asks for ticks until its animations are over`() throws {
    let stage = try ListStage(0..<100).loaded()
    try stage.changeAndSettle(.animated, to: [0, 500] + Array(1..<100))
    stage.run(0.1) { #expect(stage.environment.loop.needsTick) }
    stage.run(1)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `a deleted item shrinks and fades behind the others`() throws {
    let stage = try ListStage(0..<100).loaded()
    let deleted = try #require(node(stage, 2))
    try stage.changeAndSettle(.animated, to: [0, 1] + Array(4..<100))
    #expect(deleted.supernode != nil)
    #expect(deleted.interfaceState < .visible)
    #expect(stage.place(of: 4) == 200)
    #expect(deleted.frame.minY == 100)
    stage.run(0.2)
    #expect(close(stage.place(of: 4), 200 - 100 * half))
    #expect(close(deleted.opacity, 1 - half, 0.001))
    #expect(deleted.zPosition < 0)
    stage.run(0.25)
    #expect(stage.place(of: 4) == 100)
    #expect(deleted.supernode == nil)
    #expect(deleted.interfaceState == .none)
  }

  @Test func `a moved item slides and keeps its node`() throws {
    let stage = try ListStage(0..<8).loaded()
    let moved = try #require(node(stage, 6))
    try stage.changeAndSettle(.animated, to: [0, 6, 1, 2, 3, 4, 5, 7])
    #expect(stage.place(of: 6) == 300)
    stage.run(0.2)
    #expect(close(stage.place(of: 6), 300 - 250 * half))
    #expect(close(stage.place(of: 1), 50 + 50 * half))
    stage.run(0.25)
    #expect(
      stage.shown.map { $0.prefix { $0 != "@" } } == ["0", "6", "1", "2", "3", "4", "5", "7"])
    #expect(node(stage, 6) === moved)
    #expect(stage.source.made.keys.count { $0 == 6 } == 1)
  }

  @Test func `an updated item grows and keeps a compatible node`() throws {
    let stage = ListStage(0..<100)
    stage.source.isCompatible = true
    try stage.load()
    let updated = node(stage, 1)
    stage.source.items[1] = ListItem(key: 1, revision: 1)
    try stage.list.edit(.animated) { $0.update(ItemPath(item: 1)) }
    stage.settle()
    #expect(stage.place(of: 2) == 100)
    stage.run(0.2)
    #expect(close(stage.place(of: 2), 100 + 100 * half))
    stage.run(0.25)
    #expect(stage.place(of: 2) == 200)
    #expect(node(stage, 1) === updated)
  }

  @Test func `a newer change animates from the current positions`() throws {
    let stage = try ListStage(0..<100).loaded()
    try stage.changeAndSettle(.animated, to: [500] + Array(0..<100))
    stage.run(0.1)
    let place = try #require(stage.place(of: 0))
    #expect(place > 10 && place < 45)
    try stage.changeAndSettle(.animated, to: 0..<100)
    #expect(close(stage.place(of: 0), place, 1))
    stage.run(0.2)
    #expect(close(stage.place(of: 0), place * (1 - half), 1))
    stage.run(0.25)
    #expect(stage.place(of: 0) == 0)
    #expect(stage.list.node.subnodes.flatMap(\.subnodes).count { $0.name == "500" } == 0)
  }

  @Test func `in a chat, new items push the others up`() throws {
    for configuration in [ListConfiguration.chat, .reversedChat] {
      let stage = try ListStage(0..<50, configuration).loaded()
      let last = configuration.isReversed ? 0 : 49
      try stage.change(
        .animated, to: configuration.isReversed ? [500] + Array(0..<50) : Array(0..<50) + [500])
      stage.settle()
      #expect(stage.place(of: last) == 350)
      #expect(stage.place(of: 500) == 400 || stage.place(of: 500) == 350)
      stage.run(0.2)
      #expect(close(stage.place(of: last), 350 - 50 * half))
      stage.run(0.25)
      #expect(stage.place(of: 500) == 350)
      #expect(stage.place(of: last) == 300)
    }
  }

  @Test func `items can fade in place instead of resizing`() throws {
    let stage = try ListStage(0..<100).loaded()
    var update = ListUpdate.animated
    (update.insertion, update.deletion) = (.fade, .fade)
    let deleted = try #require(node(stage, 3))
    try stage.changeAndSettle(update, to: [0, 1, 2, 500] + Array(4..<100))
    stage.run(0.2)
    #expect(stage.place(of: 500) == 150)
    #expect(deleted.frame.minY == 150)
    #expect(close(node(stage, 500)?.opacity, half, 0.001))
    #expect(close(deleted.opacity, 1 - half, 0.001))
  }

  @Test func `a change can scroll to an item without blank items`() throws {
    let stage = try ListStage(0..<100).loaded()
    var update = ListUpdate()
    update.scroll = ListUpdate.ScrollTarget(ItemPath(item: 50), at: .center())
    try stage.changeAndSettle(update, to: Array(0..<50) + [500] + Array(50..<100))
    #expect(stage.place(of: 500) == 175)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `a replaced node stays visible until the new one has contents`() throws {
    let stage = try ListStage(0..<100).loaded()
    let old = try #require(node(stage, 1))
    stage.source.items[1] = ListItem(key: 1, revision: 1)
    try stage.list.edit { $0.reload(ItemPath(item: 1)) }
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.list.node(at: 1) !== old)
    #expect(old.supernode != nil)
    #expect(stage.list.figures.blankItems == 0)
    stage.settle()
    #expect(old.supernode == nil)
  }

  @Test func `updates in quick succession animate continuously from the current positions`() throws
  {
    let stage = try ListStage(0..<50, .chat).loaded()
    var keys = Array(0..<50)
    for key in 1_000..<1_040 {
      keys.append(key)
      try stage.change(.animated, to: keys)
      var last: Double?
      stage.run(0.05) {
        // Nothing jumps: at 20 messages per second, everything moves up continuously.
        let place = stage.place(of: key - 1 < 1_000 ? 49 : key - 1)
        if let last, let place { #expect(place <= last + 0.5) }
        last = place
      }
    }
    stage.run(0.5)
    #expect(stage.place(of: 1_039) == 350)
    #expect(stage.list.figures.blankItems == 0)
    #expect(stage.list.node.subnodes.flatMap(\.subnodes).count < 30)
  }
}
