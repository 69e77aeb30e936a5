import Foundation
import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct BlockPaintingTests {
  private let bar: UInt32 = 0xFF00_00FF
  private let stripe: UInt32 = 0xFFFF_0000
  private let second: UInt32 = 0xFF00_FF00
  private let fill: UInt32 = 0xFFEE_EEEE

  @Test func `a block has a fill with rounded corners and a bar three points wide`() throws {
    let (layout, bitmap) = try painted(quote("xxxx"))
    let frame = try #require(layout.blocks.first).frame
    let (top, bottom) = (Int(frame.minY), Int(frame.maxY) - 1)
    let middle = (top + bottom) / 2
    #expect((0..<3).allSatisfy { bitmap.pixel(x: $0, y: middle) == bar })
    #expect(bitmap.pixel(x: 3, y: middle) == fill)
    #expect(bitmap.pixel(x: Int(frame.maxX) - 1, y: middle) == fill)
    #expect(bitmap.pixel(x: 0, y: top) >> 24 < 64 && bitmap.pixel(x: 0, y: bottom) >> 24 < 64)
    #expect(bitmap.pixel(x: Int(frame.maxX) - 1, y: top) >> 24 < 64)
    #expect(bitmap.pixel(x: 4, y: top) == fill && bitmap.pixel(x: 4, y: bottom) == fill)
    #expect(bitmap.pixel(x: 20, y: top - 1) == 0 && bitmap.pixel(x: 20, y: bottom + 1) == 0)
  }

  @Test func `a right-to-left block has its bar at the right`() throws {
    let (layout, bitmap) = try painted(quote("\u{5D0}\u{5D1}\u{5D2}\u{5D3}"))
    let frame = try #require(layout.blocks.first).frame
    let (right, middle) = (Int(frame.maxX), Int(frame.minY + frame.maxY) / 2)
    #expect((right - 3..<right).allSatisfy { bitmap.pixel(x: $0, y: middle) == bar })
    #expect(bitmap.pixel(x: right - 4, y: middle) == fill)
    #expect(bitmap.pixel(x: Int(frame.minX), y: middle) == fill)
  }

  @Test func `stripes of two colors alternate every nine points`() throws {
    let colors = try barColors { $0.stripe = .fixed(Color(argb: stripe)) }
    // In the middle column of the bar, from top to bottom.
    #expect(Set(colors) == [bar, stripe])
    let lengths = runLengths(colors).dropFirst().dropLast()
    #expect(!lengths.isEmpty && lengths.allSatisfy { (8...10).contains($0) })
  }

  @Test func `stripes of three colors alternate every six points`() throws {
    let colors = try barColors {
      $0.stripe = .fixed(Color(argb: stripe))
      $0.secondStripe = .fixed(Color(argb: second))
    }
    #expect(Set(colors) == [bar, stripe, second])
    let lengths = runLengths(colors).dropFirst().dropLast()
    #expect(!lengths.isEmpty && lengths.allSatisfy { (5...7).contains($0) })
  }

  @Test func `a monochrome bar uses one color at several opacities`() throws {
    let colors = try barColors { $0.isMonochrome = true }
    #expect(Set(colors).count == 2 && Set(colors).contains(bar))
    let three = try barColors {
      $0.isMonochrome = true
      $0.secondStripe = .fixed(Color(argb: second))
    }
    #expect(Set(three).count == 3 && !three.contains(second))
  }

  @Test func `icons and arrows are drawn in their frames in the bar's color`() throws {
    let text = quote("x x x x x x x x", isCollapsible: true)
    let (layout, bitmap) = try painted(text, width: 50)
    let block = try #require(layout.blocks.first)
    #expect(block.isCollapsed)
    for frame in [try #require(block.iconFrame), try #require(block.arrowFrame)] {
      let ink = pixels(bitmap, in: frame).count { $0 == bar }
      #expect(ink > 4)
    }
  }

  @Test func `collapsed text fades out at the bottom and beside the arrow`() throws {
    let string = "AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA"
    let (layout, bitmap) = try painted(quote(string, isCollapsible: true), width: 110, bar: 0)
    let (_, expanded) = try painted(
      quote(string, isCollapsible: true), width: 110, bar: 0, expanded: [0])
    let block = try #require(layout.blocks.first)
    let line = layout.line(at: 2)
    func darkness(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> UInt32 {
      255 - (bitmap.pixel(x: Int(x), y: Int(y)) & 255)
    }
    let first = layout.line(at: 0)
    #expect(darkness(bitmap, first.x + 5, first.baseline - 3) == 255)
    // The third line is opaque at the left and transparent near the arrow.
    #expect(darkness(bitmap, line.x + 5, line.baseline - 5) > 200)
    let x = block.frame.maxX - 25
    #expect(darkness(bitmap, x, line.baseline - 3) < 60)
    #expect(
      darkness(expanded, x, line.baseline - 3) == 255
        || darkness(expanded, x - 4, line.baseline - 3) == 255)
  }

  @Test func `highlights of collapsed text fade out with it, also during a reveal`() throws {
    let string = "AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA"
    var text = quote(string, isCollapsible: true)
    text.updateStyle(in: 0..<text.length) { style in
      style.paint.color = .fixed(.clear)
      style.paint.highlight = TextPaint.Highlight(.fixed(Color(argb: stripe)))
    }
    text.annotate(0..<text.length, as: .spoiler)
    let layout = TestFonts.engine().layout(text, options: LayoutOptions(width: 110))
    let block = try #require(layout.blocks.first)
    var painter = TextPainter(masks: GlyphCache())
    painter.revealed = .all
    let seen = try painter.bitmap(of: layout, width: 120, height: Int(layout.size.height))
    painter.dust = .none
    painter.transition = SpoilerTransition(.reveals(from: nil), of: [0], elapsed: 0.299_999)
    let changing = try painter.bitmap(of: layout, width: 120, height: Int(layout.size.height))
    let (x, y) = (Int(block.frame.maxX) - 20, Int(layout.line(at: 2).baseline) - 2)
    for bitmap in [seen, changing] {
      #expect(bitmap.pixel(x: x, y: y) == fill)
      #expect(
        bitmap.pixel(x: Int(layout.line(at: 1).x) + 5, y: Int(layout.line(at: 1).baseline))
          == stripe)
    }
  }

  @Test func `a block's title has its own color`() throws {
    var text = AttributedText("xx", style: TestFonts.style())
    var block = TextBlock(.code(language: "c"), in: 0..<2, title: "CC")
    block.paint.title = .fixed(Color(argb: stripe))
    text.addBlocks([block])
    let (layout, bitmap) = try painted(text)
    let frame = try #require(layout.blocks.first?.titleFrame)
    #expect(pixels(bitmap, in: frame).contains(stripe))
  }

  @Test func `a title is painted in its own colors, with its attachments`() throws {
    let size = Size(width: 10, height: 10)
    var title = AttributedText(
      "xx*", replacing: [(2..<3, TextAttachment(id: "a", size: size))], style: TestFonts.style())
    title.updateStyle(in: 0..<1) { $0.paint.color = .fixed(Color(argb: stripe)) }
    title.updateStyle(in: 1..<2) { $0.paint.color = .fixed(Color(argb: bar)) }
    var text = AttributedText("xx", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<2, title: .styled(title))])
    let layout = TestFonts.engine().layout(text, options: LayoutOptions())
    var painter = TextPainter(masks: GlyphCache())
    painter.attachmentImages = AttachmentImages { request in
      #expect(request.attachment.id == "a")
      return try? Bitmap(
        width: request.width, height: request.height, color: Color(argb: 0xFFEE_EEEE))
    }
    let bitmap = try painter.bitmap(of: layout, width: 60, height: 40)
    let frame = try #require(layout.blocks.first?.titleFrame)
    #expect(frame == Rect(x: 9, y: 7, width: 30, height: 10))
    let colors = (0..<3).map { part in
      bitmap.pixel(x: Int(frame.minX) + 10 * part + 5, y: Int(frame.minY) + 5)
    }
    #expect(colors == [stripe, bar, fill])
  }

  @Test func `a truncation token is drawn in its frame`() throws {
    let options = LayoutOptions(width: 45) { $0.maximumLines = 1 }
    let layout = TestFonts.engine().layout(
      AttributedText("xxx xxx xxx", style: TestFonts.style()), options: options)
    let token = try #require(layout.placedTokens.first)
    #expect(token.frame == Rect(x: 30, y: 0, width: 10, height: 10))
    let bitmap = try TextPainter(masks: GlyphCache()).bitmap(of: layout, width: 60, height: 10)
    #expect(pixels(bitmap, in: token.frame).contains { $0 != 0 })
    #expect(pixels(bitmap, in: Rect(x: 40, y: 0, width: 20, height: 10)).allSatisfy { $0 == 0 })
  }

  @Test func `scrolling code is clipped to its block`() throws {
    var text = AttributedText("xxxxxxxxxxxxxxxx", style: TestFonts.style())
    var block = TextBlock(.code(language: nil), in: 0..<16)
    block.paint.fill = .fixed(Color(argb: fill))
    text.addBlocks([block])
    let options = LayoutOptions(width: 80) { $0.codeOverflow = .scrolls }
    let layout = TestFonts.engine().layout(text, options: options)
    let placed = try #require(layout.blocks.first)
    try #require(placed.contentWidth > placed.contentFrame.size.width)
    var painter = TextPainter(masks: GlyphCache())
    func row(_ offset: Double) throws -> [UInt32] {
      painter.scrollOffsets = [0: offset]
      let bitmap = try painter.bitmap(of: layout, width: 200, height: 40)
      let y = Int(layout.line(at: 0).baseline) - 3
      return (0..<200).map { bitmap.pixel(x: $0, y: y) }
    }
    let (left, right) = (Int(placed.contentFrame.minX), Int(placed.contentFrame.maxX))
    let still = try row(0)
    #expect(still[right...].allSatisfy { $0 != 0xFF00_0000 })
    let moved = try row(4)
    #expect(Array(moved[left..<right - 4]) == Array(still[left + 4..<right]))
    #expect(try row(.nan) == still && row(-50) == still)
    #expect(try row(1e9) == row(placed.contentWidth - placed.contentFrame.size.width))
  }

  @Test func `dust over scrolling code moves with it and is clipped to the block`() throws {
    var text = AttributedText("xxxxxxxxxxxxxxxx", style: TestFonts.style())
    text.addBlocks([TextBlock(.code(language: nil), in: 0..<16)])
    text.annotate(4..<12, as: .spoiler)
    let options = LayoutOptions(width: 80) { $0.codeOverflow = .scrolls }
    let layout = TestFonts.engine().layout(text, options: options)
    let placed = try #require(layout.blocks.first)
    var painter = TextPainter(masks: GlyphCache())
    painter.palette[.secondaryText] = Color(argb: bar)
    func dust(_ offset: Double) throws -> [[UInt32]] {
      painter.scrollOffsets = [0: offset]
      let bitmap = try painter.bitmap(of: layout, width: 200, height: 40)
      painter.dust = .none
      let bare = try painter.bitmap(of: layout, width: 200, height: 40)
      painter.dust = .still
      return (0..<200).map { x in
        (0..<40).map {
          bitmap.pixel(x: x, y: $0) == bare.pixel(x: x, y: $0) ? 0 : bitmap.pixel(x: x, y: $0)
        }
      }
    }
    let (left, right) = (Int(placed.contentFrame.minX), Int(placed.contentFrame.maxX))
    let (still, moved) = (try dust(0), try dust(20))
    let inked = still.indices.filter { still[$0].contains { $0 != 0 } }
    #expect(try #require(inked.first) >= left + 40 && #require(inked.last) < right)
    // Without clipping at either side, the dust is equal.
    #expect(Array(moved[left + 20..<right - 20]) == Array(still[left + 40..<right]))
    #expect(moved[right...].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func `ink far from its line is drawn in every tile`() throws {
    let string = String(repeating: "x\n", count: 60) + "x"
    var raised = AttributedText(string, style: TestFonts.style())
    raised.updateStyle(in: 120..<121) { $0.baselineShift = 590 }
    let stacked = AttributedText(
      string + String(repeating: "\u{301}", count: 400), style: TestFonts.style("Galley Mark"))
    var shaded = AttributedText(string, style: TestFonts.style())
    shaded.updateStyle(in: 120..<121) {
      $0.paint.shadow = TextPaint.Shadow(.fixed(Color(argb: bar)), offset: Point(x: 30, y: -595))
    }
    let painter = TextPainter(masks: GlyphCache())
    for text in [raised, stacked, shaded] {
      let layout = TestFonts.engine().layout(text)
      let whole = try painter.bitmap(of: layout, width: 60, height: 640)
      for top in [0, 20, 300] {
        var piece = try Bitmap(width: 60, height: 20)
        let tile = PixelRect(minX: 0, minY: top, maxX: 60, maxY: top + 20)
        painter.paint(layout, tile: tile, into: &piece, scale: 1) { false }
        #expect(
          (0..<20).allSatisfy { y in
            (0..<60).allSatisfy { piece.pixel(x: $0, y: y) == whole.pixel(x: $0, y: top + y) }
          })
      }
    }
  }

  @Test(arguments: [1, 1.5, 2])
  func `tiles match the whole image`(scale: Double) throws {
    let text = quote("xAx xAx xAx\nxAx xAx xAx xAx", isCollapsible: true)
    let (layout, _) = try painted(text, width: 60)
    let painter = TextPainter(masks: GlyphCache())
    let size = PixelGrid(scale: scale).size(holding: layout.size)
    let whole = try painter.bitmap(of: layout, width: size.width, height: size.height, scale: scale)
    for height in [7, 20, 512] {
      let tiles = TextPainter.tiles(of: layout, scale: scale, height: height)
      #expect(tiles.allSatisfy { $0.height <= height && !$0.isEmpty })
      #expect(tiles.reduce(0) { $0 + $1.height } == size.height)
      for tile in tiles {
        var piece = try Bitmap(width: tile.width, height: tile.height)
        painter.paint(layout, tile: tile, into: &piece, scale: scale)
        let rows = whole.pixels[tile.minY * size.width..<tile.maxY * size.width]
        #expect(piece.pixels == Array(rows))
      }
    }
  }

  @Test func `painting a tile skips distant lines`() throws {
    let text = AttributedText(String(repeating: "x\n", count: 2_000), style: TestFonts.style())
    let layout = TestFonts.engine().layout(text)
    var bitmap = try Bitmap(width: 10, height: 20)
    var count = 0
    let tile = PixelRect(minX: 0, minY: 10_000, maxX: 10, maxY: 10_020)
    TextPainter(masks: GlyphCache()).paint(layout, tile: tile, into: &bitmap, scale: 1) {
      count += 1
      return false
    }
    #expect((2...30).contains(count) && bitmap.pixels.contains { $0 != 0 })
  }

  @Test func `underlays are painted below the text`() throws {
    let layout = TestFonts.engine().layout(AttributedText("x", style: TestFonts.style()))
    var painter = TextPainter(masks: GlyphCache())
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 5, height: 10))
    painter.underlays = [TextPainter.Underlay(path, color: .fixed(Color(argb: stripe)))]
    let bitmap = try painter.bitmap(of: layout, width: 10, height: 10)
    #expect(bitmap.pixel(x: 0, y: 5) == stripe && bitmap.pixel(x: 2, y: 5) == 0xFF00_0000)
    #expect(bitmap.pixel(x: 5, y: 1) == 0)
  }

  @Test func `the structure overlay is drawn above the text, in documents too`() throws {
    var text = quote("x x x x x x x x", isCollapsible: true)
    text.annotate(0..<3, as: .link(type: "url", url: nil))
    text.annotate(4..<6, as: .spoiler)
    let (layout, plain) = try painted(text, width: 50)
    var painter = TextPainter(masks: GlyphCache())
    painter.showsStructure = true
    let bitmap = try painter.bitmap(of: layout, width: plain.width, height: plain.height)
    #expect(bitmap != plain)
    let line = layout.line(at: 0)
    #expect(
      bitmap.pixel(x: Int(line.x) + 10, y: Int(line.baseline))
        != plain.pixel(x: Int(line.x) + 10, y: Int(line.baseline)))
    let svg = try layout.svgData(painter: painter)
    #expect(svg.count > (try layout.svgData().count))
  }

  @Test func `documents contain blocks`() throws {
    var text = quote("x x x x x x x x", isCollapsible: true)
    text.updateStyle(in: 0..<1) { $0.paint.color = .fixed(Color(argb: 0xFF33_0000)) }
    let (layout, _) = try painted(text, width: 50)
    let svg = String(decoding: try layout.svgData(), as: UTF8.self)
    #expect(svg.contains("mask") && svg.contains("rgb(0%,0%,100%)"))
    #expect(svg.contains("rgb(20%,0%,0%)"))
    #expect(try layout.pdfData() == layout.pdfData())
  }

  private func quote(_ string: String, isCollapsible: Bool = false) -> AttributedText {
    var text = AttributedText(string, style: TestFonts.style())
    var block = TextBlock(.quote, in: 0..<text.length, isCollapsible: isCollapsible)
    block.paint.bar = .fixed(Color(argb: bar))
    block.paint.fill = .fixed(Color(argb: fill))
    text.addBlocks([block])
    return text
  }

  private func painted(
    _ text: AttributedText, width: Double = .infinity, bar: UInt32? = nil, expanded: Set<Int> = []
  ) throws -> (TextLayout, Bitmap) {
    var text = text
    if let bar, var block = text.blocks.first {
      block.paint.bar = .fixed(Color(argb: bar))
      var plain = AttributedText(text.string, style: TestFonts.style())
      plain.addBlocks([block])
      text = plain
    }
    let options = LayoutOptions(width: width) { $0.expandedBlocks = expanded }
    let layout = TestFonts.engine().layout(text, options: options)
    var bitmap = try Bitmap(
      width: Int(layout.size.width.rounded(.up)), height: Int(layout.size.height.rounded(.up)))
    TextPainter(masks: GlyphCache()).paint(layout, into: &bitmap, scale: 1)
    return (layout, bitmap)
  }

  /// Returns the colors of the middle of a bar, from the top, without mixed colors.
  private func barColors(_ change: (inout TextBlock.Paint) -> Void) throws -> [UInt32] {
    var text = AttributedText("x\nx\nx\nx\nx\nx\nx\nx", style: TestFonts.style())
    var block = TextBlock(.quote, in: 0..<text.length)
    block.paint.bar = .fixed(Color(argb: bar))
    block.paint.fill = .fixed(Color(argb: fill))
    change(&block.paint)
    text.addBlocks([block])
    let (layout, bitmap) = try painted(text)
    let frame = try #require(layout.blocks.first).frame
    let column = (Int(frame.minY) + 5..<Int(frame.maxY) - 5).map { bitmap.pixel(x: 1, y: $0) }
    let counts = column.reduce(into: [UInt32: Int]()) { $0[$1, default: 0] += 1 }
    return column.filter { (counts[$0] ?? 0) > column.count / 8 }
  }

  private func runLengths(_ colors: [UInt32]) -> [Int] {
    var lengths: [Int] = []
    for (index, color) in colors.enumerated() {
      if index > 0, colors[index - 1] == color {
        lengths[lengths.count - 1] += 1
      } else {
        lengths.append(1)
      }
    }
    return lengths
  }

  private func pixels(_ bitmap: Bitmap, in frame: Rect) -> [UInt32] {
    (max(0, Int(frame.minY))..<min(bitmap.height, Int(frame.maxY.rounded(.up)))).flatMap { y in
      (max(0, Int(frame.minX))..<min(bitmap.width, Int(frame.maxX.rounded(.up)))).map {
        bitmap.pixel(x: $0, y: y)
      }
    }
  }
}
