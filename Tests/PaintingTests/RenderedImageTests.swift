import Foundation
import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct RenderedImageTests {
  @Test(arguments: [
    (scale: 1.0, width: 20, height: 10), (1.25, 25, 13), (1.5, 30, 15), (2, 40, 20), (3, 60, 30),
    (16, 320, 160),
  ])
  func `an image has its layout's size at the given scale`(scale: Double, width: Int, height: Int)
    throws
  {
    let image = try RenderedImage(layout("xA"), scale: scale)
    #expect((image.bitmap.width, image.bitmap.height) == (width, height))
    #expect(image.bitmap.scale == scale)
  }

  @Test func `padding surrounds the layout with the background color`() throws {
    let image = try RenderedImage(layout("x"), scale: 2, padding: 3, background: .white)
    #expect((image.bitmap.width, image.bitmap.height) == (32, 32))
    #expect((image.originX, image.originY) == (6, 6))
    #expect(image.bitmap.pixel(x: 0, y: 0) == 0xFFFF_FFFF)
    #expect(image.bitmap.pixel(x: 16, y: 16) == 0xFF00_0000)
  }

  @Test func `an image includes ink outside the layout`() throws {
    let marks = String(repeating: "\u{301}", count: 20)
    let style = TestFonts.style("Galley Mark")
    let options = LayoutOptions { $0.lineHeight = .absolute(10) }
    let layout = TestFonts.engine().layout(
      AttributedText("a" + marks, style: style), options: options)
    let image = try RenderedImage(layout, scale: 2)
    let first = image.bitmap.pixels.prefix(image.bitmap.width)
    #expect(image.originY > 40 && first.contains { $0 != 0 })
  }

  @Test func `ink extending too far beyond the layout is clipped`() throws {
    let marks = String(repeating: "\u{301}", count: 3_000)
    let style = TestFonts.style("Galley Mark")
    let layout = TestFonts.engine().layout(AttributedText("a" + marks, style: style))
    let image = try RenderedImage(layout, scale: 1)
    #expect(image.originY <= 2_048)
  }

  @Test(arguments: [0, -1, 16.001, .nan, .infinity, -.infinity, 1e9])
  func `a scale out of bounds is refused`(scale: Double) throws {
    let layout = try layout("x")
    let error = #expect(throws: RenderingError.self) { try RenderedImage(layout, scale: scale) }
    if case .scale = error { return }
    Issue.record("\(String(describing: error))")
  }

  @Test(arguments: [-1, .nan, .infinity, 1e9])
  func `a padding out of bounds is refused`(padding: Double) throws {
    let layout = try layout("x")
    #expect(throws: RenderingError.self) { try RenderedImage(layout, padding: padding) }
    #expect(throws: RenderingError.self) { try layout.svgData(padding: padding) }
  }

  @Test func `an image that would be too large is refused`() throws {
    let text = String(repeating: "x", count: 2_000)
    let layout = try layout(text)
    #expect(throws: RenderingError.bitmap(.tooLarge(width: 20_000, height: 10))) {
      try RenderedImage(layout)
    }
  }

  @Test(arguments: ["", "\n", "x", "\u{1F600}\u{2764}", "ab \u{5D0}\u{5D1} cd"])
  func `writing a document is deterministic`(text: String) throws {
    for family in ["Galley Box", "Galley Emoji", "Galley Emoji Bitmap", "Galley Emoji Gradient"] {
      var text = AttributedText(text, style: TestFonts.style(family))
      text.updateStyle(in: 0..<text.length) {
        $0.paint.underline = .solid
        $0.paint.background = .white
      }
      let layout = TestFonts.engine().layout(text)
      let svg = try layout.svgData(padding: 2, background: .white)
      #expect(svg.starts(with: Array("<?xml".utf8)))
      #expect(String(decoding: svg, as: UTF8.self).hasSuffix("</svg>\n"))
      #expect(try layout.svgData(padding: 2, background: .white) == svg)
      let pdf = try layout.pdfData(padding: 2)
      #expect(pdf.starts(with: Array("%PDF-1.".utf8)))
      #expect(try layout.pdfData(padding: 2) == pdf)
    }
  }

  private func layout(_ text: String) throws -> TextLayout {
    TestFonts.engine().layout(AttributedText(text, style: TestFonts.style()))
  }
}
