import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import GalleyTypesetting
import Testing

/// The points, pointers and edges of a list's text selection.
@MainActor @Suite(.endsStages) struct ListSelectionPointTests {
  private let texts = SelectableTexts()

  private func stage(
    _ configuration: ListConfiguration = ListConfiguration()
  ) throws -> ListStage {
    let stage = ListStage(0..<100, configuration)
    for key in 0..<100 where key != 3 { texts.texts[key] = "item \(key) abc" }
    stage.list.selection.source = texts
    try stage.load()
    return stage
  }

  @Test func `a selection of everything can be shortened to nothing at its start`() throws {
    for configuration in [ListConfiguration(), .reversedChat] {
      let stage = try stage(configuration)
      let selection = stage.list.selection
      stage.settle { $0.scroll(.end(configuration.isReversed ? .tail : .head)) }
      // The first item in reading order is at the top.
      let start = Point(x: 0, y: 10)
      selection.selectAll()
      #expect(selection.parts.count == 99)
      let ends = try #require(selection.ends)
      let (first, last) = configuration.isReversed ? (99, 0) : (0, 99)
      #expect(ends.start.index == first && ends.end.index == last)
      selection.extend(to: start)
      #expect(selection.isEmpty && selection.parts.isEmpty)
      selection.select(itemAt: configuration.isReversed ? 99 : 0)
      #expect(selection.text.string == (configuration.isReversed ? "item 99 abc" : "item 0 abc"))
      selection.extend(to: start)
      #expect(selection.isEmpty)
    }
  }

  @Test func `the text of a single item can be selected as everything`() throws {
    for configuration in [ListConfiguration(), .reversedChat] {
      let stage = ListStage([7], configuration)
      texts.texts[7] = "item"
      stage.list.selection.source = texts
      try stage.load()
      stage.list.selection.selectAll()
      #expect(stage.list.selection.text.string == "item")
    }
  }

  @Test func `an empty list and one without a source have no selection`() throws {
    let stage = ListStage([])
    stage.list.selection.source = texts
    try stage.load()
    stage.list.selection.selectAll()
    #expect(stage.list.selection.focus == nil && stage.list.selection.isEmpty)

    let other = try self.stage()
    other.list.selection.source = nil
    let position = ListSelection.Position(index: 0, offset: 0)
    other.list.selection.selectAll()
    other.list.selection.select(from: position, to: position)
    other.list.selection.begin(at: Point(x: 20, y: 60))
    #expect(other.list.selection.focus == nil)
    #expect(!other.list.selection.isText(at: Point(x: 20, y: 60)))
    let router = PointerRouter(root: other.list.node)
    for _ in 0..<2 { other.send(router, .began, 20, 60, pointer: 0) }
    other.send(router, .moved, 80, 110, pointer: 0)
    #expect(other.list.selection.focus == nil)
  }

  @Test func `there is no text beside items, nor beside their text`() throws {
    let stage = try stage()
    let points: [(Double, Double, Bool)] = [
      (20, 60, true), (99, 60, true), (100, 60, false), (20, 160, false), (20, -1, false),
      (20, 9_000, false), (.nan, 60, false),
    ]
    for (x, y, isText) in points {
      #expect(stage.list.selection.isText(at: Point(x: x, y: y)) == isText)
    }
  }

  @Test(arguments: [false, true])
  func `the nearer half of an item without text decides whether it is selected`(
    isReversed: Bool
  ) throws {
    let stage = try stage(isReversed ? .reversedChat : ListConfiguration())
    // Item 3 has no text. Its middle is at 175 points, or 225 from the top of a list of 400.
    let middle = isReversed ? 225.0 : 175
    let selection = stage.list.selection
    for (y, isEnd) in [(middle - 24, false), (middle, false), (middle + 1, true)] {
      selection.begin(at: Point(x: 40, y: y))
      let offset = isEnd != isReversed ? Int.max : 0
      #expect(selection.focus == ListSelection.Position(index: 3, offset: offset))
      #expect(selection.isEmpty)
    }
    selection.begin(at: Point(x: 40, y: Double.nan))
    #expect(selection.focus == nil)
  }

  @Test func `a click clears the selection, and a tap only one that has handles`() throws {
    let stage = try stage()
    let (router, selection) = (PointerRouter(root: stage.list.node), stage.list.selection)
    var changes = 0
    selection.onChange = { changes += 1 }
    func tap(_ pointer: Int, _ last: PointerEvent.Phase = .ended) {
      // On the item without text.
      stage.send(router, .began, 50, 160, pointer: pointer)
      stage.send(router, last, 50, 160, pointer: pointer)
      stage.clock.advance(by: 1)
    }
    selection.select(itemAt: 1)
    #expect(changes == 1)
    tap(1)
    tap(0, .canceled)
    #expect(selection.text.string == "item 1 abc" && changes == 1)
    tap(0)
    #expect(selection.focus == nil && changes == 2)
    tap(0)
    #expect(changes == 2)
    #expect(selection.beginTouch(at: Point(x: 20, y: 60)))
    selection.endTouch()
    #expect(selection.text.string == "item")
    tap(1)
    #expect(selection.focus == nil)
  }

  @Test func `a selecting pointer in a covered margin scrolls the list toward it`() throws {
    let stage = try stage()
    stage.settle { $0.resize(to: stage.list.size, insets: Insets(top: 60, bottom: 80)) }
    stage.settle { $0.scroll(toOffset: 2_000) }
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 20, 200, pointer: 0)
    // Twelve times the distance from the uncovered part, from 60 to 320 points, per second.
    for (y, velocity) in [
      (60.0, 0.0), (50, -120), (10, -600), (-90, -1_800), (-900, -1_800), (320, 0), (330, 120),
      (420, 1_200),
    ] {
      stage.send(router, .moved, 20, y, pointer: 0)
      stage.environment.loop.tick()
      let offset = stage.list.offset
      stage.clock.advance(by: 0.125)
      stage.environment.loop.tick()
      #expect(stage.list.offset - offset == velocity / 8)
    }
    #expect(stage.list.selection.isSelecting)
    stage.send(router, .ended, 20, 420, pointer: 0)
    #expect(!stage.list.selection.isSelecting)
    let offset = stage.list.offset
    stage.run(0.1)
    #expect(stage.list.offset == offset)
  }

  @Test func `a pointer next to the viewport scrolls by single points`() throws {
    let stage = try stage()
    stage.settle { $0.scroll(toOffset: 2_000) }
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 20, 200, pointer: 0)
    // Half a point, times twelve per second, during a sixth of a second.
    for (y, step) in [(-0.5, -1.0), (400.5, 1)] {
      stage.send(router, .moved, 20, y, pointer: 0)
      stage.environment.loop.tick()
      let offset = stage.list.offset
      stage.clock.advance(by: 1.0 / 6)
      stage.environment.loop.tick()
      #expect(stage.list.offset == offset + step)
    }
    stage.send(router, .ended, 20, 0, pointer: 0)
  }

  @Test func `a point belongs to the item that contains it, or else to the nearest one`() throws {
    let stage = try stage()
    stage.settle { $0.resize(to: stage.list.size, insets: Insets(top: 60)) }
    for (y, index) in [(-50.0, 0), (59, 0), (109.5, 0), (110.5, 1), (111.5, 1)] {
      stage.list.selection.begin(at: Point(x: 40, y: y))
      #expect(stage.list.selection.focus?.index == index)
    }
  }

  @Test func `ranges are shown again only if they have changed`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    selection.begin(at: Point(x: 50, y: 60))
    selection.extend(to: Point(x: 40, y: 160))
    #expect(texts.shown == [1: 5..<10, 2: 0..<10] && texts.showings == 2)
    selection.extend(to: Point(x: 40, y: 160))
    #expect(texts.showings == 2)
    selection.extend(to: Point(x: 40, y: 110))
    #expect(texts.shown == [1: 5..<10, 2: 0..<4] && texts.showings == 3)
    selection.clear()
    #expect(texts.showings == 5)
  }

  @Test func `a change is reported if it moves the selection`() throws {
    let stage = try stage()
    var changes = 0
    stage.list.selection.select(itemAt: 2)
    stage.list.selection.onChange = { changes += 1 }
    // One below it, and one above.
    try stage.changeAndSettle(to: Array(0..<5) + Array(6..<100))
    #expect(changes == 0)
    try stage.changeAndSettle(to: Array(1..<5) + Array(6..<100))
    #expect(changes == 1 && stage.list.selection.focus?.index == 1)
    #expect(stage.list.selection.text.string == "item 2 abc")
  }

  @Test func `points are relative to the frames of items, which insets move`() throws {
    let stage = try stage()
    stage.settle {
      $0.resize(to: stage.list.size, insets: Insets(top: 30, left: 20, bottom: 0, right: 0))
    }
    let selection = stage.list.selection
    // Item 1 is from 80 to 130, its text from 20 on.
    selection.begin(at: Point(x: 70, y: 129))
    selection.extend(to: Point(x: 60, y: 131))
    #expect(texts.shown == [1: 5..<10, 2: 0..<4])
    texts.texts[1] = "abc"
    #expect(selection.isText(at: Point(x: 49, y: 90)))
    #expect(!selection.isText(at: Point(x: 50, y: 90)))
    #expect(!selection.isText(at: Point(x: 19, y: 90)))
    // The middle of item 3, which has no text, is at 205.
    for (y, offset) in [(205.0, 0), (206, Int.max)] {
      selection.begin(at: Point(x: 40, y: y))
      #expect(selection.focus == ListSelection.Position(index: 3, offset: offset))
    }
  }

  @Test func `one click on text reaches the item, and the second one selects instead`() throws {
    let stage = try stage()
    let button = Button()
    stage.list.node(at: 1)?.pointerHandler = button
    let (router, selection) = (PointerRouter(root: stage.list.node), stage.list.selection)
    selection.select(itemAt: 4)
    func click(_ x: Double) {
      stage.send(router, .began, x, 60, pointer: 0)
      stage.send(router, .ended, x, 60, pointer: 0)
    }
    click(20)
    #expect(button.log == [.began, .ended])
    #expect(selection.text.string == "item 4 abc")
    click(20)
    #expect(button.log == [.began, .ended])
    #expect(selection.text.string == "item")
    // Not beside the text.
    texts.texts[1] = "item"
    stage.clock.advance(by: 1)
    for _ in 0..<2 { click(90) }
    #expect(button.log.count == 6)
  }

  @Test func `a mouse is taken to select or to scroll, and a finger to scroll`() throws {
    for hasSource in [false, true] {
      let stage = try stage()
      if !hasSource { stage.list.selection.source = nil }
      let router = PointerRouter(root: stage.list.node)
      for (pointers, mouse, finger) in [
        (ListView.DragScrolling.none, hasSource, false), (.touchesOnly, hasSource, true),
        (.all, true, true),
      ] {
        stage.list.dragScrolling = pointers
        for (pointer, isTaken) in [(0, mouse), (1, finger)] {
          let place = Point(x: 20, y: 60)
          let press = PointerEvent(.began, at: place, time: stage.clock.now, pointer: pointer)
          #expect(router.send(press) == isTaken)
          router.cancel(pointer)
          stage.clock.advance(by: 1)
        }
      }
    }
  }

  @Test func `a finger between words selects nothing`() throws {
    let stage = try stage()
    texts.texts[1] = "ab  cd"
    #expect(!stage.list.selection.beginTouch(at: Point(x: 30, y: 60)))
    #expect(stage.list.selection.isEmpty && !stage.list.selection.isTouched)
    #expect(stage.list.selection.beginTouch(at: Point(x: 40, y: 60)))
    #expect(stage.list.selection.text.string == "cd" && stage.list.selection.isTouched)
  }

  @Test func `an item is revealed by the shortest distance, if it is one of the list's`() throws {
    for isReversed in [false, true] {
      let stage = try stage(isReversed ? .reversedChat : ListConfiguration())
      let insets = isReversed ? Insets(top: 80, bottom: 60) : Insets(top: 60, bottom: 80)
      stage.settle { $0.resize(to: stage.list.size, insets: insets) }
      // The first and the last 10 points of an item of 50.
      let (first, last) = (
        Rect(x: 0, y: isReversed ? 40 : 0, width: 5, height: 10),
        Rect(x: 0, y: isReversed ? 0 : 40, width: 5, height: 10)
      )
      // From 2,060 to 2,320.
      for (index, rect, offset) in [
        (41, first, 1_990.0), (41, last, 2_000), (42, first, 2_000), (46, first, 2_000),
        (46, last, 2_030), (60, last, 3_050 - 320), (20, first, 1_000 - 60), (100, first, 2_000),
        (46, Rect(x: 0, y: isReversed ? 29 : 11, width: 5, height: 10), 2_001),
        // From 2,060 to 2,360, which is longer than the uncovered part.
        (41, Rect(x: 0, y: isReversed ? -260 : 10, width: 5, height: 300), 2_040),
      ] {
        stage.settle { $0.scroll(toOffset: 2_000) }
        stage.list.reveal(rect, of: index)
        #expect(stage.list.offset == offset)
      }
    }
  }
}
