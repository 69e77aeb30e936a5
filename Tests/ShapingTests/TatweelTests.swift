import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// Tatweels in Galley Joining, in which they are 200 units wide.
///
/// Beh is 410 units wide as an initial, 310 as a medial and 510 as a final letter.
@Suite struct TatweelTests {
  let workshop: Workshop

  init() throws { workshop = Workshop(try TestFonts.collection()) }

  private func glyphs(_ insertions: TatweelInsertion...) throws -> [Glyph] {
    let text = workshop.shape("ببب", "Galley Joining")
    let run = try #require(text.runs.first)
    return workshop.pool.reshape(0..<6, inserting: insertions, of: run, in: text)
  }

  @Test func `a tatweel belongs to the letter before it`() throws {
    let glyphs = try glyphs(
      TatweelInsertion(offset: 2, count: 2), TatweelInsertion(offset: 4, count: 1))
    #expect(glyphs.map(\.cluster) == [0, 0, 0, 2, 2, 4])
    #expect(glyphs.map(\.advance) == [410, 200, 200, 310, 200, 510])
  }

  @Test func `a tatweel without a letter before it belongs to the letter after it`() throws {
    let glyphs = try glyphs(TatweelInsertion(offset: 0, count: 1))
    #expect(glyphs.map(\.cluster) == [0, 0, 2, 4])
    #expect(glyphs.map(\.advance) == [200, 310, 310, 510])
  }
}
