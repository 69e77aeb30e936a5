import Foundation
import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Synchronization
import Testing

@Suite struct AttachmentTests {
  private let red = Color(argb: 0xFFFF_0000)

  @Test(arguments: [1, 1.5, 2])
  func `an image fills its box and is requested at its size in pixels`(scale: Double) throws {
    let layout = try layout(side: 8)
    let frame = try #require(layout.placedAttachments().first).frame
    let requests = Requests()
    let bitmap = try painted(layout, scale: scale) { request in
      requests.add(request)
      return try? Bitmap(
        width: request.width, height: request.height, color: Color(argb: 0xFFFF_0000))
    }
    let request = try #require(requests.all.first)
    #expect(requests.all.count == 1 && request.attachment.id == "cat")
    #expect(request.width == Int(8 * scale) && request.height == Int(8 * scale))
    let inked = bitmap.pixels.count { $0 == red.argb }
    #expect(inked == request.width * request.height)
    let grid = PixelGrid(scale: scale)
    #expect(bitmap.pixel(x: grid.edge(frame.minX), y: grid.edge(frame.minY)) == red.argb)
  }

  @Test func `an image of another size is scaled to fit`() throws {
    let layout = try layout(side: 8)
    let bitmap = try painted(layout) { _ in
      try? Bitmap(width: 32, height: 16, color: Color(argb: 0xFFFF_0000))
    }
    #expect(bitmap.pixels.count { $0 == red.argb } == 8 * 4)
  }

  @Test func `a tinted image takes the text's color`() throws {
    let layout = try layout(side: 8, isTinted: true)
    let bitmap = try painted(layout) { request in
      try? Bitmap(width: request.width, height: request.height, color: .white)
    }
    #expect(bitmap.pixels.count { $0 == 0xFF00_0000 } == 64 && !bitmap.pixels.contains(0xFFFF_FFFF))
  }

  @Test func `an attachment under a spoiler is hidden`() throws {
    var text = text(side: 8)
    text.annotate(0..<text.length, as: .spoiler)
    let layout = TestFonts.engine().layout(text)
    let requests = Requests()
    let bitmap = try painted(layout) { request in
      requests.add(request)
      return nil
    }
    #expect(requests.all.isEmpty && bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `an attachment without an image draws its text in the box`() throws {
    let layout = try layout(side: 8, text: "xx")
    let frame = try #require(layout.placedAttachments().first).frame
    for provider in [nil, { @Sendable (_: AttachmentImages.Request) -> Bitmap? in nil }] {
      let bitmap = try painted(layout, scale: 4, provider)
      let columns = (0..<bitmap.width).filter { x in
        (0..<bitmap.height).contains { bitmap.pixel(x: x, y: $0) != 0 }
      }
      let (first, last) = (try #require(columns.first), try #require(columns.last))
      #expect(Double(first) >= frame.minX * 4 && Double(last) < frame.maxX * 4)
      #expect(last - first > 16)
    }
  }

  @Test func `an attachment without image or text draws a placeholder box`() throws {
    let layout = try layout(side: 12)
    let bitmap = try painted(layout)
    let gray = bitmap.pixels.count { $0 >> 24 == 51 }
    #expect((60...144).contains(gray))
  }

  @Test(arguments: [0, -1, 1e300, Double.nan, .infinity])
  func `extreme attachment sizes do not crash painting`(side: Double) throws {
    for text in ["", "x"] {
      let layout = try layout(side: side, text: text)
      var bitmap = try Bitmap(width: 40, height: 40)
      TextPainter(masks: GlyphCache()).paint(layout, into: &bitmap, scale: 2)
      var painter = TextPainter(masks: GlyphCache())
      painter.attachmentImages = AttachmentImages { _ in try? Bitmap(width: 3, height: 3) }
      painter.paint(layout, into: &bitmap, scale: 2)
      _ = painter.inkBounds(of: layout, scale: 2)
    }
  }

  @Test func `documents contain an attachment's image or its substitute text`() throws {
    let layout = try layout(side: 8, text: "x")
    var painter = TextPainter(masks: GlyphCache())
    let plain = String(decoding: try layout.svgData(painter: painter), as: UTF8.self)
    #expect(plain.contains("<use") && !plain.contains("image/png"))
    painter.attachmentImages = AttachmentImages { request in
      try? Bitmap(width: request.width, height: request.height, color: Color(argb: 0xFFFF_0000))
    }
    let pictured = String(decoding: try layout.svgData(painter: painter), as: UTF8.self)
    #expect(pictured.contains("image/png"))
  }

  @Test func `an attachment casts a shadow of its shape`() throws {
    var text = text(side: 4)
    text.updateStyle(in: 0..<text.length) {
      $0.paint.shadow = TextPaint.Shadow(
        .fixed(Color(argb: 0xFF00_00FF)), offset: Point(x: -9, y: 2))
    }
    let layout = TestFonts.engine().layout(text)
    let frame = try #require(layout.placedAttachments().first).frame
    for image in [true, false] {
      let bitmap = try painted(layout) { request in
        image ? try? Bitmap(width: 4, height: 4, color: Color(argb: 0xFFFF_0000)) : nil
      }
      let (left, top) = (Int(frame.minX) - 9, Int(frame.minY) + 2)
      let cast = (0..<4).flatMap { y in
        (0..<4).map { bitmap.pixel(x: left + $0, y: top + y) }
      }
      // The placeholder of a picture has a fifth of the opacity.
      #expect(cast.allSatisfy { image ? $0 == 0xFF00_00FF : $0 >> 24 < 80 })
      #expect(cast.contains { $0 != 0 })
      let blues = bitmap.pixels.count {
        $0 & 0xFF > 0 && $0 & 0xFF00_0000 != 0 && $0 & 0xFF_0000 == 0
      }
      #expect(image ? blues == 16 : blues >= 12)
    }
    let svg = String(decoding: try layout.svgData(), as: UTF8.self)
    #expect(svg.contains("image/png"))
  }

  private func text(side: Double, text: String = "", isTinted: Bool = false) -> AttributedText {
    AttributedText(
      "  ?",
      replacing: [
        (
          2..<3,
          TextAttachment(
            id: "cat", size: Size(width: side, height: side), placement: .baseline(descent: 0),
            text: text, isTinted: isTinted)
        )
      ], style: TestFonts.style())
  }

  private func layout(
    side: Double, text: String = "", isTinted: Bool = false
  ) throws -> TextLayout {
    TestFonts.engine().layout(self.text(side: side, text: text, isTinted: isTinted))
  }

  private func painted(
    _ layout: TextLayout, scale: Double = 1,
    _ image: (@Sendable (AttachmentImages.Request) -> Bitmap?)? = nil
  ) throws -> Bitmap {
    let size = PixelGrid(scale: scale).size(holding: layout.size)
    var bitmap = try Bitmap(width: size.width, height: size.height)
    var painter = TextPainter(masks: GlyphCache())
    painter.dust = .none
    painter.attachmentImages = image.map(AttachmentImages.init)
    painter.paint(layout, into: &bitmap, scale: scale)
    return bitmap
  }

  @Test func `a tile requests only the images inside it`() throws {
    // Three pictures: at the left, at the right, and two lines below.
    let box = { (id: String) in TextAttachment(id: id, size: Size(width: 10, height: 10)) }
    let text = AttributedText(
      "1xxx2\nx\n3", replacing: [(0..<1, box("1")), (4..<5, box("2")), (8..<9, box("3"))],
      style: TestFonts.style())
    let layout = TestFonts.engine().layout(text)
    #expect(layout.size == Size(width: 50, height: 30))
    func asked(_ tile: PixelRect) throws -> [String] {
      let requests = Requests()
      var painter = TextPainter(masks: GlyphCache())
      painter.attachmentImages = AttachmentImages { request in
        requests.add(request)
        return nil
      }
      var bitmap = try Bitmap(width: tile.width, height: tile.height)
      painter.paint(layout, tile: tile, into: &bitmap, scale: 1)
      return requests.all.map(\.attachment.id)
    }
    #expect(try asked(PixelRect(minX: 0, minY: 0, maxX: 50, maxY: 30)) == ["1", "2", "3"])
    #expect(try asked(PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 10)) == ["1"])
    #expect(try asked(PixelRect(minX: 30, minY: 0, maxX: 50, maxY: 10)) == ["2"])
    #expect(try asked(PixelRect(minX: 0, minY: 20, maxX: 50, maxY: 30)) == ["3"])
    #expect(try asked(PixelRect(minX: 30, minY: 20, maxX: 50, maxY: 30)) == [])
    #expect(try asked(PixelRect(minX: 0, minY: 10, maxX: 50, maxY: 20)) == [])
  }
}

/// The log of requests.
private final class Requests: Sendable {
  private let requests = Mutex<[AttachmentImages.Request]>([])

  func add(_ request: AttachmentImages.Request) { requests.withLock { $0.append(request) } }

  var all: [AttachmentImages.Request] { requests.withLock { $0 } }
}
