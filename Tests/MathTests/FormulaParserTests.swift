import GalleyGeometry
import GalleyMath
import Testing

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("{a", 0), ("a}", 1), (#"\frac{a"#, 5), (#"\left(a"#, 0), (#"a\right)"#, 1), ("a^", 1),
    (#"\frac{a}"#, 0), (#"\begin{matrix}a"#, 0), (#"a\end{matrix}"#, 1), (#"\sqrt"#, 0),
    (#"\begin{matrix}a\end{pmatrix}"#, 15), (#"\begin{nothing}a\end{nothing}"#, 0),
    (#"\left a\right)"#, 0), (#"{\left(a}\right)"#, 8), (#"\text{a"#, 5), ("a_}", 1),
    (#"\sqrt[3{a}"#, 5), ("$a", 0), (#"\hat"#, 0), ("x^{a", 2), ("{a&b}", 2),
  ])
  func `a syntax error is fatal and has an offset`(source: String, offset: Int) throws {
    let formula = Formula(source)
    let problem = try #require(formula.problems.last { $0.isFatal }, "\(source)")
    #expect(problem.offset == offset)
    #expect(!formula.isValid)
    #expect(formula.nodes.isEmpty)
    #expect(!problem.description.isEmpty)
  }

  @Test func `a formula with a syntax error is set as its source`() throws {
    let engine = try MathFonts.engine()
    let layout = engine.layout(of: #"\frac{a"#, isDisplay: true)
    #expect(!layout.isValid)
    #expect(layout.glyphs.count == 7)
    #expect(layout.boxes.map(\.source) == [0..<7])
  }

  @Test func `an unknown command shows its name, and its arguments are groups`() throws {
    let engine = try MathFonts.engine()
    let layout = engine.layout(of: #"\foo{a}+b"#, isDisplay: false)
    #expect(layout.isValid)
    #expect(layout.problems.map(\.reason) == [.unknownCommand(#"\foo"#)])
    #expect(layout.runs.contains { $0.color == .secondary && $0.glyphs.count == 4 })
    // The rest is set as a formula.
    #expect(layout.boxes.contains { $0.source == 5..<6 })
    #expect(layout.boxes.contains { $0.source == 8..<9 })
  }

  @Test func `a second script is noted, and set on an empty nucleus`() {
    let formula = Formula("x^a^b")
    #expect(formula.isValid)
    #expect(formula.problems.map(\.reason) == [.doubleScript])
  }

  @Test(arguments: [
    ("x^{a}_{b}", "x_{b}^{a}"), ("{x}", "x"), ("x{}", "x"), ("{{x}}^2", "x^2"), ("x ^ 2", "x^2"),
    (#"\frac12"#, #"\frac{1}{2}"#), (#"\sqrt x"#, #"\sqrt{x}"#), ("a % note\n+b", "a+b"),
    (#"\mathrm{ab}"#, #"{\rm ab}"#), (#"a\over b"#, #"\frac ab"#),
    (#"\newcommand{\R}{\mathbb{R}}\R"#, #"\mathbb{R}"#), (#"\def\p#1{a_#1}\p b"#, "a_b"),
    (#"\newcommand{\p}[2][c]{#1+#2}\p{d}\p[a]{b}"#, "c+da+b"), (#"\let\x=\alpha\x"#, #"\alpha"#),
    (#"\DeclareMathOperator{\tr}{tr}\tr A"#, #"\operatorname{tr}A"#), (#"a\nonumber"#, "a"),
    (#"\begin{align*}a&=b\end{align*}"#, #"\begin{aligned}a&=b\end{aligned}"#),
    (#"\lvert x\rvert"#, #"\mathopen|x\mathclose|"#),
    (#"\displaystyle\sum_a"#, #"\displaystyle\sum\limits_a"#),
    (#"a&=b\\c&=d"#, #"\begin{aligned}a&=b\\c&=d\end{aligned}"#),
    (#"\bigl(a"#, #"\mathopen{\big(}a"#),
    (#"\ce{H2O}"#, #"\mathrm{H_2O}"#), (#"\ce{SO4^2-}"#, #"\mathrm{SO_4^{2-}}"#),
    (#"\ce{Na+}"#, #"\mathrm{Na^+}"#), (#"\ce{^{14}_6C}"#, #"\mathrm{{}^{14}_6C}"#),
    (#"\ce{2H2 + O2 -> 2H2O}"#, #"\mathrm{2\,H_2+O_2\xrightarrow{\quad}2\,H_2O}"#),
    (#"\ce{A ->[x] B}"#, #"\mathrm{A\xrightarrow{x}B}"#), (#"\ce{Ca(OH)2}"#, #"\mathrm{Ca(OH)_2}"#),
    (#"\text{$a$}"#, "a"), (#"\textcolor{red}{=}"#, "="),
  ])
  func `two ways to write a formula give the same boxes`(first: String, second: String) throws {
    let engine = try MathFonts.engine()
    let (left, right) = (Formula(first), Formula(second))
    #expect(left.isValid && right.isValid, "\(left.problems) \(right.problems)")
    let one = engine.layout(of: left, isDisplay: false)
    let other = engine.layout(of: right, isDisplay: false)
    #expect(one.glyphs == other.glyphs)
    #expect(one.measures == other.measures)
  }

  @Test func `boxes have the source of their parts`() throws {
    let source = #"\frac{a}{b}+\sqrt{x}+\overline{yz}^2"#
    let layout = try MathFonts.engine().layout(of: source, isDisplay: true)
    for range in [0..<11, 6..<7, 9..<10, 11..<12, 12..<20, 18..<19, 20..<21, 21..<36] {
      #expect(layout.box(Int32(range.lowerBound)..<Int32(range.upperBound)) != nil, "\(range)")
    }
    #expect(layout.rects(of: 0..<11).count == 1)
    #expect(layout.rects(of: 0..<12).count == 2)
    let denominator = try #require(layout.box(9..<10)?.rect)
    let middle = denominator.offset(
      x: denominator.size.width / 2, y: denominator.size.height / 2
    ).origin
    #expect(layout.source(at: middle) == 9..<10)
  }

  @Test func `problems name what is wrong`() {
    #expect(Formula(#"\color{nocolor}a"#).problems.map(\.reason) == [.invalidArgument(#"\color"#)])
    #expect(Formula(#"\hspace{3furlongs}"#).isValid)
    #expect(Formula("a}").problems.first?.description == "unexpected } (byte 1)")
  }

  @Test func `the source may have 4096 bytes and 64 levels`() {
    #expect(Formula(String(repeating: "a", count: 4096)).isValid)
    #expect(Formula(String(repeating: "a", count: 4097)).problems.map(\.reason) == [.tooLong])
    func nested(_ depth: Int) -> Formula {
      Formula(String(repeating: "{", count: depth) + "a" + String(repeating: "}", count: depth))
    }
    #expect(nested(64).isValid)
    #expect(nested(65).problems.map(\.reason) == [.tooDeep])
    #expect(nested(2000).problems.map(\.reason) == [.tooDeep])
  }

  @Test(arguments: [
    #"\def\a{\a}\a"#, #"\def\a{\a\a}\a"#,
    #"\def\a{\b\b}\def\b{\c\c}\def\c{\d\d}\def\d{\e\e}\def\e{xxxxxxxxxxxxxxxxxxxxxxx\a}\a"#,
    #"\newcommand\a[1]{\a{#1#1}}\a{xxxxxxxxxxxxxxxx}"#, #"\def\a{x\a y}\a"#,
    #"\def\a#1{#1\a{#1}}\a\a"#,
  ])
  func `a macro that expands without end stops`(source: String) {
    #expect(Formula(source).problems.last?.reason == .tooManyExpansions)
  }

  @Test func `macros within macros are limited`() {
    var limits = Formula.Limits()
    limits.expansionDepth = 3
    let chain = #"\def\a{\b x}\def\b{\c x}\def\c{\d x}\def\d{x}"#
    #expect(Formula(chain + #"\b"#, limits: limits).isValid)
    #expect(
      Formula(chain + #"\a"#, limits: limits).problems.map(\.reason) == [.tooManyExpansions])
  }

  @Test func `a macro within the limits expands`() {
    let body = String(repeating: #"\a"#, count: 999)
    #expect(Formula(#"\def\a{x}"# + body).isValid)
    #expect(!Formula(#"\def\a{x}"# + body + #"\a\a"#).isValid)
  }
}
