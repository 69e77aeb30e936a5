import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyFonts

@Suite struct MetricsTests {
  let fonts: FontCollection

  init() throws { fonts = try TestFonts.collection() }

  private func instance(_ family: String) -> FontInstance {
    fonts.fontSet(for: FontDescription(families: [family]), language: nil).primary
  }

  @Test(arguments: [
    ("Galley Metrics Typo", 750.0, 250.0, 100.0), ("Galley Metrics Hhea", 900, 300, 50),
    ("Galley Metrics Fallback", 750, 250, 100), ("Galley Metrics Win", 1000, 400, 0),
    ("Galley Box", 800, 200, 0), ("Galley Em 2048", 1638, 410, 0),
  ])
  func `line metrics come from the preferred font table`(
    family: String, ascent: Double, descent: Double, lineGap: Double
  ) {
    let metrics = instance(family).metrics
    #expect(metrics.ascent == ascent)
    #expect(metrics.descent == descent)
    #expect(metrics.lineGap == lineGap)
  }

  @Test func `stroke, x-height and cap height metrics come from the font`() {
    let metrics = instance("Galley Box").metrics
    #expect(metrics.unitsPerEm == 1000)
    #expect(metrics.underlinePosition == 100)
    #expect(metrics.underlineThickness == 50)
    #expect(metrics.strikethroughPosition == 250)
    #expect(metrics.strikethroughThickness == 50)
    #expect(metrics.xHeight == 500)
    #expect(metrics.capHeight == 700)
    #expect(instance("Galley Em 2048").metrics.unitsPerEm == 2048)
  }

  @Test(arguments: [
    ("Galley Kern", false), ("Galley Kern Letters", true), ("Galley Kern Table", false),
    ("Galley Ligature", true), ("Galley Box", true), ("Galley Mark", true),
  ])
  func `words are shaped separately unless the font's layout involves the space`(
    family: String, isIndependent: Bool
  ) {
    for _ in 0..<2 {
      #expect(
        instance(family).shapesWordsAlone(script: .latin, language: Language("en")) == isIndependent
      )
    }
  }

  @Test func `coverage equals the font's character map`() {
    let coverage = instance("Galley Kern").typeface.coverage
    #expect(coverage.count == 95)
    for scalar in UInt32(0)...0x300 {
      #expect(coverage.contains(scalar) == (0x20...0x7E).contains(scalar))
    }
    #expect(!coverage.contains(0x10FFFF))
    #expect(!coverage.contains(.max))
  }

  @Test func `a coverage set inserts and removes ranges`() {
    var builder = Coverage.Builder()
    builder.insert(0x3F...0x1C0)
    builder.insert(0x10FF00...0x20FFFF)
    builder.remove(0x80...0x81)
    builder.remove(0x200000...0x200001)
    let coverage = Coverage(builder)
    for scalar in UInt32(0)...0x300 {
      let isIn = (0x3F...0x1C0).contains(scalar) && !(0x80...0x81).contains(scalar)
      #expect(coverage.contains(scalar) == isIn)
    }
    #expect(coverage.contains(0x10FFFF))
    #expect(!coverage.contains(0x110000))
    #expect(coverage.count == 0x1C0 - 0x3F + 1 - 2 + 0x100)
  }
}
