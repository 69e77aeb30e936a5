import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleyTextInput
import GalleyTypesetting
import GalleyWindow
import TestSupport
import Testing

@MainActor @Suite final class TextFieldTests {
  let clock = ManualClock()
  let environment: DisplayEnvironment
  let surface: NodeSurface
  let field: TextField
  let clipboard = Clipboard()

  /// A clipboard of the test.
  final class Clipboard: TextClipboard {
    var clipboardText: String?

    func copy(_ text: String) -> Bool {
      clipboardText = text
      return true
    }
  }

  init() {
    environment = DisplayEnvironment(executor: ManualExecutor(), clock: clock)
    surface = NodeSurface(
      LayerHost(size: Size(width: 200, height: 100)), environment: environment)
    field = TextField(
      TextField.Appearance(
        style: TestFonts.style(), caretColor: .black,
        insets: Insets(top: 5, left: 10, bottom: 5, right: 10)),
      engine: TestFonts.engine(), environment: environment)
    surface.rootNode = DisplayNode(environment: environment)
    surface.rootNode?.addSubnode(field.node)
    field.frame = Rect(x: 0, y: 20, width: 120, height: 30)
    field.clipboard = clipboard
    field.textInputDidChange(isActive: true)
  }

  isolated deinit {
    // Changes that no tick has applied retain their nodes.
    surface.rootNode = nil
    environment.executor.waitUntilIdle()
    environment.loop.tick()
  }

  private func node(_ name: String) throws -> DisplayNode {
    try #require(field.node.subnodes.first { $0.name == name })
  }

  private func press(_ x: Double, _ y: Double, at time: Double = 0) {
    surface.send(PointerEvent(.began, at: Point(x: x, y: y), time: time))
    surface.send(PointerEvent(.ended, at: Point(x: x, y: y), time: time))
  }

  @Test func `typed text moves the caret`() throws {
    field.insertText("abc")
    #expect(field.string == "abc")
    #expect(field.caretFrame?.origin == Point(x: 40, y: 25))
    #expect(try node("caret").frame.minX == 39)
  }

  @Test func `the caret moves with white space at the end of a line`() {
    field.insertText("ab ")
    #expect(field.caretFrame?.minX == 40)
    field.insertText(" ")
    #expect(field.caretFrame?.minX == 50)
    // As far as the field is wide.
    field.insertText(String(repeating: " ", count: 40))
    #expect(field.caretFrame?.minX == 110)
    field.string = "ab  cd"
    _ = field.handleKey(.home, [])
    for _ in 0..<3 { _ = field.handleKey(.right, []) }
    #expect(field.caretFrame?.minX == 40)
  }

  @Test func `the caret of an empty field is at the side of its placeholder`() {
    #expect(field.caretFrame?.minX == 10)
    field.placeholder = "הודעה"
    #expect(field.caretFrame?.minX == 110)
  }

  @Test func `a press places the caret, and more clicks select words and paragraphs`() {
    field.string = "ab cd\nef"
    press(44, 26)
    #expect(field.text.selection.range == 3..<3)
    press(44, 26, at: 0.2)
    #expect(field.text.selectedText == "cd")
    press(44, 26, at: 0.4)
    #expect(field.text.selectedText == "ab cd\n")
    press(44, 26, at: 2)
    #expect(field.text.selection.range == 3..<3)
  }

  @Test func `a drag selects`() throws {
    field.string = "abcdef"
    surface.send(PointerEvent(.began, at: Point(x: 20, y: 26), time: 0))
    surface.send(PointerEvent(.moved, at: Point(x: 50, y: 26), time: 0.1))
    #expect(field.text.selectedText == "bcd")
    #expect(try node("selection").frame.size.width == 30)
    #expect(try node("caret").isHidden)
  }

  @Test func `shortcuts copy, cut, paste, undo and redo`() {
    field.string = "one two"
    #expect(!field.handleKey(.character("c"), .control))
    #expect(clipboard.clipboardText == nil)
    _ = field.handleKey(.left, [.control, .shift])
    #expect(field.handleKey(.character("c"), .control))
    #expect(clipboard.clipboardText == "two")
    _ = field.handleKey(.character("x"), .control)
    #expect(field.string == "one ")
    _ = field.handleKey(.character("v"), .control)
    _ = field.handleKey(.character("v"), .control)
    #expect(field.string == "one twotwo")
    _ = field.handleKey(.character("z"), .control)
    #expect(field.string == "one two")
    _ = field.handleKey(.character("z"), [.control, .shift])
    #expect(field.string == "one twotwo")
    _ = field.handleKey(.character("a"), .control)
    _ = field.handleKey(.backspace, [])
    #expect(field.string == "")
  }

  @Test func `enter submits, and breaks the line with shift`() {
    var count = 0
    _ = field.handleKey(.enter, [])
    #expect(field.string == "\n")
    field.onSubmit = { count += 1 }
    #expect(field.handleKey(.enter, []))
    #expect(count == 1)
    _ = field.handleKey(.enter, .shift)
    #expect(field.string == "\n\n")
  }

  @Test func `vertical keys and shift with enter have no function in a field of one line`() {
    let field = TextField(isMultiline: false, engine: TestFonts.engine(), environment: environment)
    var submissions = 0
    field.onSubmit = { submissions += 1 }
    field.insertText("ab")
    #expect(!field.handleKey(.up, []))
    #expect(!field.handleKey(.down, []))
    #expect(!field.handleKey(.enter, .shift))
    #expect(field.handleKey(.enter, []))
    #expect((field.string, submissions) == ("ab", 1))
    #expect(field.text.selection.range == 2..<2)
  }

  @Test func `keys without a function are left to the window`() {
    #expect(!field.handleKey(.up, []))
    #expect(!field.handleKey(.escape, []))
    #expect(!field.handleKey(.pageUp, []))
    #expect(!field.handleKey(.function(5), []))
    #expect(!field.handleKey(.character("q"), .control))
    field.string = "a"
    #expect(field.handleKey(.up, []))
  }

  @Test func `the height follows the text up to the maximum number of lines`() {
    let line = field.height(forWidth: 120) - 10
    field.maximumLines = 3
    for (count, expected) in [(1, 1), (2, 2), (3, 3), (9, 3)] {
      field.string = Array(repeating: "a", count: count).joined(separator: "\n")
      #expect(field.height(forWidth: 120) == line * Double(expected) + 10)
    }
  }

  @Test func `a long text scrolls to the caret`() throws {
    field.string = (0..<20).map { "line \($0)" }.joined(separator: "\n")
    field.frame.size.height = 40
    let caret = try #require(field.caretFrame)
    #expect(caret.minY >= 25 && caret.maxY <= 55.5)
    _ = field.handleKey(.home, .control)
    #expect(field.caretFrame?.minY == 25)
    // Only the visible part is drawn.
    #expect(try node("text").bounds.size.height == 40)
  }

  @Test func `the caret blinks while the field is active, without continuous ticks`() throws {
    environment.loop.settle()
    let caret = try node("caret")
    #expect(!caret.isHidden)
    #expect(!environment.loop.needsTick)
    clock.advance(by: 0.54)
    environment.loop.tick()
    #expect(caret.isHidden)
    field.insertText("a")
    #expect(!caret.isHidden)
    clock.advance(by: 0.54)
    environment.loop.tick()
    #expect(caret.isHidden)
    field.textInputDidChange(isActive: false)
    clock.advance(by: 0.54)
    environment.loop.tick()
    #expect(caret.isHidden)
  }

  @Test func `an idle caret stops blinking and stays visible`() throws {
    for _ in 0..<100 {
      clock.advance(by: 0.54)
      environment.loop.tick()
    }
    #expect(try !node("caret").isHidden)
    environment.loop.settle()
    clock.advance(by: 10)
    #expect(!environment.loop.needsTick)
  }

  @Test func `an inactive field shows no caret and expects no text`() throws {
    field.textInputDidChange(isActive: false)
    #expect(try node("caret").isHidden)
    #expect(field.caretFrame == nil)
  }

  @Test func `composed text is underlined until it is inserted`() throws {
    var changes = 0
    field.onChange = { changes += 1 }
    field.compose(WindowEvent.Composition("ni", selection: 2..<2))
    #expect(field.layout.text.string == "ni")
    #expect(field.layout.text.style(at: 0).paint.underline != nil)
    field.insertText("n")
    #expect(field.string == "n")
    #expect(field.layout.text.style(at: 0).paint.underline == nil)
    #expect(changes == 2)
  }

  @Test func `the text is drawn in the frame of its key`() throws {
    environment.loop.settle()
    field.insertText("abc")
    environment.loop.tick()
    #expect(try node("text").layer.contents != nil)
    #expect(try surface.bitmap().pixel(x: 12, y: 30) != 0)
  }
}
