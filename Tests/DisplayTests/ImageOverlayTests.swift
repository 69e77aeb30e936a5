import Foundation
import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

/// Overlay colors of images, and reading of files for measurement.
@MainActor struct ImageOverlayTests {
  let test = TestEnvironment()

  /// Returns an image that is half green, half transparent.
  private func image() throws -> Bitmap {
    var bitmap = try Bitmap(width: 20, height: 20)
    bitmap.fill(PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 20), with: .green)
    return bitmap
  }

  private func makeNode() throws -> ImageNode {
    var options = ImageNode.Options()
    options.animatesFirst = false
    let node = ImageNode(options: options, environment: test.environment)
    node.node.isOpaque = false
    node.node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    node.setImage(.bitmap(try image()))
    return node
  }

  private let tint = Color(argb: 0x80FF_0000)

  private func pixels() throws -> [UInt32] {
    let image = try test.image()
    return [image.pixel(x: 5, y: 5), image.pixel(x: 15, y: 5)]
  }

  /// The overlay color over green.
  private var mixed: UInt32 {
    guard var bitmap = try? Bitmap(width: 1, height: 1, color: .green) else { return 0 }
    bitmap.fill(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), with: tint)
    return bitmap.pixel(x: 0, y: 0)
  }

  @Test func `an overlay color tints opaque pixels at once without redrawing the image`() throws {
    let node = try makeNode()
    test.settle(showing: node.node)
    #expect(try pixels() == [Color.green.argb, 0])
    let contents = node.node.layer.contents
    node.setOverlayColor(tint)
    test.settle()
    #expect(node.overlayColor == tint)
    #expect(try pixels() == [mixed, 0])
    #expect(node.node.layer.contents == contents)
    #expect(node.node.subnodes.allSatisfy { $0.layer.animationKeys.isEmpty })
    node.setOverlayColor(nil)
    #expect(try pixels() == [Color.green.argb, 0])
  }

  @Test func `removing an overlay color fades it out over 0.3 s if animated`() throws {
    let node = try makeNode()
    node.setOverlayColor(tint)
    test.settle(showing: node.node)
    let cover = try #require(node.node.subnodes.first)
    node.setOverlayColor(nil, animated: true)
    test.frame()
    let start = test.clock.now
    #expect(cover.layer.presentation(at: start).opacity == 1)
    #expect(abs(cover.layer.presentation(at: start + 0.15).opacity - 0.5) < 1e-6)
    test.frame(after: 0.31)
    #expect(node.node.subnodes.isEmpty)
    #expect(try pixels() == [Color.green.argb, 0])
  }

  @Test func `an overlay color follows changes of image and size`()
    throws
  {
    let node = try makeNode()
    node.setOverlayColor(tint)
    test.settle(showing: node.node)
    node.setImage(.bitmap(try Bitmap(width: 20, height: 20, color: .green)))
    test.tick()
    test.present()
    #expect(try pixels() == [mixed, mixed])
    node.node.frame.size = Size(width: 40, height: 40)
    test.settle()
    #expect(node.node.subnodes.first?.frame == node.node.bounds)
    node.clearContents()
    test.settle()
    #expect(try pixels() == [0, 0])
  }

  @Test func `the bitmap of a rasterized ancestor includes the overlay color`() throws {
    let node = try makeNode()
    test.settle(showing: node.node, within: Size(width: 20, height: 20))
    node.setOverlayColor(tint)
    test.settle()
    #expect(try pixels() == [mixed, 0])
    node.setOverlayColor(nil)
    test.settle()
    #expect(try pixels() == [Color.green.argb, 0])
  }

  @Test func `an overlay color in a bitmap is on all opaque pixels, and on no others`() throws {
    let node = try makeNode()
    node.setOverlayColor(tint)
    test.settle(showing: node.node, within: Size(width: 20, height: 20))
    let (image, mixed) = (try test.image(), mixed)
    for y in 0..<20 {
      #expect((0..<20).allSatisfy { image.pixel(x: $0, y: y) == ($0 < 10 ? mixed : 0) })
    }
  }

  @Test func `an overlay color applies to a transformed image`() throws {
    let node = TransformImageNode(environment: test.environment)
    node.node.isOpaque = false
    node.node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    let bitmap = try image()
    node.setTransform { _ in bitmap }
    node.arguments = TransformImageNode.Arguments(
      imageSize: Size(width: 20, height: 20), boundingSize: Size(width: 20, height: 20))
    node.setOverlayColor(tint)
    test.settle(showing: node.node)
    #expect(try pixels() == [mixed, 0])
  }

  // MARK: Files and placeholders

  @Test func `prepared files are measured without being read`() async throws {
    let directory = TemporaryDirectory()
    let path = try directory.write(Data(try image().pngData()), to: "a.png")
    let files = [ImageFile(path: path), ImageFile(path: path), ImageFile(path: path + ".missing")]
    await ImageFile.prepare(Array(files.dropFirst()))
    try FileManager.default.removeItem(atPath: path)
    let range = SizeRange(min: .zero, max: Size(width: 100, height: 100))
    let sizes = files.map { file in
      ImageContent(file).measurement(thatFits: range, scale: 1)?.size
    }
    #expect(sizes == [nil, Size(width: 20, height: 20), nil])
    // A missing file is not searched for again.
    #expect(throws: ImageError.self) { try files[0].source() }
  }

  @Test func `a large placeholder is drawn at reduced resolution and stretched`() throws {
    let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 4_000, height: 3_000)
    node.placeholder = .drawn(SolidContent(.red))
    test.tick(showing: node)
    let layer = try #require(node.layer.sublayers.first { $0.zPosition == 9_999 })
    let contents = try #require(layer.contents)
    #expect(contents.width * contents.height <= Placeholder.pixelLimit + 4_000)
    #expect(try test.image().pixel(x: 99, y: 99) == Color.red.argb)
  }
}
