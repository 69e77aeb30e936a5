import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Synchronization
import Testing

/// Sticky headers.
@MainActor @Suite(.endsStages) struct ListHeaderTests {
  /// Returns a list of items of 50 points in sections of five, with headers of 20.
  private func stage(
    _ configuration: ListConfiguration = ListConfiguration(), stick: ListHeader.Stick = .top,
    _ change: @escaping (inout ListHeader) -> Void = { _ in }
  ) throws -> ListStage {
    let stage = ListStage(0..<200, configuration)
    stage.delegate.headers = { item in
      let section = Int((Double(item.key) / 5).rounded(.down))
      var header = ListHeader(id: section, length: 20, stick: stick) { environment in
        DisplayNode(environment: environment)
      }
      change(&header)
      return [header]
    }
    try stage.load()
    return stage
  }

  private func places(_ stage: ListStage) -> [String] {
    stage.list.headerFrames.filter { $0.frame.maxY > 0 && $0.frame.minY < 400 }
      .map { "\($0.id.id)@\(Int($0.frame.minY))" }
  }

  @Test(arguments: [(-1.0, 0.0), (.infinity, 0), (.nan, 0), (0.5, 0.5)])
  func `the length of a header is neither negative nor infinite`(length: Double, valid: Double) {
    let header = ListHeader(id: 1, length: length) { DisplayNode(environment: $0) }
    #expect(header.length == valid)
  }

  @Test func `a header sticks to the top until the next one pushes it away`() throws {
    let stage = try stage()
    #expect(places(stage) == ["0@0", "1@250"])
    stage.settle { $0.scroll(toOffset: 100) }
    #expect(places(stage) == ["0@0", "1@150"])
    stage.settle { $0.scroll(toOffset: 240) }
    #expect(places(stage) == ["0@-10", "1@10", "2@260"])
    stage.settle { $0.scroll(toOffset: 250) }
    #expect(places(stage) == ["1@0", "2@250"])
  }

  @Test func `an item is asked for its headers once per version`() throws {
    var asked: [Int] = []
    let stage = ListStage(0..<200)
    stage.source.isCompatible = true
    var day = 0
    stage.delegate.headers = { item in
      asked.append(item.key)
      return [
        ListHeader(id: item.key == 1 ? day : 0, length: 20) { environment in
          DisplayNode(environment: environment)
        }
      ]
    }
    try stage.load()
    stage.list.fling(velocity: 2_000)
    stage.run(1)
    stage.settle { $0.scroll(toOffset: 0) }
    #expect(places(stage) == ["0@0"])
    let count = asked.count
    stage.settle { $0.scroll(toOffset: 3) }
    #expect(asked.count == count)
    day = 7
    stage.source.items[1] = ListItem(key: 1, revision: 1)
    try stage.list.edit { $0.update(ItemPath(item: 1)) }
    stage.settle()
    #expect(asked[count...] == [1])
    #expect(places(stage) == ["0@0", "7@47", "0@197"])
    // A new delegate is asked for all of them.
    stage.list.delegate = nil
    stage.settle()
    #expect(places(stage) == [])
  }

  @Test func `a header sticks to the bottom until its section is scrolled away`() throws {
    let stage = try stage(stick: .bottom)
    // Section 1 ends below the viewport.
    #expect(places(stage) == ["0@230", "1@380"])
    stage.settle { $0.scroll(toOffset: 160) }
    #expect(places(stage) == ["0@70", "1@320", "2@380"])
    stage.settle { $0.scroll(toOffset: 105) }
    // Only 5 points of section 2 are visible.
    #expect(places(stage) == ["0@125", "1@375", "2@395"])
  }

  @Test func `a top-edge header partly overlaps the previous section`() throws {
    // Of its 20 points, 12 are inside the section, and the rest overlaps the previous one.
    let stage = try stage(stick: .topEdge) { $0.upperInset = 12 }
    #expect(places(stage) == ["0@0", "1@242"])
    stage.settle { $0.scroll(toOffset: 30) }
    #expect(places(stage) == ["0@0", "1@212"])
    stage.settle { $0.scroll(toOffset: 245) }
    #expect(places(stage) == ["0@-15", "1@0", "2@247"])
  }

  @Test func `a header stops at the last item, or past its lower inset`() throws {
    for (stick, offset, isOver, start) in [
      (ListHeader.Stick.top, 235.0, false, -15.0), (.top, 235, true, -5), (.bottom, 60, false, 160),
      (.bottom, 60, true, 170),
    ] {
      let stage = try stage(stick: stick) {
        $0.lowerInset = 10
        $0.sticksOverInsets = isOver
      }
      stage.settle { $0.scroll(toOffset: offset) }
      #expect(stage.list.headerFrames.first { $0.id.id == 0 }?.frame.minY == start)
    }
  }

  // G06: deleted supplementary items leave the visible state.
  @Test func `a removed header and its subnodes leave the visible state`() throws {
    let stage = ListStage(0..<100)
    let parts = Mutex<[DisplayNode]>([])
    stage.delegate.headers = { item in
      [
        ListHeader(id: item.key / 5, length: 20) { environment in
          let (node, child, grandchild) = (
            DisplayNode(environment: environment), DisplayNode(environment: environment),
            DisplayNode(environment: environment)
          )
          child.addSubnode(grandchild)
          node.addSubnode(child)
          parts.withLock { $0 += [node, child, grandchild] }
          return node
        }
      ]
    }
    try stage.load()
    let nodes = parts.withLock { $0 }
    #expect(nodes.count > 3)
    #expect(nodes.prefix(3).allSatisfy { $0.interfaceState == .visible })
    // Headers scrolled away, and headers deleted with their items.
    stage.settle { $0.scroll(toOffset: 3_000) }
    #expect(nodes.allSatisfy { $0.interfaceState == .none })
    try stage.changeAndSettle(to: [])
    #expect(parts.withLock { $0 }.allSatisfy { $0.interfaceState == .none })
  }

  @Test func `insets push headers in, and bottom-up lists keep them at the top`() throws {
    let plain = try stage()
    plain.list.resize(to: Size(width: 100, height: 400), insets: Insets(top: 30, bottom: 10))
    plain.settle()
    plain.list.scroll(toOffset: 70)
    plain.settle()
    #expect(places(plain) == ["0@30", "1@180"])
    let reversed = try stage(.reversedChat)
    // Items 7 to 0 from the top; section 1 begins above the viewport.
    #expect(places(reversed) == ["1@0", "0@150"])
    reversed.settle { $0.scroll(toOffset: 120) }
    #expect(places(reversed) == ["2@0", "1@20", "0@270"])
  }

  @Test func `headers in different lanes do not affect each other`() throws {
    let stage = try stage()
    stage.delegate.headers = { item in
      func node(_ environment: DisplayEnvironment) -> DisplayNode {
        DisplayNode(environment: environment)
      }
      return [
        ListHeader(lane: 0, id: item.key / 5, length: 20) { node($0) },
        ListHeader(lane: 1, id: item.key / 2, length: 10, stick: .bottom) { node($0) },
      ]
    }
    try stage.list.reloadData()
    stage.settle()
    let frames = stage.list.headerFrames
    #expect(frames.count { $0.id.lane == 0 && $0.frame.minY < 400 } == 2)
    #expect(
      frames.filter { $0.id.lane == 1 && $0.frame.minY < 400 }.map(\.frame.minY) == [
        90, 190, 290, 390,
      ])
  }

  @Test func `an interrupted section has a header per part and keeps existing ones`()
    throws
  {
    let stage = try stage()
    let first = stage.list.headerFrames.first?.node
    try stage.changeAndSettle(to: [0, 1, 50, 2, 3, 4] + Array(5..<50))
    let named = stage.list.headerFrames.filter { $0.id.id == 0 }
    #expect(named.map(\.frame.minY) == [0, 150])
    #expect(named.first?.node === first)
    try stage.changeAndSettle(to: [0, 1, 2, 3, 4] + Array(5..<50))
    #expect(stage.list.headerFrames.filter { $0.id.id == 0 }.count == 1)
    #expect(stage.list.headerFrames.first?.node === first)
  }

  @Test func `floating headers appear during scrolling and fade out afterward`() throws {
    let stage = try stage { $0.isFloating = true }
    func opacity() -> Double? { stage.list.headerFrames.first?.node.opacity }
    // At its own position it is visible.
    #expect(opacity() == 1)
    stage.settle { $0.scroll(toOffset: 60) }
    stage.run(0.1)
    #expect(opacity() == 0)
    stage.list.fling(velocity: 60)
    stage.run(0.5)
    #expect(stage.list.isScrolling)
    #expect(opacity() == 1)
    stage.list.stopScrolling()
    stage.run(0.25)
    #expect(opacity() == 1)
    stage.run(0.2)
    #expect((opacity() ?? 0) < 0.9 && (opacity() ?? 0) > 0.1)
    stage.run(0.3)
    #expect(opacity() == 0)
    stage.list.flashHeaders(for: 1)
    stage.run(0.8)
    #expect(opacity() == 1)
    stage.run(1)
    #expect(opacity() == 0)
    // Two seconds by default, and a fade of 0.3.
    stage.list.flashHeaders()
    stage.run(1.9)
    #expect(opacity() == 1)
    // Nothing moves, but they are about to fade.
    #expect(stage.environment.loop.needsTick)
    stage.run(0.5)
    #expect(opacity() == 0)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `a header's callback reports its distance from its natural position`() throws {
    let log = Mutex<[Double]>([])
    let stage = try stage { header in
      if header.id.id == 0 { header.onStick = { _, part in log.withLock { $0.append(part) } } }
    }
    for offset in [5.0, 10, 40, 0] {
      stage.settle { $0.scroll(toOffset: offset) }
    }
    #expect(log.withLock { $0 } == [0, 0.25, 0.5, 1, 0])
  }

  @Test func `headers are removed with their sections`() throws {
    let stage = try stage()
    let old = try #require(stage.list.headerFrames.first?.node)
    try stage.changeAndSettle(to: 100..<150)
    #expect(old.supernode == nil)
    try stage.changeAndSettle(to: [])
    #expect(stage.list.headerFrames.isEmpty)
  }

  @Test func `a header at the top edge of its section sticks by its distance from there`() {
    // Of 20 points, five are inside the section, which begins at 100.
    var header = ListHeader(id: 1, length: 20, stick: .topEdge) { DisplayNode(environment: $0) }
    header.upperInset = 5
    let section = HeaderSection(header: header, upper: 100, lower: 300, elements: [])
    for (top, start, stick) in [(0.0, 85.0, 0.0), (85, 85, 0), (90, 90, 0.25), (120, 120, 1)] {
      let place = section.place(in: top..<top + 400)
      #expect(place.start == start && place.stick == stick)
    }
  }
}
