import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct DisplayMemoryTests {
  let pool = Bitmap.Pool(byteLimit: 64 << 20)

  /// Nodes of all kinds of contents, ten of each.
  private func makeNodes(_ test: TestEnvironment) throws -> [DisplayNode] {
    let environment = test.environment
    let files = try (0..<3).map { try ImageFile.square(64 + $0, .green) }
    var round = ImageAppearance()
    round.corners = ImageCorners(radius: 8)
    let nodes = (0..<10).flatMap { index -> [DisplayNode] in
      let image = ImageNode(environment: environment)
      image.setImage(.file(files[index % 3]))
      let transformed = TransformImageNode(environment: environment)
      transformed.setTransform { [pool] _ in try? Bitmap(width: 40, height: 40, pool: pool) }
      transformed.arguments = TransformImageNode.Arguments(
        imageSize: .zero, boundingSize: Size(width: 40, height: 40))
      let rasterized = DisplayNode(SolidContent(.red), environment: environment)
      rasterized.rasterizesSubtree = true
      rasterized.addSubnode(DisplayNode(ImageContent(files[0]), environment: environment))
      return [
        DisplayNode(ImageContent(files[index % 3]), environment: environment),
        DisplayNode(ImageContent(files[index % 3], appearance: round), environment: environment),
        DisplayNode(ProbeContent(log: Log()), environment: environment),
        DisplayNode(DrawnContent { _, _ in }, environment: environment),
        DisplayNode(SolidContent(.red, corners: CornerRadii(4)), environment: environment),
        image.node, transformed.node, rasterized,
      ]
    }
    for node in nodes {
      node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
      for subnode in node.subnodes { subnode.frame = node.frame }
      node.placeholder = .drawn(DrawnContent { _, _ in })
      test.show(node)
    }
    return nodes
  }

  @Test func `bitmaps are freed when nodes leave display and restored on return`() throws {
    let test = TestEnvironment(pool: pool)
    let nodes = try makeNodes(test)
    test.settle()
    test.frame()
    let full = pool.usedByteCount
    #expect(full > 80 * 1600)
    for node in nodes { node.isRangeManaged = true }
    for _ in 0..<3 {
      for node in nodes { node.setInterfaceState(.preload) }
      test.settle()
      test.frame(after: 1)
      #expect(pool.usedByteCount == 0)
      #expect(test.environment.sharedImages.count == 0)
      for node in nodes { node.setInterfaceState(.visible) }
      test.settle()
      test.frame(after: 1)
      #expect(pool.usedByteCount == full)
    }
  }

  @Test func `bitmaps are freed when nodes are released, even with drawings in flight`() throws {
    let test = TestEnvironment(pool: pool)
    var nodes = try makeNodes(test)
    test.settle()
    for node in nodes { node.setNeedsDisplay() }
    test.tick()
    for _ in 0..<20 { test.executor.startNext() }
    test.executor.started.forEach(test.executor.draw)
    for node in nodes { node.layer.removeFromSuperlayer() }
    nodes = []
    test.settle()
    test.frame(after: 1)
    #expect(pool.usedByteCount == 0)
  }

  @Test func `a pool counts the bytes of bitmaps in use`() throws {
    var bitmaps = try (0..<3).map { _ in try Bitmap(width: 32, height: 32, pool: pool) }
    #expect(pool.usedByteCount >= 3 * 32 * 32 * 4)
    let copy = bitmaps[0]
    bitmaps = []
    #expect(pool.usedByteCount >= copy.byteCount)
    #expect(pool.usedByteCount < 2 * copy.byteCount)
    pool.removeAll()
    #expect(pool.usedByteCount >= copy.byteCount)
  }
}
