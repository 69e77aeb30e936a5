import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct ContrastTests {
  private let painter = TextPainter(masks: GlyphCache())

  @Test func `luminance correction adds ink to light text`() throws {
    let plain = try ink(of: .white, .none)
    let raised = try ink(of: .white, .luminance)
    #expect(raised > plain && Double(raised) < Double(plain) * 1.3)
    let gray = try ink(of: Color(argb: 0xFF80_8080), .luminance)
    #expect(gray > plain && gray < raised)
    #expect(try ink(of: .black, .luminance) == plain)
  }

  @Test func `luminance correction excludes shadows and lines in other colors`() throws {
    func pixels(_ contrast: Palette.Contrast) throws -> [UInt32] {
      try painted(.clear, contrast) { paint in
        paint.underline = TextPaint.DecorationLine(.wavy, color: .white)
        paint.shadow = TextPaint.Shadow(.white, offset: Point(x: 0.3, y: 0), blur: 2)
      }.pixels
    }
    #expect(try pixels(.none) == pixels(.luminance))
  }

  private func ink(of color: Color, _ contrast: Palette.Contrast) throws -> Int {
    try painted(color, contrast).pixels.reduce(0) { $0 + Int($1 >> 24) }
  }

  private func painted(
    _ color: Color, _ contrast: Palette.Contrast, _ change: (inout TextPaint) -> Void = { _ in }
  ) throws -> Bitmap {
    // Every edge is inside a pixel.
    var text = AttributedText("xAx", style: TestFonts.style(size: 13))
    text.updateStyle(in: 0..<3) { style in
      style.paint.color = .fixed(color)
      change(&style.paint)
    }
    var painter = painter
    painter.hinting = .never
    painter.palette.contrast = contrast
    let layout = TestFonts.engine().layout(text)
    let bitmap = try painter.bitmap(of: layout, width: 60, height: 40, at: Point(x: 5.3, y: 8))
    return bitmap
  }
}
