import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct EffectTests {
  // At size 10, the ink of a letter is 8 points wide, with its baseline at row 8; a small letter is
  // 5 points high.
  private let painter = TextPainter(masks: GlyphCache())
  private let red = PaintColor.fixed(Color(argb: 0xFFFF_0000))

  @Test func `a highlight is rounded and extends beyond its text`() throws {
    var text = AttributedText("xxx", style: TestFonts.style(size: 20))
    text.updateStyle(in: 1..<2) { $0.paint.highlight = TextPaint.Highlight(red, cornerRadius: 4) }
    let bitmap = try painted(text, width: 60, height: 20)
    let filled = (0..<60).filter { bitmap.pixel(x: $0, y: 5) == 0xFFFF_0000 }
    #expect(filled == Array(18..<42))
    let rows = (0..<20).filter { bitmap.pixel(x: 30, y: $0) == 0xFFFF_0000 }
    #expect(rows.first == 1 && rows.last == 18)
    #expect(bitmap.pixel(x: 18, y: 1) >> 24 < 40 && bitmap.pixel(x: 41, y: 18) >> 24 < 40)
    #expect(bitmap.pixel(x: 20, y: 2) >> 24 > 200)
  }

  @Test func `a highlight across two lines is one shape`() throws {
    var text = AttributedText("xx xx", style: TestFonts.style(size: 20))
    text.updateStyle(in: 0..<5) { $0.paint.highlight = TextPaint.Highlight(red) }
    let layout = TestFonts.engine().layout(text, options: LayoutOptions(width: 50))
    let bitmap = try painter.bitmap(of: layout, width: 50, height: 40)
    #expect((1..<39).allSatisfy { bitmap.pixel(x: 20, y: $0) >> 24 == 255 })
    #expect(layout.lineCount == 2)
  }

  @Test func `separate highlights on adjacent lines do not touch`() throws {
    var text = AttributedText("x\nx", style: TestFonts.style(size: 20))
    text.updateStyle(in: 0..<1) { $0.paint.highlight = TextPaint.Highlight(red) }
    text.updateStyle(in: 2..<3) { $0.paint.highlight = TextPaint.Highlight(red) }
    let bitmap = try painted(text, width: 20, height: 40)
    #expect(bitmap.pixel(x: 10, y: 19) == 0 && bitmap.pixel(x: 10, y: 20) == 0)
    #expect(bitmap.pixel(x: 10, y: 22) != 0)
  }

  @Test func `inline code in several colors has one chip`() throws {
    var text = AttributedText("xxx", style: TestFonts.style(size: 20))
    text.updateStyle(in: 0..<3) { $0.paint.highlight = TextPaint.Highlight(.role(.codeChip)) }
    let plain = try painted(text, width: 60, height: 20, chip: 0x80FF_0000)
    text.updateStyle(in: 1..<2) { $0.paint.color = .role(.keyword) }
    #expect(try painted(text, width: 60, height: 20, chip: 0x80FF_0000) == plain)
  }

  @Test func `a hard shadow is one point below the glyphs and behind them`() throws {
    var text = AttributedText("x", style: TestFonts.style())
    text.updateStyle(in: 0..<1) { $0.paint.shadow = TextPaint.Shadow(red) }
    let bitmap = try painted(text, width: 10, height: 10)
    #expect((1..<9).allSatisfy { bitmap.pixel(x: $0, y: 8) == 0xFFFF_0000 })
    #expect((1..<9).allSatisfy { bitmap.pixel(x: $0, y: 7) == 0xFF00_0000 })
    #expect(
      (0..<10).allSatisfy { bitmap.pixel(x: $0, y: 9) == 0 && bitmap.pixel(x: 0, y: $0) == 0 })
  }

  @Test func `underlines and emoji cast shadows`() throws {
    var text = AttributedText("\u{2764}", style: TestFonts.style("Galley Emoji Bitmap", size: 20))
    text.updateStyle(in: 0..<3) { style in
      style.paint.underline = TextPaint.DecorationLine(skipsInk: false)
      style.paint.shadow = TextPaint.Shadow(red, offset: Point(x: 30, y: 0))
    }
    let bitmap = try painted(text, width: 60, height: 24)
    func columns(_ wanted: UInt32) -> Int {
      (0..<60).count { x in (0..<24).contains { bitmap.pixel(x: x, y: $0) == wanted } }
    }
    #expect(columns(0xFFFF_0000) >= 24 && columns(0xFF00_0000) >= 1)
  }

  @Test func `a soft shadow fades on all sides`() throws {
    var text = AttributedText("x", style: TestFonts.style())
    text.updateStyle(in: 0..<1) {
      $0.paint.shadow = TextPaint.Shadow(red, offset: .zero, blur: 4)
      $0.paint.color = .fixed(.clear)
    }
    let bitmap = try painted(text, width: 30, height: 30, at: Point(x: 10, y: 10))
    let middle = (0..<30).map { bitmap.pixel(x: $0, y: 15) >> 24 }
    #expect(middle[15] > 120 && middle[5] < middle[9] && middle[9] < middle[12])
    #expect(zip(middle, middle.reversed()).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    let ink = painter.inkBounds(
      of: TestFonts.engine().layout(text), at: Point(x: 10, y: 10), scale: 1)
    for y in 0..<30 {
      for x in 0..<30 where bitmap.pixel(x: x, y: y) != 0 {
        #expect((ink.minX..<ink.maxX).contains(x) && (ink.minY..<ink.maxY).contains(y))
      }
    }
  }

  @Test func `a stroke surrounds the glyphs and is painted below all of them`() throws {
    var text = AttributedText("xx", style: TestFonts.style())
    text.updateStyle(in: 0..<2) { $0.paint.stroke = TextPaint.Stroke(red, width: 4) }
    let bitmap = try painted(text, width: 24, height: 14, at: Point(x: 2, y: 2))
    // The ink of the first letter is in columns 3 to 10 and rows 5 to 9.
    #expect(bitmap.pixel(x: 7, y: 10) == 0xFFFF_0000 && bitmap.pixel(x: 7, y: 11) == 0xFFFF_0000)
    #expect(bitmap.pixel(x: 7, y: 12) == 0 && bitmap.pixel(x: 2, y: 7) == 0xFFFF_0000)
    #expect((3..<11).allSatisfy { bitmap.pixel(x: $0, y: 7) == 0xFF00_0000 })
    // Joins are round.
    #expect(bitmap.pixel(x: 1, y: 3) >> 24 < 160)
  }

  @Test func `a stroke of a glyph too large to cache is still drawn`() throws {
    var text = AttributedText("x", style: TestFonts.style(size: 3_000))
    text.updateStyle(in: 0..<1) {
      $0.paint.stroke = TextPaint.Stroke(red, width: 20)
      $0.paint.color = .fixed(.clear)
    }
    let bitmap = try painted(text, width: 400, height: 400, at: Point(x: 0, y: -800))
    #expect(
      bitmap.pixel(x: 295, y: 200) == 0xFFFF_0000 && bitmap.pixel(x: 305, y: 200) == 0xFFFF_0000)
    #expect(bitmap.pixel(x: 285, y: 200) == 0 && bitmap.pixel(x: 315, y: 200) == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -5, 0])
  func `extreme effect parameters do not crash painting`(number: Double) throws {
    var text = AttributedText("x\u{2764}", style: TestFonts.style("Galley Emoji Bitmap", size: 20))
    text.updateStyle(in: 0..<4) { style in
      style.paint.shadow = TextPaint.Shadow(red, offset: Point(x: number, y: number), blur: number)
      style.paint.stroke = TextPaint.Stroke(red, width: number)
      style.paint.highlight = TextPaint.Highlight(red, cornerRadius: number, outset: number)
    }
    let layout = TestFonts.engine().layout(text)
    _ = try painter.bitmap(of: layout, width: 40, height: 40, scale: 2)
    _ = painter.inkBounds(of: layout, scale: 2)
    _ = try? layout.svgData()
  }

  @Test func `documents contain shadows, strokes and highlights`() throws {
    var text = AttributedText("xx", style: TestFonts.style())
    text.updateStyle(in: 0..<2) { style in
      style.paint.shadow = TextPaint.Shadow(.fixed(Color(argb: 0xFF33_0000)))
      style.paint.stroke = TextPaint.Stroke(.fixed(Color(argb: 0xFF00_3300)), width: 2)
      style.paint.highlight = TextPaint.Highlight(.fixed(Color(argb: 0xFF00_0033)))
    }
    let engine = TestFonts.engine()
    let hard = String(decoding: try engine.layout(text).svgData(), as: UTF8.self)
    for color in ["rgb(20%,0%,0%)", "rgb(0%,20%,0%)", "rgb(0%,0%,20%)"] {
      #expect(hard.contains(color))
    }
    text.updateStyle(in: 0..<2) { $0.paint.shadow?.blur = 3 }
    let soft = String(decoding: try engine.layout(text).svgData(), as: UTF8.self)
    #expect(soft.contains("image/png") && !hard.contains("image/png"))
  }

  @Test func `documents draw translucent synthetic bold as one layer`() throws {
    func document(_ color: UInt32) throws -> String {
      var text = AttributedText("xx", style: TestFonts.style())
      text.updateStyle(in: 0..<2) { style in
        style.font.weight = 700
        style.paint.color = .fixed(Color(argb: color))
      }
      let layout = TestFonts.engine().layout(text)
      return String(decoding: try layout.svgData(), as: UTF8.self)
    }
    let (opaque, translucent) = (try document(0xFF33_0000), try document(0x8033_0000))
    for text in [opaque, translucent] {
      #expect(text.contains("fill:rgb(20%,0%,0%)") && text.contains("stroke:rgb(20%,0%,0%)"))
    }
    #expect(opaque.ranges(of: "opacity:0.50").isEmpty)
    #expect(translucent.ranges(of: "opacity:0.50").count == 1)
  }

  private func painted(
    _ text: AttributedText, width: Int, height: Int, at origin: Point = .zero, chip: UInt32 = 0
  ) throws -> Bitmap {
    var painter = painter
    painter.palette[.codeChip] = Color(argb: chip)
    let layout = TestFonts.engine().layout(text)
    return try painter.bitmap(of: layout, width: width, height: height, at: origin)
  }
}
