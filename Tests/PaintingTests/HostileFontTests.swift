import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct HostileFontTests {
  @Test func `a clip box clips its glyph's paint`() throws {
    var lists = ColorTables.Lists(glyph: letterX, paint: ColorTables.solid(0))
    lists.clips = ColorTables.clip([1] + FontFile.words(200, 0, 500, 400), of: letterX)
    let layout = try layout(of: "x", in: colorFont(lists))
    let bitmap = try layout.rendered(TextPainter(masks: GlyphCache()))
    for y in 0..<bitmap.height {
      let red = (0..<bitmap.width).filter { bitmap.pixel(x: $0, y: y) == 0xFFFF_0000 }
      #expect(red == ((4..<8).contains(y) ? [2, 3, 4] : []))
    }
    #expect(String(decoding: try layout.svgData(), as: UTF8.self).contains("image/png"))
  }

  @Test func `layers that begin beyond their list do not crash painting`() throws {
    var lists = ColorTables.Lists(glyph: letterX, paint: [1, 1] + FontFile.longs(9))
    lists.layers = FontFile.longs(1, 8) + ColorTables.solid(0)
    try drawEverywhere(layout(of: "x", in: colorFont(lists)))
  }

  @Test func `painting time stays bounded for thousands of sweep gradients`() throws {
    var font = try FontFile("Box.ttf")
    let sweep =
      [10] + FontFile.bytes(6, size: 3) + FontFile.words(letterX) + [8]
      + FontFile.bytes(12, size: 3) + FontFile.words(500, 300, 0, 0x3000)
    let line = [1] + FontFile.words(2, 0, 0, 0x4000, 0x4000, 0, 0x4000)
    // The list of layers repeats one paint; the root contains nested layers.
    let inner = [1, 255] + FontFile.longs(16)
    let count = 16 + 255
    let paints = inner + sweep + line
    let start = 4 + count * 4
    var lists = ColorTables.Lists(glyph: letterX, paint: [1, 16] + FontFile.longs(0))
    lists.layers =
      FontFile.longs(count)
      + (0..<count).flatMap { FontFile.longs(start + ($0 < 16 ? 0 : inner.count)) } + paints
    font.tables["COLR"] = lists.table
    font.tables["CPAL"] = ColorTables.palette([0xFFFF_0000])
    try expectTime(below: 8) { try drawEverywhere(layout(of: "x", in: font, size: 400)) }
  }

  @Test(arguments: [(20, true), (52, false)])
  func `expensive glyphs are drawn until the message's budget is used up`(
    count: Int, isWhole: Bool
  ) throws {
    var font = try FontFile("Box.ttf")
    var records = Array(repeating: [UInt8](), count: 100)
    records[letterX] = FontFile.outline(points: 2_000)
    records[1] = FontFile.outline(points: 30)
    let letters = Array(
      "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789".utf8.prefix(count))
    for letter in letters {
      records[Int(letter) - 31] = FontFile.composite(of: Array(repeating: 1, count: 4_000))
    }
    font.setGlyphs(records)
    let text = String(decoding: letters, as: UTF8.self) + "x"
    let layout = try layout(of: text, in: font)
    let painter = TextPainter(masks: GlyphCache())
    let bitmap = try layout.rendered(painter)
    #expect(bitmap.pixels.contains { $0 != 0 } == isWhole)
    #expect(try layout.rendered(painter) == bitmap)
    let svg = String(decoding: try layout.svgData(), as: UTF8.self)
    #expect(svg.contains("<use") == isWhole)
  }

  @Test func `layouts with a shared allowance share one glyph budget`() throws {
    var font = try FontFile("Box.ttf")
    var records = Array(repeating: [UInt8](), count: 100)
    records[1] = FontFile.outline(points: 30)
    let letters = 34..<56
    for letter in letters {
      records[letter] = FontFile.composite(of: Array(repeating: 1, count: 4_000))
    }
    records[letterX] = FontFile.outline(points: 2_000)
    font.setGlyphs(records)
    let engine = TextEngine(fonts: try font.collection())
    func layout(_ text: String, size: Double) -> TextLayout {
      let style = TextStyle(font: FontDescription(families: ["Test"], size: size))
      return engine.layout(AttributedText(text, style: style))
    }
    let text = String(decoding: letters.map { UInt8($0 + 31) }, as: UTF8.self)
    let layouts = (10..<20).map { layout(text, size: Double($0)) } + [layout("x", size: 10)]
    var painter = TextPainter(masks: GlyphCache())
    let last = try #require(layouts.last)
    #expect(try last.rendered(painter).pixels.contains { $0 != 0 })
    painter.allowance = GlyphAllowance(charging: layouts, scale: 1)
    #expect(try last.rendered(painter).pixels.allSatisfy { $0 == 0 })
    painter.allowance = GlyphAllowance(charging: layouts.suffix(2), scale: 1)
    #expect(try last.rendered(painter).pixels.contains { $0 != 0 })
  }

  @Test func `a trusted font needs no glyph allowance`() throws {
    let style = TextStyle(font: FontDescription(families: ["Noto Sans"], size: 10))
    let layout = NotoFonts.engine().layout(AttributedText("A", style: style))
    let allowance = GlyphAllowance(charging: [layout], scale: 1)
    #expect(allowance == nil)
  }

  @Test func `texts full of glyphs with ink far beyond the em stay blank`() throws {
    var font = try FontFile("Box.ttf")
    var records = Array(repeating: [UInt8](), count: 100)
    records[letterX] = FontFile.outline(points: 4, side: 32_000)
    font.setGlyphs(records)
    let layout = try layout(of: String(repeating: "x", count: 200), in: font, size: 60)
    let bitmap = try expectTime(below: 1) { try layout.rendered(TextPainter(masks: GlyphCache())) }
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `charstrings with a billion nested calls take bounded time`() throws {
    var font = try FontFile("Cff.otf")
    let lines: [UInt8] = Array(repeating: [140, 140, 21], count: 40).flatMap(\.self)
    var subroutines: [[UInt8]] = [lines + [11]]
    for number in 1..<9 {
      subroutines.append(
        Array(repeating: [UInt8(31 + number), 29], count: 40).flatMap(\.self) + [11])
    }
    font.setCharstrings([[14], [40, 29, 14]], subroutines: subroutines)
    try expectTime(below: 2) { try drawEverywhere(layout(of: "abc", in: font)) }
  }

  @Test func `an unknown font is written as drawings with searchable text`() throws {
    let unknown = try layout(of: "Aé", in: FontFile("Cff.otf"))
    let pdf = String(decoding: try unknown.pdfData(), as: Unicode.ASCII.self)
    #expect(pdf.contains("/Type3") && pdf.contains("/ToUnicode") && !pdf.contains("/FontFile"))
    #expect(try unknown.pdfData() == unknown.pdfData())
    let svg = String(decoding: try unknown.svgData(), as: UTF8.self)
    #expect(svg.contains("<symbol") && svg.contains("<path"))
  }

  @Test func `a font known to a manifest by its digest is still written as drawings`()
    throws
  {
    let text = AttributedText("A", style: TestFonts.style("Galley Cff"))
    let layout = TestFonts.engine().layout(text)
    let pdf = String(decoding: try layout.pdfData(), as: Unicode.ASCII.self)
    #expect(pdf.contains("/Type3") && !pdf.contains("/FontFile"))
  }

  @Test func `a system font is embedded in documents`() throws {
    let style = TextStyle(font: FontDescription(families: ["Noto Sans"], size: 10))
    let layout = NotoFonts.engine().layout(AttributedText("A", style: style))
    let pdf = String(decoding: try layout.pdfData(), as: Unicode.ASCII.self)
    #expect(pdf.contains("/FontFile") && !pdf.contains("/Type3"))
  }

  @Test(arguments: seeds(16, long: 400))
  func `damaged outlines of an unknown font do not crash painting`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var font = try FontFile(seed % 2 == 0 ? "Cff.otf" : "Mark.ttf")
    let tag = seed % 2 == 0 ? "CFF " : "glyf"
    var table = try #require(font.tables[tag])
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      table[Int.random(in: table.indices, using: &random)] = .random(in: 0...255, using: &random)
    }
    font.tables[tag] = table
    guard let layout = try? layout(of: "Hamburg", in: font) else { return }
    try drawEverywhere(layout)
  }

  private func colorFont(_ lists: ColorTables.Lists) throws -> FontFile {
    var font = try FontFile("Box.ttf")
    font.tables["COLR"] = lists.table
    font.tables["CPAL"] = ColorTables.palette([0xFFFF_0000])
    return font
  }

  private func layout(
    of string: String, in font: FontFile, size: Double = 10
  ) throws -> TextLayout {
    let engine = TextEngine(fonts: try font.collection())
    let style = TextStyle(font: FontDescription(families: ["Test"], size: size))
    return engine.layout(AttributedText(string, style: style))
  }

  private func drawEverywhere(_ layout: TextLayout) throws {
    _ = try layout.rendered(TextPainter(masks: GlyphCache()))
    _ = try? layout.svgData()
    _ = try? layout.pdfData()
  }
}

/// The glyph of `x` in fonts with ASCII in order.
private let letterX = 89

extension TextLayout {
  /// Returns the pixels of the layout, at one pixel per point.
  fileprivate func rendered(_ painter: TextPainter) throws -> Bitmap {
    let size = PixelGrid(scale: 1).size(holding: size)
    let bitmap = try painter.bitmap(of: self, width: size.width, height: size.height)
    return bitmap
  }
}
