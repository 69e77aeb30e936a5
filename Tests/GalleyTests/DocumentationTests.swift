import Foundation
import Galley
import TestSupport
import Testing

/// Holds the documentation to code that is compiled and run.
@Suite struct DocumentationTests {
  @Test(arguments: [
    ("FromAMessageToAPicture", "MessageToPicture", 11), ("TextsOnASurface", "TextsOnASurface", 11),
    ("AListInAWindow", "AListInAWindow", 20),
  ])
  func `a page has the code that is compiled here`(name: String, file: String, limit: Int) throws {
    let page = try text(of: "Sources/Galley/Galley.docc/\(name).md")
    let code = try #require(page.firstMatch(of: /(?s)```swift\n(.*?)```/)).1
    #expect(try code == text(of: "Tests/GalleyTests/\(file).swift"))
    let statements = code.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("    ")
    }
    #expect(statements.count <= limit)
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  @Test func `a message becomes a picture in the colors of its theme`() throws {
    let engine = try TestFonts.engine()
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
    let engine = try TestFonts.engine()
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

  @Test @MainActor func `a list asks its data source for what is near the screen`() throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let texts = (0..<1_000).map { "Note \($0)" }
    let notes = Notes(texts, try TestFonts.engine())
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
  }

  /// The rows of pixels of the last frame that are not white all through.
  private func inkedRows(of sink: BitmapSink) -> [Int] {
    guard let bitmap = sink.lastFrame?.bitmap else { return [] }
    return (0..<bitmap.height).filter { y in
      (0..<bitmap.width).contains { bitmap.pixel(x: $0, y: y) != 0xFFFF_FFFF }
    }
  }
}
