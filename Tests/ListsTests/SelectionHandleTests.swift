import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Handles, the magnifier and keys of a selection, in rows whose characters are 10 points wide
/// and whose lines are 20 points high.
@MainActor @Suite(.endsStages) struct SelectionHandleTests {
  private let stage: TextStage
  private var selection: ListSelection { stage.list.selection }

  init() throws {
    stage = try TextStage(Array(repeating: "ab cd ef", count: 30))
  }

  private func handles() -> [DisplayNode] {
    stage.list.node.subnodes.filter { $0.name == "handle" }
  }

  private func magnifier() throws -> DisplayNode {
    try #require(stage.list.node.subnodes.first { $0.name == "magnifier" })
  }

  private func send(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) {
    stage.router.send(PointerEvent(phase, at: Point(x: x, y: y), time: 0, pointer: 1))
    stage.settle()
  }

  @Test func `a finger selects a word, and handles appear at its edges`() throws {
    #expect(selection.beginTouch(at: Point(x: 35, y: 50)))
    stage.settle()
    #expect(selection.isTouched)
    #expect(stage.source.shown == [2: 3..<5])
    let handles = handles()
    #expect(handles.map(\.isHidden) == [false, false])
    #expect(handles[0].frame == Rect(x: 24, y: 29, width: 12, height: 34))
    #expect(handles[1].frame == Rect(x: 45, y: 41, width: 12, height: 34))
    // Each has a stem along its edge, and a disc.
    #expect(
      handles[0].subnodes.map(\.frame) == [
        Rect(x: 5, y: 11, width: 2, height: 20), Rect(x: 0, y: 0, width: 12, height: 12),
      ])
    #expect(
      handles[1].subnodes.map(\.frame) == [
        Rect(x: 4, y: -1, width: 2, height: 20), Rect(x: 0, y: 22, width: 12, height: 12),
      ])
    #expect(selection.visibleFrame == Rect(x: 30, y: 40, width: 20, height: 20))
    selection.clear()
    stage.settle()
    #expect(self.handles().isEmpty)
    #expect(!selection.isTouched)
  }

  @Test func `a finger on no text selects nothing`() {
    #expect(!selection.beginTouch(at: Point(x: 250, y: 50)))
    #expect(selection.isEmpty)
    #expect(handles().isEmpty)
  }

  @Test func `the magnifier shows the text under the finger, above its line`() throws {
    selection.beginTouch(at: Point(x: 35, y: 50))
    stage.settle()
    let lens = try magnifier()
    // Neither above the list nor before its edge.
    #expect(lens.frame == Rect(x: 4, y: 4, width: 132, height: 46))
    #expect(!lens.isHidden)
    #expect(!lens.isOpaque)
    #expect(lens.shadow.offset.width == 0)
    #expect(lens.backgroundColor == Color(argb: 0xFF12_3456))
    selection.moveTouch(to: Point(x: 150, y: 210))
    stage.settle()
    #expect(lens.frame == Rect(x: 84, y: 138, width: 132, height: 46))
    let picture = try #require(lens.subnodes.first?.subnodes.first)
    #expect(picture.position == Point(x: 66, y: 23))
    #expect(picture.transform == AffineTransform(scaleX: 1.5, y: 1.5))
    #expect(picture.contentsScale == 1.5 * lens.contentsScale)
    // 132 by 46 points are 88 by 30.7 before they are enlarged; the line's middle is at 10.
    #expect(picture.bounds.minX == 150 - 44)
    #expect(abs(picture.bounds.minY - (10 - 46 / 3)) < 1e-9)
    #expect(abs(picture.bounds.size.height - 92 / 3) < 1e-9)
    selection.moveTouch(to: Point(x: 299, y: 210))
    stage.settle()
    #expect(lens.frame.minX == 300 - 132 - 4)
    selection.endTouch()
    stage.settle()
    #expect(lens.isHidden)
    #expect(handles().map(\.isHidden) == [false, false])
  }

  @Test func `a dragged handle moves its end by characters, and keeps its distance`() {
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.endTouch()
    stage.settle()
    // The caret is a point to the left of the finger, and 20 above it.
    send(.began, 51, 70)
    #expect(selection.isTouched)
    send(.moved, 72, 90)
    #expect(stage.source.shown == [2: 3..<8, 3: 0..<7])
    #expect(handles()[1].frame.origin == Point(x: 65, y: 61))
    // The start is dragged likewise.
    send(.ended, 72, 90)
    #expect(!selection.isTouched)
    send(.began, 30, 35)
    send(.moved, 10, 15)
    #expect(stage.source.shown == [1: 1..<8, 2: 0..<8, 3: 0..<7])
    #expect(handles()[0].frame.origin == Point(x: 4, y: 9))
    send(.ended, 10, 15)
  }

  @Test func `a handle that is dragged past the other one stays under the finger`() {
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.endTouch()
    stage.settle()
    send(.began, 51, 70)
    // Not onto the other end, which would leave nothing selected.
    send(.moved, 31, 70)
    #expect(stage.source.shown == [2: 3..<5])
    send(.moved, 21, 50)
    #expect(stage.source.shown == [1: 2..<8, 2: 0..<3])
    // The dragged one is at the start now.
    #expect(handles()[1].frame == Rect(x: 14, y: 9, width: 12, height: 34))
    #expect(handles()[0].frame == Rect(x: 25, y: 41, width: 12, height: 34))
    send(.ended, 21, 50)
    #expect(handles()[0].frame == Rect(x: 14, y: 9, width: 12, height: 34))
    #expect(handles()[1].frame == Rect(x: 25, y: 41, width: 12, height: 34))
  }

  @Test func `the handle of an end that is not on screen is hidden`() {
    selection.select(itemAt: 2)
    #expect(stage.source.shown == [2: 0..<8])
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.moveTouch(to: Point(x: 35, y: 190))
    selection.endTouch()
    stage.settle()
    #expect(handles().map(\.isHidden) == [false, false])
    stage.list.scroll(toOffset: 180)
    stage.settle()
    #expect(selection.visibleFrame == Rect(x: 0, y: 0, width: 50, height: 20))
    stage.list.scroll(toOffset: 400)
    stage.settle()
    #expect(handles().map(\.isHidden) == [true, true])
    #expect(selection.visibleFrame == nil)
  }

  @Test func `a handle is touched within 12 points above and below, and 16 beside`() {
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.endTouch()
    stage.settle()
    // From 24, 29 to 36, 63, and from 45, 41 to 57, 75.
    for (x, y, isHandle) in [
      (8.5, 40.0, true), (7.5, 40, false), (26, 17.5, true), (26, 16.5, false),
      (72.5, 60, true), (73.5, 60, false), (55, 86.5, true), (55, 87.5, false),
    ] {
      #expect((stage.list.node.hitTest(Point(x: x, y: y))?.name == "handle") == isHandle)
    }
  }

  @Test func `the handles of a list that has been released take no pointer`() throws {
    weak var list: ListView?
    let router: PointerRouter
    do {
      let stage = try TextStage(["ab cd ef", "ab cd ef", "ab cd ef"])
      (list, router) = (stage.list, stage.router)
      stage.list.selection.beginTouch(at: Point(x: 35, y: 50))
      stage.list.selection.endTouch()
      stage.settle()
      #expect(stage.list.node.hitTest(Point(x: 51, y: 70))?.name == "handle")
    }
    #expect(list == nil)
    #expect(!router.send(PointerEvent(.began, at: Point(x: 51, y: 70), time: 0, pointer: 1)))
  }

  @Test func `the caret of a dragged handle keeps its distance from the finger`() {
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.endTouch()
    stage.settle()
    // A point to the right of the caret, and 20 below the middle of its line.
    send(.began, 51, 70)
    for (x, y, shown) in [
      (51.0, 79.5, [2: 3..<5]), (55.5, 79.5, [2: 3..<5]), (56.5, 79.5, [2: 3..<6]),
      (51, 80.5, [2: 3..<8, 3: 0..<5]), (46.5, 80.5, [2: 3..<8, 3: 0..<5]),
      (45.5, 80.5, [2: 3..<8, 3: 0..<4]),
    ] {
      send(.moved, x, y)
      #expect(stage.source.shown == shown)
    }
    send(.ended, 45.5, 80.5)
  }

  @Test func `a mouse that is held scrolls nothing while a finger drags a handle`() {
    selection.beginTouch(at: Point(x: 35, y: 50))
    selection.endTouch()
    stage.settle()
    func mouse(_ phase: PointerEvent.Phase, _ y: Double) {
      stage.router.send(PointerEvent(phase, at: Point(x: 200, y: y), time: 0))
    }
    mouse(.began, 150)
    send(.began, 51, 70)
    for y in [120.0, 90, 60] { mouse(.moved, y) }
    stage.settle()
    #expect(selection.isTouched && stage.list.offset == 0)
    send(.ended, 51, 70)
  }

  // MARK: Keys

  /// Selects from one position to another, extends by keys, and returns the movable end.
  private func extended(
    from index: Int, _ anchor: Int, to focus: Int, _ movements: [TextLayout.CaretMovement]
  ) -> [Int]? {
    selection.select(
      from: ListSelection.Position(index: index, offset: anchor),
      to: ListSelection.Position(index: index, offset: focus))
    for movement in movements { selection.extend(moving: movement) }
    return selection.focus.map { [$0.index, $0.offset] }
  }

  @Test func `keys move the end of a selection, and from item to item`() {
    #expect(extended(from: 2, 0, to: 5, [.right]) == [2, 6])
    #expect(extended(from: 2, 0, to: 7, [.right]) == [2, 8])
    #expect(extended(from: 2, 0, to: 8, [.right]) == [3, 0])
    #expect(extended(from: 2, 0, to: 8, [.right, .right]) == [3, 1])
    #expect(extended(from: 2, 5, to: 0, [.left]) == [1, 8])
    #expect(extended(from: 2, 5, to: 0, [.wordLeft]) == [1, 8])
    #expect(extended(from: 2, 5, to: 0, [.backward(.word)]) == [1, 8])
    #expect(extended(from: 2, 0, to: 8, [.wordRight]) == [3, 0])
    #expect(extended(from: 2, 0, to: 8, [.forward(.character)]) == [3, 0])
    // Ends of lines are where they are.
    #expect(extended(from: 2, 0, to: 8, [.lineRight]) == [2, 8])
    #expect(extended(from: 2, 8, to: 0, [.lineLeft]) == [2, 0])
    // There is nothing before the first item, or after the last.
    #expect(extended(from: 0, 5, to: 0, [.left]) == [0, 0])
    #expect(extended(from: 29, 0, to: 8, [.right]) == [29, 8])
  }

  @Test func `vertical movements keep their column in other items`() {
    stage.source.texts[4] = "abcdef gh"
    #expect(extended(from: 2, 0, to: 5, [.down, .down]) == [3, 5])
    #expect(extended(from: 2, 8, to: 5, [.up, .up]) == [1, 5])
    // Items without text are skipped.
    stage.source.texts[3] = nil
    #expect(extended(from: 2, 0, to: 5, [.down, .down]) == [4, 5])
    #expect(extended(from: 4, 8, to: 0, [.left]) == [2, 8])
  }

  @Test func `arrows are visual in right-to-left text`() throws {
    stage.source.texts[2] = "אב גד"
    #expect(extended(from: 2, 0, to: 9, [.left]) == [3, 0])
    #expect(extended(from: 2, 0, to: 9, [.right]) == [2, 7])
    #expect(extended(from: 2, 9, to: 0, [.right]) == [1, 8])
    #expect(extended(from: 2, 9, to: 0, [.wordRight]) == [1, 8])
    #expect(extended(from: 2, 0, to: 9, [.wordLeft]) == [3, 0])
  }

  @Test func `a movement skips at most 64 items without text`() throws {
    let stage = try TextStage(Array(repeating: "ab", count: 80))
    for count in [63, 64] {
      for key in 0..<80 { stage.source.texts[key] = "ab" }
      for key in 2..<2 + count { stage.source.texts[key] = nil }
      let selection = stage.list.selection
      selection.select(
        from: ListSelection.Position(index: 1, offset: 0),
        to: ListSelection.Position(index: 1, offset: 2))
      #expect(selection.extend(moving: .right))
      #expect(selection.focus?.index == (count == 63 ? 65 : 1))
    }
  }

  @Test func `without a selection, its text or its source, keys move nothing`() {
    #expect(!selection.extend(moving: .right))
    stage.source.texts[2] = nil
    #expect(extended(from: 2, 0, to: 0, []) == [2, 0])
    #expect(!selection.extend(moving: .right))
    stage.source.texts[2] = "ab"
    #expect(selection.extend(moving: .right))
    selection.source = nil
    #expect(!selection.extend(moving: .right))
    #expect(selection.focus == ListSelection.Position(index: 2, offset: 1))
  }

  @Test func `an end at a line break is on the line of the characters next to it`() throws {
    // Thirty characters fit in a line, so that the second one has those at 30 to 39.
    let text = String(repeating: "aaaa ", count: 6) + "bbbb bbbb"
    let stage = try TextStage([text, "cc"])
    let selection = stage.list.selection
    for (anchor, movement, offset) in [
      (35, TextLayout.CaretMovement.lineRight, 39), (30, .lineRight, 39), (5, .lineLeft, 0),
      (35, .lineLeft, 30), (30, .lineLeft, 30),
    ] {
      selection.select(
        from: ListSelection.Position(index: 0, offset: anchor),
        to: ListSelection.Position(index: 0, offset: 30))
      #expect(selection.extend(moving: movement))
      #expect(selection.focus?.offset == offset)
    }
  }

  @Test func `movements enter the first and the last item, and skip empty texts`() {
    #expect(extended(from: 1, 5, to: 0, [.left]) == [0, 8])
    #expect(extended(from: 28, 0, to: 8, [.right]) == [29, 0])
    stage.source.texts[3] = ""
    #expect(extended(from: 2, 0, to: 8, [.right]) == [4, 0])
    #expect(extended(from: 4, 5, to: 0, [.up]) == [2, 0])
    // They leave them in either direction.
    #expect(extended(from: 3, 0, to: 0, [.right]) == [4, 0])
    #expect(extended(from: 3, 0, to: 0, [.left]) == [2, 8])
  }

  @Test func `the first and the last line decide the direction in which arrows leave a text`() {
    stage.source.texts[2] = "אב\ncd"
    #expect(extended(from: 2, 7, to: 0, [.right]) == [1, 8])
    #expect(extended(from: 2, 7, to: 0, [.left]) == [2, 2])
    #expect(extended(from: 2, 0, to: 7, [.right]) == [3, 0])
    #expect(extended(from: 2, 0, to: 7, [.left]) == [2, 6])
    stage.source.texts[2] = "cd\nאב"
    #expect(extended(from: 2, 7, to: 0, [.left]) == [1, 8])
    #expect(extended(from: 2, 0, to: 7, [.left]) == [3, 0])
  }

  @Test func `the item that a key has reached is shown`() {
    _ = extended(from: 9, 0, to: 8, [])
    stage.settle()
    #expect(stage.list.offset == 0)
    // Row 10 ends at 220, 20 points below the list.
    selection.extend(moving: .right)
    selection.extend(moving: .right)
    stage.run(1)
    #expect(stage.list.offset >= 20)
    #expect(stage.list.offset < 40)
  }
}

/// Texts as the items of a list, by key.
@MainActor private final class Texts: ListDataSource, ListSelection.Source {
  var texts: [Int: String]
  /// The ranges shown as selected.
  var shown: [Int: Range<Int>] = [:]
  private let count: Int
  private let engine = TestFonts.engine()
  private let options = LayoutOptions(lineHeight: .absolute(20))

  init(_ texts: [String]) {
    count = texts.count
    self.texts = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($0, $1) })
  }

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { count }
  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    let text = selectableText(of: item) ?? AttributedText("")
    return { [engine, options] environment in
      TextNode(text, options: options, engine: engine, environment: environment).node
    }
  }

  func selectableText(of item: ListItem) -> AttributedText? {
    texts[item.key].map { AttributedText($0, style: TestFonts.style()) }
  }

  func textLayout(of item: ListItem) -> TextLayout? {
    selectableText(of: item).map { engine.layout($0, options: options) }
  }

  // A text that a test has replaced has no node that shows it.
  func textNode(in node: DisplayNode, of item: ListItem) -> TextNode? {
    node.textNode.flatMap { $0.text.string == texts[item.key] ? $0 : nil }
  }

  func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int? {
    textLayout(of: item)?.position(at: point).offset
  }

  func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool {
    guard let size = textLayout(of: item)?.size else { return false }
    return point.x < size.width && point.y >= 0 && point.y < size.height
  }

  func range(of unit: ListSelection.Unit, around offset: Int, of item: ListItem) -> Range<Int> {
    guard let layout = textLayout(of: item),
      let caret = layout.caret(at: TextPosition(offset: offset))
    else { return 0..<0 }
    let point = Point(x: caret.frame.minX, y: caret.frame.minY)
    return layout.selection(at: point, by: unit == .word ? .word : .paragraph).range
  }

  func backgroundColor(of item: ListItem) -> Color { Color(argb: 0xFF12_3456) }

  func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem) {
    shown[item.key] = range
  }
}

/// A list of 300 by 200 points with a row of text per item.
@MainActor private struct TextStage {
  let source: Texts
  let list: ListView
  let router: PointerRouter
  private let clock = ManualClock()
  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let surface: NodeSurface

  init(_ texts: [String]) throws {
    source = Texts(texts)
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    let size = Size(width: 300, height: 200)
    surface = NodeSurface(LayerHost(size: size), environment: environment)
    list = ListView(source, environment: environment)
    list.resize(to: size)
    list.selection.source = source
    surface.rootNode = list.node
    router = PointerRouter(root: list.node)
    StageLog.current?.whenOver { [weak surface, weak loop = environment.loop, executor] in
      surface?.rootNode = nil
      finish(executor, loop)
    }
    try list.load()
    settle()
  }

  func settle() {
    for _ in 0..<12 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  /// Runs frames for some seconds.
  func run(_ seconds: Double) {
    for _ in 0..<Int(60 * seconds) {
      clock.advance(by: 1 / 60)
      settle()
    }
  }
}
