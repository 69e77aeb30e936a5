@testable import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// The drawing of messages that are written, when their state or the scale changes.
@MainActor struct StreamingDrawingTests {
  private let engine = TestFonts.engine()

  private static var theme: RichTheme {
    var style = TestFonts.style()
    style.paint.color = .role(.text)
    return RichTheme(message: MessageTheme(text: style))
  }

  private func stream(_ text: String, on stage: TestEnvironment) -> StreamingMessageNode {
    let stream = StreamingMessageNode(
      width: 100, theme: Self.theme, engine: engine, environment: stage.environment)
    stage.settle(showing: stream.node)
    stream.append(text)
    return stream
  }

  @Test func `another palette redraws the message, and an equal one does not`() throws {
    let stage = TestEnvironment()
    stage.environment.animationPlayback = .firstFrame
    let stream = stream("ab", on: stage)
    stage.settle()
    let (count, old) = (stage.executor.submitted.count, try stage.image())
    stream.palette = .plain
    stage.settle()
    #expect(stage.executor.submitted.count == count)
    stream.palette = Palette(text: Color(argb: 0xFFFF_0000))
    stage.settle()
    #expect(stage.executor.submitted.count > count)
    #expect(try stage.image() != old)
    #expect(stream.layoutCount == 1)
  }

  @Test func `new words keep the loop running until they are visible`() {
    let stage = TestEnvironment()
    let stream = stream("mmmmmm", on: stage)
    for _ in 0..<3 {
      stage.tick()
      stage.executor.waitUntilIdle()
    }
    #expect(stream.layoutCount == 1)
    stage.tick()
    // A drawing is in flight, and the next moment is awaited nevertheless.
    #expect(stage.environment.loop.needsTick)
    stage.clock.advance(by: 100)
    stage.settle()
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `the lines of a message are those of all its texts, in its coordinates`() {
    var text = StreamingText(width: 200, theme: Self.theme, engine: engine)
    text.append("# Title\n\ntext\n\n- one\n- two\n  - three\n\n> quote\n\n")
    text.append("| a | b |\n|---|---|\n| c | d |\n\n1. end")
    text.finish()
    let layout = text.layout()
    let frames = layout.layout.texts.flatMap { text in
      text.layout.lines.map { $0.frame.offset(x: text.origin.x, y: text.origin.y) }
    }
    #expect(frames.count == 11)
    #expect(layout.lines(below: -1).map(\.frame) == frames)
    for edge in [0, frames[2].maxY, frames[4].maxY + 1, layout.size.height] {
      let lower = frames.filter { $0.maxY > edge + 0.01 }
      #expect(layout.lines(below: edge).map(\.frame) == lower)
    }
  }

  @Test(arguments: [true, false])
  func `text is drawn up to the painter's greatest scale`(isWithin: Bool) throws {
    let limit = TextPainter.scaleLimit
    let stage = TestEnvironment(
      scale: isWithin ? limit : limit.nextUp, size: Size(width: 40, height: 40))
    stage.environment.animationPlayback = .firstFrame
    let stream = stream("ab", on: stage)
    var string = AttributedText("ab cd", style: TestFonts.style())
    string.annotate(3..<5, as: .spoiler)
    let text = TextNode(string, engine: engine, environment: stage.environment)
    text.frame = Rect(x: 0, y: 0, width: 50, height: 10)
    let rich = RichMessageNode(
      RichDocument(try RichMessage(html: "<p>ab</p>"), theme: Self.theme, engine: engine),
      engine: engine, environment: stage.environment)
    rich.frame = Rect(x: 0, y: 0, width: 20, height: 10)
    stage.show(text.node)
    stage.settle(showing: rich.node)
    func hasInk(_ node: DisplayNode) -> Bool {
      node.layer.contents?.pixels.contains { $0 != 0 } ?? false
    }
    let tile = try #require(stream.node.subnodes.first)
    #expect([text.node, rich.node, tile].map(hasInk) == [isWithin, isWithin, isWithin])
    #expect(text.node.subnodes.contains { $0.name == "cover" } == isWithin)
  }
}
