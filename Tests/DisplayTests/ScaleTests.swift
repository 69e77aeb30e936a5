import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

/// Nodes and their drawings in flight when the screen's scale changes.
@MainActor struct ScaleTests {
  /// The objects whose scale changes.
  enum Way: CaseIterable { case host, node }
  /// The progress of a drawing when the scale changes.
  enum Moment: CaseIterable { case asked, started, drawn, finished, shown }

  private let box = Rect(x: 3, y: 5, width: 10, height: 7)

  private func makeNode(_ test: TestEnvironment, isRasterized: Bool, _ log: Log) throws
    -> DisplayNode
  {
    let node = DisplayNode(ScaleContent(log: log), environment: test.environment)
    node.rasterizesSubtree = isRasterized
    node.frame = box
    if isRasterized {
      let child = DisplayNode(ScaleContent(log: log), environment: test.environment)
      child.frame = Rect(origin: .zero, size: Size(width: 5, height: 7))
      node.addSubnode(child)
    }
    // Contents drawn for another scale would be visible at once in a wrong size.
    node.contentsGravity = .topLeft
    return node
  }

  /// Checks that a node's pixels cover its bounds, or that there are none.
  private func appearance(_ test: TestEnvironment, _ place: Comment) throws {
    let (image, scale) = (try test.image(), test.host.scale)
    let inside = Rect(
      x: box.minX * scale, y: box.minY * scale, width: box.size.width * scale,
      height: box.size.height * scale)
    var counts: [UInt32: Int] = [:]
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) != 0 {
        counts[image.pixel(x: x, y: y), default: 0] += 1
      }
    }
    guard !counts.isEmpty else { return }
    #expect(counts == [0xFF00_00FF: Int(inside.size.width * inside.size.height)], place)
    #expect(image.pixel(x: Int(inside.minX), y: Int(inside.minY)) == 0xFF00_00FF, place)
  }

  @Test(arguments: Way.allCases, Moment.allCases)
  func `contents drawn for a stale scale keep the node's size and are redrawn`(
    way: Way, moment: Moment
  ) throws {
    for isRasterized in [false, true] {
      let (test, log) = (TestEnvironment(size: Size(width: 20, height: 20)), Log())
      let place = Comment("\(way), \(moment), rasterized: \(isRasterized)")
      let node = try makeNode(test, isRasterized: isRasterized, log)
      test.tick(showing: node)
      let work = moment == .asked ? nil : test.executor.startNext()
      if moment >= .drawn { work.map(test.executor.draw) }
      if moment >= .finished { work.map(test.executor.finish) }
      if moment == .shown { test.tick() }
      switch way {
      case .host: test.host.scale = 2
      case .node: node.contentsScale = 2
      }
      try appearance(test, place)
      if moment < .finished { work.map(test.executor.finish) }
      try appearance(test, place)
      test.tick()
      try appearance(test, place)
      test.settle()
      try appearance(test, place)
      #expect(node.layer.contents?.width == 20, place)
      #expect(node.layer.contentsScale == 2, place)
      #expect(log.all.last == "2.0", place)
      #expect(test.executor.counters.open == 0, place)
    }
  }

  @Test func `setting an equal or invalid scale redraws nothing`() throws {
    let (test, log) = (TestEnvironment(size: Size(width: 20, height: 20)), Log())
    let node = try makeNode(test, isRasterized: false, log)
    test.settle(showing: node)
    #expect(log.take() == ["1.0"])
    for scale in [1, .nan, 0, -2, .infinity] {
      test.host.scale = scale
      node.contentsScale = scale
      test.settle()
    }
    #expect(log.all.isEmpty)
    // A node with its own scale does not follow the host's.
    test.host.scale = 3
    test.settle()
    #expect(log.all.isEmpty)
    try appearance(test, "own scale")
  }

  @Test func `a node moved to another host is redrawn at its scale`() throws {
    let (one, log) = (TestEnvironment(size: Size(width: 20, height: 20)), Log())
    let node = try makeNode(one, isRasterized: false, log)
    one.settle(showing: node)
    let other = LayerHost(size: Size(width: 20, height: 20), scale: 2)
    other.root.addSublayer(node.layer)
    #expect(node.layer.contentsScale == 1)
    node.layer.displayIfNeeded()
    one.settle()
    #expect(node.layer.contentsScale == 2)
    #expect(log.all == ["1.0", "2.0"])
  }

  @Test func `sizes are rounded up to the host's pixels and follow its scale`() {
    let test = TestEnvironment(scale: 1)
    let leaf = DisplayNode(
      SizedContent(size: Size(width: 10.3, height: 7.5), log: Log()), environment: test.environment)
    let parent = DisplayNode(environment: test.environment)
    parent.managesSubnodes = true
    parent.layoutSpec = { _, _ in StackSpec.column(alignItems: .start) { [leaf] } }
    let range = SizeRange(upTo: Size(width: 100, height: 100))
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    #expect(leaf.frame.size == Size(width: 11, height: 8))
    test.host.scale = 2
    test.settle()
    #expect(leaf.frame.size == Size(width: 10.5, height: 7.5))
    #expect(parent.frame.size == Size(width: 10.5, height: 7.5))
    #expect(elsewhere { parent.layoutThatFits(range).size.width } == 10.5)
  }

  @Test(arguments: [1.0, 2, 3])
  func `corner pieces are drawn at the host's scale`(scale: Double) throws {
    let images = try [scale, 4].map { first -> Bitmap in
      let test = TestEnvironment(scale: first, size: Size(width: 20, height: 20))
      let node = DisplayNode(environment: test.environment)
      node.backgroundColor = .black
      node.frame = box
      node.cornerRadii = CornerRadii(3)
      node.cornerRounding = .clipping(.white)
      test.settle(showing: node)
      test.host.scale = scale
      test.settle()
      return try test.image()
    }
    #expect(images[0] == images[1])
  }
}

extension ScaleTests.Moment: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// A content that fills its canvas and logs the scale.
private struct ScaleContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let log: Log

  func parameters(for node: DisplayNode) -> ScaleContent { self }

  static func draw(_ parameters: ScaleContent, on canvas: inout NodeCanvas) {
    parameters.log.add("\(canvas.scale)")
    canvas.bitmap.fill(with: Color(argb: 0xFF00_00FF))
  }
}
