import Testing

@testable import GalleyHarfBuzz
@testable import GalleyMath

/// Formulas at the bounds of `Limits`, and one beyond.
@Suite struct FormulaLimitTests {
  /// Returns a name of letters.
  private func name(_ number: Int) -> String {
    let letters = Array("abcdefghij")
    return #"\z"# + String(String(number).map { letters[$0.wholeNumberValue ?? 0] })
  }

  @Test func `macros expand within each other 100 levels deep`() {
    // Each macro has a letter behind the next one, which keeps it open.
    func chain(_ count: Int) -> String {
      let definitions = (0..<count).map { number in
        #"\def"# + name(number) + "{" + (number + 1 < count ? name(number + 1) : "x") + " y}"
      }
      return definitions.joined() + name(0) + " x"
    }
    #expect(Formula(chain(99)).isValid)
    #expect(Formula(chain(100)).isValid)
    #expect(Formula(chain(101)).problems.map(\.reason) == [.tooManyExpansions])
  }

  @Test func `macros expand to at most 16,384 tokens`() {
    func source(_ uses: Int) -> String {
      let body = String(repeating: "x", count: 1_024)
      return #"\def\a{"# + body + "}" + String(repeating: #"\a"#, count: uses)
    }
    #expect(Formula(source(15)).isValid)
    #expect(Formula(source(16)).isValid)
    #expect(Formula(source(17)).problems.map(\.reason) == [.tooManyExpansions])
  }

  @Test(arguments: [(5_110.0, 511), (5_120, 512), (5_121, nil)] as [(Double, Int?)])
  func `a delimiter is assembled from at most 512 parts`(size: Double, count: Int?) {
    let extender = MathPart(
      glyph: GlyphID(rawValue: 1), startConnector: 0, endConnector: 0, fullAdvance: 10,
      isExtender: true)
    let assembly = MathAssembly(parts: [extender], italicsCorrection: 0)
    #expect(AssembledGlyph(assembly, size: size, overlap: 0)?.parts.count == count)
  }

  @Test func `formulas are kept in 4 MiB`() throws {
    let engine = try MathFonts.engine()
    let sum = String(repeating: "a+", count: 1_000)
    for number in 0..<60 {
      _ = engine.layout(of: sum + "\(number)", isDisplay: false)
      #expect(engine.byteCount <= 4 << 20)
    }
    #expect(engine.byteCount > 1 << 20)
  }
}
