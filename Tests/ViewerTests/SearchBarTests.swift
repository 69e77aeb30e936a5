import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

@testable import Galley
@testable import GalleyWindow

/// The bar that searches the conversation of a window, in a window that is not on any screen.
@MainActor struct SearchBarTests {
  private let window: ConversationWindow
  private let environment: DisplayEnvironment

  init() {
    environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let messages = (0..<40).map { index in
      var message = ListedMessages.message(index)
      message.message = Message(index % 10 == 0 ? "the word" : "nothing")
      return message
    }
    let metrics = Window.Metrics(size: Size(width: 320, height: 480), scale: 1, refreshRate: 60)
    let nodes = NodeWindow(Window(offscreen: metrics), in: environment, loop: EventLoop())
    window = ConversationWindow(
      ChatRows(ListedMessages(messages), style: ChatStyle(), engine: TestFonts.engine()),
      ConversationWindow.Options(), in: nodes)
    window.composer = Composer(
      style: ChatStyle(), engine: TestFonts.engine(), environment: environment)
    window.view.canReply = true
    window.begin()
    settle()
  }

  private func settle() {
    for _ in 0..<60 {
      environment.executor.waitUntilIdle()
      environment.loop.tick()
      (environment.clock as? ManualClock)?.advance(by: 1.0 / 30)
    }
  }

  private func press(_ key: WindowEvent.Key, _ keys: WindowEvent.KeyModifiers = []) {
    window.window.window.receive(.key(key, keys, isRepeat: false))
    settle()
  }

  private func type(_ text: String) {
    window.window.window.receive(.text(text))
    settle()
  }

  private func click(_ point: Point, _ button: WindowEvent.PointerButton = .left) {
    window.window.window.receive(.pressed(button, at: point, clicks: 1, []))
    window.window.window.receive(.released(button, at: point, []))
    settle()
  }

  @Test func `text typed after ctrl+F is searched, and arrows visit the hits`() throws {
    press(.character("f"), .control)
    let bar = try #require(window.searchBar)
    #expect(bar.frame == Rect(x: 0, y: 0, width: 320, height: 54))
    #expect(window.view.node.frame.minY == 54)
    #expect(bar.figures == "")
    type("word")
    #expect(window.view.search?.query == "word")
    #expect(bar.figures == "1/4")
    for (key, keys, figures) in [
      (.up, [], "2/4"), (.enter, [], "3/4"), (.down, [], "2/4"), (.enter, .shift, "1/4"),
    ] as [(WindowEvent.Key, WindowEvent.KeyModifiers, String)] {
      press(key, keys)
      #expect(bar.figures == figures)
    }
    type("s")
    #expect(bar.figures == "0/0")
    press(.backspace)
    #expect(bar.figures == "1/4")
    press(.character("f"), .control)
    #expect(bar.field.text.selectedText == "word")
    #expect(window.composer?.field.string == "")
  }

  @Test func `escape and the cross end the search, and the composer has the keyboard again`() {
    for byKey in [true, false] {
      press(.character("f"), .control)
      type("word")
      if byKey { press(.escape) } else { click(Point(x: 320 - 23, y: 27)) }
      #expect(window.searchBar == nil)
      #expect(window.view.search == nil)
      #expect(window.view.node.frame == Rect(x: 0, y: 0, width: 320, height: 480 - 54))
    }
    type("draft")
    #expect(window.composer?.field.string == "draft")
  }

  @Test func `the buttons go to older and newer hits`() {
    press(.character("f"), .control)
    type("word")
    click(Point(x: 320 - 99, y: 27))
    click(Point(x: 320 - 99, y: 27))
    #expect(window.searchBar?.figures == "3/4")
    click(Point(x: 320 - 61, y: 27))
    #expect(window.searchBar?.figures == "2/4")
  }

  @Test func `a menu is where it is asked for although the bar moves the conversation`() throws {
    press(.character("f"), .control)
    let row = try #require(window.view.list.frame(at: 39))
    click(Point(x: 70, y: 54 + row.minY + row.size.height / 2), .right)
    #expect(window.view.hasPanel)
  }

  @Test func `an open menu takes keys and text from the composer`() throws {
    let row = try #require(window.view.list.frame(at: 39))
    click(Point(x: 70, y: row.minY + row.size.height / 2), .right)
    try #require(window.view.hasPanel)
    type("x")
    press(.backspace)
    #expect(window.view.hasPanel)
    #expect(window.composer?.field.string == "")
    press(.down)
    press(.enter)
    #expect(!window.view.hasPanel)
    type("y")
    #expect(window.composer?.field.string == "y")
  }
}
