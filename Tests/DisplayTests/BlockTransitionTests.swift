import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Blocks of texts that are expanded and collapsed by the clock.
@MainActor struct BlockTransitionTests {
  let test = TestEnvironment(size: Size(width: 160, height: 400))
  let engine = TestFonts.engine()
  /// The number of times that the text was shown.
  let log = Log()
  private let observer: LoggingObserver
  let node: TextNode

  init() {
    observer = LoggingObserver(log)
    let lines = (0..<8).map { "aaaaaaa\($0)" }.joined(separator: "\n")
    var text = AttributedText(lines + "\nend", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<lines.utf8.count, isCollapsible: true)])
    node = TextNode(text, engine: engine, environment: test.environment)
    node.palette = Palette(text: .black, [.quoteFill: Color(argb: 0x4000_00FF)])
    let size = node.size(thatFits: Size(width: 120, height: .infinity))
    node.frame = Rect(origin: Point(x: 10, y: 10), size: size)
    node.node.addObserver(observer)
  }

  private func show() {
    test.settle(showing: node.node)
    test.frame()
  }

  private var drawings: Int { log.count(of: "did") }
  /// The distance from the node's upper edge to the end of the block, in points.
  private var blockEnd: Double { (node.layout.blocks.first?.frame.maxY ?? 0) }

  private func painted() throws -> Bitmap {
    var bitmap = try Bitmap(width: 160, height: 400)
    node.painter.paint(node.layout, at: Point(x: 10, y: 10), into: &bitmap, scale: 1)
    return bitmap
  }

  /// The moving layers: the uncovered part, and the part below.
  private var moving: (clip: Layer, below: Layer)? {
    guard let root = node.node.layer.sublayers.first, root.sublayers.count == 2 else { return nil }
    return (root.sublayers[0], root.sublayers[1])
  }

  private func toggle(
    _ isExpanded: Bool, duration: Double = 0.4,
    _ done: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    node.setExpanded(
      isExpanded, block: 0, LayoutTransition(duration: duration, curve: .linear), completion: done)
  }

  /// Compares the shown pixels with earlier ones, except where a collapsed block fades out: on its
  /// last line and beside the arrow.
  private func expectStart(of old: Bitmap, end: Double) throws {
    let (image, edge) = (try test.image(), Int(end.rounded()) + 10)
    let isSame = { (x: Int, y: Int) in image.pixel(x: x, y: y) == old.pixel(x: x, y: y) }
    #expect((0..<edge - 18).allSatisfy { y in (14..<30).allSatisfy { isSame($0, y) } })
    #expect((edge..<400).allSatisfy { y in (0..<160).allSatisfy { isSame($0, y) } })
  }

  @Test func `expanding a block follows the clock and draws the text once`() throws {
    show()
    let (collapsed, oldHeight, oldEnd) = (try test.image(), node.frame.size.height, blockEnd)
    let outcome = Log()
    toggle(true) { outcome.add("\($0)") }
    #expect(node.isExpanded(block: 0) && node.options.expandedBlocks.isEmpty)
    test.tick()
    #expect(try test.image() == collapsed)
    test.settle()
    test.frame()
    let start = test.clock.now
    #expect(node.options.expandedBlocks == [0])
    #expect(drawings == 2)
    let (newHeight, newEnd) = (node.frame.size.height, blockEnd)
    #expect(newHeight > oldHeight + 30)
    try expectStart(of: collapsed, end: oldEnd)
    let (clip, below) = try #require(moving)
    for (seconds, part) in [(0.0, 0.0), (0.1, 0.25), (0.2, 0.5), (0.3, 0.75)] {
      let time = start + seconds
      let height = node.node.layer.presentation(at: time).bounds.size.height
      #expect(abs(height - (oldHeight + part * (newHeight - oldHeight))) < 1e-9)
      let end = oldEnd.rounded() + part * (newEnd.rounded() - oldEnd.rounded())
      #expect(abs(clip.bottom(at: time) - end) < 1e-9)
      #expect(abs(below.presentation(at: time).position.y - end) < 1e-9)
    }
    test.frame(after: 0.2)
    #expect(outcome.all.isEmpty)
    test.frame(after: 0.21)
    #expect(outcome.all == ["true"])
    #expect(moving == nil)
    #expect(try test.image() == painted())
    #expect(drawings == 2)
  }

  @Test func `collapsing a block follows the clock and draws the text once`() throws {
    node.setExpanded(true, block: 0)
    node.frame.size = node.size(thatFits: Size(width: 120, height: .infinity))
    show()
    let expanded = try test.image()
    #expect(drawings == 1)
    toggle(false)
    test.settle()
    test.frame()
    #expect(try test.image() == expanded)
    test.frame(after: 0.5)
    #expect(try test.image() == painted())
    #expect(node.options.expandedBlocks.isEmpty)
    #expect(drawings == 2)
  }

  @Test func `a new transition continues from the current position of the block`() throws {
    show()
    let collapsed = try test.image()
    let outcome = Log()
    toggle(true) { outcome.add("open \($0)") }
    test.settle()
    test.frame()
    test.frame(after: 0.2)
    let middle = try #require(moving).clip.bottom(at: test.clock.now)
    toggle(false) { outcome.add("close \($0)") }
    #expect(!node.isExpanded(block: 0))
    // Nothing has been drawn meanwhile, and no time has passed.
    test.environment.loop.tick()
    test.present()
    test.frame()
    #expect(outcome.all == ["open false"])
    let start = test.clock.now
    let (clip, _) = try #require(moving)
    #expect(abs(clip.bottom(at: start) - middle) < 1e-9)
    let end = blockEnd.rounded()
    #expect(abs(clip.bottom(at: start + 0.2) - (middle + end) / 2) < 1e-9)
    test.frame(after: 0.5)
    #expect(outcome.all == ["open false", "close true"])
    #expect(try test.image() == collapsed)
  }

  @Test func `the latest pending transition wins in any drawing order`()
    throws
  {
    show()
    let outcome = Log()
    toggle(true) { outcome.add("1 \($0)") }
    test.tick()
    toggle(false) { outcome.add("2 \($0)") }
    test.tick()
    toggle(true) { outcome.add("3 \($0)") }
    test.tick()
    for work in test.executor.waiting.reversed() { test.executor.run(work) }
    test.settle()
    test.frame()
    test.frame(after: 1)
    #expect(outcome.all == ["1 false", "2 false", "3 true"])
    #expect(node.options.expandedBlocks == [0])
    #expect(try test.image() == painted())
  }

  @Test func `changes alongside a transition get the new size and share its timing`() throws {
    show()
    let other = DisplayNode(environment: test.environment)
    other.frame = Rect(x: 0, y: 300, width: 10, height: 10)
    test.show(other)
    test.frame()
    let told = Log()
    node.setExpanded(
      true, block: 0, LayoutTransition(duration: 0.4, curve: .linear),
      alongside: { size in
        told.add("\(size.height)")
        other.frame.origin.y = 340
      })
    test.settle()
    test.frame()
    #expect(told.all == ["\(node.frame.size.height)"])
    #expect(other.layer.presentation(at: test.clock.now + 0.1).position.y == 315)
  }

  @Test func `a node outside any host changes without animation`() {
    let outcome = Log()
    toggle(true) { outcome.add("\($0)") }
    test.settle()
    #expect(outcome.all == ["true"])
    #expect(node.options.expandedBlocks == [0])
    show()
    #expect(moving == nil)
  }

  @Test func `a block changes at once without a duration, and while display is suspended`()
    throws
  {
    show()
    let outcome = Log()
    toggle(true, duration: 0) { outcome.add("open \($0)") }
    test.settle()
    #expect(outcome.all == ["open true"])
    #expect(moving == nil)
    #expect(try test.image() == painted())
    node.node.isDisplaySuspended = true
    toggle(false) { outcome.add("close \($0)") }
    test.settle()
    #expect(outcome.all == ["open true", "close true"])
    #expect(moving == nil)
    node.node.isDisplaySuspended = false
    test.settle()
    test.frame(after: 1)
    #expect(try test.image() == painted())
  }

  @Test func `a block in a rasterized subtree changes without animation`() throws {
    let root = test.settle(showing: node.node, within: Size(width: 160, height: 400))
    let outcome = Log()
    toggle(true) { outcome.add("\($0)") }
    test.settle()
    #expect(outcome.all == ["true"])
    #expect(root.layer.sublayers.isEmpty && !node.node.isLoaded)
    #expect(try test.image() == painted())
  }

  @Test func `setting the text cancels a pending transition`() throws {
    show()
    let outcome = Log()
    toggle(true) { outcome.add("\($0)") }
    test.tick()
    node.text = AttributedText("other", style: TestFonts.style())
    test.settle()
    #expect(outcome.all == ["false"])
    #expect(moving == nil)
    #expect(try test.image() == painted())
  }

  @Test func `changing the palette ends a running transition`() throws {
    show()
    toggle(true)
    test.settle()
    test.frame()
    #expect(moving != nil)
    node.palette = Palette(text: Color(argb: 0xFFFF_0000))
    test.settle()
    test.frame(after: 1)
    #expect(moving == nil)
    #expect(try test.image() == painted())
  }

  @Test func `spoiler dust moves with its block`() throws {
    var text = node.text
    text.annotate(0..<2, as: .spoiler)
    node.text = text
    node.frame.size = node.size(thatFits: Size(width: 120, height: .infinity))
    show()
    let (collapsed, end) = (try test.image(), blockEnd)
    toggle(true)
    test.settle()
    test.frame()
    try expectStart(of: collapsed, end: end)
    test.frame(after: 1)
    #expect(try test.image() == painted())
  }

  @Test func `setting a block to its current state does not redraw it`() {
    show()
    let outcome = Log()
    toggle(false) { outcome.add("\($0)") }
    test.settle()
    #expect(outcome.all == ["true"])
    #expect(drawings == 1)
  }

  @Test func `pixels prepared for a block are not shown in a box of another size`() throws {
    toggle(true)
    test.settle()
    #expect(node.options.expandedBlocks == [0])
    node.frame.size = node.size(thatFits: Size(width: 70, height: .infinity))
    show()
    #expect(try test.image() == painted())
  }

  @Test func `pixels prepared for a block are not those of another text`() throws {
    toggle(true)
    test.settle()
    var text = AttributedText(
      node.text.string.replacing("a", with: "A"), style: TestFonts.style())
    text.addBlocks(node.text.blocks)
    node.text = text
    show()
    #expect(try test.image() == painted())
  }
}

extension Layer {
  /// Returns the lower edge of an untransformed layer at a time, in its superlayer's coordinates.
  @MainActor fileprivate func bottom(at time: Double) -> Double {
    position.y + presentation(at: time).bounds.size.height
  }
}
