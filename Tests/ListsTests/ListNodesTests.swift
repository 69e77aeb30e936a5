import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The nodes of a list's items, ghosts and destinations, without a list view.
@MainActor @Suite struct ListNodesTests {
  private let bench = SceneBench(20)
  private let linear = ListAnimation(duration: 1, curve: .linear)

  private func content() -> DisplayNode { DisplayNode(environment: bench.environment) }

  // MARK: Destinations

  @Test func `the nodes of a destination are placed at their items, up to a limit per tick`() {
    let (stage, live, content) = (JumpStage(), LiveItems(), content())
    let items = (3..<6).map(bench.measured)
    func set(_ items: [MeasuredItem<DisplayNode>], at time: Double, limit: Int) -> Int {
      stage.setItems(
        items, in: bench.scene(), live, on: content, at: time, limit: limit)
    }
    #expect(set(items, at: 1, limit: 2) == 2)
    #expect(stage.count == 2)
    bench.environment.loop.tick()
    #expect(stage.completion == nil && !stage.isDrawn)
    for (item, y) in zip(items, [150.0, 200]) {
      #expect(item.node.frame == Rect(x: 0, y: y, width: 100, height: 50))
      #expect(item.node.supernode === content)
      #expect(item.node.interfaceState == .display)
    }
    #expect(items[2].node.supernode == nil)
    #expect(set(items, at: 2, limit: 2) == 1)
    #expect(stage.count == 3 && stage.completion == 2)
    #expect(items[2].node.frame.minY == 250)
    // Nothing is added.
    #expect(set(items, at: 3, limit: 0) == 0)
    #expect(stage.completion == 2)
    // Others that are added begin the time again.
    let others = [bench.measured(6), bench.measured(7)]
    #expect(set(items + others, at: 4, limit: 1) == 1)
    #expect(stage.completion == nil && stage.count == 4)
    #expect(set(items + others, at: 5, limit: 1) == 1)
    #expect(stage.completion == 5)
    // The next tick draws the last one.
    #expect(!stage.isDrawn)
    bench.environment.loop.tick()
    #expect(others[1].node.interfaceState == .display && stage.isDrawn)
    let other = others[1]
    #expect(set([other], at: 6, limit: 1) == 0)
    #expect(stage.completion == 5 && stage.count == 1)
    bench.environment.loop.tick()
    #expect(items.allSatisfy { $0.node.supernode == nil && $0.node.interfaceState == .none })
    stage.removeAll(knowing: live)
    #expect(stage.count == 0 && other.node.supernode == nil)
  }

  @Test func `a destination without new nodes is complete at once`() {
    let stage = JumpStage()
    let count = stage.setItems(
      [], in: bench.scene(), LiveItems(), on: content(), at: 7, limit: 0)
    #expect(count == 0)
    #expect(stage.completion == 7)
    #expect(stage.isDrawn)
  }

  @Test func `a node of a destination that becomes live stays where it is`() {
    let (stage, live, content) = (JumpStage(), LiveItems(), content())
    let items = (3..<5).map(bench.measured)
    _ = stage.setItems(items, in: bench.scene(), live, on: content, at: 1, limit: 9)
    live[3] = LiveItem(element: items[0].element, item: ListItem(key: 3), node: items[0].node)
    stage.removeAll(knowing: live)
    bench.environment.loop.tick()
    #expect(stage.count == 0)
    #expect(items[0].node.supernode === content && items[0].node.interfaceState == .display)
    #expect(items[1].node.supernode == nil && items[1].node.interfaceState == .none)
  }

  // MARK: Live items

  @Test func `live items are found by index, and their range includes the last`() {
    let live = LiveItems()
    #expect(live.range == nil && live.rangeInUse == nil)
    let entries = [
      7: bench.entry(7), 3: bench.entry(3, .display), 5: bench.entry(5, .measureLayout),
    ]
    for (index, entry) in entries { live[index] = entry }
    #expect(live.entries.map(\.index) == [3, 5, 7])
    #expect((0..<9).allSatisfy { live[$0] === entries[$0] })
    #expect(live.range == 3..<8)
    // Without the one to be released.
    #expect(live.rangeInUse == 3..<6)
    live[5] = nil
    live[4] = nil
    #expect(live.entries.map(\.index) == [3, 7] && live.count == 2)
    #expect(live.rangeInUse == 3..<4)
    let other = bench.entry(3)
    live[3] = other
    #expect(live[3] === other && live.count == 2)
    #expect(live.range == 3..<8 && live.rangeInUse == nil)
  }

  @Test func `an item is attached while it is drawn or moves, and in the window`() {
    let content = content()
    let entry = bench.entry(0, .preload)
    #expect(!entry.attach(to: content, isShown: true) && !entry.isAttached)
    entry.setState(.display)
    #expect(!entry.attach(to: content, isShown: false))
    entry.needsPlace = false
    #expect(entry.attach(to: content, isShown: true))
    #expect(entry.isAttached && entry.needsPlace && entry.node.supernode === content)
    // A node that is not on a screen has no contents.
    #expect(!entry.hasContents)
    #expect(!entry.attach(to: content, isShown: true))
    // An item that has left all ranges stays until it is released; another one does not.
    entry.setState(.none)
    #expect(!entry.attach(to: content, isShown: true) && entry.isAttached)
    entry.setState(.preload)
    #expect(entry.attach(to: content, isShown: true))
    #expect(!entry.isAttached && entry.node.supernode == nil)
    entry.motion = ItemMotion(distance: 9, start: 0, animation: linear)
    #expect(entry.attach(to: content, isShown: true) && entry.isAttached)
    #expect(entry.attach(to: content, isShown: false) && !entry.isAttached)
  }

  @Test func `an item is drawn anew after it has left the display state`() {
    let entry = bench.entry(0, .display)
    entry.isDrawn = true
    entry.setState(.visible)
    #expect(entry.isDrawn)
    entry.setState(.display)
    #expect(entry.isDrawn)
    entry.setState(.preload)
    #expect(!entry.isDrawn)
    entry.setState(.display)
    #expect(!entry.isDrawn)
  }

  @Test func `a moving and fading item reaches its place at the end of its animations`() {
    let entry = bench.entry(0, .display)
    entry.motion = ItemMotion(distance: 40, start: 2, animation: linear)
    entry.fade = ItemFade(from: 0.5, to: 1, start: 2.5, animation: linear)
    entry.isBehind = true
    #expect(entry.node.zPosition == NodeDepth.coming)
    #expect(entry.displacement(at: 1) == 40 && entry.displacement(at: 2.25) == 30)
    #expect(entry.opacity(at: 2) == 0.5 && entry.opacity(at: 3) == 0.75)
    #expect(entry.animate(at: 2.999))
    #expect(entry.motion != nil)
    #expect(entry.animate(at: 3))
    #expect(entry.motion == nil && entry.node.opacity == 0.75 && entry.isBehind)
    #expect(!entry.animate(at: 3.5))
    #expect(entry.fade == nil && entry.node.opacity == 1)
    #expect(!entry.isBehind && entry.node.zPosition == 0)
    #expect(entry.displacement(at: 9) == 0 && entry.opacity(at: 9) == 1)
  }

  // MARK: Ghosts

  @Test func `ghosts keep their distance from the item they move with`() {
    let (ghosts, content) = (Ghosts(), content())
    let entry = bench.entry(2, .visible)
    var ghost = Ghost(
      node: entry.node, item: entry.item, length: 30, boundary: 3, end: 5)
    ghost.distance = 20
    ghosts.add(ghost, of: entry)
    content.addSubnode(entry.node)
    bench.environment.loop.tick()
    #expect(ghosts.count == 1 && !ghosts.isEmpty && !ghosts.hasSuccessors)
    #expect(entry.node.zPosition == NodeDepth.going && entry.node.interfaceState == .display)
    #expect(ghosts.places(in: bench.scene()) == [170])
    ghosts.place(in: bench.scene())
    #expect(entry.node.frame == Rect(x: 0, y: 170, width: 100, height: 30))
    var scrolled = bench
    scrolled.state.scroller.scroll(to: 30, time: 0)
    #expect(ghosts.places(in: scrolled.scene()) == [140])
    ghosts.place(in: scrolled.scene())
    #expect(entry.node.frame.minY == 170)
    // From 100 points below the top of the viewport to 140, while another ghost has ended.
    ghosts.animate(from: [100, 7], in: scrolled.scene(at: 2), linear)
    for (time, place) in [(2.0, 100.0), (2.5, 120), (3, 140)] {
      #expect(ghosts.places(in: scrolled.scene(at: time)) == [place])
    }
    ghosts.follow(IndexMap(oldCount: 20, deleted: [], inserted: [0]))
    #expect(ghosts.places(in: scrolled.scene(at: 3)) == [190])
  }

  @Test func `a ghost ends at its time, or when its successor has contents`() {
    let (ghosts, live) = (Ghosts(), LiveItems())
    let (first, second) = (bench.entry(1, .display), bench.entry(2, .display))
    ghosts.add(
      Ghost(node: first.node, item: first.item, length: 50, boundary: 1, end: 5), of: first)
    var ghost = Ghost(node: second.node, item: second.item, length: 50, boundary: 2, end: 9)
    let successor = bench.entry(2, .display)
    ghost.successor = successor.element
    ghosts.add(ghost, of: second)
    #expect(ghosts.hasSuccessors && ghosts.covers(for: successor.element))
    #expect(!ghosts.covers(for: first.element))
    live[2] = successor
    #expect(ghosts.takeEnded(at: 5.0.nextDown, live).isEmpty)
    #expect(ghosts.takeEnded(at: 5, live).map { $0.node === first.node } == [true])
    #expect(ghosts.takeEnded(at: 9.0.nextDown, live).isEmpty && ghosts.count == 1)
    #expect(ghosts.takeEnded(at: 9, live).map { $0.node === second.node } == [true])
    #expect(ghosts.isEmpty)
    ghosts.add(ghost, of: second)
    second.node.opacity = 0.5
    ghosts.release(first.node)
    #expect(ghosts.count == 1)
    ghosts.release(second.node)
    #expect(ghosts.isEmpty && second.node.zPosition == 0 && second.node.opacity == 1)
  }
}
