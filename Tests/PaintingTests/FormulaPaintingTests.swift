import GalleyFonts
import GalleyGeometry
import GalleyMath
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Formulas on bitmaps and in documents, in the testing font, whose glyphs are boxes.
@Suite struct FormulaPaintingTests {
  let engine: FormulaEngine

  init() throws { engine = try #require(FormulaEngine(fonts: try TestFonts.collection())) }

  /// Returns a bitmap with a formula, whose baseline begins at a point.
  private func painted(
    _ source: String, at baseline: Point = Point(x: 10, y: 30), size: Double = 20,
    scale: Double = 1, palette: Palette = .plain
  ) throws -> Bitmap {
    var bitmap = try Bitmap(width: Int(80 * scale), height: Int(60 * scale))
    var painter = TextPainter(masks: GlyphCache())
    painter.hinting = .never
    painter.palette = palette
    painter.paint(
      engine.layout(of: source, isDisplay: true), at: baseline, size: size, into: &bitmap,
      scale: scale)
    return bitmap
  }

  private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 {
    bitmap.pixels[y * bitmap.width + x] >> 24
  }

  @Test func `a letter is painted above its baseline`() throws {
    let bitmap = try painted("a")
    // A box of 10 by 10 pixels.
    #expect(alpha(bitmap, 10, 29) == 255)
    #expect(alpha(bitmap, 19, 20) == 255)
    #expect(alpha(bitmap, 10, 30) == 0)
    #expect(alpha(bitmap, 10, 19) == 0)
    #expect(alpha(bitmap, 20, 29) == 0)
  }

  @Test(arguments: [1.0, 2, 3], [10.0, 20])
  func `a rule is at least a pixel thick and has sharp edges`(scale: Double, size: Double) throws {
    let bitmap = try painted(#"\frac aa"#, size: size, scale: scale)
    let layout = engine.layout(of: #"\frac aa"#, isDisplay: true)
    let column = Int((10 + layout.width / 2 * size) * scale)
    let axis = Int((30 - 0.25 * size) * scale)
    let reach = max(2, Int(0.1 * size * scale))
    let rows = (axis - reach...axis + reach).map { alpha(bitmap, column, $0) }.filter { $0 > 0 }
    #expect(rows.count == max(1, Int((0.04 * size * scale).rounded())))
    #expect(rows.allSatisfy { $0 == 255 })
  }

  @Test func `colors of a formula are fixed, and others come from the palette`() throws {
    let palette = Palette(text: .white, [.secondaryText: Color(argb: 0xFF00_FF00)])
    let red = try painted(#"\color{red}a"#, palette: palette)
    #expect(red.pixels[25 * red.width + 15] == 0xFFFF_0000)
    let plain = try painted("a", palette: palette)
    #expect(plain.pixels[25 * plain.width + 15] == 0xFFFF_FFFF)
    let unknown = try painted(#"\a"#, palette: palette)
    #expect(unknown.pixels.contains { $0 >> 8 & 0xFF == 0xFF && $0 & 0xFF == 0 })
  }

  @Test func `a ground is below its contents, and a line above`() throws {
    let bitmap = try painted(#"\colorbox{yellow}{$a$}"#)
    #expect(bitmap.pixels[29 * bitmap.width + 12] == 0xFFFF_FF00)
    #expect(bitmap.pixels[25 * bitmap.width + 20] == 0xFF00_0000)
    let crossed = try painted(#"\cancel{\phantom{aaa}}"#)
    #expect(alpha(crossed, 25, 25) > 0)
  }

  @Test func `segments between breaks are painted one by one`() throws {
    let layout = engine.layout(of: "a=a+a", isDisplay: false)
    let segments = layout.segments
    #expect(segments.count == 3)
    var whole = try Bitmap(width: 200, height: 60)
    var parts = whole
    let painter = TextPainter(masks: GlyphCache())
    painter.paint(layout, at: Point(x: 10, y: 30), size: 20, into: &whole, scale: 1)
    for segment in segments {
      let place = Point(x: 10 + segment.start * 20, y: 30)
      painter.paint(layout, segment: segment, at: place, size: 20, into: &parts, scale: 1)
    }
    #expect(parts.pixels == whole.pixels)
  }

  @Test func `the ink of a formula is measured without painting`() {
    let layout = engine.layout(of: "a", isDisplay: false)
    let ink = TextPainter(masks: GlyphCache()).inkBounds(
      of: layout, at: Point(x: 10, y: 30), size: 20, scale: 1)
    #expect(ink == PixelRect(minX: 10, minY: 20, maxX: 20, maxY: 30))
  }

  @Test func `documents have the glyphs, rules and source of a formula`() throws {
    let layout = engine.layout(of: #"\frac ab+\cancel c"#, isDisplay: true)
    let svg = String(decoding: try layout.svgData(size: 20), as: UTF8.self)
    #expect(svg.contains("<svg"))
    #expect(svg.contains("<use"))
    let pdf = try layout.pdfData(size: 20)
    #expect(pdf.starts(with: Array("%PDF".utf8)))
  }
}
