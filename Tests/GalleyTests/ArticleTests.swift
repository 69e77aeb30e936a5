import Foundation
import Galley
import TestSupport
import Testing

/// Runs the code of the articles.
@Suite struct ArticleTests {
  private let engine = TestFonts.engine()

  @Test func `an image map has an area for each line of a link, and escapes it`() throws {
    let directory = TemporaryDirectory()
    let file = URL(filePath: directory.file("a\"b.png"))
    let words = String(repeating: "many words ", count: 12)
    let message = try Message(
      markdown: "[\(words)](https://example.org/?a=1&b=2) and [home](tg://user?id=1) ||x||")
    let html = try imageMap(of: message, with: engine, writingTo: file)
    let areas = html.matches(of: /<area shape="rect" coords="(\d+),(\d+),(\d+),(\d+)"/)
    let layout = engine.layout(message.attributedText(), options: LayoutOptions(width: 280))
    #expect(layout.lineCount > 2)
    #expect(areas.count >= layout.lineCount - 1)
    for area in areas {
      #expect(try #require(Int(area.1)) >= 12)
      #expect(try #require(Int(area.2)) >= 12)
      #expect(try #require(Int(area.3)) <= 12 + 281)
    }
    #expect(html.contains("src=\"a&quot;b.png\""))
    #expect(html.contains("href=\"https://example.org/?a=1&amp;b=2\""))
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a double click selects a word, and dragging adds words`() throws {
    let text = AttributedText("one two three", style: TestFonts.style())
    var selectable = SelectableText(engine.layout(text))
    #expect(selectable.copy == "")
    selectable.press(at: Point(x: 45, y: 5), clicks: 2)
    #expect(selectable.copy == "two")
    selectable.drag(to: Point(x: 85, y: 5))
    #expect(selectable.copy == "two three")
    selectable.press(at: Point(x: 0, y: 5))
    selectable.extend(.forward(.character))
    #expect(selectable.copy == "o")
    var bitmap = try Bitmap(width: 130, height: 20)
    selectable.paint(with: TextPainter(), into: &bitmap, scale: 1)
    #expect(bitmap.pixel(x: 5, y: 5) != bitmap.pixel(x: 125, y: 15))
  }

  @Test @MainActor func `an answer grows while its pieces arrive`() async {
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let answer = StreamingMessageNode(width: 200, engine: engine, environment: environment)
    let (pieces, source) = AsyncStream<String>.makeStream()
    for line in 0..<20 { source.yield("line \(line)\n\n") }
    source.finish()
    await show(pieces, in: answer)
    for _ in 0..<5 {
      environment.executor.waitUntilIdle()
      environment.loop.tick()
    }
    #expect(answer.isFinished)
    #expect(answer.height > 200)
    #expect(answer.node.frame.size.height == answer.height)
    environment.loop.settle()
  }

  @Test func `characters that no font covers are reported`() throws {
    let fonts = try TestFonts.collection()
    #expect(uncoveredParts(of: "", in: fonts).isEmpty)
    #expect(uncoveredParts(of: "a\u{12000}", in: fonts).contains { $0.hasPrefix("\u{12000}") })
  }

  @Test func `a picture is reproducible`() throws {
    let message = try Message(markdown: "**Hello** 123")
    let pictures = try (0..<2).map { _ in
      try reproduciblePicture(
        of: message, manifest: TestFonts.manifest, reader: DateFormatting(timeZone: "Asia/Tehran"))
    }
    #expect(pictures[0] == pictures[1])
  }

  @Test @MainActor func `a list shows messages in bubbles, and stays at the last one`() throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let messages = try (0..<200).map { try Message(markdown: "message **\($0)**") }
    let rows = MessageRows(messages, engine: engine)
    let list = try messageList(
      rows, size: Size(width: 360, height: 640), environment: environment)
    func settle() {
      for _ in 0..<20 {
        environment.executor.waitUntilIdle()
        environment.loop.tick()
      }
    }
    settle()
    #expect(list.displayedItems.range.upperBound == 200)
    let row = try #require(list.node(at: 199))
    let bubble = try #require(row.subnodes.first)
    #expect(bubble.frame.minX == 8)
    #expect(bubble.frame.size.width < 300)
    #expect(bubble.subnodes.first?.textNode != nil)
    try rows.receive(Message(markdown: "one more"), in: list)
    settle()
    #expect(list.itemCount == 201)
    environment.loop.settle()
  }
}
