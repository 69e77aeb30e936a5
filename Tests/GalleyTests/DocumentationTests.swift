import Foundation
import Galley
import TestSupport
import Testing

/// Compiles and runs the code of the documentation.
@Suite struct DocumentationTests {
  /// The files with the code of the articles; that of a module's page is in Pages.
  private static let articles = [
    "FromAMessageToAPicture": "MessageToPicture", "TextsOnASurface": "TextsOnASurface",
    "AListInAWindow": "AListInAWindow", "TapsInAConversation": "TapsInAConversation",
    "AConversationThatLives": "AConversationThatLives",
  ]

  /// The modules that people import.
  private static let modules = [
    "Accessibility", "Chat", "Display", "Fonts", "Galley", "Highlighting", "Images", "Layers",
    "LayoutSpecs", "Lists", "Messages", "Painting", "Pixels", "RichMessages", "Scheduling",
    "TextInput", "Typesetting", "Window",
  ]

  @Test func `each documentation page contains the code compiled in these tests`() throws {
    let pages = try FileManager.default.subpathsOfDirectory(
      atPath: repository.appending(path: "Sources").path
    ).filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    for page in pages {
      let name = String(page.split(separator: "/").last?.dropLast(3) ?? "")
      let text = try text(of: "Sources/" + page)
      guard let code = text.firstMatch(of: /(?s)```swift\n(.*?)```/)?.1 else { continue }
      let file = Self.articles[name] ?? "Pages/" + name
      #expect(try code == self.text(of: "Tests/GalleyTests/\(file).swift"), "\(page)")
      let statements = code.split(separator: "\n").filter {
        $0.hasPrefix("  ") && !$0.hasPrefix("    ")
      }
      #expect(statements.count <= 20, "\(page)")
    }
  }

  @Test(arguments: modules)
  func `each module's page has an example and topics`(module: String) throws {
    let page = try text(of: "Sources/\(module)/\(module).docc/\(module).md")
    #expect(page.contains("```swift\n"))
    #expect(page.contains("\n## Topics\n"))
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  @Test func `a message is rendered as a PNG image`() throws {
    let engine = TestFonts.engine()
    let png = try picture(of: "**Hello** from `code`, ||hush||.\n\n> said somebody", with: engine)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let bitmap = try Bitmap(png: png)
    #expect(bitmap.width > 100)
    #expect(bitmap.height > 50)
  }

  @Test @MainActor func `texts are drawn off the main actor and shown by a sink`() throws {
    let executor = ManualExecutor()
    let environment = DisplayEnvironment(executor: executor, clock: ManualClock())
    let sink = BitmapSink()
    let messages = try [Message(markdown: "**Hello**"), Message(markdown: "from `code`")]
    let engine = TestFonts.engine()
    let shown = surface(of: messages, engine: engine, sink: sink, environment: environment)
    environment.loop.tick()
    shown.compositor.waitUntilIdle()
    #expect(inkedRows(of: sink).isEmpty)
    executor.runAll()
    environment.loop.tick()
    shown.compositor.waitUntilIdle()
    #expect(sink.lastFrame?.bitmap.width == 720)
    // Two lines of text, and nothing below.
    #expect(inkedRows(of: sink).count > 20)
    #expect(inkedRows(of: sink).allSatisfy { $0 < 160 })
    shown.rootNode = nil
    environment.loop.settle()
  }

  @Test @MainActor func `a list creates nodes only for items near the viewport`() throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let texts = (0..<1_000).map { "Note \($0)" }
    let notes = Notes(texts, TestFonts.engine())
    let list = ListView(notes, environment: environment)
    list.resize(to: Size(width: 360, height: 640))
    try list.load()
    for _ in 0..<5 {
      environment.executor.waitUntilIdle()
      environment.loop.tick()
    }
    #expect(list.displayedItems.range.lowerBound == 0)
    #expect(list.displayedItems.range.count > 5)
    #expect(list.figures.liveNodes < 500)
    #expect(list.node(at: 0) != nil)
    environment.loop.settle()
  }

  /// Returns the rows of the last frame that are not completely white.
  private func inkedRows(of sink: BitmapSink) -> [Int] {
    guard let bitmap = sink.lastFrame?.bitmap else { return [] }
    return (0..<bitmap.height).filter { y in
      (0..<bitmap.width).contains { bitmap.pixel(x: $0, y: y) != 0xFFFF_FFFF }
    }
  }
}
