internal import GalleyUnicode

/// The line breaking style of a language, after CLDR.
struct LineBreakStyle: Hashable, Sendable, CaseIterable {
  /// The tailoring of a language.
  enum Custom: Int, CaseIterable {
    /// Small kana do not begin lines, and quotation marks stick to their neighbors.
    case standard
    /// Small kana may begin lines.
    case japanese
    /// Double quotation marks act as opening and closing brackets.
    case chinese
  }

  /// The tailoring of the language.
  var custom: Custom
  /// The rule for breaks within words.
  var wordBreak = WordBreakRule.normal

  static let allCases = WordBreakRule.allCases.flatMap { wordBreak in
    Custom.allCases.map { LineBreakStyle(custom: $0, wordBreak: wordBreak) }
  }

  /// The index of the style among all cases.
  var index: Int { Int(wordBreak.rawValue) * Custom.allCases.count + custom.rawValue }

  /// The style of most languages.
  static let standard = LineBreakStyle(language: nil)

  private init(custom: Custom, wordBreak: WordBreakRule) {
    self.custom = custom
    self.wordBreak = wordBreak
  }

  /// Creates the style for the language of a BCP 47 tag.
  init(language: String?) {
    custom = .standard
    guard let language else { return }
    var letters = language.utf8.makeIterator()
    guard let first = letters.next(), let second = letters.next() else { return }
    if let third = letters.next(), third != 0x2D, third != 0x5F { return }
    switch (first | 0x20, second | 0x20) {
    case (0x6A, 0x61): custom = .japanese  // ja
    case (0x7A, 0x68): custom = .chinese  // zh
    default: break
    }
  }

  /// A locale with the style, for ICU.
  var locale: String {
    switch custom {
    case .standard: ""
    case .japanese: "ja"
    case .chinese: "zh"
    }
  }
}

/// The line breaking class of a character: its `Line_Break`, resolved by rule LB1, and subdivided
/// for ICU's rules.
///
/// - SeeAlso: [UAX #14](https://www.unicode.org/reports/tr14/#Table1), table 1.
enum LineBreakClass: UInt8, Hashable, Sendable, CaseIterable {
  case bk, cr, lf, nl, sp, zw, zwj, cm, wj, gl, ba, bb, b2, hy, cb, cl, ex
  case `in`, `is`, ns, nu, po, pr, qu, ri, sy, al, hl, id, eb, em, h2, h3, jl, jv, jt
  /// U+2010 HYPHEN, which is BA, but keeps with a following letter at the start of a line.
  case hyphen
  /// OP characters that are not wide, to which LB30 applies, and wide ones.
  case op, opWide
  /// CP characters that are not wide, to which LB30 applies, and wide ones.
  case cp, cpWide
  /// Unassigned ID characters reserved for emoji (LB30b).
  case idReserved
  /// CJ (small kana), which resolves to NS, or to ID in Japanese.
  case cj
  /// U+201C and U+201D, which resolve to QU, or to OP and CL in Chinese.
  case openQuote, closeQuote
  /// SA, which needs a dictionary; without one it resolves to AL.
  case sa

  /// Creates the class of a character with the given properties.
  init(_ scalar: UInt32, _ classes: ICU.Properties.Classes) {
    let isWide = classes.flags.has(.wide)
    self =
      switch classes.lineBreak {
      case .ai, .al, .sg, .xx: .al  // LB1
      case .sa: classes.flags.has(.nonspacingOrSpacingMark) ? .cm : .sa  // LB1
      case .ba: scalar == 0x2010 ? .hyphen : .ba
      case .op: isWide ? .opWide : .op
      case .cp: isWide ? .cpWide : .cp
      case .id:
        classes.flags.has(.extendedPictographic) && classes.flags.has(.unassigned)
          ? .idReserved : .id
      case .bk: .bk
      case .cr: .cr
      case .lf: .lf
      case .nl: .nl
      case .sp: .sp
      case .zw: .zw
      case .zwj: .zwj
      case .cm: .cm
      case .wj: .wj
      case .gl: .gl
      case .bb: .bb
      case .b2: .b2
      case .hy: .hy
      case .cb: .cb
      case .cl: .cl
      case .ex: .ex
      case .in: .in
      case .is: .is
      case .ns: .ns
      case .nu: .nu
      case .po: .po
      case .pr: .pr
      case .qu: scalar == 0x201C ? .openQuote : scalar == 0x201D ? .closeQuote : .qu
      case .ri: .ri
      case .sy: .sy
      case .hl: .hl
      case .eb: .eb
      case .em: .em
      case .h2: .h2
      case .h3: .h3
      case .jl: .jl
      case .jv: .jv
      case .jt: .jt
      case .cj: .cj
      }
  }

  /// Returns the class resolved for a style: never ``cj``, ``openQuote`` or ``closeQuote``.
  func resolved(for style: LineBreakStyle) -> LineBreakClass {
    switch (self, style.wordBreak) {
    case (.al, .breakAll), (.hl, .breakAll), (.nu, .breakAll), (.sa, .breakAll): .id
    case (.id, .keepAll), (.idReserved, .keepAll), (.cj, .keepAll), (.h2, .keepAll),
      (.h3, .keepAll), (.jl, .keepAll), (.jv, .keepAll), (.jt, .keepAll):
      .al
    default: resolved(for: style.custom)
    }
  }

  private func resolved(for custom: LineBreakStyle.Custom) -> LineBreakClass {
    switch self {
    case .cj: custom == .japanese ? .id : .ns
    case .openQuote: custom == .chinese ? .op : .qu
    case .closeQuote: custom == .chinese ? .cl : .qu
    default: self
    }
  }
}

/// The rule for breaks within words.
///
/// - SeeAlso: [CSS Text 3, section 5.2](https://www.w3.org/TR/css-text-3/#word-break-property).
package enum WordBreakRule: UInt8, Hashable, Sendable, CaseIterable {
  /// The usual rules of the language.
  case normal
  /// Breaks between any two letters.
  case breakAll
  /// No breaks between letters, including Chinese, Japanese and Korean.
  case keepAll
}
