import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct StoppingTests {
  private let lineCount = 500

  private func layout() -> TextLayout {
    let text = (0..<lineCount).map { "line \($0)" }.joined(separator: "\n")
    return TestFonts.engine().layout(
      AttributedText(text, style: TestFonts.style("Galley Kern", size: 15)),
      options: LayoutOptions())
  }

  @Test(arguments: [1, 2, 250, 500])
  func `a painting asks before each line, and no more once it is stale`(count: Int) throws {
    let painter = TextPainter(masks: GlyphCache())
    let layout = layout()
    var bitmap = try Bitmap(width: 60, height: Int(layout.size.height.rounded(.up)))
    // Layouts are painted differently from the second time on.
    for _ in 0..<3 {
      var checks = 0
      painter.paint(layout, into: &bitmap, scale: 1) {
        checks += 1
        return checks >= count
      }
      #expect(checks == count)
    }
  }

  @Test func `an image that is no longer needed has only some lines`() throws {
    let painter = TextPainter(masks: GlyphCache())
    let layout = layout()
    let whole = try RenderedImage(layout, painter: painter).bitmap
    var checks = 0
    // Its ink is measured before it is drawn.
    let image = try RenderedImage(layout, painter: painter) {
      checks += 1
      return checks > lineCount + 2
    }
    #expect(checks == lineCount + 3)
    #expect(image.bitmap != whole)
    #expect((image.bitmap.width, image.bitmap.height) == (whole.width, whole.height))
  }

  @Test func `the line in progress is the last one painted`() throws {
    let painter = TextPainter(masks: GlyphCache())
    let layout = layout()
    let size = (width: 60, height: Int(layout.size.height.rounded(.up)))
    let whole = try painter.bitmap(of: layout, width: size.width, height: size.height)
    for count in [0, 1, 77, 499] {
      var bitmap = try Bitmap(width: size.width, height: size.height)
      var checks = 0
      painter.paint(layout, into: &bitmap, scale: 1) {
        checks += 1
        return checks > count
      }
      // Ink stays within the boxes of these letters.
      let end = Int(layout.line(at: count).y.rounded(.up))
      let top = PixelRect(minX: 0, minY: 0, maxX: size.width, maxY: end)
      let rest = PixelRect(minX: 0, minY: end, maxX: size.width, maxY: size.height)
      if count > 0 { #expect(try bitmap.copy(of: top) == whole.copy(of: top)) }
      #expect(try bitmap.copy(of: rest).pixels.allSatisfy { $0 == 0 })
    }
  }
}
