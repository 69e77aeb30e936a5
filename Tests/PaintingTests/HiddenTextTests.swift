import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Pictures of texts whose spoilers hide different words of equal width.
@Suite struct HiddenTextTests {
  private func layout(hiding word: String) throws -> TextLayout {
    var text = AttributedText("see \(word) now", style: TestFonts.style())
    text.annotate(4..<10, as: .link(type: "text_link", url: "https://\(word).example"))
    text.annotate(4..<10, as: .spoiler)
    return TestFonts.engine().layout(text)
  }

  @Test func `documents with different hidden words of equal width are identical`() throws {
    let (one, other) = (try layout(hiding: "secret"), try layout(hiding: "public"))
    #expect(try one.svgData() == other.svgData())
    #expect(try one.pdfData() == other.pdfData())
    var painter = TextPainter()
    painter.showsStructure = true
    #expect(try one.svgData(painter: painter) == other.svgData(painter: painter))
    // Checks that the comparison can fail.
    painter.revealed = .all
    #expect(try one.svgData(painter: painter) != other.svgData(painter: painter))
    #expect(try one.pdfData(painter: painter) != other.pdfData(painter: painter))
  }
}
