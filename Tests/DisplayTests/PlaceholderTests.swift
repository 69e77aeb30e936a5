import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct PlaceholderTests {
  let test = TestEnvironment()
  let log = Log()

  private func makeNode(_ placeholder: Placeholder? = nil) -> DisplayNode {
    let node = DisplayNode(ProbeContent(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 40, height: 50)
    node.placeholder = placeholder
    return node
  }

  private func standIn(of node: DisplayNode) -> Layer? {
    node.layer.sublayers.first { $0.zPosition == 9999 }
  }

  // D16: the placeholder covers the node until there are contents.
  @Test func `a placeholder covers a node that has not been drawn`() throws {
    let node = makeNode(.solid(.green))
    test.tick(showing: node)
    let layer = try #require(standIn(of: node))
    #expect(node.isShowingPlaceholder)
    #expect(layer.frame == node.bounds)
    #expect(layer.backgroundColor == .green)
    #expect(layer.opacity == 1)
    #expect(layer.animationKeys.isEmpty)
    #expect(try test.image().pixel(x: 39, y: 49) == Color.green.argb)
  }

  @Test func `boxes keep their positions at any height of the node`() throws {
    let node = makeNode(
      .boxes([
        Placeholder.Box(Rect(x: 0, y: 0, width: 40, height: 20), color: .red),
        Placeholder.Box(
          Rect(x: 10, y: 5, width: 20, height: 20), color: .green, radii: CornerRadii(10)),
      ]))
    test.tick(showing: node)
    for height in [50.0, 60] {
      node.frame.size.height = height
      test.tick()
      let image = try test.image()
      #expect(image.pixel(x: 1, y: 1) == Color.red.argb)
      #expect(image.pixel(x: 20, y: 22) == Color.green.argb)
      #expect(image.pixel(x: 11, y: 6) == Color.red.argb)
    }
    #expect(try #require(standIn(of: node)).sublayers.count == 2)
  }

  @Test func `a placeholder disappears in the same tick as the contents appear`() throws {
    let node = makeNode(.solid(.green))
    test.tick(showing: node)
    test.executor.runAll()
    #expect(standIn(of: node) != nil)
    test.tick()
    #expect(node.layer.contents != nil)
    #expect(standIn(of: node) == nil)
    #expect(!node.isShowingPlaceholder)
  }

  // N22: placeholders fade by the clock.
  @Test func `a placeholder fades out by the clock`() throws {
    let node = makeNode(.solid(.green, fadeDuration: 0.5))
    test.settle(showing: node)
    #expect(!node.isShowingPlaceholder)
    let layer = try #require(standIn(of: node))
    test.frame()
    let start = test.clock.now
    #expect(layer.presentation(at: start).opacity == 1)
    #expect(abs(layer.presentation(at: start + 0.25).opacity - 0.5) < 1e-6)
    test.frame(after: 0.49)
    #expect(standIn(of: node) === layer)
    test.frame(after: 0.02)
    #expect(standIn(of: node) == nil)
  }

  @Test func `a placeholder never covers existing contents, current or stale`() throws {
    let ready = makeNode(.solid(.green))
    ready.layer.displayImmediately()
    let late = makeNode(.solid(.green))
    late.isRangeManaged = true
    late.setInterfaceState(.display)
    test.settle()
    for node in [ready, late] {
      #expect(node.layer.contents != nil)
      test.tick(showing: node)
      #expect(standIn(of: node) == nil)
    }
    test.settle()
    ready.setNeedsDisplay()
    test.tick()
    #expect(test.executor.waiting.count == 1)
    #expect(standIn(of: ready) == nil)
    ready.layer.removeFromSuperlayer()
    test.settle()
    ready.setNeedsDisplay()
    test.tick(showing: ready)
    #expect(standIn(of: ready) == nil)
  }

  @Test func `a node with contents shows no placeholder for its subnodes`() throws {
    let node = makeNode(.solid(.green))
    node.layer.displayImmediately()
    let child = makeNode()
    node.addSubnode(child)
    test.tick(showing: node)
    #expect(child.layer.contents == nil)
    #expect(standIn(of: node) == nil)
  }

  @Test func `a node whose subnode is being redrawn shows no placeholder`() throws {
    let root = DisplayNode(environment: test.environment)
    root.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    root.placeholder = .solid(.green)
    let child = makeNode()
    root.addSubnode(child)
    child.layer.displayImmediately()
    child.setNeedsDisplay()
    test.tick(showing: root)
    #expect(test.executor.waiting.count == 1)
    #expect(standIn(of: root) == nil)
  }

  @Test func `a synchronously displayed node has no placeholder`() {
    let node = makeNode(.solid(.green))
    node.displaysAsynchronously = false
    test.tick(showing: node)
    #expect(standIn(of: node) == nil)
  }

  // N23: display is complete when all subnodes are.
  @Test func `a placeholder stays until the whole subtree is drawn`() throws {
    let (root, middle) = (
      DisplayNode(environment: test.environment), DisplayNode(environment: test.environment)
    )
    root.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    root.placeholder = .solid(.green)
    let (fast, slow) = (makeNode(), makeNode())
    root.addSubnode(middle)
    root.addSubnode(fast)
    middle.addSubnode(slow)
    test.tick(showing: root)
    #expect(standIn(of: root) != nil)
    let work = test.executor.submitted
    try #require(work.count == 2)
    for id in work {
      #expect(standIn(of: root) != nil)
      test.executor.run(id)
      test.tick()
    }
    #expect(standIn(of: root) == nil)
    #expect(fast.layer.contents != nil)
    #expect(slow.layer.contents != nil)
  }

  @Test func `a placeholder stays while its contents wait for a transaction`() throws {
    let root = DisplayNode(environment: test.environment)
    root.isTransactionContainer = true
    root.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    let (first, second) = (makeNode(.solid(.green)), makeNode())
    root.addSubnode(first)
    root.addSubnode(second)
    test.tick(showing: root)
    let other = makeNode()
    test.tick(showing: other)
    let work = test.executor.submitted
    try #require(work.count == 3)
    test.executor.run(work[0])
    test.executor.run(work[2])
    test.tick()
    #expect(standIn(of: first) != nil)
    test.executor.run(work[1])
    test.tick()
    #expect(standIn(of: first) == nil)
  }

  // N20: contents in the first frame, if requested.
  @Test func `a node that never shows placeholders has contents in its first frame`() throws {
    let root = DisplayNode(environment: test.environment)
    root.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    root.neverShowsPlaceholders = true
    let node = makeNode(.solid(.green))
    root.addSubnode(node)
    test.tick(showing: root)
    #expect(node.layer.contents != nil)
    #expect(standIn(of: node) == nil)
  }

  @Test func `a placeholder leaves the surface with its node and returns with it`() {
    let node = makeNode(.solid(.green, fadeDuration: 1))
    test.tick(showing: node)
    node.layer.removeFromSuperlayer()
    #expect(standIn(of: node) == nil)
    test.tick(showing: node)
    #expect(standIn(of: node) != nil)
    test.settle()
    #expect(!node.isShowingPlaceholder)
  }

  @Test func `a placeholder is removed when the pending display is canceled`() {
    let node = makeNode(.solid(.green))
    test.tick(showing: node)
    node.cancelDisplay()
    test.settle()
    #expect(standIn(of: node) == nil)
  }

  @Test func `ensuring display removes the placeholder`() {
    let node = makeNode(.solid(.green))
    test.tick(showing: node)
    node.ensureDisplayed()
    #expect(node.layer.contents != nil)
    #expect(standIn(of: node) == nil)
  }

  @Test func `a placeholder appears when a node gets its size and follows it`() throws {
    let node = makeNode(.solid(.green))
    node.frame = .zero
    test.settle(showing: node)
    #expect(standIn(of: node) == nil)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.tick()
    node.frame = Rect(x: 5, y: 5, width: 30, height: 20)
    test.tick()
    #expect(standIn(of: node)?.frame == Rect(x: 0, y: 0, width: 30, height: 20))
  }

  @Test func `an image node without an image keeps its placeholder`() throws {
    let images = ImageNode(environment: test.environment)
    images.node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    images.node.placeholder = .solid(.green)
    test.settle(showing: images.node)
    #expect(standIn(of: images.node) != nil)
    images.setImage(.file(try .square(20, .red)))
    test.tick()
    #expect(standIn(of: images.node) != nil)
    test.settle()
    #expect(standIn(of: images.node) == nil)
    #expect(images.node.layer.contents != nil)
  }

  @Test func `a drawn placeholder shows what its content draws`() throws {
    let node = makeNode(
      .drawn(
        DrawnContent { context, request in
          context.fill(Rect(x: 0, y: 0, width: 10, height: 10), with: .red)
        }))
    test.tick(showing: node)
    let contents = try #require(standIn(of: node)?.contents)
    #expect(contents.width == 40)
    #expect(contents.pixel(x: 5, y: 5) == Color.red.argb)
    #expect(contents.pixel(x: 15, y: 5) == 0)
  }

  @Test func `a text line placeholder has bars, the last one shorter`() throws {
    var lines = Placeholder.Lines(color: .green, shimmer: nil, thickness: 6, pitch: 16)
    lines.insets = Insets(top: 4, left: 5, bottom: 2, right: 5)
    lines.lastLength = 0.5
    let node = makeNode(.textLines(lines))
    test.tick(showing: node)
    let bars = try #require(standIn(of: node)).sublayers
    #expect(
      bars.map(\.frame) == [
        Rect(x: 5, y: 4, width: 30, height: 6), Rect(x: 5, y: 20, width: 30, height: 6),
        Rect(x: 5, y: 36, width: 15, height: 6),
      ])
    #expect(bars.allSatisfy { $0.backgroundColor == .green && $0.cornerRadii.topLeft == 3 })
  }

  @Test func `a shimmer passes over all lines together and repeats`() throws {
    let node = makeNode(.textLines(Placeholder.Lines()))
    test.tick(showing: node)
    test.frame()
    let start = test.clock.now
    let lights = try #require(standIn(of: node)).sublayers.compactMap(\.sublayers.first)
    try #require(lights.count == 3)
    for (time, x) in [(0.0, -40.0), (0.3, -10), (0.6, 20), (0.9, 50), (1.5, -10)] {
      for light in lights {
        #expect(abs(light.presentation(at: start + time).position.x - x) < 1e-6)
      }
    }
    let images = try [0.1, 0.6].map { try test.host.commit(at: start).bitmap(at: start + $0) }
    #expect(images[0] != images[1])
  }

  @Test(arguments: [-1.0, 0, .nan, .infinity, 1e-300])
  func `invalid line parameters give a bounded number of lines`(number: Double) {
    for thickness in [number, 10] {
      var lines = Placeholder.Lines(thickness: thickness, pitch: number)
      lines.lastLength = number
      lines.period = number
      let node = makeNode(.textLines(lines))
      node.frame = Rect(x: 0, y: 0, width: 40, height: 1e6)
      test.tick(showing: node)
      #expect((standIn(of: node)?.sublayers.count ?? 0) <= 100)
    }
  }
}
