import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor struct RasterizationTests {
  let log = Log()

  private func tree(
    in test: TestEnvironment, isRasterized: Bool
  ) throws -> (root: DisplayNode, children: [DisplayNode]) {
    let root = DisplayNode(
      ProbeContent(log: log, color: Color(argb: 0xFF20_8040)), environment: test.environment)
    root.frame = Rect(x: 5, y: 5, width: 60, height: 60)
    root.rasterizesSubtree = isRasterized
    let children = (0..<4).map { index -> DisplayNode in
      let color = Color(argb: 0xFF00_0000 | 0x30_5070 &* UInt32(index + 1))
      let node = DisplayNode(ProbeContent(log: log, color: color), environment: test.environment)
      node.frame = Rect(x: Double(index * 11), y: Double(index * 9), width: 24, height: 20)
      return node
    }
    for child in children[..<3] { root.addSubnode(child) }
    children[2].addSubnode(children[3])
    children[0].opacity = 0.5
    children[0].border = Layer.Border(width: 2, color: .white)
    children[1].transform = AffineTransform(scaleX: 0.5, y: 1.5)
    children[1].zPosition = 4
    children[2].masksToBounds = true
    children[2].cornerRadii = CornerRadii(topLeft: 6, topRight: 0, bottomLeft: 3, bottomRight: 9)
    children[2].bounds.origin = Point(x: 12, y: 14)
    children[3].frame = Rect(x: 20, y: 20, width: 30, height: 30)
    return (root, children)
  }

  // N12: rasterization equals layers: order, clipping, hidden nodes.
  @Test(arguments: [1.0, 2.0])
  func `a rasterized tree has the same pixels as its layers`(scale: Double) throws {
    let images = try [false, true].map { isRasterized -> Bitmap in
      let test = TestEnvironment(scale: scale)
      let root = try tree(in: test, isRasterized: isRasterized).root
      root.masksToBounds = true
      test.settle(showing: root)
      #expect(root.layer.sublayers.isEmpty == isRasterized)
      return try test.image()
    }
    #expect(images[0] == images[1])
  }

  // R01: a rasterized node is visible with its root.
  // R02: subnodes inserted later are rasterized too, until removed.
  // R04: each rasterized node is told once that it was displayed.
  // N21: nothing is loaded off the main actor, and rasterized nodes never are.
  @Test func `a rasterized node shares the states of its root and has no layer`() throws {
    let test = TestEnvironment()
    let (root, children) = try tree(in: test, isRasterized: true)
    let observer = LoggingObserver(log)
    children[3].name = "deep"
    children[3].addObserver(observer)
    children[2].name = "middle"
    children[2].addObserver(observer)
    test.settle(showing: root)
    #expect(children[3].isRasterized)
    #expect(!children[3].isLoaded)
    #expect(children[3].interfaceState == .visible)
    for name in ["deep", "middle"] {
      #expect(log.count(of: "\(name) will") == 1)
      #expect(log.count(of: "\(name) did") == 1)
    }
    let late = DisplayNode(environment: test.environment)
    children[0].addSubnode(late)
    #expect(late.isRasterized)
    test.settle()
    #expect(late.interfaceState == .visible)
    late.removeFromSupernode()
    #expect(!late.isRasterized)
    test.settle()
    #expect(late.interfaceState == .none)
    root.layer.removeFromSuperlayer()
    test.settle()
    #expect(children[3].interfaceState == .none)
  }

  // R05: the state of the root applies to nodes without layers.
  @Test func `a rasterized node is notified of the states of its managed root`() throws {
    let test = TestEnvironment()
    let (root, children) = try tree(in: test, isRasterized: true)
    let observer = LoggingObserver(log)
    children[3].addObserver(observer)
    root.isRangeManaged = true
    root.setInterfaceState(.preload)
    test.tick()
    #expect(children.allSatisfy { $0.interfaceState == .preload && !$0.isLoaded })
    #expect(log.take() == ["+measureLayout", "+preload", "none>preload"])
    root.setInterfaceState(.none)
    test.tick()
    #expect(log.take() == ["-preload", "-measureLayout", "preload>none"])
  }

  // R03: a node with a layer cannot be rasterized.
  @Test func `a node with a layer of its own cannot be rasterized`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let test = TestEnvironment()
        let root = DisplayNode(environment: test.environment)
        root.rasterizesSubtree = true
        root.addSubnode(DisplayNode(environment: test.environment) { Layer() })
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let test = TestEnvironment()
        let root = DisplayNode(environment: test.environment)
        root.rasterizesSubtree = true
        let loaded = DisplayNode(environment: test.environment)
        _ = loaded.layer
        root.addSubnode(loaded)
      }
    }
  }

  // N12: rasterization equals layers: order, clipping, hidden nodes.
  @Test
  func `a rasterized root's layer properties are not drawn into its bitmap`()
    throws
  {
    let images = try [false, true].map { isRasterized -> Bitmap in
      let test = TestEnvironment()
      // A shadow is visible through translucent contents.
      let content = ProbeContent(log: log, color: Color(argb: 0x8020_8040))
      let root = DisplayNode(content, environment: test.environment)
      root.frame = Rect(x: 20, y: 20, width: 60, height: 60)
      root.rasterizesSubtree = isRasterized
      root.opacity = 0.5
      root.transform = AffineTransform(scaleX: 0.5, y: 0.5)
      root.shadow = Layer.Shadow(opacity: 0.5, radius: 4)
      test.settle(showing: root)
      return try test.image()
    }
    #expect(images[0] == images[1])
  }

  @Test func `rasterization covers the whole subtree and follows insertion and removal`() throws {
    let test = TestEnvironment()
    let nodes = [UInt32(0xFF00_00FF), 0xFF00_FF00, 0xFFFF_0000].map {
      DisplayNode(ProbeContent(log: Log(), color: Color(argb: $0)), environment: test.environment)
    }
    for (index, node) in nodes.enumerated() {
      node.frame = Rect(x: 0, y: 0, width: 30 - Double(index) * 10, height: 30)
    }
    nodes[0].rasterizesSubtree = true
    nodes[1].addSubnode(nodes[2])
    test.show(nodes[0])
    func colors() throws -> [UInt32] {
      test.settle()
      let image = try test.image()
      return [5, 15, 25].map { image.pixel(x: $0, y: 5) }
    }
    for _ in 0..<2 {
      #expect(try colors() == [0xFF00_00FF, 0xFF00_00FF, 0xFF00_00FF])
      nodes[0].addSubnode(nodes[1])
      #expect(nodes[1].isRasterized && nodes[2].isRasterized)
      #expect(try colors() == [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF])
      nodes[1].removeFromSupernode()
      #expect(!nodes[1].isRasterized && !nodes[2].isRasterized)
    }
    let late = DisplayNode(environment: test.environment)
    late.addSubnode(nodes[1])
    late.rasterizesSubtree = true
    #expect(nodes[1].isRasterized && nodes[2].isRasterized)
  }

  // N13: display of a rasterized node redraws its root.
  @Test func `a rasterized node that needs display redraws its root`() throws {
    let test = TestEnvironment()
    let (root, children) = try tree(in: test, isRasterized: true)
    test.settle(showing: root)
    let draws = log.count(of: "draw")
    children[3].setNeedsDisplay()
    test.settle()
    #expect(log.count(of: "draw") == draws + 5)
    #expect(!root.layer.needsDisplay)
  }

  // N12: rasterization equals layers: order, clipping, hidden nodes.
  @Test func `hidden and transparent nodes are not drawn`() throws {
    let test = TestEnvironment()
    let (root, children) = try tree(in: test, isRasterized: true)
    children[0].isHidden = true
    children[2].opacity = 0
    test.settle(showing: root)
    #expect(log.count(of: "draw") == 2)
  }

  @Test func `the bitmap of a rasterized node contains what overhangs the node`() throws {
    let images = try [false, true].map { isRasterized -> Bitmap in
      let test = TestEnvironment()
      let root = DisplayNode(environment: test.environment)
      root.frame = Rect(x: 30, y: 30, width: 20, height: 20)
      root.rasterizesSubtree = isRasterized
      let child = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
      child.frame = Rect(x: -3, y: -5, width: 30, height: 34)
      root.addSubnode(child)
      test.settle(showing: root)
      if isRasterized {
        #expect(root.layer.contentsOutsets == Insets(top: 5, left: 3, bottom: 9, right: 7))
      }
      return try test.image()
    }
    #expect(images[0] == images[1])
  }
}
