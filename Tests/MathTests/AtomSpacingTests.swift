import GalleyMath
import Testing

/// The spaces between atoms: The TeXbook, chapter 18 and appendix G, rules 5, 6 and 20.
@Suite struct AtomSpacingTests {
  /// The table of the specification, in 18ths of an em; rows are the left atom.
  ///
  /// Parenthesized spaces of the TeXbook, which scripts do not have, are negative.
  private static let table: [[Int]] = [
    [0, 3, -4, -5, 0, 0, 0, -3], [3, 3, 0, -5, 0, 0, 0, -3], [-4, -4, 0, 0, -4, 0, 0, -4],
    [-5, -5, 0, 0, -5, 0, 0, -5], [0, 0, 0, 0, 0, 0, 0, 0], [0, 3, -4, -5, 0, 0, 0, -3],
    [-3, -3, 0, -3, -3, -3, -3, -3], [-3, 3, -4, -5, -3, 0, -3, -3],
  ]
  private static let commands = [
    "mathord", "mathop", "mathbin", "mathrel", "mathopen", "mathclose", "mathpunct", "mathinner",
  ]

  @Test(arguments: AtomClass.allCases, AtomClass.allCases)
  func `all 64 pairs have the space of the TeXbook`(left: AtomClass, right: AtomClass) {
    let space = Self.table[Int(left.rawValue)][Int(right.rawValue)]
    for size in [MathSize.display, .text] {
      #expect(AtomSpacing.space(left, right, size) == abs(space))
    }
    for size in [MathSize.script, .scriptScript] {
      #expect(AtomSpacing.space(left, right, size) == max(space, 0))
    }
  }

  @Test(arguments: AtomClass.allCases, AtomClass.allCases)
  func `a formula has the spaces of its atoms in text and in scripts`(
    left: AtomClass, right: AtomClass
  ) throws {
    // Binary operators are tested among operands below.
    guard left != .binary, right != .binary else { return }
    let engine = try MathFonts.engine()
    let (first, second) = (
      Self.commands[Int(left.rawValue)], Self.commands[Int(right.rawValue)]
    )
    let pair = "\\\(first){a}\\\(second){a}"
    let space = Self.table[Int(left.rawValue)][Int(right.rawValue)]
    let text = engine.layout(of: pair, isDisplay: false).width
    #expect(abs(text - 1 - Double(abs(space)) / 18) < 1e-9)
    let script = engine.layout(of: "{}^{\(pair)}", isDisplay: false).width
    #expect(abs(script - 0.05 - 0.6 * (1 + Double(max(space, 0)) / 18)) < 1e-9)
  }

  @Test func `a binary operator has a medium space on both sides of it`() throws {
    let engine = try MathFonts.engine()
    let width = engine.layout(of: "a+a", isDisplay: false).width
    #expect(abs(width - 1.6 - 8.0 / 18) < 1e-9)
    // Scripts have none.
    let script = engine.layout(of: "{}^{a+a}", isDisplay: false).width
    #expect(abs(script - 0.05 - 0.6 * 1.6) < 1e-9)
  }

  @Test(arguments: [
    ("at the start", "+a", 1.1), ("after a binary operator", "a++a", 2.2 + 8.0 / 18),
    ("after an operator", #"\mathop{a}+a"#, 1.6 + 3.0 / 18),
    ("after a relation", "a=+a", 2.2 + 10.0 / 18), ("after an opening", "(+a", 1.4),
    ("after a punctuation mark", "a,+a", 1.8 + 3.0 / 18),
    ("before a relation", "a+=a", 2.2 + 10.0 / 18), ("before a closing", "a+)", 1.4),
    ("before a punctuation mark", "a+,", 1.3), ("at the end", "a+", 1.1),
  ])
  func `a binary operator without operands is ordinary`(
    place: String, formula: String, width: Double
  ) throws {
    let layout = try MathFonts.engine().layout(of: formula, isDisplay: false)
    #expect(abs(layout.width - width) < 1e-9, "\(place)")
  }

  @Test func `delimiters are the operands of nothing`() throws {
    // `\left` and `\right` are like opening and closing atoms.
    let engine = try MathFonts.engine()
    let width = engine.layout(of: #"\left(+a+\right)"#, isDisplay: false).width
    #expect(abs(width - 2.3) < 1e-9)
  }

  @Test func `an inner atom has thin spaces`() throws {
    let engine = try MathFonts.engine()
    let width = engine.layout(of: #"a\left(a\right)a"#, isDisplay: false).width
    #expect(abs(width - 2.1 - 6.0 / 18) < 1e-9)
  }
}
