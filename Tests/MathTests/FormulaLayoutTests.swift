import GalleyGeometry
import GalleyHarfBuzz
import GalleyMath
import Testing

/// The layout of formulas in the testing font, by rules of The TeXbook, appendix G.
@Suite struct FormulaLayoutTests {
  let engine: FormulaEngine

  init() throws { engine = try MathFonts.engine() }

  private func measures(_ source: String, isDisplay: Bool = false) -> Measures {
    engine.measures(source, isDisplay: isDisplay)
  }

  // MARK: Rule 18: scripts

  @Test func `a superscript is moved right by the italics correction, a subscript is not`() {
    let scripts = engine.layout(of: "f^a_a", isDisplay: false)
    #expect(scripts.box(2..<3)?.x.thousandths == 600)
    #expect(scripts.box(4..<5)?.x.thousandths == 500)
    let plain = engine.layout(of: "a^a_a", isDisplay: false)
    #expect(plain.box(2..<3)?.x.thousandths == 500)
    #expect(plain.box(4..<5)?.x.thousandths == 500)
  }

  @Test func `the italics correction is added after a letter without a subscript`() {
    #expect(measures("fa") == Measures(1100, 500, 0))
    #expect(measures("f_aa").width == 500 + 300 + 50 + 500)
  }

  @Test func `scripts of a letter stand at fixed heights, those of a box at its edges`() {
    #expect(measures("A^a") == Measures(950, 700, 0))
    #expect(measures("{aA}^a").ascent == 700 - 230 + 300)
    #expect(measures("{ay}_a").descent == 200 + 120)
  }

  @Test func `cut-in kerning adds the cut-ins of both glyphs at two heights`() {
    // The larger of -60 - 6 at the superscript's bottom and -20 - 18 at the base's top.
    #expect(engine.layout(of: "P^3", isDisplay: false).box(2..<3)?.x.thousandths == 562)
    // The larger of -120 - 30 and -150 - 30.
    #expect(engine.layout(of: "P_3", isDisplay: false).box(2..<3)?.x.thousandths == 450)
    #expect(engine.layout(of: "P^4", isDisplay: false).box(2..<3)?.x.thousandths != 600)
    #expect(engine.layout(of: "A^3", isDisplay: false).box(2..<3)?.x.thousandths == 594)
  }

  @Test func `primes are superscripts, and join a superscript`() {
    #expect(measures("a'") == measures(#"a^{\prime}"#))
    #expect(measures("a'^a") == measures(#"a^{\prime a}"#))
    #expect(measures("a''").width == 500 + 2 * 120 + 50)
  }

  @Test func `letters in scripts have the glyphs of the feature ssty`() {
    #expect(measures("a^x").width == 500 + 330 + 50)
    #expect(measures("a^{a^x}").width == 500 + 300 + 232 + 30 + 50)
  }

  // MARK: Rule 15: fractions

  @Test func `a fraction has its rule on the axis`() throws {
    let layout = engine.layout(of: #"\frac{x}{y}"#, isDisplay: true)
    #expect(layout.measures == Measures(740, 1175, 885))
    let rule = try #require(layout.shapes.first)
    #expect(rule.rect.minX.thousandths == 120)
    #expect(rule.rect.minY.thousandths == -270)
    #expect(rule.rect.size.height.thousandths == 40)
    #expect(layout.box(6..<7)?.y.thousandths == -675)
    #expect(layout.box(9..<10)?.y.thousandths == 685)
  }

  @Test func `fractions in text have parts in script size`() {
    #expect(measures(#"\frac aa"#) == Measures(300 + 240, 395 + 300, 355))
    #expect(measures(#"\dfrac aa"#) == measures(#"\frac aa"#, isDisplay: true))
    #expect(measures(#"\tfrac aa"#, isDisplay: true) == measures(#"\frac aa"#))
  }

  @Test func `a binomial coefficient has no rule`() {
    #expect(engine.layout(of: #"\binom aa"#, isDisplay: true).shapes.isEmpty)
    #expect(measures(#"\binom ab"#) == measures(#"{a\choose b}"#))
  }

  // MARK: Rule 11: roots

  @Test func `a root has the smallest sign that is high enough`() {
    // 500 + 51 + 43 is less than 1000: the spare height is shared.
    #expect(measures(#"\sqrt a"#) == Measures(1000, 500 + 51 + 203 + 43 + 47, 203))
    #expect(measures(#"\sqrt{\rule{1em}{1.2em}}"#).width == 520 + 1000)
  }

  @Test func `a high root is assembled to its exact height`() {
    let layout = engine.layout(of: #"\sqrt{\rule{1em}{3em}}"#, isDisplay: false)
    #expect(layout.measures == Measures(1540, 3000 + 51 + 43 + 47, 0))
    #expect(layout.glyphs.count > 3)
  }

  @Test func `a degree is raised, and the sign never begins left of it`() {
    let layout = engine.layout(of: #"\sqrt[3]{x}"#, isDisplay: true)
    #expect(layout.box(6..<7)?.x.thousandths == 270)
    #expect(layout.box(9..<10)?.x.thousandths == 270 + 500)
  }

  // MARK: Rule 19: delimiters

  @Test func `delimiters are variants as far as there are any`() {
    #expect(measures(#"\left(a\right)"#).width == 300 + 500 + 300)
    // 0.901 · 2 · 750 = 1351.5
    #expect(measures(#"\left(\rule{1em}{1em}\right)"#).width == 350 + 1000 + 350)
  }

  @Test(arguments: [2.0, 3, 5, 8, 13, 34])
  func `delimiters grow to any height, and their parts overlap`(height: Double) {
    let source = "\\left(\\rule{1em}{\(height)em}\\right."
    let layout = engine.layout(of: source, isDisplay: false)
    let delta = 2 * (height - 0.25)
    let needed = max(0.901 * delta, delta - 0.5)
    // The assembly is centered on the axis.
    #expect(layout.descent.thousandths == (needed / 2 - 0.25).thousandths)
    let tops = layout.glyphs.map { -$0.y }.sorted()
    let heights = [0.6] + Array(repeating: 0.3, count: tops.count - 2)
    for (index, height) in heights.enumerated() {
      let overlap = tops[index] + height - tops[index + 1]
      #expect(overlap >= 0.02 - 1e-9 && overlap <= 0.2 + 1e-9)
    }
  }

  @Test func `assembled parts are limited in a delimiter and in a formula`() {
    let high = engine.layout(of: #"\left(\rule{1em}{900em}\right."#, isDisplay: false)
    #expect(high.glyphs.count == 1)
    let source = String(repeating: #"\left(\rule{1em}{50em}\right."#, count: 100)
    let many = engine.layout(of: source, isDisplay: false)
    #expect(many.glyphs.count > 1_000 && many.glyphs.count <= 8_192 + 100)
  }

  @Test func `the levels of big delimiters are 1_2 to 3 ems high`() {
    for (command, level) in [("big", 1.2), ("Big", 1.8), ("bigg", 2.4), ("Bigg", 3)] {
      let layout = engine.layout(of: "\\\(command)(", isDisplay: false)
      #expect(layout.ascent + layout.descent >= level - 1e-9)
    }
  }

  @Test func `an empty delimiter has a space only`() {
    #expect(measures(#"\left.a\right."#).width == 120 + 500 + 120)
  }

  // MARK: Rule 13: operators

  @Test func `a sum has limits above and below in display size, else beside it`() {
    let display = engine.layout(of: #"\sum_a^b"#, isDisplay: true)
    #expect(display.measures == Measures(1200, 950 + 170 + 300, 450 + 610))
    #expect(display.box(5..<6)?.x.thousandths == 450)
    #expect(display.box(7..<8)?.x.thousandths == 450)
    let text = engine.layout(of: #"\sum_a^b"#, isDisplay: false)
    #expect(text.box(7..<8)?.x.thousandths == 1000)
    #expect(measures(#"\sum\limits_a^b"#).width == 1000)
    #expect(measures(#"\sum\nolimits_a^b"#, isDisplay: true).width > 1200)
  }

  @Test func `the subscript of an integral is left of the superscript by the correction`() {
    let layout = engine.layout(of: #"\int_a^b"#, isDisplay: true)
    #expect(layout.box(7..<8)?.x.thousandths == 900)
    #expect(layout.box(5..<6)?.x.thousandths == 700)
    #expect(engine.layout(of: #"\int"#, isDisplay: true).width.thousandths == 900)
    // Limits are moved by half the correction.
    let limits = engine.layout(of: #"\int\limits_a^a"#, isDisplay: true)
    #expect(limits.box(14..<15)?.x.thousandths == 300 + 100)
    #expect(limits.box(12..<13)?.x.thousandths == 300 - 100)
  }

  // MARK: Rule 12: accents

  @Test func `an accent attaches at the point of its base`() {
    let layout = engine.layout(of: #"\hat A"#, isDisplay: false)
    // The attachment points are 400 and -200.
    #expect(layout.glyphs.last?.x.thousandths == 600)
    #expect(engine.layout(of: #"\hat a"#, isDisplay: false).glyphs.last?.x.thousandths == 450)
    #expect(measures(#"\hat a"#).ascent == 650 + 500 - 450)
  }

  @Test func `a letter loses its dot under an accent, and a tall one flattens the accent`() {
    #expect(measures(#"\hat i"#).ascent == 700)
    #expect(measures(#"\hat A"#).ascent == 600 + 700 - 450)
  }

  @Test func `scripts of an accented letter stand as without the accent`() {
    let plain = engine.layout(of: "a^b", isDisplay: false).box(2..<3)
    let accented = engine.layout(of: #"\hat{a}^b"#, isDisplay: false).box(8..<9)
    #expect(plain?.x == accented?.x)
    #expect(plain?.y == accented?.y)
  }

  @Test func `wide accents take the largest variant that is not wider than the base`() {
    let narrow = engine.layout(of: #"\widehat a"#, isDisplay: false).glyphs.last
    let wide = engine.layout(of: #"\widehat{aa}"#, isDisplay: false).glyphs.last
    #expect(narrow?.id != wide?.id)
    #expect(wide?.x.thousandths == 500 + 400)
  }

  @Test func `arrows and braces are as wide as their base`() {
    #expect(measures(#"\overrightarrow{aaa}"#).width == 1500)
    #expect(engine.layout(of: #"\overrightarrow{aaa}"#, isDisplay: false).glyphs.count > 5)
    #expect(measures(#"\overbrace{aaa}"#) == Measures(1500, 721, 0))
  }

  // MARK: Arrays

  @Test func `a matrix has columns an em apart and rows 1_2 ems apart`() {
    let layout = engine.layout(of: #"\begin{matrix}a&b\\c&d\end{matrix}"#, isDisplay: true)
    #expect(layout.measures == Measures(2000, 1450, 950))
    #expect(layout.box(16..<17)?.x.thousandths == 1500)
    #expect(layout.box(19..<20)?.y.thousandths == 590)
    #expect(layout.box(14..<15)?.y.thousandths == -610)
  }

  @Test func `aligned equations meet at the relation`() {
    let source = #"\begin{aligned}a&=b\\aa&=b\end{aligned}"#
    let layout = engine.layout(of: source, isDisplay: true)
    let relations = layout.boxes.filter { $0.width.thousandths == 600 }
    #expect(relations.count == 2)
    #expect(Set(relations.map(\.x.thousandths)) == [1000 + 278])
    // An additional 0.3 ems separates the rows.
    #expect(relations.map(\.y.thousandths).max() == 1500 / 2 + 0 - 250 + 240)
  }

  @Test func `cases have a brace on the left and no delimiter on the right`() throws {
    let engine = try MathFonts.engine(path: MathFonts.latinModern)
    let cases = engine.layout(of: #"\begin{cases}a&b\\c&d\end{cases}"#, isDisplay: true)
    let matrix = engine.layout(of: #"\begin{matrix}a&b\\c&d\end{matrix}"#, isDisplay: true)
    #expect(cases.glyphs.count == matrix.glyphs.count + 1)
  }

  // MARK: Letters

  @Test func `alphabets map letters to their characters`() throws {
    let engine = try MathFonts.engine(path: MathFonts.latinModern)
    for (command, character) in [
      (#"\mathbb R"#, "ℝ"), (#"\mathbb{N}"#, "ℕ"), (#"\mathcal L"#, "ℒ"), (#"\mathfrak g"#, "𝔤"),
      (#"\mathscr F"#, "ℱ"), (#"\mathbf x"#, "𝐱"), (#"\mathsf T"#, "𝖳"), (#"\mathtt a"#, "𝚊"),
      (#"\boldsymbol\alpha"#, "𝜶"), (#"\mathit h"#, "ℎ"), (#"\mathfrak C"#, "ℭ"), ("h", "ℎ"),
      (#"\mathbf 1"#, "𝟏"), (#"\mathbb 1"#, "𝟙"), (#"\alpha"#, "𝛼"), (#"\varphi"#, "𝜑"),
      (#"\phi"#, "𝜙"), (#"\partial"#, "𝜕"), (#"\imath"#, "𝚤"), (#"\mathcal B"#, "ℬ"),
    ] {
      let named = engine.layout(of: command, isDisplay: false)
      let direct = engine.layout(of: character, isDisplay: false)
      #expect(named.glyphs == direct.glyphs, "\(command)")
      #expect(named.glyphs.first?.id != 0)
    }
    #expect(
      engine.layout(of: #"\Gamma"#, isDisplay: false).glyphs
        == engine.layout(of: #"\mathrm\Gamma"#, isDisplay: false).glyphs)
  }

  @Test(arguments: [
    (#"\alpha"#, "α"), (#"\le"#, "≤"), (#"\times"#, "×"), (#"\sum"#, "∑"), (#"\to"#, "→"),
    (#"\infty"#, "∞"), (#"\in"#, "∈"), (#"\langle"#, "⟨"), (#"\cdots"#, "⋯"), (#"\Omega"#, "Ω"),
    ("-", "−"), (#"\int"#, "∫"), (#"\pm"#, "±"), (#"\nabla"#, "∇"), (#"\hbar"#, "ℏ"),
  ])
  func `a character is set like its command`(command: String, character: String) throws {
    let engine = try MathFonts.engine(path: MathFonts.latinModern)
    let named = engine.layout(of: "a\(command) b", isDisplay: true)
    let direct = engine.layout(of: "a\(character) b", isDisplay: true)
    #expect(named.glyphs == direct.glyphs)
    #expect(named.width == direct.width)
  }
}
