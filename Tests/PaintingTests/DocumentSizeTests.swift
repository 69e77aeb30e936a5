import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Documents whose size must not grow with the text size.
@Suite struct DocumentSizeTests {
  private let painter = TextPainter(masks: GlyphCache())

  @Test func `dust adds a bounded size to a document`() throws {
    func sizes(_ text: String, size: Double) throws -> (svg: Int, pdf: Int) {
      try documentSizes(text, size: size) { $0.annotate(0..<$0.length, as: .spoiler) }
    }
    let small = try sizes("x", size: 10)
    let large = try sizes("xxxxxxxxxx", size: 1_024)
    #expect(large.svg < small.svg + 1_000 && large.pdf < small.pdf + 1_000)
    #expect(small.svg < 400_000 && small.pdf < 100_000)
    let long = try sizes(String(repeating: "xxxx ", count: 8_000), size: 17)
    #expect(long.svg < small.svg + 200_000 && long.pdf < small.pdf + 200_000)
  }

  @Test func `pages are passed on when they end`() throws {
    let size = Size(width: 100, height: 100)
    var (pieces, received): (Int, [UInt8]) = (0, [])
    var document = try PagedDocument(size: size, painter: painter) { piece in
      pieces += 1
      received += piece
    }
    var halfway = 0
    for page in 0..<2_000 {
      for line in 0..<9 {
        let frame = Rect(origin: Point(x: Double(page % 50), y: Double(line * 11)), size: size)
        document.fill(frame, with: Color(argb: 0xFF00_0000 + UInt32(page)))
      }
      document.beginPage(size)
      if page == 1_000 { halfway = received.count }
    }
    document.fill(Rect(origin: .zero, size: size), with: Color(argb: 0xFF00_0000))
    try document.finish()
    #expect(pieces > 4)
    #expect(halfway > received.count / 3)
    let text = String(decoding: received, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-") && text.hasSuffix("%%EOF\n"))
    #expect(text.contains("/Count 2001"))
  }

  @Test func `dust in a document is a pattern with the opacities of bitmap dust`() throws {
    let svg = try svg("xx", size: 20) { $0.annotate(0..<2, as: .spoiler) }
    #expect(svg.contains("<pattern"))
    for opacity in ["0.4", "0.7"] { #expect(svg.contains("fill-opacity:\(opacity)")) }
  }

  @Test(arguments: [TextPaint.DecorationLine.Style.dotted, .dashed])
  func `a dotted or dashed underline is one stroke in a document`(
    style: TextPaint.DecorationLine.Style
  ) throws {
    func size(_ count: Int) throws -> Int {
      let text = String(repeating: "x", count: count)
      let plain = try svg(text, size: 16) { _ in }
      let lined = try svg(text, size: 16) { text in
        text.updateStyle(in: 0..<text.length) {
          $0.paint.underline = TextPaint.DecorationLine(style)
        }
      }
      #expect(lined.contains("stroke-dasharray"))
      return lined.utf8.count - plain.utf8.count
    }
    #expect(try size(1_000) < size(10) + 100)
  }

  @Test func `a wavy underline uses one curve per swing`() throws {
    let sizes = try documentSizes("xxxxxxxxxx", size: 16) { text in
      text.updateStyle(in: 0..<text.length) { $0.paint.underline = TextPaint.DecorationLine(.wavy) }
    }
    #expect(sizes.svg < 12_000)
  }

  @Test func `a wave with too many swings becomes a straight line`() throws {
    let text = String(repeating: "x", count: 40_000)
    let plain = try documentSizes(text, size: 16) { _ in }
    let waved = try documentSizes(text, size: 16) { text in
      text.updateStyle(in: 0..<text.length) { $0.paint.underline = TextPaint.DecorationLine(.wavy) }
    }
    #expect(waved.svg - plain.svg < 1_200_000)
  }

  @Test func `a soft shadow's resolution in a document is limited`() throws {
    func sizes(_ size: Double) throws -> (svg: Int, pdf: Int) {
      try documentSizes("xxxxx", size: size) { text in
        text.updateStyle(in: 0..<text.length) {
          $0.paint.shadow = TextPaint.Shadow(.black, offset: .zero, blur: 3)
        }
      }
    }
    let (small, large) = (try sizes(16), try sizes(1_024))
    #expect(large.svg > small.svg && large.svg < 1_500_000 && large.pdf < 1_000_000)
  }

  private func layout(
    _ string: String, size: Double, _ change: (inout AttributedText) -> Void
  ) throws -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style(size: size))
    change(&text)
    return TestFonts.engine().layout(text)
  }

  private func svg(
    _ string: String, size: Double, _ change: (inout AttributedText) -> Void
  ) throws -> String {
    let data = try layout(string, size: size, change).svgData(painter: painter)
    return String(decoding: data, as: UTF8.self)
  }

  private func documentSizes(
    _ string: String, size: Double, _ change: (inout AttributedText) -> Void
  ) throws -> (svg: Int, pdf: Int) {
    let layout = try layout(string, size: size, change)
    return (try layout.svgData(painter: painter).count, try layout.pdfData(painter: painter).count)
  }
}
