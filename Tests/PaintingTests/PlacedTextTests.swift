import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct PlacedTextTests {
  private let cache = GlyphCache()
  private let engine = TestFonts.engine()

  private func layout(_ text: String = "A few words, ffi AVATAR\nand a second line") -> TextLayout {
    var style = TestFonts.style("Galley Kern", size: 15)
    var text = AttributedText(text, style: style)
    style.paint.color = .fixed(Color(argb: 0xFF20_60A0))
    text.setStyle(style, in: 2..<5)
    return engine.layoutUncached(text, options: LayoutOptions(width: 120))
  }

  @Test func `positions are kept when a layout is painted for the second time`() throws {
    let (painter, layout) = (TextPainter(masks: cache), layout())
    for isKept in [false, true, true] {
      _ = try painter.bitmap(of: layout, width: 140, height: 240)
      #expect((cache.placedByteCount > 0) == isKept)
    }
    cache.removeAll()
    #expect(cache.placedByteCount == 0)
  }

  @Test(arguments: [1.0, 1.5, 2], [Point.zero, Point(x: 3.3, y: 1.6)])
  func `a layout has the same pixels whenever it is painted`(scale: Double, origin: Point) throws {
    let layout = layout()
    var painter = TextPainter(masks: GlyphCache())
    let (width, height) = (Int(140 * scale), Int(240 * scale))
    func bitmap() throws -> Bitmap {
      try painter.bitmap(of: layout, width: width, height: height, at: origin, scale: scale)
    }
    let plain = try bitmap()
    painter.palette = Palette(text: .white)
    let white = try bitmap()
    painter.masks = cache
    for _ in 0..<3 {
      painter.palette = .plain
      #expect(try bitmap() == plain)
      painter.palette = Palette(text: .white)
      #expect(try bitmap() == white)
    }
  }

  @Test func `tiles use the positions of the whole`() throws {
    let (painter, layout) = (TextPainter(masks: cache), layout())
    var bitmaps: [Bitmap] = []
    for _ in 0..<3 { bitmaps.append(try painter.bitmap(of: layout, width: 140, height: 240)) }
    let kept = cache.placedByteCount
    let tile = PixelRect(minX: 5, minY: 11, maxX: 120, maxY: 31)
    var part = try Bitmap(width: tile.width, height: tile.height)
    painter.paint(layout, tile: tile, into: &part, scale: 1)
    #expect(part == (try bitmaps[0].copy(of: tile)))
    #expect(cache.placedByteCount == kept)
  }

  @Test func `rendering measures and paints with the same positions`() throws {
    let (painter, layout) = (TextPainter(masks: cache), layout())
    let expected = try RenderedImage(layout, painter: TextPainter(masks: GlyphCache())).bitmap
    #expect(try RenderedImage(layout, painter: painter).bitmap == expected)
    #expect(cache.placedByteCount > 0)
  }

  @Test func `hidden and decorated text is placed each time`() throws {
    let painter = TextPainter(masks: cache)
    var style = TestFonts.style("Galley Kern", size: 15)
    style.paint.underline = TextPaint.DecorationLine()
    let layout = engine.layout(
      AttributedText("some words", style: style), options: LayoutOptions())
    let first = try painter.bitmap(of: layout, width: 140, height: 30)
    for _ in 0..<2 { #expect(try painter.bitmap(of: layout, width: 140, height: 30) == first) }
    #expect(cache.placedByteCount == 0)
  }

  @Test func `kept positions do not keep their layout`() throws {
    let painter = TextPainter(masks: cache)
    weak var released: TextLayout?
    for number in 0..<300 {
      // Addresses are used again.
      let layout = layout("number \(number)")
      let expected = try TextPainter(masks: GlyphCache()).bitmap(of: layout, width: 130, height: 30)
      for _ in 0..<3 {
        #expect(try painter.bitmap(of: layout, width: 130, height: 30) == expected)
      }
      released = layout
    }
    #expect(released == nil)
    #expect(cache.placedByteCount > 0)
  }

  @Test func `positions of layouts that ended do not add up`() throws {
    let (painter, kept) = (TextPainter(masks: cache), layout("number kept"))
    func paint(_ layout: TextLayout) throws {
      for _ in 0..<2 { _ = try painter.bitmap(of: layout, width: 130, height: 30) }
    }
    try paint(kept)
    let one = cache.placedByteCount
    for number in 0..<1_000 { try paint(layout("number \(number)")) }
    // Each of four parts has up to 32.
    #expect(one > 0 && cache.placedByteCount <= 128 * one)
    let all = cache.placedByteCount
    try paint(kept)
    #expect(cache.placedByteCount == all)
    // Those of layouts in use are kept, even if they are many.
    let layouts = (0..<500).map { layout("number \($0)") }
    for layout in layouts { try paint(layout) }
    #expect(cache.placedByteCount >= 500 * (one - 16))
  }

  @Test func `layouts painted in turns are all kept`() throws {
    let (painter, count) = (TextPainter(masks: cache), 1_000)
    let layouts = (0..<count).map { layout("\($0)") }
    var kept: [Int] = []
    for _ in 0..<4 {
      for layout in layouts { _ = try painter.bitmap(of: layout, width: 40, height: 20) }
      kept.append(cache.placedByteCount)
    }
    #expect(kept[0] == 0)
    // The second turn keeps nearly all, and later ones those whose tags met four others.
    let one = kept[3] / count
    #expect(one > 0 && kept[1] >= one * count * 95 / 100)
    let again = layouts + layouts
    for layout in again { _ = try painter.bitmap(of: layout, width: 40, height: 20) }
    #expect(cache.placedByteCount == kept[3])
  }

  @Test func `a layout at the address of an earlier one is not taken for it`() throws {
    let painter = TextPainter(masks: cache)
    var addresses: Set<ObjectIdentifier> = []
    for number in 0..<300 {
      // Layouts of different widths.
      let layout = engine.layoutUncached(
        AttributedText(String(repeating: "x", count: number)), options: LayoutOptions())
      addresses.insert(ObjectIdentifier(layout))
      _ = try painter.bitmap(of: layout, width: 40, height: 20)
    }
    // The address sanitizer does not use memory again.
    #expect(addresses.count < 300 || isSanitized)
    #expect(cache.placedByteCount == 0)
  }

  @Test func `long layouts are not recorded, which would delay a stop`() throws {
    let painter = TextPainter(masks: cache)
    let line = String(repeating: "some words ", count: 10) + "\n"
    func layout(lines: Int) -> TextLayout {
      let text = AttributedText(
        String(repeating: line, count: lines), style: TestFonts.style("Galley Kern", size: 15))
      return engine.layoutUncached(text, options: LayoutOptions())
    }
    let lines = 8_192 / line.utf8.count
    for layout in [layout(lines: lines + 1), layout(lines: lines)] {
      #expect(cache.placedByteCount == 0)
      let height = Int(layout.size.height.rounded(.up))
      for _ in 0..<3 { _ = try painter.bitmap(of: layout, width: 10, height: height) }
    }
    #expect(cache.placedByteCount > 0)
  }

  @Test func `kept positions stay within half of the budget`() throws {
    let cache = GlyphCache(byteBudget: 1 << 20)
    let painter = TextPainter(masks: cache)
    var layouts: [TextLayout] = []
    for number in 0..<400 {
      layouts.append(layout("some words of the text number \(number)"))
      for layout in layouts.suffix(3) {
        _ = try painter.bitmap(of: layout, width: 130, height: 240)
        #expect(cache.placedByteCount <= 1 << 19)
      }
    }
    #expect(cache.placedByteCount > 1 << 17)
  }
}
