import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPainting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Pointer events on texts, delivered by the router.
@MainActor struct TextInteractionTests {
  let test = TestEnvironment(size: Size(width: 200, height: 300))
  let text: TextNode
  let interaction: TextInteraction
  let router: PointerRouter
  let log = Log()

  init() throws {
    let engine = TestFonts.engine()
    let quote = (0..<8).map { "a\($0)" }.joined(separator: "\n")
    var string = AttributedText("link and\n\(quote)\nhidden", style: TestFonts.style())
    string.annotate(0..<4, as: .link(type: "url", url: nil))
    string.annotate(string.length - 6..<string.length, as: .spoiler)
    string.addBlocks([TextBlock(.quote, in: 9..<9 + quote.utf8.count, isCollapsible: true)])
    text = TextNode(string, engine: engine, environment: test.environment)
    text.frame = Rect(
      origin: Point(x: 20, y: 20), size: text.size(thatFits: Size(width: 150, height: .infinity)))
    let root = DisplayNode(environment: test.environment)
    root.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    root.addSubnode(text.node)
    interaction = TextInteraction(text)
    router = PointerRouter(root: root)
    let log = log
    interaction.onLink = { log.add("link \($0.range)") }
    test.settle(showing: root)
  }

  @discardableResult private func send(_ phase: PointerEvent.Phase, _ point: Point) -> Bool {
    router.send(PointerEvent(phase, at: point.shifted(20), time: test.clock.now))
  }

  private func tap(_ point: Point) {
    send(.began, point)
    send(.ended, point)
  }

  /// The middle of the last line.
  private var spoilerPoint: Point {
    let rect = text.layout.spoilers.first?.rects.first ?? .zero
    return Point(x: rect.minX + 5, y: rect.minY + rect.size.height / 2)
  }

  private var blockPoint: Point {
    let frame = text.layout.blocks.first?.frame ?? .zero
    return Point(x: frame.minX + 15, y: frame.minY + 12)
  }

  @Test func `a display node returns the text or image node that owns it`() throws {
    let environment = test.environment
    #expect(text.node.textNode?.text == text.text)
    #expect(text.node.textNode?.node === text.node)
    let (images, transforms) = (
      ImageNode(environment: environment), TransformImageNode(environment: environment)
    )
    #expect(images.node.imageNode?.node === images.node)
    #expect(transforms.node.transformImageNode?.node === transforms.node)
    #expect(images.node.textNode == nil && transforms.node.imageNode == nil)
    #expect(text.node.imageNode == nil && text.node.transformImageNode == nil)
    weak var node: DisplayNode?
    do {
      let short = TextNode(engine: TestFonts.engine(), environment: environment)
      TextInteraction(short)
      node = short.node
      node?.textNode?.animatesDust = true
      #expect(node?.textNode?.animatesDust == true)
    }
    #expect(node == nil)
  }

  @Test func `taps on links are reported, and taps on plain text fall through`() {
    tap(Point(x: 5, y: 5))
    #expect(log.take() == ["link 0..<4"])
    #expect(!send(.began, Point(x: 65, y: 5)))
    #expect(text.pressedTarget == nil)
  }

  /// Replaces the text with a truncated one whose token has a link and an action.
  private func showToken() throws -> (link: TextLayout.TokenPart, action: TextLayout.TokenPart) {
    var token = AttributedText("… ab more", style: TestFonts.style())
    token.annotate(4..<6, as: .link(type: "url", url: "https://token.example"))
    token.annotate(7..<11, as: .other(type: "more", value: nil))
    var string = AttributedText("link of the text and more text", style: TestFonts.style())
    string.annotate(0..<12, as: .link(type: "url", url: nil))
    text.text = string
    text.palette = Palette(text: .black, [.linkHighlight: Color(argb: 0x8000_FF00)])
    text.options.maximumLines = 2
    text.options.truncationToken = LayoutOptions.TruncationToken(token)
    text.frame.size = text.size(thatFits: Size(width: 150, height: .infinity))
    test.settle()
    let parts = text.layout.tokenTargets
    try #require(parts.count == 2)
    return (parts[0], parts[1])
  }

  @Test func `a pressed token is highlighted at its own place and reported as a token`() throws {
    let parts = try showToken()
    var tapped: [TextLayout.TokenPart] = []
    interaction.onToken = { tapped.append($0) }
    for part in [parts.link, parts.action] {
      let rect = try #require(text.layout.rects(of: part).first)
      let point = Point(x: rect.minX + 5, y: rect.minY + 5)
      #expect(text.target(at: point) == .token(part))
      send(.began, point)
      #expect(text.pressedTarget == .token(part))
      test.settle()
      let highlights = text.node.subnodes.filter { $0.name == "highlight" }
      let frame = try #require(highlights.last?.frame)
      #expect(frame.union(rect) == frame)
      #expect(frame.size.width < rect.size.width + 10 && frame.size.height < rect.size.height + 10)
      send(.ended, point)
      for _ in 0..<60 { test.tick() }
    }
    #expect(tapped == [parts.link, parts.action])
    #expect(log.all.isEmpty)
  }

  @Test func `a token released beside its part is not tapped`() throws {
    let parts = try showToken()
    interaction.onToken = { _ in Issue.record("tapped") }
    let rect = try #require(text.layout.rects(of: parts.action).first)
    send(.began, Point(x: rect.minX + 5, y: rect.minY + 5))
    send(.moved, Point(x: rect.minX - 6, y: rect.minY + 5))
    #expect(text.pressedTarget == nil)
    send(.ended, Point(x: rect.minX - 6, y: rect.minY + 5))
  }

  @Test func `a pointer that leaves a link cancels the press`() {
    send(.began, Point(x: 35, y: 5))
    #expect(text.pressedTarget != nil)
    send(.moved, Point(x: 44, y: 5))
    #expect(text.pressedTarget == nil)
    send(.ended, Point(x: 44, y: 5))
    #expect(log.all.isEmpty)
  }

  @Test func `a drag or a canceled pointer is not a tap`() {
    send(.began, Point(x: 5, y: 5))
    send(.moved, Point(x: 20, y: 5))
    #expect(text.pressedTarget == nil)
    send(.ended, Point(x: 20, y: 5))
    send(.began, Point(x: 5, y: 5))
    router.cancel(0)
    #expect(text.pressedTarget == nil)
    #expect(log.all.isEmpty)
  }

  @Test func `a tap on a spoiler reveals it`() {
    let point = spoilerPoint
    #expect(text.target(at: point) == .spoiler(0))
    tap(point)
    for _ in 0..<45 { test.tick() }
    test.settle()
    #expect(text.revealed.contains(0))
  }

  @Test func `a tap expands a collapsed block, and its arrow collapses it`() throws {
    let height = text.frame.size.height
    tap(blockPoint)
    test.settle()
    test.frame(after: 1)
    #expect(text.isExpanded(block: 0) && text.frame.size.height > height)
    let arrow = try #require(text.layout.blocks.first?.arrowFrame)
    #expect(!send(.began, blockPoint))
    tap(Point(x: arrow.minX + 2, y: arrow.minY + 2))
    test.settle()
    #expect(!text.isExpanded(block: 0) && text.frame.size.height == height)
  }

  @Test(arguments: [(-1.0, 0.0), (0, -1)])
  func `the arrow of an expanded block is hit up to eight points away`(
    x: Double, y: Double
  ) throws {
    text.setExpanded(true, block: 0)
    text.frame.size = text.size(thatFits: Size(width: 150, height: .infinity))
    let block = try #require(text.layout.blocks.first)
    let arrow = try #require(block.arrowFrame)
    func target(_ distance: Double) -> TextNode.Target? {
      text.target(at: Point(x: arrow.minX + x * distance, y: arrow.minY + y * distance))
    }
    #expect(target(0) == .block(0) && target(8) == .block(0))
    #expect(target(8.5) == nil)
  }

  @Test func `a block handler is called instead of expanding the block`() {
    let log = log
    interaction.onBlock = { log.add("block \($0) \($1)") }
    tap(blockPoint)
    test.settle()
    #expect(log.take() == ["block 0 true"])
    #expect(!text.isExpanded(block: 0))
  }

  @Test func `a long press reports its target and is not a tap`() {
    let log = log
    interaction.onLongPress = { target, point in
      if case .link? = target { log.add("long link \(point.x)") } else { log.add("long") }
    }
    send(.began, Point(x: 5, y: 5))
    for _ in 0..<40 { test.tick() }
    #expect(text.pressedTarget == nil)
    send(.ended, Point(x: 5, y: 5))
    #expect(log.take() == ["long link 5.0"])
    #expect(send(.began, Point(x: 65, y: 5)))
    for _ in 0..<40 { test.tick() }
    send(.ended, Point(x: 65, y: 5))
    #expect(log.take() == ["long"])
  }
}

extension Point {
  /// Returns the point with the origin of the text added.
  fileprivate func shifted(_ distance: Double) -> Point { Point(x: x + distance, y: y + distance) }
}
