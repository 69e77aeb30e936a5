import Foundation
import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyPixels
import GalleyTypesetting
import GalleyWindow
import TestSupport
import Testing

@testable import GalleyViewer

/// Compares the window with the same conversation without a window, pixel by pixel.
@MainActor
@Suite(.serialized, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct ViewerTests {
  private let screen: Screen
  private let window: ViewedWindow
  private let model: ConversationModel

  init() throws {
    screen = try Screen()
    window = try SampleConversation.window(on: screen)
    model = try SampleConversation.model()
  }

  /// Compares the window with the model.
  private func expectSame(_ comment: Comment, _ location: SourceLocation = #_sourceLocation) throws
  {
    let picture = try model.picture()
    let count = try window.differences(from: picture)
    #expect(count == 0, comment, sourceLocation: location)
    try keep(picture, named: "\(comment)")
  }

  /// Writes pictures for inspection, if requested.
  private func keep(_ picture: Bitmap, named name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"] else { return }
    for (kind, bitmap) in [("window", try window.picture()), ("model", picture)] {
      let path = "\(folder)/\(name.replacingOccurrences(of: " ", with: "-"))-\(kind).png"
      try Data(try bitmap.pngData()).write(to: URL(filePath: path))
    }
  }

  @Test func `a window renders and handles input like the headless list`() throws {
    try expectSame("opened")

    for _ in 0..<3 { try window.mouse(Point(x: 180, y: 200), "click 4") }
    for _ in 0..<3 { model.view.list.scrollWheel(by: Point(x: 0, y: -60), isPrecise: false) }
    model.settle()
    try expectSame("scrolled by the wheel")

    try window.press("End")
    model.view.list.scroll(.end(.tail))
    model.settle()
    try expectSame("scrolled by a key")

    let link = try #require(model.place(of: 8..<12, in: SampleConversation.link))
    let asked = try window.pixels()
    try window.mouse(link, "click 1")
    // The window asks; Enter opens what is not suspicious.
    #expect(try awaited({ $0 != asked }, window.pixels) != asked)
    try window.press("Return")
    #expect(window.nextLine() == "https://example.org/a")
    model.tap(link)
    #expect(model.links == ["https://example.org/a"])
    // The address at the bottom disappears when the pointer moves away.
    #expect(try window.differences(from: model.picture(), until: { $0 > 0 }) > 0)
    try window.mouse(Point(x: 4, y: 4))
    try expectSame("clicked a link")

    let spoiler = try #require(model.place(of: 9..<14, in: SampleConversation.spoiler))
    try window.mouse(spoiler, "click 1")
    model.tap(spoiler)
    try expectSame("revealed a spoiler")

    let quote = try #require(model.place(of: 0..<6, in: SampleConversation.quote))
    try window.mouse(quote, "click 1")
    model.tap(quote)
    #expect(model.view.source.state(ofKey: SampleConversation.quote).expandedBlocks == [0])
    try expectSame("expanded a quotation")
  }

  @Test func `text is selected across two messages and copied`() throws {
    try expectSame("opened to select")
    // A press on the left half of the letter selects it.
    var start = try #require(model.place(of: 8..<9, in: SampleConversation.link))
    start.x -= 2
    let end = try #require(model.place(of: 11..<12, in: SampleConversation.spoiler))
    try window.drag(from: start, to: end)
    model.send(.began, at: start)
    for step in 1...4 {
      let part = Double(step) / 4
      model.send(
        .moved,
        at: Point(
          x: (start.x + (end.x - start.x) * part).rounded(.down),
          y: (start.y + (end.y - start.y) * part).rounded(.down)))
    }
    model.send(.ended, at: end)
    model.settle()
    try expectSame("selected")
    let text = model.view.list.selection.text.string
    #expect(text.contains("page behind this link now\nIt was "))
    // Hidden text of a spoiler is not copied.
    #expect(!text.contains("gard"))
    try window.press("ctrl+c")
    #expect(try awaited({ $0 == text }, window.clipboard) == text)
    try window.press("Escape")
    model.view.list.selection.clear()
    model.settle()
    try expectSame("selected nothing")
  }

  @Test func `menus, questions and the focus look like those without a window`() throws {
    model.reader.asks = true
    let link = try #require(model.place(of: 8..<12, in: SampleConversation.link))
    try window.mouse(link, "click 3")
    model.send(.began, at: link, button: .secondary)
    model.settle()
    try expectSame("opened a menu")
    // Down to the first item, which asks.
    for key in ["Down", "Return"] { try window.press(key) }
    for key in [WindowEvent.Key.down, .enter] { model.view.press(key) }
    model.settle()
    try expectSame("asked by keys")
    try window.press("Escape")
    model.view.press(.escape)
    try window.mouse(Point(x: 4, y: 4))
    try window.press("Tab")
    model.view.press(.tab)
    model.settle()
    try expectSame("focused a link")
    try window.press("shift+F10")
    model.view.press(.function(10), .shift)
    model.settle()
    try expectSame("opened a menu by a key")
  }

  @Test func `a window matches the model after resizing and changing colors`() throws {
    try window.resize(to: (width: 300, height: 640))
    model.resize(to: Size(width: 300, height: 640))
    try expectSame("narrower")
    try window.resize(to: (width: 420, height: 500))
    model.resize(to: Size(width: 420, height: 500))
    try expectSame("wider")
    try window.press("t")
    model.view.appearance = .dark
    model.settle()
    try expectSame("dark")
    let plain = try window.pixels()
    try window.press("F12")
    #expect(try awaited({ $0 != plain }, window.pixels) != plain)
    try window.press("F12")
    try expectSame("dark without figures")
  }
}
