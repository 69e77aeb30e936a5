import GalleyDisplay
import GalleyGeometry
import GalleyScheduling
import GalleyTextInput
import GalleyTypesetting
import GalleyWindow
import TestSupport
import Testing

/// A text field that receives what is typed into a window which is not on any screen.
@MainActor @Suite struct WindowTextInputTests {
  private let nodes: NodeWindow
  private let field: TextField
  private let bounds = Rect(x: 0, y: 0, width: 200, height: 100)

  init() {
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let metrics = Window.Metrics(size: bounds.size, scale: 1, refreshRate: 60)
    nodes = NodeWindow(Window(offscreen: metrics), in: environment, loop: EventLoop())
    field = TextField(
      TextField.Appearance(style: TestFonts.style(), caretColor: .black),
      engine: TestFonts.engine(), environment: environment)
    field.frame = Rect(x: 10, y: 20, width: 120, height: 30)
  }

  /// Adds the field to the window, and applies the changes.
  private func show() {
    nodes.rootNode = DisplayNode(environment: nodes.environment)
    nodes.rootNode?.addSubnode(field.node)
    nodes.begin()
    tick()
  }

  private func tick() {
    nodes.environment.loop.settle(limit: 10)
  }

  @Test func `text is typed before the first tick and beside the caret`() throws {
    #expect(nodes.window.textInputFrame == nil)
    nodes.textInput = field
    #expect(nodes.window.textInputFrame != nil)
    show()
    let caret = try #require(field.caretFrame)
    #expect(nodes.window.textInputFrame == caret)
    nodes.window.onEvent?(.text("AB"))
    tick()
    #expect(field.string == "AB")
    let moved = try #require(field.caretFrame)
    #expect(moved.minX > caret.minX)
    #expect(nodes.window.textInputFrame == moved)
  }

  @Test func `the first keys after the window gets the focus type text`() {
    nodes.textInput = field
    show()
    nodes.window.onEvent?(.focused(false))
    tick()
    #expect(field.caretFrame == nil)
    // No tick comes between the focus and the keys that arrive with it.
    #expect(nodes.window.textInputFrame == bounds)
    nodes.window.onEvent?(.focused(true))
    tick()
    #expect(nodes.window.textInputFrame == field.caretFrame)
  }

  @Test func `no text is expected without a receiver`() {
    nodes.textInput = field
    show()
    nodes.textInput = nil
    #expect(nodes.window.textInputFrame == nil)
    tick()
    #expect(nodes.window.textInputFrame == nil)
  }
}
