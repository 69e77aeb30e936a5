import GalleyGeometry
import GalleyMath
import Testing

/// Formulas in fonts of Debian's packages, compared with boxes measured in Chromium 156 at 100
/// pixels per em.
@Suite struct InstalledFontTests {
  private func engine() throws -> FormulaEngine {
    try MathFonts.engine(path: MathFonts.latinModern)
  }

  /// Whether two lengths differ by at most 0.02 em; browsers round ink to whole pixels.
  private func isNear(_ length: Double?, _ pixels: Double) -> Bool {
    abs((length ?? .infinity) - pixels / 100) <= 0.02
  }

  @Test(.enabled(if: MathFonts.isInstalled(MathFonts.latinModern)))
  func `fractions have the boxes of Chromium`() throws {
    let layout = try engine().layout(of: #"\frac{a}{b}"#, isDisplay: true)
    // Without TeX's space beside fractions, and without the padding of a pixel.
    #expect(isNear(layout.width - 0.24, 54.91 - 2))
    #expect(isNear(layout.ascent + layout.descent, 182.28))
    let (upper, lower) = (layout.box(6..<7), layout.box(9..<10))
    #expect(isNear(upper?.width, 52.91))
    #expect(isNear(lower?.width, 42.91))
    #expect(isNear(upper?.rect.size.height, 46))
    #expect(isNear(lower?.rect.size.height, 70))
    #expect(isNear(lower.map { $0.rect.minY + layout.ascent }, 112.28))
    let half = try engine().layout(of: #"\frac12"#, isDisplay: false)
    #expect(isNear(half.width - 0.24, 35))
    #expect(isNear(half.ascent + half.descent, 120.89))
  }

  @Test(.enabled(if: MathFonts.isInstalled(MathFonts.latinModern)))
  func `scripts have the boxes of Chromium`() throws {
    let square = try engine().layout(of: "x^2", isDisplay: true)
    #expect(abs(square.width - 0.978) < 1e-9)
    #expect(square.box(2..<3)?.x == 0.572)
    let both = try engine().layout(of: "x_1^2", isDisplay: true)
    #expect(isNear(both.width, 97.80))
    #expect(isNear(both.ascent + both.descent, 109))
  }

  @Test(.enabled(if: MathFonts.isInstalled(MathFonts.latinModern)))
  func `operators have the boxes of Chromium`() throws {
    let sum = try engine().layout(of: #"\sum_{i=1}^{n}"#, isDisplay: true)
    #expect(isNear(sum.box(0..<4)?.width, 144.39))
    #expect(isNear(sum.box(0..<4)?.rect.size.height, 140))
    #expect(isNear(sum.ascent + sum.descent, 254.69))
    let integral = try engine().layout(of: #"\int_a^b"#, isDisplay: true)
    #expect(isNear(integral.box(0..<4)?.width, 99.89))
    #expect(isNear(integral.box(0..<4)?.rect.size.height, 224))
    let (upper, lower) = (integral.box(7..<8)?.x ?? 0, integral.box(5..<6)?.x ?? 0)
    #expect(isNear(upper - lower, 59.1))
  }

  @Test(.enabled(if: MathFonts.isInstalled(MathFonts.latinModern)))
  func `roots have the boxes of Chromium`() throws {
    let root = try engine().layout(of: #"\sqrt{1+x}"#, isDisplay: true)
    #expect(isNear(root.box(6..<7)?.x, 83.30))
    #expect(isNear(root.ascent + root.descent, 105))
    let cube = try engine().layout(of: #"\sqrt[3]{x}"#, isDisplay: true)
    #expect(isNear(cube.box(6..<7)?.x, 27.8))
    #expect(isNear(cube.box(6..<7)?.width, 25))
    #expect(isNear(cube.box(9..<10)?.x, 111.09))
  }

  @Test(.enabled(if: MathFonts.isInstalled(MathFonts.asana)))
  func `scripts use the cut-in kerning of Asana Math`() throws {
    let engine = try MathFonts.engine(path: MathFonts.asana)
    // The font has cut-ins of upright letters: 124 and 49 units at the right of K.
    let plain = engine.layout(of: #"\mathrm K"#, isDisplay: false).width
    let layout = engine.layout(of: #"\mathrm K_+^+"#, isDisplay: false)
    #expect(layout.box(12..<13).map { ($0.x - plain).thousandths } == 124)
    #expect(layout.box(10..<11).map { ($0.x - plain).thousandths } == 49)
  }

  @Test(arguments: [MathFonts.latinModern, MathFonts.asana, MathFonts.termes, MathFonts.stix])
  func `each installed font sets all formulas of a page`(path: String) throws {
    guard MathFonts.isInstalled(path) else { return }
    let engine = try MathFonts.engine(path: path)
    for source in [
      #"\sum_{i=1}^n\frac{x_i^2}{\sqrt{1+y}}"#, #"\left(\begin{matrix}a&b\\c&d\end{matrix}\right)"#,
      #"\int_0^\infty e^{-x^2}\,dx"#, #"\overbrace{a+\cdots+z}^{26}"#, #"\hat{\imath}\vec{v}"#,
      #"\left\{\rule{1em}{9em}\right."#, #"\sqrt{\rule{1em}{9em}}"#, #"A\xrightarrow{f}B"#,
    ] {
      let layout = engine.layout(of: source, isDisplay: true)
      #expect(layout.isValid)
      #expect(layout.width > 0.5 && layout.ascent > 0.3)
      #expect(layout.glyphs.allSatisfy { $0.id != 0 }, "\(source) in \(path)")
    }
  }
}
