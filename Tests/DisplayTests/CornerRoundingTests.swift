import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor struct CornerRoundingTests {
  private nonisolated static let masks: [CornerRadii] = (0..<16).map { bits in
    CornerRadii(
      topLeft: bits & 1 != 0 ? 15 : 0, topRight: bits & 2 != 0 ? 11 : 0,
      bottomLeft: bits & 4 != 0 ? 7.5 : 0, bottomRight: bits & 8 != 0 ? 20 : 0)
  }

  private func picture(
    _ rounding: CornerRounding, radii: CornerRadii, scale: Double, isDrawn: Bool
  ) throws -> Bitmap {
    let test = TestEnvironment(scale: scale, size: Size(width: 60, height: 50))
    test.host.backgroundColor = Color(argb: 0xFF00_FF00)
    let content = ProbeContent(log: Log(), color: Color(argb: 0xFF00_00FF))
    let node = test.make { isDrawn ? DisplayNode(content) : DisplayNode() }
    node.frame = Rect(x: 4, y: 4, width: 50, height: 40)
    if !isDrawn { node.backgroundColor = Color(argb: 0xFF00_00FF) }
    node.masksToBounds = true
    node.cornerRadii = radii
    node.cornerRounding = rounding
    test.show(node)
    test.settle()
    return try test.picture()
  }

  // C01, C02, N25
  @Test(arguments: masks, [1.0, 2.0, 3.0])
  func `all ways of rounding have the same coverage`(radii: CornerRadii, scale: Double) throws {
    for isDrawn in [true, false] {
      let layer = try picture(.layer, radii: radii, scale: scale, isDrawn: isDrawn)
      let baked = try picture(.precomposited, radii: radii, scale: scale, isDrawn: isDrawn)
      let clipped = try picture(
        .clipping(Color(argb: 0xFF00_FF00)), radii: radii, scale: scale, isDrawn: isDrawn)
      #expect(layer == baked)
      #expect(difference(layer, clipped) <= 1)
    }
  }

  // The table of section 4 of the specification: each way of rounding gives way to each other one.
  @Test func `another way of rounding never shows square corners`() throws {
    let ways: [CornerRounding] = [.layer, .precomposited, .clipping(Color(argb: 0xFF00_FF00))]
    for old in ways {
      for new in ways {
        let test = TestEnvironment()
        test.host.backgroundColor = Color(argb: 0xFF00_FF00)
        let node = test.make { DisplayNode(ProbeContent(log: Log())) }
        node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
        node.masksToBounds = true
        node.cornerRadii = CornerRadii(12)
        node.cornerRounding = old
        test.show(node)
        test.settle()
        node.cornerRounding = new
        #expect(try test.picture().pixel(x: 0, y: 0) == 0xFF00_FF00, "\(old) to \(new)")
        test.settle()
        #expect(try test.picture().pixel(x: 0, y: 0) == 0xFF00_FF00, "\(old) to \(new)")
      }
    }
  }

  /// The greatest difference of a channel.
  private func difference(_ first: Bitmap, _ second: Bitmap) -> Int {
    zip(first.pixels, second.pixels).map { pair in
      (0..<4).map { channel in
        let (one, other) = (pair.0 >> (8 * channel) & 255, pair.1 >> (8 * channel) & 255)
        return abs(Int(one) - Int(other))
      }.max() ?? 0
    }.max() ?? 0
  }
}
