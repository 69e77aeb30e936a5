import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichStreaming

@Suite struct PixelTests {
  @Test(arguments: StreamDocuments.all)
  func `112: a growing message has the pixels of its message laid out at once`(
    document: StreamDocuments.Document
  ) throws {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    for (index, byte) in document.bytes.enumerated() {
      text.append([byte])
      _ = text.layout()
      guard index % 37 == 36 else { continue }
      let blocks = try PrefixTests.whole(of: text)
      guard document.name != "html" else { continue }
      let whole = PrefixTests.typeset(blocks, of: text, closed: text.parts.last?.end ?? 0)
      let own = try RenderedImage(text.layout(), background: .white).bitmap
      let other = try RenderedImage(
        StreamingLayout(
          root: whole, closed: text.parts, tail: .typeset([]), stableHeight: 0, changedFrom: 0,
          typesetter: text.typesetter), background: .white
      ).bitmap
      #expect(own.pixels == other.pixels, "cut at \(index + 1)")
    }
  }

  @Test func `painting from the changed part on gives the picture of the whole`() throws {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    let source = "# Title\n\n" + String(repeating: "words of a paragraph ", count: 20)
    var kept = try Bitmap(width: 200, height: 400)
    for byte in source.utf8 {
      text.append([byte])
      let layout = text.layout()
      var whole = try Bitmap(width: 200, height: 400)
      TextPainter().paint(layout, into: &whole, scale: 1)
      // A tile with what changed.
      let top = Int(layout.changedFrom)
      var tile = try Bitmap(width: 200, height: 400 - top)
      TextPainter().paint(layout, at: Point(x: 0, y: -Double(top)), into: &tile, scale: 1)
      let split = top * 200
      let pixels = Array(kept.pixels.prefix(split)) + tile.pixels
      #expect(pixels == whole.pixels)
      kept = whole
    }
  }
}
