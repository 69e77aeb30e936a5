import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Reordering of items by dragging.
@MainActor @Suite(.endsStages) struct ReorderingTests {
  private func stage(_ count: Int = 100) throws -> ListStage {
    let stage = ListStage(0..<count)
    stage.list.isReorderingEnabled = true
    stage.delegate.canMove = true
    stage.delegate.whenMoved = { old, new in
      let item = stage.source.items.remove(at: old.item)
      stage.source.items.insert(item, at: new.item)
      try? stage.list.edit(.animated) { $0.move(old, to: new) }
      return true
    }
    try stage.load()
    return stage
  }

  private var keys: (ListStage) -> [Int] { { $0.source.items.map(\.key) } }

  @Test func `a lifted item follows the pointer while other items move aside`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 70)
    stage.run(0.5)
    #expect(stage.list.movedItem == nil)
    stage.run(0.2)
    #expect(stage.list.movedItem == 1)
    stage.send(router, .moved, 50, 100)
    stage.run(0.3)
    #expect(keys(stage).prefix(4) == [0, 1, 2, 3])
    stage.send(router, .moved, 50, 160)
    stage.run(0.1)
    let node = stage.list.node.subnodes.flatMap(\.subnodes).first { $0.name == "1" }
    #expect(node?.frame.minY == 140)
    #expect(node?.zPosition == 1)
    stage.run(0.5)
    #expect(keys(stage).prefix(4) == [0, 2, 3, 1] || keys(stage).prefix(4) == [0, 2, 1, 3])
    #expect(node?.frame.minY == 140)
    stage.send(router, .ended, 50, 160)
    stage.run(0.6)
    #expect(stage.list.movedItem == nil)
    #expect(node?.zPosition == 0)
    let places = stage.shown.prefix(4).compactMap { $0.split(separator: "@").last }
    #expect(places == ["0", "50", "100", "150"])
  }

  @Test func `early movement scrolls, and a tap does not lift an item`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 220)
    stage.run(0.2)
    stage.send(router, .moved, 50, 200)
    stage.send(router, .moved, 50, 180)
    stage.run(0.6)
    #expect(stage.list.movedItem == nil)
    #expect(stage.list.offset == 20)
    stage.send(router, .ended, 50, 180)
    stage.run(1)
    stage.send(router, .began, 50, 180)
    stage.send(router, .ended, 50, 180)
    stage.run(1)
    #expect(stage.list.movedItem == nil)
    // Nor is a pointer taken by another handler in the list.
    let button = Button()
    stage.list.node(at: 3)?.pointerHandler = button
    stage.send(router, .began, 50, 160)
    stage.send(router, .ended, 50, 160)
    stage.run(1)
    #expect(button.log == [.began, .ended])
    #expect(stage.list.movedItem == nil)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `a lifted item takes the pointer from the handler that is pressed`() throws {
    let stage = try stage()
    let button = Button()
    stage.list.node(at: 1)?.pointerHandler = button
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 70)
    stage.run(0.7)
    #expect(stage.list.movedItem == 1)
    stage.send(router, .moved, 50, 100)
    #expect(button.log == [.began, .canceled])
    stage.send(router, .ended, 50, 100)
    stage.run(1)
    #expect(button.log == [.began, .canceled])
    #expect(stage.list.movedItem == nil)
  }

  @Test func `only movable items are lifted`() throws {
    let stage = try stage()
    stage.delegate.canMove = false
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 70)
    stage.run(1)
    #expect(stage.list.movedItem == nil)
  }

  @Test func `a lifted item held at an edge scrolls the list, faster after a while`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 220)
    stage.run(0.7)
    stage.send(router, .moved, 50, 390)
    let start = stage.list.offset
    stage.run(1)
    #expect(abs(stage.list.offset - start - 360) < 20)
    stage.run(1.5)
    let middle = stage.list.offset
    stage.run(1)
    #expect(abs(stage.list.offset - middle - 540) < 20)
    #expect(keys(stage).firstIndex(of: 4).map { $0 > 20 } ?? false)
    stage.send(router, .ended, 50, 390)
    stage.run(1)
    #expect(Set(keys(stage)) == Set(0..<100))
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `an item is lifted after 0.6 s unless the pointer moves more than three points`()
    throws
  {
    for (step, index) in [(3.0, 1), (4, nil)] {
      let stage = try stage()
      let router = PointerRouter(root: stage.list.node)
      stage.send(router, .began, 50, 70)
      stage.run(0.3)
      stage.send(router, .moved, 50, 70 + step)
      stage.run(0.28)
      #expect(stage.list.movedItem == nil)
      stage.run(0.05)
      #expect(stage.list.movedItem == index)
    }
  }

  @Test func `a continuously dragged item changes index every fifth of a second`() throws {
    let stage = try stage()
    let (delegate, clock) = (stage.delegate, stage.clock)
    var moves: [(time: Double, old: Int, new: Int)] = []
    let move = delegate.whenMoved
    delegate.whenMoved = { old, new in
      moves.append((clock.now, old.item, new.item))
      return move?(old, new) ?? false
    }
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 20)
    stage.run(0.7)
    #expect(stage.list.movedItem == 0)
    // A movement of less than four points does not search for a new index.
    stage.send(router, .moved, 50, 23)
    stage.run(0.3)
    #expect(moves.isEmpty)
    var place = 23.0
    stage.run(1) {
      place += 5
      stage.send(router, .moved, 50, place)
    }
    let times = moves.map { $0.time }
    // It passes one item per sixth of a second.
    #expect(moves.count >= 4)
    #expect(zip(times, times.dropFirst()).allSatisfy { (0.19999..<0.25).contains($1 - $0) })
    #expect(moves.allSatisfy { $0.new > $0.old })
    #expect(keys(stage).firstIndex(of: 0) == moves.last?.new)
  }

  @Test func `deleting a lifted item releases it`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 70)
    stage.run(0.7)
    #expect(stage.list.movedItem == 1)
    try stage.changeAndSettle(to: [])
    #expect(stage.list.movedItem == nil)
    stage.send(router, .moved, 50, 300)
    stage.send(router, .ended, 50, 300)
    stage.run(0.5)
  }

  @Test func `an item dragged below the last one becomes the last`() throws {
    let stage = try stage(3)
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 20)
    stage.run(0.7)
    stage.send(router, .moved, 50, 300)
    stage.run(1)
    #expect(keys(stage) == [1, 2, 0])
    stage.send(router, .ended, 50, 300)
    stage.run(0.5)
    #expect(stage.shown == ["1@0", "2@50", "0@100"])
  }

  @Test func `an item dragged up passes those whose middle it has reached`() throws {
    // The middle of item 6 is at 325; at 60, it is between those of items 0 and 1.
    for (y, order) in [(60.0, [0, 6, 1, 2]), (80, [0, 1, 6, 2]), (20, [6, 0, 1, 2])] {
      let stage = try stage()
      let router = PointerRouter(root: stage.list.node)
      stage.send(router, .began, 50, 325)
      stage.run(0.7)
      #expect(stage.list.movedItem == 6)
      stage.send(router, .moved, 50, y)
      stage.run(2)
      #expect(Array(keys(stage).prefix(4)) == order)
      #expect(stage.list.offset == 0)
      stage.send(router, .ended, 50, y)
      stage.run(0.5)
    }
  }
}
