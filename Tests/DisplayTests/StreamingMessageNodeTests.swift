import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Nodes that show messages while they are written.
@MainActor struct StreamingMessageNodeTests {
  private let engine = TestFonts.engine()
  private let stage: TestEnvironment
  private let stream: StreamingMessageNode

  init() {
    stage = TestEnvironment(size: Size(width: 240, height: 300))
    stage.environment.animationPlayback = .firstFrame
    stream = StreamingMessageNode(
      width: 200, theme: Self.theme, engine: engine, environment: stage.environment)
    stream.node.frame = Rect(x: 20, y: 20, width: 200, height: 0)
    stage.settle(showing: stream.node)
  }

  private static var theme: RichTheme {
    RichTheme(message: MessageTheme(text: TestFonts.style(size: 10)))
  }

  private static let lines = (0..<80).map { "line \($0)\n\n" }

  /// Returns the pixels of the stage with a message painted as a whole.
  private func painted(_ markdown: String, isFinished: Bool = false) throws -> Bitmap {
    var text = StreamingText(width: 200, theme: Self.theme, engine: engine)
    text.append(markdown)
    if isFinished { text.finish() }
    var image = try Bitmap(width: 240, height: 300)
    TextPainter().paint(text.layout(), at: Point(x: 20, y: 20), into: &image, scale: 1)
    return image
  }

  @Test func `appended text is laid out off the main actor and shown`() throws {
    stream.append("# Title\n\nSome **bold")
    stage.tick()
    #expect(stream.height == 0)
    stage.settle()
    #expect(stream.height == stream.layout.size.height && stream.height > 20)
    #expect(try stage.image() == painted("# Title\n\nSome **bold"))
    stream.append(" words**")
    stream.finish()
    stage.settle()
    #expect(stream.isFinished)
    #expect(try stage.image() == painted("# Title\n\nSome **bold words**", isFinished: true))
  }

  @Test func `text that arrives during a layout is laid out in one step`() {
    for line in Self.lines.prefix(5) { stream.append(line) }
    stage.tick()
    #expect(stream.layoutCount == 0)
    for line in Self.lines.prefix(10) { stream.append(line) }
    stage.tick()
    stage.executor.waitUntilIdle()
    stage.tick()
    #expect(stream.layoutCount == 1)
    stage.settle()
    #expect(stream.layoutCount == 2)
  }

  @Test func `an append draws only the end again`() throws {
    for line in Self.lines.prefix(20) { stream.append(line) }
    stage.settle()
    let old = try stream.node.subnodes.map { try #require($0.layer.contents) }
    #expect(old.count > 2)
    stream.append("more")
    stage.settle()
    let new = try stream.node.subnodes.map { try #require($0.layer.contents) }
    for (old, new) in zip(old.dropLast(), new) { #expect(new.sharesPixels(with: old)) }
    #expect(new.last != old.last)
    #expect(try stage.image() == painted(Self.lines.prefix(20).joined() + "more"))
  }

  @Test func `only the part of a long message near the host has pixels`() throws {
    for line in Self.lines { stream.append(line) }
    stage.settle()
    #expect(stream.height > 700)
    func range() -> ClosedRange<Double> {
      let frames = stream.node.subnodes.map(\.frame)
      return (frames.map(\.minY).min() ?? 0)...(frames.map(\.maxY).max() ?? 0)
    }
    #expect(range().lowerBound == 0 && range().upperBound < 700)
    // The host's area is from 480 to 780 points.
    stream.node.frame.origin.y = -480
    stage.settle()
    #expect((90...180).contains(range().lowerBound) && range().upperBound >= stream.height)
    var image = try Bitmap(width: 240, height: 300)
    TextPainter().paint(stream.layout, at: Point(x: 20, y: -480), into: &image, scale: 1)
    #expect(try stage.image() == image)
  }

  @Test func `the height only grows until the message is finished`() {
    var heights: [Double] = []
    stream.onHeightChange = { heights.append($0) }
    stream.append("one\n\ntwo\n\nthree")
    stage.settle()
    let height = stream.height
    stream.replace(whole: "one")
    stage.settle()
    #expect(stream.height == height && stream.layout.size.height < height)
    #expect(
      stream.node.layoutThatFits(SizeRange(min: .zero, max: Size(width: 500, height: 500))).size
        == Size(width: 200, height: height))
    stream.finish()
    stage.settle()
    #expect(stream.height == stream.layout.size.height)
    #expect(heights == [height, stream.height])
  }

  @Test func `held marks are shown 300 ms after the last append`() throws {
    stream.append("a *")
    stage.settle()
    #expect(try stage.image() == painted("a"))
    stage.clock.advance(by: 0.2)
    stream.append("*")
    stage.settle()
    stage.clock.advance(by: 0.2)
    stage.settle()
    #expect(try stage.image() == painted("a"))
    stage.clock.advance(by: 0.1)
    stage.settle()
    #expect(try stage.image() == painted(#"a \*\*"#))
    stream.append("b")
    stage.settle()
    #expect(try stage.image() == painted("a **b"))
  }

  @Test func `another width lays the message out again`() {
    stream.append("some words that fill lines")
    stage.settle()
    let height = stream.height
    stream.width = 100
    stage.settle()
    #expect(stream.layout.size.width == 100 && stream.height > height)
    stream.width = 200
    stage.settle()
    #expect(stream.height == height)
  }

  @Test func `text is appended on any thread`() async throws {
    await Task.detached { [stream] in
      stream.append("one")
      stream.append([0x20, 0xC3])
      stream.append([0xA9])
    }.value
    stage.settle()
    #expect(try stage.image() == painted("one é"))
    #expect(stream.layoutCount == 1)
  }

  @Test func `a width is positive and finite, however small`() {
    stream.width = 0.5
    #expect(stream.width == 0.5)
    for width in [0, -1, .nan, .infinity] {
      stream.width = width
      #expect(stream.width == 0.5)
    }
  }

  // MARK: Tiles

  @Test func `a message without text has no tiles`() {
    stream.append("one")
    stage.settle()
    #expect(stream.node.subnodes.count == 1)
    stream.replace(whole: "")
    stage.settle()
    #expect(stream.layout.size.height == 0)
    #expect(stream.node.subnodes.isEmpty)
  }

  @Test func `a message has a tile, however low it is`() {
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: 0.5)))
    let low = StreamingMessageNode(
      width: 200, theme: theme, engine: engine, environment: stage.environment)
    stage.settle(showing: low.node)
    low.append("one")
    stage.settle()
    #expect(low.height > 0 && low.height <= 1)
    #expect(low.node.subnodes.count == 1)
  }

  @Test func `the end of a message has a tile even if the others almost contain it`() throws {
    // Ten lines are 100 points high, and a tile is 96.
    let text = (0..<10).map { _ in "mmmmmmmmmmmmmmmmmmm " }.joined()
    stream.append(text)
    stage.settle()
    #expect(stream.height == 100)
    #expect(try stage.image() == painted(text))
  }

  @Test func `the tiles of a message that is upside down cover the host's area`() {
    stream.node.frame.origin.y = 300
    stream.node.transform = AffineTransform(scaleX: 1, y: -1)
    for line in Self.lines { stream.append(line) }
    stage.settle()
    // The host shows the first 300 points; another 300 are ready below them.
    let frames = stream.node.subnodes.map(\.frame)
    #expect(frames.map(\.minY).min() == 0)
    #expect(frames.map(\.maxY).max() == 672)
  }

  // MARK: Animations

  /// Returns the opacity of the pixel at a place of the message.
  private func opacity(at point: Point) throws -> UInt32 {
    try stage.image().pixel(x: Int(20 + point.x), y: Int(20 + point.y)) >> 24
  }

  /// Runs a tick with its drawing, and one that shows it.
  private func frame(after seconds: Double) {
    stage.clock.advance(by: seconds)
    for _ in 0..<2 {
      stage.environment.loop.tick()
      stage.executor.waitUntilIdle()
    }
    stage.environment.loop.tick()
  }

  @Test(arguments: [false, true])
  func `new words fade in along their line, from the leading edge`(isRightToLeft: Bool) throws {
    stage.environment.animationPlayback = .playing
    stream.append(isRightToLeft ? "\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}\u{5D0}" : "mmmmmm")
    frame(after: 0)
    frame(after: 0)
    let line = try #require(stream.layout.layout.texts.first?.layout.line(at: 0).frame)
    let places = [3.0, 57].map { isRightToLeft ? line.maxX - $0 : line.minX + $0 }
    func opacities() throws -> [UInt32] {
      try places.map { try opacity(at: Point(x: $0, y: line.minY + line.size.height / 2)) }
    }
    #expect(try opacities() == [0, 0])
    frame(after: 0.2)
    let early = try opacities()
    #expect(early[0] > 64 && early[1] == 0)
    frame(after: 0.75)
    let late = try opacities()
    #expect(late[0] > early[0] && (1..<late[0]).contains(late[1]))
    frame(after: 0.15)
    stage.settle()
    #expect(!stage.environment.loop.needsTick)
    #expect(try opacities() == [late[0], late[0]])
  }

  @Test(arguments: [3, 5])
  func `words become opaque in reading order, however long drawing takes`(ticks: Int) throws {
    stage.environment.animationPlayback = .playing
    stream.append((0..<40).map { _ in "mmmmmmmmmmmmmmmmmmmm " }.joined())
    for _ in 0..<3 { frame(after: 0) }
    let lines = try #require(stream.layout.layout.texts.first?.layout.lines.map(\.frame))
    #expect(lines.count == 40)
    var seen: Set<UInt32> = []
    for tick in 0..<70 {
      stage.clock.advance(by: 1.0 / 60)
      stage.environment.loop.tick()
      if tick % ticks == ticks - 1 { stage.executor.waitUntilIdle() }
      guard tick % 7 == 6 else { continue }
      let opacities = try lines.prefix(22).map {
        try opacity(at: Point(x: $0.minX + 103, y: $0.minY + $0.size.height / 2))
      }
      #expect(opacities == opacities.sorted(by: >), "tick \(tick)")
      seen.formUnion(opacities)
    }
    #expect(seen.count > 5)
  }

  @Test func `a placeholder shimmers without a layout`() throws {
    stage.environment.animationPlayback = .playing
    stream.append("<tg-thinking>mmmmmmmm</tg-thinking>")
    for _ in 0..<8 { frame(after: 0.25) }
    let count = stream.layoutCount
    var images: [Bitmap] = []
    for _ in 0..<8 {
      frame(after: 0.15)
      images.append(try stage.image())
    }
    #expect(stream.layoutCount == count)
    #expect(Set(images.map(\.pixels)).count > 5)
    stage.environment.animationPlayback = .firstFrame
    frame(after: 0.1)
    stage.settle()
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `the node of a streamed message is found by its node`() {
    #expect(stream.node.streamingMessageNode?.layout === stream.layout)
    #expect(stream.node.richMessageNode == nil)
  }
}
