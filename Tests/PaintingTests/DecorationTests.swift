import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct DecorationTests {
  // At size 20 letters are 20 points wide; the underline is one point thick, two below the
  // baseline, which is 16 below the top.
  private let painter = TextPainter(masks: GlyphCache())
  private let red = Color(argb: 0xFFFF_0000)

  @Test(arguments: [
    (
      TextPaint.DecorationLine.Style.solid,
      ["####################", "....................", "...................."]
    ),
    (.double, ["####################", "....................", "####################"]),
    (.dotted, ["#.#.#.#.#.#.#.#.#.#.", "....................", "...................."]),
    (.dashed, ["###..###..###..###..", "....................", "...................."]),
  ])
  func `each underline style has its own pattern`(
    style: TextPaint.DecorationLine.Style, expected: [String]
  ) throws {
    let bitmap = try painted("x", size: 20) { $0.underline = TextPaint.DecorationLine(style) }
    let first = try #require((17..<20).first { bitmap.pixel(x: 0, y: $0) != 0 })
    #expect(rows(bitmap, first..<min(20, first + 3)) == Array(expected.prefix(20 - first)))
  }

  @Test func `a wave's amplitude equals its thickness`() throws {
    let bitmap = try painted("x", size: 80, height: 100) {
      $0.underline = TextPaint.DecorationLine(.wavy, skipsInk: false)
    }
    // Four pixels thick: 24 columns from crest to crest, over twelve rows.
    let columns = (0..<72).map { x in (66..<100).filter { bitmap.pixel(x: x, y: $0) >> 24 > 127 } }
    #expect(columns.allSatisfy { $0.count >= 3 && $0.count <= 8 })
    let middles = columns.map { Double($0.reduce(0, +)) / Double($0.count) }
    #expect((0..<48).allSatisfy { abs(middles[$0] - middles[$0 + 24]) < 0.01 })
    let (low, high) = (try #require(middles.max()), try #require(middles.min()))
    #expect(abs(low - high - 8) < 1)
    #expect(
      try #require(middles.firstIndex(of: high)) < (try #require(middles.firstIndex(of: low))))
  }

  @Test func `an underline stays straight below raised text`() throws {
    var text = AttributedText("xx", style: TestFonts.style(size: 20))
    text.updateStyle(in: 0..<2) { $0.paint.underline = .solid }
    text.updateStyle(in: 1..<2) { $0.baselineShift = 5 }
    let layout = TestFonts.engine().layout(text)
    let bitmap = try painted(text, width: 40, height: Int(layout.size.height))
    let row = Int(layout.line(at: 0).baseline) + 2
    #expect((0..<40).allSatisfy { bitmap.pixel(x: $0, y: row) == 0xFF00_0000 })
    #expect(bitmap.pixel(x: 30, y: Int(layout.line(at: 0).baseline) - 2) == 0)
    // Raised text alone has a raised underline.
    text.updateStyle(in: 0..<1) { $0.paint.underline = nil }
    let alone = try painted(text, width: 40, height: Int(layout.size.height))
    #expect(alone.pixel(x: 30, y: row - 5) == 0xFF00_0000 && alone.pixel(x: 30, y: row) == 0)
  }

  @Test func `thick dotted lines have round dots`() throws {
    let bitmap = try painted("x", size: 200) { $0.underline = TextPaint.DecorationLine(.dotted) }
    let top = try #require(
      (162..<200).first { y in (0..<10).contains { bitmap.pixel(x: $0, y: y) != 0 } })
    #expect(bitmap.pixel(x: 5, y: top + 5) == 0xFF00_0000)
    #expect(bitmap.pixel(x: 0, y: top) == 0 && bitmap.pixel(x: 15, y: top + 5) == 0)
    #expect(bitmap.pixel(x: 25, y: top + 5) == 0xFF00_0000)
  }

  @Test func `decoration lines have their own fixed or palette colors`() throws {
    let red = red
    let bitmap = try painted("x", size: 20) { paint in
      paint.underline = TextPaint.DecorationLine(color: .fixed(red))
      paint.strikethrough = TextPaint.DecorationLine(color: .role(.link))
    }
    #expect(bitmap.pixel(x: 10, y: 18) == 0xFFFF_0000)
    // Over the black glyph.
    #expect(bitmap.pixel(x: 10, y: 11) == 0xFF00_00FF && bitmap.pixel(x: 10, y: 10) == 0xFF00_0000)
    #expect(bitmap.pixel(x: 0, y: 11) == 0xFF00_00FF)
  }

  @Test func `a dash pattern continues across runs of different colors`() throws {
    var text = AttributedText("xxx", style: TestFonts.style(size: 7))
    text.updateStyle(in: 0..<3) { $0.paint.underline = TextPaint.DecorationLine(.dashed) }
    let plain = try painted(text, width: 21, height: 7)
    text.updateStyle(in: 1..<2) { $0.paint.color = .fixed(red) }
    let colored = try painted(text, width: 21, height: 7)
    #expect(plain.pixels.map { $0 != 0 } == colored.pixels.map { $0 != 0 })
    #expect(plain.pixels != colored.pixels)
  }

  @Test func `an underline skips ink unless ink skipping is off`() throws {
    let text = "a\u{323}a"
    func gap(_ line: TextPaint.DecorationLine) throws -> [Int] {
      let bitmap = try painted(text, size: 40, family: "Galley Mark") { paint in
        paint.underline = line
        paint.underline?.color = .fixed(Color(argb: 0xFFFF_0000))
      }
      let row = try #require((33..<40).first { bitmap.pixel(x: 0, y: $0) == 0xFFFF_0000 })
      return (0..<40).filter { bitmap.pixel(x: $0, y: row) & 0xFF_FFFF != 0xFF_0000 }
    }
    let skipped = try gap(.solid)
    let through = try gap(TextPaint.DecorationLine(skipsInk: false))
    // The ink, plus the thickness of the line on either side.
    #expect(!through.isEmpty && skipped.count == through.count + 4)
    #expect(skipped.first == (through.first ?? 0) - 2)
  }

  @Test(arguments: [40.0, 71, 100])
  func `an underline skips a glyph's loops with a gap of its own thickness`(size: Double) throws {
    let red = red
    var text = AttributedText("gx", style: TestFonts.style("Noto Sans", size: size))
    text.updateStyle(in: 0..<2) {
      $0.paint.underline = TextPaint.DecorationLine(color: .fixed(red))
    }
    let layout = NotoFonts.engine().layout(text)
    var bitmap = try Bitmap(width: Int(layout.size.width) + 40, height: Int(layout.size.height))
    painter.paint(layout, at: Point(x: 20, y: 0), into: &bitmap, scale: 1)
    let ink = try #require(Ink(of: bitmap, lineColor: red.argb))
    // The line continues only after the letter.
    #expect(ink.line.lowerBound > ink.glyph.upperBound)
    #expect(ink.isWhole)
    let gap = Double(ink.line.lowerBound - ink.glyph.upperBound)
    #expect(abs(gap - Double(ink.thickness)) <= 2)
  }

  /// The columns of a letter and of its underline, in the middle row of the underline.
  private struct Ink {
    var glyph = 0..<0
    var line = 0..<0
    var thickness = 0
    /// Whether the line is contiguous.
    var isWhole = false

    init?(of bitmap: Bitmap, lineColor: UInt32) {
      let last = bitmap.width - 1
      let rows = (0..<bitmap.height).filter { y in
        (0...last).contains { bitmap.pixel(x: $0, y: y) == lineColor }
      }
      guard let top = rows.first, let bottom = rows.last else { return nil }
      thickness = rows.count
      let y = (top + bottom) / 2
      let line = (0...last).filter { bitmap.pixel(x: $0, y: y) == lineColor }
      let glyph = (0...last).filter { x in
        (top...bottom).contains { bitmap.pixel(x: x, y: $0) == 0xFF00_0000 }
      }
      guard let start = line.first, let end = line.last, let left = glyph.first,
        let right = glyph.last
      else { return nil }
      self.line = start..<end + 1
      self.glyph = left..<right + 1
      isWhole = line.count == end + 1 - start
    }
  }

  @Test func `ideographs do not interrupt an underline`() throws {
    let bitmap = try painted("\u{4E00}x", size: 20) { $0.underline = .solid }
    #expect((0..<40).allSatisfy { bitmap.pixel(x: $0, y: 18) == 0xFF00_0000 })
  }

  @Test func `an underline is painted behind an emoji and a strikethrough in front`() throws {
    var text = AttributedText("\u{2764}", style: TestFonts.style("Galley Emoji Bitmap", size: 20))
    text.updateStyle(in: 0..<3) { style in
      style.paint.underline = TextPaint.DecorationLine(skipsInk: false)
      style.paint.strikethrough = .solid
    }
    let bitmap = try painted(text, width: 24, height: 24)
    let column = (0..<24).map { bitmap.pixel(x: 12, y: $0) }
    #expect(column.count { $0 == 0xFF00_0000 } == 1)
    let side = (0..<24).map { bitmap.pixel(x: 0, y: $0) }
    #expect(side.count { $0 == 0xFF00_0000 } == 2)
  }

  @Test func `decoration lines in a part of an image match the whole`() throws {
    for style in [TextPaint.DecorationLine.Style.double, .dotted, .dashed, .wavy] {
      var text = AttributedText(
        "a\u{323}xa\u{323}x", style: TestFonts.style("Galley Mark", size: 37))
      text.updateStyle(in: 0..<text.length) {
        $0.paint.underline = TextPaint.DecorationLine(style)
        $0.paint.strikethrough = TextPaint.DecorationLine(style)
      }
      let layout = TestFonts.engine().layout(text)
      let whole = try painter.bitmap(of: layout, width: 80, height: 40)
      let part = try painter.bitmap(of: layout, width: 30, height: 40, at: Point(x: -23, y: 0))
      for y in 0..<40 {
        for x in 0..<30 { #expect(part.pixel(x: x, y: y) == whole.pixel(x: x + 23, y: y)) }
      }
    }
  }

  @Test func `ink bounds contain every decoration style`() throws {
    for style in [TextPaint.DecorationLine.Style.solid, .double, .dotted, .dashed, .wavy] {
      var text = AttributedText("xA", style: TestFonts.style(size: 30))
      text.updateStyle(in: 0..<2) {
        $0.paint.underline = TextPaint.DecorationLine(style)
        $0.paint.strikethrough = TextPaint.DecorationLine(style)
      }
      let layout = TestFonts.engine().layout(text)
      let ink = painter.inkBounds(of: layout, at: Point(x: 5, y: 5), scale: 1)
      let bitmap = try painted(text, width: 80, height: 60, at: Point(x: 5, y: 5))
      for y in 0..<60 {
        for x in 0..<80 where bitmap.pixel(x: x, y: y) != 0 {
          #expect((ink.minX..<ink.maxX).contains(x) && (ink.minY..<ink.maxY).contains(y))
        }
      }
    }
  }

  @Test(arguments: [TextPaint.DecorationLine.Style.solid, .double, .dotted, .dashed, .wavy])
  func `documents contain every decoration style`(style: TextPaint.DecorationLine.Style) throws {
    var text = AttributedText("a\u{323}xx", style: TestFonts.style("Galley Mark"))
    let plain = try TestFonts.engine().layout(text).svgData()
    text.updateStyle(in: 0..<text.length) {
      $0.paint.underline = TextPaint.DecorationLine(style, color: .fixed(Color(argb: 0xFF12_3456)))
    }
    let layout = TestFonts.engine().layout(text)
    let svg = String(decoding: try layout.svgData(), as: UTF8.self)
    #expect(svg.utf8.count > plain.count && svg.contains("rgb(7.05"))
    #expect(try layout.pdfData() == layout.pdfData())
  }

  @Test func `underlines and strikethroughs are independent, in blocks and spoilers too`()
    throws
  {
    func marks(_ text: AttributedText) throws -> [Set<Int>] {
      let layout = TestFonts.engine().layout(text)
      var painter = painter
      painter.revealed = .all
      painter.palette[.link] = Color(argb: 0xFF00_00FF)
      let bitmap = try painter.bitmap(of: layout, width: 60, height: Int(layout.size.height))
      let line = layout.line(at: 0)
      return [0xFFFF_0000, 0xFF00_00FF].map { color in
        Set(
          (0..<bitmap.height).filter { bitmap.pixel(x: Int(line.x) + 10, y: $0) == color }.map {
            $0 - Int(line.baseline)
          })
      }
    }
    var text = AttributedText("x", style: TestFonts.style(size: 20))
    text.updateStyle(in: 0..<1) {
      $0.paint.underline = TextPaint.DecorationLine(color: .fixed(red))
    }
    let under = try marks(text)
    #expect(under == [[2], []])
    text.updateStyle(in: 0..<1) {
      $0.paint.strikethrough = TextPaint.DecorationLine(color: .role(.link))
    }
    let both = try marks(text)
    #expect(both == [[2], [-5]])
    text.annotate(0..<1, as: .spoiler)
    #expect(try marks(text) == both)
    text.addBlocks([TextBlock(.quote, in: 0..<1)])
    #expect(try marks(text) == both)
  }

  @Test func `a decoration line is at least one pixel thick`() throws {
    for scale in [0.25, 0.5, 1] {
      var text = AttributedText("x", style: TestFonts.style(size: 8))
      text.updateStyle(in: 0..<1) {
        $0.paint.underline = TextPaint.DecorationLine(color: .fixed(red))
      }
      let layout = TestFonts.engine().layout(text)
      let bitmap = try painter.bitmap(of: layout, width: 12, height: 12, scale: scale)
      #expect((0..<12).count { bitmap.pixel(x: 0, y: $0) == red.argb } == 1)
    }
  }

  private func painted(
    _ text: String, size: Double, family: String = "Galley Box", height: Int? = nil,
    _ change: (inout TextPaint) -> Void
  ) throws -> Bitmap {
    var text = AttributedText(text, style: TestFonts.style(family, size: size))
    text.updateStyle(in: 0..<text.length) { change(&$0.paint) }
    let width = TestFonts.engine().layout(text).size.width
    return try painted(text, width: Int(width), height: height ?? Int(size))
  }

  private func painted(
    _ text: AttributedText, width: Int, height: Int, at origin: Point = .zero
  ) throws -> Bitmap {
    var painter = painter
    painter.palette[.link] = Color(argb: 0xFF00_00FF)
    let layout = TestFonts.engine().layout(text)
    return try painter.bitmap(of: layout, width: width, height: height, at: origin)
  }

  private func rows(_ bitmap: Bitmap, _ rows: Range<Int>) -> [String] {
    rows.map { y in
      String((0..<bitmap.width).map { bitmap.pixel(x: $0, y: y) == 0xFF00_0000 ? "#" : "." })
    }
  }
}
