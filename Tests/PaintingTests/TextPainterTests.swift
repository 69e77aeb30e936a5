import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct TextPainterTests {
  // Glyphs of the font are boxes with an advance of 10 points and ink 8 points wide, 5 high for
  // small letters and 7 for others; the baseline is 8 points below the top.
  private let style = TestFonts.style()
  private let painter = TextPainter(masks: GlyphCache())

  @Test func `letters are painted at their layout positions`() throws {
    let bitmap = try painted(AttributedText("xA", style: style))
    #expect(
      rows(bitmap) == [
        "....................", "...........########.", "...........########.",
        ".########..########.", ".########..########.", ".########..########.",
        ".########..########.", ".########..########.", "....................",
        "....................",
      ])
  }

  @Test func `horizontal glyph positions are rounded to quarter pixels`() throws {
    for (x, expected) in [(0.25, 191), (0.124, 255), (0.125, 191), (0.5, 128), (0.75, 64)] {
      let bitmap = try painted(AttributedText("x", style: style), at: Point(x: x, y: 0), width: 12)
      #expect(abs(Int(bitmap.pixel(x: 1, y: 5) >> 24) - expected) <= 1)
    }
  }

  @Test func `baselines are rounded to whole pixels`() throws {
    let text = AttributedText("x", style: style)
    #expect(try painted(text, at: Point(x: 0, y: 0.4)) == (try painted(text)))
    let lower = try painted(text, at: Point(x: 0, y: 0.5))
    #expect(lower.pixel(x: 4, y: 3) == 0 && lower.pixel(x: 4, y: 8) == 0xFF00_0000)
  }

  @Test func `an underline continues across runs, on whole pixels`() throws {
    var text = AttributedText("xx A", style: style)
    text.updateStyle(in: 0..<4) { $0.paint.underline = .solid }
    text.updateStyle(in: 1..<3) { $0.paint.color = .fixed(Color(argb: 0xFFFF_0000)) }
    let bitmap = try painted(text)
    let line = (0..<40).map { bitmap.pixel(x: $0, y: 9) }
    #expect(line.prefix(10).allSatisfy { $0 == 0xFF00_0000 })
    #expect(line[10..<30].allSatisfy { $0 == 0xFFFF_0000 })
    #expect(line.suffix(10).allSatisfy { $0 == 0xFF00_0000 })
    #expect((0..<40).allSatisfy { bitmap.pixel(x: $0, y: 8) == 0 })
  }

  @Test func `an underline has one position and thickness across font sizes`() throws {
    var text = AttributedText("xx", style: style)
    text.updateStyle(in: 0..<2) { $0.paint.underline = .solid }
    text.updateStyle(in: 1..<2) { $0.font.size = 40 }
    let bitmap = try painted(text, scale: 2)
    let columns = [0, bitmap.width - 1].map { x in
      (0..<bitmap.height).filter { bitmap.pixel(x: x, y: $0) != 0 }
    }
    #expect(columns[0] == columns[1] && columns[0].count == 4)
  }

  @Test func `a strikethrough is drawn over the text as one shape`() throws {
    var text = AttributedText("xx", style: style)
    text.updateStyle(in: 0..<2) {
      $0.paint.strikethrough = .solid
      $0.paint.color = .fixed(Color(argb: 0x8000_0000))
    }
    let bitmap = try painted(text)
    #expect((0..<20).allSatisfy { bitmap.pixel(x: $0, y: 5) == 0x8000_0000 })
  }

  @Test func `a background fills its line and stays behind the ink`() throws {
    var text = AttributedText("x\nA", style: style)
    text.updateStyle(in: 0..<3) { $0.paint.background = .white }
    let bitmap = try painted(text)
    #expect(bitmap.pixel(x: 0, y: 0) == 0xFFFF_FFFF && bitmap.pixel(x: 9, y: 19) == 0xFFFF_FFFF)
    #expect(bitmap.pixel(x: 4, y: 5) == 0xFF00_0000)
  }

  @Test func `clear pixels are painted the same in clear and partly filled bitmaps`() throws {
    let text = AttributedText("The quick AVATAR", style: TestFonts.style("Galley Kern", size: 13.3))
    let layout = TestFonts.engine().layout(text)
    for argb in [0xFF00_0000, 0xFF12_8AE3, 0x8012_8AE3] as [UInt32] {
      var colored = text
      colored.updateStyle(in: 0..<colored.length) { $0.paint.color = .fixed(Color(argb: argb)) }
      let layout = TestFonts.engine().layout(colored)
      var clear = try Bitmap(width: 150, height: 20)
      var other = try Bitmap(width: 150, height: 20)
      other.fill(PixelRect(minX: 0, minY: 19, maxX: 1, maxY: 20), with: .white)
      painter.paint(layout, into: &clear, scale: 1)
      painter.paint(layout, into: &other, scale: 1)
      #expect(
        (0..<19).allSatisfy { y in
          (0..<150).allSatisfy { clear.pixel(x: $0, y: y) == other.pixel(x: $0, y: y) }
        })
    }
    #expect(layout.lineCount == 1)
  }

  @Test(arguments: 1...8)
  func `overlapping lines are blended the same in clear and partly filled bitmaps`(lines: Int)
    throws
  {
    let string = Array(repeating: "xAx", count: lines).joined(separator: "\n") + "AAAAAA\n       A"
    var text = AttributedText(string, style: TestFonts.style("Galley Kern", size: 11.7))
    for line in 0..<lines {
      let argb = [0x80FF_0000, 0xFF00_00FF, 0x9000_FF00][line % 3] as UInt32
      text.updateStyle(in: line * 4..<line * 4 + 3) { $0.paint.color = .fixed(Color(argb: argb)) }
    }
    for letter in 0..<6 {
      let start = lines * 4 - 1 + letter
      let color = Color(argb: 0x9000_0000 | UInt32(letter * 40))
      text.updateStyle(in: start..<start + 1) { $0.paint.color = .fixed(color) }
    }
    let options = LayoutOptions { $0.lineHeight = .absolute(3) }
    let layout = TestFonts.engine().layout(text, options: options)
    var clear = try Bitmap(width: 260, height: 120)
    var other = clear
    other.fill(PixelRect(minX: 259, minY: 119, maxX: 260, maxY: 120), with: .white)
    for scale in [1, 1.3, 4] {
      painter.paint(layout, at: Point(x: 0, y: 12), into: &clear, scale: scale)
      painter.paint(layout, at: Point(x: 0, y: 12), into: &other, scale: scale)
      #expect(clear.pixels.dropLast() == other.pixels.dropLast())
      clear.clear()
      other.clear()
      other.fill(PixelRect(minX: 259, minY: 119, maxX: 260, maxY: 120), with: .white)
    }
  }

  @Test func `a bitmap emoji is positioned at the nearest pixel`() throws {
    let emoji = AttributedText("\u{2764}", style: TestFonts.style("Galley Emoji Bitmap", size: 20))
    func firstColumn(at x: Double) throws -> Int? {
      let bitmap = try painted(emoji, at: Point(x: x, y: 0))
      return (0..<bitmap.width).first { bitmap.pixel(x: $0, y: 12) != 0 }
    }
    #expect(try [0, 0.3, 0.6, 1, -0.3].map(firstColumn(at:)) == [1, 1, 2, 2, 1])
  }

  @Test func `a stale pass stops before the next line`() throws {
    let layout = TestFonts.engine().layout(AttributedText("x\nx\nx", style: style))
    var bitmap = try Bitmap(width: 10, height: 30)
    var asked = 0
    painter.paint(layout, into: &bitmap, scale: 1) {
      asked += 1
      return asked > 2
    }
    #expect(asked == 3)
    #expect(bitmap.pixel(x: 4, y: 15) != 0 && bitmap.pixel(x: 4, y: 25) == 0)
  }

  @Test func `a layered glyph is drawn in several colors`() throws {
    let emoji = AttributedText("\u{1F600}", style: TestFonts.style("Galley Emoji", size: 20))
    let bitmap = try painted(emoji)
    #expect(Set(bitmap.pixels.filter { $0 >> 24 == 255 }).count >= 2)
  }

  @Test func `text and emoji painted separately combine to the whole`() throws {
    var style = TestFonts.style("Galley Box", size: 20)
    style.paint.underline = TextPaint.DecorationLine()
    var text = AttributedText("ab\u{1F600}", style: style)
    style.font = TestFonts.style("Galley Emoji", size: 20).font
    text.setStyle(style, in: 2..<6)
    let layout = TestFonts.engine().layout(text)
    func painted(_ parts: TextPainter.Parts, over bitmap: Bitmap? = nil) throws -> Bitmap {
      var bitmap = try bitmap ?? Bitmap(width: 80, height: 40)
      var painter = TextPainter()
      painter.parts = parts
      painter.paint(layout, into: &bitmap, scale: 1)
      return bitmap
    }
    let (letters, emoji) = (try painted(.text), try painted(.emoji))
    #expect(letters.pixels.contains { $0 != 0 } && emoji.pixels.contains { $0 != 0 })
    #expect(try painted(.emoji, over: letters) == painted(.all))
    #expect(try painted([]).pixels.allSatisfy { $0 == 0 })
    // Letters have one color; the line under the emoji has the text color.
    #expect(Set(letters.pixels.filter { $0 >> 24 == 255 }) == [0xFF00_0000])
    let columns = { (bitmap: Bitmap) in
      (0..<bitmap.width).filter { x in
        (0..<bitmap.height).contains { bitmap.pixel(x: x, y: $0) != 0 }
      }
    }
    #expect(columns(letters).last == columns(try painted(.all)).last)
    #expect((columns(emoji).first ?? 0) >= 40)
  }

  @Test func `a gradient glyph is drawn in many colors`() throws {
    let style = TestFonts.style("Galley Emoji Gradient", size: 40)
    for emoji in ["\u{1F600}", "\u{2764}"] {
      let bitmap = try painted(AttributedText(emoji, style: style))
      let opaque = bitmap.pixels.filter { $0 >> 24 == 255 }
      #expect(opaque.count > 400 && Set(opaque).count > 20)
      #expect(
        bitmap.pixels.allSatisfy { pixel in
          [0, 8, 16].allSatisfy { pixel >> $0 & 255 <= pixel >> 24 }
        })
    }
  }

  @Test func `a bitmap glyph is drawn at its size and scaled to others`() throws {
    let emoji = AttributedText("\u{2764}", style: TestFonts.style("Galley Emoji Bitmap", size: 20))
    let bitmap = try painted(emoji)
    #expect(bitmap.pixels.filter { $0 >> 24 == 255 }.count == 22 * 22)
    let half = try painted(emoji, scale: 0.5)
    let full = half.pixels.filter { $0 >> 24 == 255 }.count
    #expect((100...121).contains(full))
  }

  @Test func `a glyph too large to cache is still drawn`() throws {
    let text = AttributedText("x", style: TestFonts.style(size: 3_000))
    let layout = TestFonts.engine().layout(text)
    let bitmap = try painter.bitmap(of: layout, width: 400, height: 400, at: Point(x: 0, y: -800))
    #expect(bitmap.pixel(x: 299, y: 200) == 0 && bitmap.pixel(x: 300, y: 200) == 0xFF00_0000)
    #expect(bitmap.pixel(x: 350, y: 99) == 0 && bitmap.pixel(x: 350, y: 100) == 0xFF00_0000)
    #expect(painter.masks.byteCount < 100_000)
  }

  @Test func `ink bounds enclose the ink exactly`() throws {
    var text = AttributedText("xA", style: style)
    let engine = TestFonts.engine()
    let bounds = painter.inkBounds(of: engine.layout(text), scale: 1)
    #expect(bounds == PixelRect(minX: 1, minY: 1, maxX: 19, maxY: 8))
    text.updateStyle(in: 0..<2) { $0.paint.underline = .solid }
    let underlined = painter.inkBounds(of: engine.layout(text), scale: 1)
    #expect(underlined == PixelRect(minX: 0, minY: 1, maxX: 20, maxY: 10))
  }

  @Test func `text without ink has empty ink bounds`() throws {
    for text in ["", " ", "\n\n"] {
      let layout = TestFonts.engine().layout(AttributedText(text, style: style))
      #expect(painter.inkBounds(of: layout, scale: 2).isEmpty)
    }
  }

  @Test func `painting a shared bitmap without memory for a copy has no effect`() throws {
    let pool = Bitmap.Pool(byteLimit: 0, usedByteLimit: 8_192)
    let layout = TestFonts.engine().layout(AttributedText("xA", style: style))
    let original = try Bitmap(width: 40, height: 40, color: .white, pool: pool)
    var copy = original
    painter.paint(layout, into: &copy, scale: 1)
    #expect(copy == original)
    #expect(pool.failureCount == 1)
  }

  /// Draws the text on a bitmap of the size of its layout.
  private func painted(
    _ text: AttributedText, at origin: Point = .zero, width: Int? = nil, scale: Double = 1
  ) throws -> Bitmap {
    let layout = TestFonts.engine().layout(text)
    let size = PixelGrid(scale: scale).size(holding: layout.size)
    var bitmap = try Bitmap(width: width ?? size.width, height: size.height)
    painter.paint(layout, at: origin, into: &bitmap, scale: scale)
    return bitmap
  }

  private func rows(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.height).map { y in
      String((0..<bitmap.width).map { bitmap.pixel(x: $0, y: y) == 0xFF00_0000 ? "#" : "." })
    }
  }
}
