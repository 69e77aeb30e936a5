import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Scrolling by pointers, and their ownership.
@MainActor @Suite(.endsStages) struct ListPointerTests {
  private func drag(_ stage: ListStage, _ router: PointerRouter, by step: Double, count: Int) {
    stage.send(router, .began, 50, 200)
    for index in 1...count {
      stage.clock.advance(by: 1.0 / 120)
      stage.send(router, .moved, 50, 200 + step * Double(index))
    }
  }

  @Test func `content follows a drag and decelerates after release`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: -10, count: 12)
    stage.environment.loop.tick()
    // The first step is needed to recognize a drag.
    #expect(stage.list.offset == 110)
    #expect(stage.list.scrollPhase == .dragging)
    stage.send(router, .ended, 50, 80)
    #expect(stage.list.scrollPhase == .decelerating)
    #expect(abs(stage.list.velocity - 1_200) < 1)
    stage.run(5)
    #expect(abs(stage.list.offset - 110 - 1_200 / 2.002_002_67) < 1)
    #expect(stage.delegate.log == ["begin", "let go", "end"])
  }

  // G17: items are told about drags and their visible part.
  @Test func `an item's visible fraction can be queried throughout a drag`()
    throws
  {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.resize(to: stage.list.size, insets: Insets(top: 20)) }
    let (list, delegate) = (stage.list, stage.delegate)
    delegate.whenScrolled = {
      guard let seen = list.visibility(at: 1) else { return }
      delegate.log.append("\(seen.fraction) from \(Int(seen.rect.minY))")
    }
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 200)
    for step in 1...4 {
      stage.clock.advance(by: 1)
      stage.send(router, .moved, 50, 200 - 25 * Double(step))
      stage.environment.loop.tick()
    }
    stage.send(router, .canceled, 50, 100)
    stage.settle()
    #expect(
      delegate.log == ["begin", "1.0 from 0", "1.0 from 0", "0.5 from 25", "put down", "end"])
    #expect(list.visibility(at: 0)?.fraction == 0)
    #expect(list.visibility(at: 900) == nil)
  }

  @Test func `a bottom-up list follows the pointer`() throws {
    let stage = try ListStage(0..<1_000, .reversedChat).loaded()
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: 10, count: 12)
    stage.environment.loop.tick()
    #expect(stage.list.offset == 110)
    #expect(stage.place(of: 2) == 360)
  }

  @Test func `a horizontal list follows the pointer in either growth direction`() throws {
    for isReversed in [false, true] {
      var configuration = ListConfiguration()
      configuration.axis = .horizontal
      configuration.isReversed = isReversed
      let stage = ListStage(0..<100, configuration)
      stage.source.isHorizontal = true
      try stage.load()
      let router = PointerRouter(root: stage.list.node)
      let way = isReversed ? 1.0 : -1
      stage.send(router, .began, 50, 200)
      for step in 1...12 {
        stage.clock.advance(by: 1.0 / 120)
        stage.send(router, .moved, 50 + 10 * way * Double(step), 200)
      }
      stage.environment.loop.tick()
      // The first step is needed to recognize a drag.
      #expect(stage.list.offset == 110)
      #expect(stage.nodeFrame(at: 2)?.minX == (isReversed ? 60 : -10))
      stage.send(router, .ended, 50, 200)
      #expect(abs(stage.list.velocity - 1_200) < 1)
    }
  }

  @Test func `a drag takes the pointer from the pressed item, a tap does not`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    let button = Button()
    stage.list.node(at: 4)?.pointerHandler = button
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 220)
    stage.send(router, .moved, 52, 215)
    stage.send(router, .ended, 52, 215)
    #expect(button.log == [.began, .moved, .ended])
    #expect(stage.list.offset == 0)
    button.log = []
    stage.send(router, .began, 50, 220)
    stage.send(router, .moved, 50, 205)
    stage.send(router, .moved, 50, 190)
    stage.send(router, .ended, 50, 190)
    #expect(button.log == [.began, .canceled])
    #expect(stage.list.offset == 15)
    button.log = []
    // Movement across the list does not scroll.
    stage.settle()
    stage.send(router, .began, 50, 190)
    stage.send(router, .moved, 90, 200)
    stage.send(router, .ended, 90, 200)
    #expect(button.log == [.began, .moved, .ended])
  }

  @Test func `a press on moving content stops it and reaches no item`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.list.fling(velocity: 3_000)
    stage.run(0.2)
    let offset = stage.list.offset
    #expect(offset > 300)
    let button = Button()
    for index in stage.list.displayedItems.range {
      stage.list.node(at: index)?.pointerHandler = button
    }
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 200)
    stage.clock.advance(by: 0.2)
    stage.send(router, .ended, 50, 200)
    #expect(stage.list.offset == offset)
    #expect(button.log.isEmpty)
    stage.run(0.1)
    #expect(!stage.list.isScrolling)
  }

  @Test func `content pulled past its end bounces back`() throws {
    let stage = try ListStage(0..<100).loaded()
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: 20, count: 6)
    stage.run(0.1)
    #expect(stage.list.offset < -40)
    #expect(stage.place(of: 0) == (-stage.list.offset).rounded())
    #expect(stage.list.figures.blankItems == 0)
    stage.send(router, .ended, 50, 320)
    stage.run(1.5)
    #expect(stage.list.offset == 0)
    #expect(stage.shown.first == "0@0")
  }

  @Test func `insertions during a drag keep the content under the pointer`() throws {
    let stage = try ListStage(0..<100, .chat).loaded()
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: 5, count: 12)
    stage.settle()
    let place = stage.place(of: 95)
    try stage.changeAndSettle(to: Array(-20..<100) + [500, 501])
    #expect(stage.place(of: 95) == place)
    stage.send(router, .moved, 50, 250)
    stage.settle()
    #expect(stage.place(of: 95) == place.map { $0 - 10 })
  }

  @Test func `a second finger that rests changes nothing, and cancellation stops scrolling`() throws
  {
    let stage = try ListStage(0..<100).loaded()
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: -10, count: 6)
    stage.send(router, .began, 20, 100, pointer: 2)
    #expect(stage.list.offset == 50)
    stage.send(router, .ended, 20, 100, pointer: 2)
    #expect(stage.list.scrollPhase == .dragging)
    stage.send(router, .canceled, 50, 140)
    #expect(stage.list.scrollPhase == .idle)
    stage.run(0.2)
    #expect(stage.list.offset == 50)
  }

  @Test func `mouse drags can be excluded from scrolling`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.list.dragScrolling = .touchesOnly
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 200, pointer: 0)
    stage.send(router, .moved, 50, 100, pointer: 0)
    #expect(stage.list.offset == 0)
  }

  @Test func `a wheel scrolls gradually, a touchpad immediately`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.list.scrollWheel(by: Point(x: 0, y: 33), isPrecise: true)
    #expect(stage.list.offset == 33)
    stage.list.scrollWheel(by: Point(x: 0, y: 120), isPrecise: false)
    #expect(stage.list.offset == 33)
    stage.run(0.05)
    #expect(stage.list.offset > 40 && stage.list.offset < 150)
    stage.run(1)
    #expect(stage.list.offset == 153)
    stage.list.scrollWheel(by: Point(x: .nan, y: 3), isPrecise: true)
    #expect(stage.list.offset == 153)
  }

  @Test func `scroll commands reach both ends of a mostly unmeasured list`() throws {
    let stage = try ListStage(0..<10_000, height: 90, estimate: 30).loaded()
    stage.settle { $0.scroll(.end(.tail)) }
    #expect(stage.place(of: 9_999) == 310)
    #expect(stage.list.offsetFromTail == .known(0))
    stage.list.scroll(.page(.backward))
    stage.run(1)
    #expect(stage.place(of: 9_995) == 310)
    stage.settle { $0.scroll(.end(.head)) }
    #expect(stage.place(of: 0) == 0)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `a snapping list stops at the start of an item`() throws {
    var configuration = ListConfiguration()
    configuration.snapping = .items
    let stage = try ListStage(0..<1_000, configuration).loaded()
    stage.list.fling(velocity: 1_777)
    stage.run(5)
    #expect(stage.list.offset > 600)
    #expect(stage.list.offset.truncatingRemainder(dividingBy: 50) == 0)
  }

  @Test func `a mouse that is pressed while a finger scrolls reaches the item under it`() throws {
    let stage = try ListStage(0..<100).loaded()
    let button = Button()
    for index in 0..<12 { stage.list.node(at: index)?.pointerHandler = button }
    let router = PointerRouter(root: stage.list.node)
    drag(stage, router, by: -10, count: 6)
    #expect(button.log == [.began, .canceled])
    stage.send(router, .began, 20, 100, pointer: 0)
    #expect(button.log == [.began, .canceled, .began])
    stage.send(router, .ended, 20, 100, pointer: 0)
    // Another finger helps to scroll instead.
    stage.send(router, .began, 20, 100, pointer: 2)
    #expect(button.log == [.began, .canceled, .began, .ended])
    stage.send(router, .ended, 50, 140)
    #expect(stage.list.scrollPhase == .dragging)
    stage.send(router, .ended, 20, 100, pointer: 2)
    #expect(stage.list.scrollPhase != .dragging)
  }

  @Test func `a mouse that moves from the text of an item selects, and leaves the item`() throws {
    let texts = SelectableTexts()
    let stage = try ListStage(0..<100).loaded()
    stage.list.selection.source = texts
    for key in 0..<100 { texts.texts[key] = "item" }
    let button = Button()
    stage.list.node(at: 1)?.pointerHandler = button
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 20, 60, pointer: 0)
    stage.send(router, .moved, 20, 110, pointer: 0)
    #expect(button.log == [.began, .canceled])
    #expect(texts.shown == [1: 2..<4, 2: 0..<2])
    stage.send(router, .moved, 20, 160, pointer: 0)
    stage.send(router, .ended, 20, 160, pointer: 0)
    #expect(texts.shown == [1: 2..<4, 2: 0..<4, 3: 0..<2])
    #expect(stage.list.offset == 0 && stage.delegate.log.isEmpty)
  }

  @Test func `a wheel scrolls the list if it moves at least as far along it as across`() throws {
    for isHorizontal in [false, true] {
      var configuration = ListConfiguration()
      configuration.axis = isHorizontal ? .horizontal : .vertical
      let stage = ListStage(0..<100, configuration)
      stage.source.isHorizontal = isHorizontal
      try stage.load()
      var offset = 0.0
      for (across, along) in [
        (0.0, 10.0), (10, 10), (-10, 10), (11, 10), (30, 10), (-30, 10), (10, -5), (9, -10),
        (0, 0), (10, 0),
      ] {
        let delta = isHorizontal ? Point(x: along, y: across) : Point(x: across, y: along)
        let isAlong = along != 0 && along.magnitude >= across.magnitude
        #expect(stage.list.scrollWheel(by: delta, isPrecise: true) == isAlong)
        offset += isAlong ? along : 0
        #expect(stage.list.offset == offset)
      }
    }
  }
}
