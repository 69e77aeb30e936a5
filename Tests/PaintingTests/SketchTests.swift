import GalleyCairo
import GalleyFreeType
import Testing

@Suite struct SketchTests {
  @Test func `a path clips drawing to its interior`() throws {
    let pixels = try drawn { sketch in
      sketch.within(nil, [.move([1, 1]), .line([3, 1]), .line([3, 2]), .line([1, 2])]) {
        $0.fill(red)
      }
    }
    #expect(pixels == [0, 0, 0, 0, 0, 0xFFFF_0000, 0xFFFF_0000, 0, 0, 0, 0, 0])
  }

  @Test func `a linear gradient extends its end colors beyond the line`() throws {
    let pixels = try drawn { sketch in
      sketch.fillLinear(
        [SketchStop(offset: 0, color: red), SketchStop(offset: 1, color: blue)], .pad,
        from: [1, 0], to: [3, 0])
    }
    #expect((pixels[0], pixels[3]) == (0xFFFF_0000, 0xFF00_00FF))
    #expect(pixels[1] != pixels[0] && pixels[1] != pixels[2])
  }

  @Test(arguments: [(3, 0xFFFF_0000), (4, 0xFF00_00FF), (0, 0), (12, 0xFFFF_00FF), (99, 0)])
  func `paints are combined by the composite mode`(mode: Int, pixel: UInt32) throws {
    let pixels = try drawn { sketch in
      sketch.composite(mode: mode, { $0.fill(red) }, over: { $0.fill(blue) })
    }
    #expect(pixels.allSatisfy { $0 == pixel })
  }

  @Test func `excessively nested groups are omitted`() throws {
    func nest(_ sketch: inout Sketch, _ depth: Int) {
      guard depth > 0 else { return sketch.fill(red) }
      sketch.composite(mode: 3, { nest(&$0, depth - 1) }, over: { _ in })
    }
    #expect(try drawn { nest(&$0, 5) }.first == 0xFFFF_0000)
    #expect(try drawn { nest(&$0, 500) }.first == 0)
  }

  @Test func `a transform with NaN throws an error`() {
    #expect(throws: CairoError.self) {
      try drawn { $0.within(Affine(xx: .nan), nil) { $0.fill(red) } }
    }
  }

  @Test func `a side longer than Cairo's limit throws an error`() {
    #expect(throws: CairoError.self) { try sketched(width: 40_000, height: 1) { _ in } }
  }

  /// Returns the pixels of a sketch four wide and three high.
  private func drawn(_ body: (inout Sketch) -> Void) throws -> [UInt32] {
    try sketched(width: 4, height: 3, body)
  }

  private func sketched(
    width: Int, height: Int, _ body: (inout Sketch) -> Void
  ) throws -> [UInt32] {
    var sketch = try Sketch(width: width, height: height)
    body(&sketch)
    let bytes = try sketch.finish()
    return stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) }
    }
  }
}

private let red = SketchColor(argb: 0xFFFF_0000)
private let blue = SketchColor(argb: 0xFF00_00FF)
