import GalleyHarfBuzz
import GalleyMath
import Testing

/// Changes one constant of the testing font, and expects one change of a formula.
@Suite struct MathConstantTests {
  /// A constant, its change, a formula, and the change of its measures.
  struct Case: CustomTestStringConvertible, Sendable {
    var constant: MathConstant
    var delta: Int
    var formula: String
    var isDisplay: Bool
    var width = 0
    var ascent = 0
    var descent = 0

    var testDescription: String { "\(constant) \(formula)" }

    init(
      _ constant: MathConstant, _ formula: String, isDisplay: Bool = false, width: Int = 0,
      ascent: Int = 0, descent: Int = 0
    ) {
      self.init(
        constant, 40, formula, isDisplay: isDisplay, width: width, ascent: ascent,
        descent: descent)
    }

    init(
      _ constant: MathConstant, _ delta: Int, _ formula: String, isDisplay: Bool = false,
      width: Int = 0, ascent: Int = 0, descent: Int = 0
    ) {
      self.constant = constant
      self.delta = delta
      self.formula = formula
      self.isDisplay = isDisplay
      self.width = width
      self.ascent = ascent
      self.descent = descent
    }
  }

  static let scripts: [Case] = [
    Case(.scriptPercentScaleDown, 10, "a^a", width: 50, ascent: 50),
    Case(.scriptScriptPercentScaleDown, 10, "a^{a^a}", width: 50, ascent: 50),
    Case(.subscriptShiftDown, "a_a", descent: 40),
    Case(.subscriptTopMax, #"a_{\rule{1em}{2em}}"#, descent: -40),
    Case(.subscriptBaselineDropMin, #"{\rule[-1em]{1em}{2em}}_a"#, descent: 40),
    Case(.superscriptShiftUp, "a^a", ascent: 40),
    Case(.superscriptShiftUpCramped, #"\overline{a^a}"#, ascent: 40),
    Case(.superscriptBottomMin, #"a^{\rule[-1em]{1em}{1.5em}}"#, ascent: 40),
    Case(.superscriptBaselineDropMax, #"{\rule{1em}{2em}}^a"#, ascent: -40),
    Case(.subSuperscriptGapMin, "a^y_A", descent: 40),
    Case(.superscriptBottomMaxWithSubscript, "a^y_A", ascent: 40, descent: -40),
    Case(.spaceAfterScript, "a^a", width: 40),
  ]

  static let operators: [Case] = [
    Case(
      .displayOperatorMinHeight, -400, #"\sum"#, isDisplay: true, width: -200, ascent: -200,
      descent: -200),
    Case(.axisHeight, #"\sum"#, isDisplay: true, ascent: 40, descent: -40),
    Case(.upperLimitGapMin, #"\sum^y"#, isDisplay: true, ascent: 40),
    Case(.upperLimitBaselineRiseMin, #"\sum^a"#, isDisplay: true, ascent: 40),
    Case(.lowerLimitGapMin, #"\sum_{\rule{1em}{1em}}"#, isDisplay: true, descent: 40),
    Case(.lowerLimitBaselineDropMin, #"\sum_a"#, isDisplay: true, descent: 40),
    Case(.stretchStackTopShiftUp, 200, #"\overbrace{aa}^a"#, ascent: 110),
    Case(.stretchStackBottomShiftDown, #"\underbrace{aa}_a"#, descent: 40),
    Case(.stretchStackGapAboveMin, #"\overbrace{aa}^a"#, ascent: 40),
    Case(.stretchStackGapBelowMin, #"\underbrace{aa}_{\rule{1em}{1em}}"#, descent: 40),
  ]

  static let fractions: [Case] = [
    Case(.stackTopShiftUp, #"a\atop a"#, ascent: 40),
    Case(.stackTopDisplayStyleShiftUp, #"a\atop a"#, isDisplay: true, ascent: 40),
    Case(.stackBottomShiftDown, #"a\atop a"#, descent: 40),
    Case(.stackBottomDisplayStyleShiftDown, #"a\atop a"#, isDisplay: true, descent: 40),
    Case(.stackGapMin, #"\rule[-1em]{1em}{1em}\atop a"#, ascent: 20, descent: 20),
    Case(
      .stackDisplayStyleGapMin, #"\rule[-1em]{1em}{1em}\atop a"#, isDisplay: true, ascent: 20,
      descent: 20),
    Case(.fractionNumeratorShiftUp, #"\frac aa"#, ascent: 40),
    Case(.fractionNumeratorDisplayStyleShiftUp, #"\frac aa"#, isDisplay: true, ascent: 40),
    Case(.fractionDenominatorShiftDown, #"\frac aa"#, descent: 40),
    Case(.fractionDenominatorDisplayStyleShiftDown, #"\frac aa"#, isDisplay: true, descent: 40),
    Case(.fractionNumeratorGapMin, #"\frac{\rule[-1em]{1em}{1em}}a"#, ascent: 40),
    Case(
      .fractionNumDisplayStyleGapMin, #"\frac{\rule[-1em]{1em}{1em}}a"#, isDisplay: true,
      ascent: 40),
    Case(
      .fractionRuleThickness, #"\frac{\rule[-1em]{1em}{1em}}{\rule{1em}{2em}}"#, isDisplay: true,
      ascent: 20, descent: 20),
    Case(.fractionDenominatorGapMin, #"\frac a{\rule{1em}{2em}}"#, descent: 40),
    Case(
      .fractionDenomDisplayStyleGapMin, #"\frac a{\rule{1em}{2em}}"#, isDisplay: true,
      descent: 40),
  ]

  static let marks: [Case] = [
    Case(.accentBaseHeight, #"\hat a"#, ascent: -40),
    Case(.flattenedAccentBaseHeight, 100, #"\hat A"#, ascent: 50),
    Case(.overbarVerticalGap, #"\overline a"#, ascent: 40),
    Case(.overbarRuleThickness, #"\overline a"#, ascent: 40),
    Case(.overbarExtraAscender, #"\overline a"#, ascent: 40),
    Case(.underbarVerticalGap, #"\underline a"#, descent: 40),
    Case(.underbarRuleThickness, #"\underline a"#, descent: 40),
    Case(.underbarExtraDescender, #"\underline a"#, descent: 40),
    // Half of a larger gap or rule comes out of the spare height of the sign.
    Case(.radicalVerticalGap, #"\sqrt a"#, ascent: 20, descent: -20),
    Case(.radicalDisplayStyleVerticalGap, #"\sqrt a"#, isDisplay: true, ascent: 20, descent: -20),
    Case(.radicalRuleThickness, #"\sqrt a"#, ascent: 20, descent: -20),
    Case(.radicalExtraAscender, #"\sqrt a"#, ascent: 40),
    Case(.radicalKernBeforeDegree, #"\sqrt[3]a"#, width: 40),
    // The sign never begins left of the degree, whose width of 160 limits the kerning of -300.
    Case(.radicalKernAfterDegree, 200, #"\sqrt[3]a"#, width: 60),
    Case(.radicalDegreeBottomRaisePercent, 10, #"\sqrt[\rule{1em}{3em}]a"#, ascent: 100),
  ]

  /// Constants for constructions that TeX does not have.
  static let unused: [Case] = [
    Case(.delimitedSubFormulaMinHeight, #"\left(\frac aa\right)"#, isDisplay: true),
    Case(.mathLeading, #"\begin{gathered}a\\a\end{gathered}"#, isDisplay: true),
    Case(.skewedFractionHorizontalGap, #"\frac aa"#),
    Case(.skewedFractionVerticalGap, #"\frac aa"#),
  ]

  @Test(arguments: scripts + operators + fractions + marks + unused)
  func `a constant moves exactly the parts that it is for`(item: Case) throws {
    let plain = try MathFonts.engine().layout(of: item.formula, isDisplay: item.isDisplay)
    let changed = try MathFonts.engine(changing: item.constant, by: item.delta).layout(
      of: item.formula, isDisplay: item.isDisplay)
    #expect((changed.width - plain.width).thousandths == item.width)
    #expect((changed.ascent - plain.ascent).thousandths == item.ascent)
    #expect((changed.descent - plain.descent).thousandths == item.descent)
  }

  @Test func `every constant has a case`() {
    let all = Self.scripts + Self.operators + Self.fractions + Self.marks + Self.unused
    #expect(Set(all.map(\.constant)) == Set(MathConstant.allCases))
  }

  @Test func `constants are read as fractions and ems`() throws {
    let constants = try MathFonts.engine().font.constants
    #expect(constants[.scriptPercentScaleDown] == 0.6)
    #expect(constants[.axisHeight] == 0.25)
    #expect(constants[.radicalKernAfterDegree] == -0.3)
    #expect(constants[.radicalDegreeBottomRaisePercent] == 0.6)
  }
}
