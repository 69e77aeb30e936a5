internal import GalleyICU

/// How a language breaks lines, as CLDR has it.
struct LineBreakStyle: Hashable, Sendable, CaseIterable {
  /// What differs between languages.
  enum Custom: Int, CaseIterable {
    /// Small kana do not begin lines, and quotation marks go with what they touch.
    case standard
    /// Small kana may begin lines.
    case japanese
    /// Double quotation marks open and close, as brackets do.
    case chinese
  }

  /// What is usual in the language.
  var custom: Custom
  /// Where lines may end within words.
  var wordBreak = WordBreak.normal

  static let allCases = WordBreak.allCases.flatMap { wordBreak in
    Custom.allCases.map { LineBreakStyle(custom: $0, wordBreak: wordBreak) }
  }

  /// The place of the style among all.
  var index: Int { Int(wordBreak.rawValue) * Custom.allCases.count + custom.rawValue }

  private init(custom: Custom, wordBreak: WordBreak) {
    self.custom = custom
    self.wordBreak = wordBreak
  }

  /// The style of a BCP 47 tag's language.
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

  /// A locale of the style, for ICU.
  var locale: String {
    switch custom {
    case .standard: ""
    case .japanese: "ja"
    case .chinese: "zh"
    }
  }
}

/// What a character is to line breaking: its `Line_Break`, resolved as rule LB1 says, and split
/// where ICU's rules ask for more.
///
/// - SeeAlso: [UAX #14](https://www.unicode.org/reports/tr14/#Table1), table 1.
enum LineBreakClass: UInt8, Hashable, Sendable, CaseIterable {
  case bk, cr, lf, nl, sp, zw, zwj, cm, wj, gl, ba, bb, b2, hy, cb, cl, ex
  case `in`, `is`, ns, nu, po, pr, qu, ri, sy, al, hl, id, eb, em, h2, h3, jl, jv, jt
  /// U+2010 HYPHEN, which is BA but keeps to a following letter at the start of a line.
  case hyphen
  /// OP that is not wide, which LB30 is about, and that which is.
  case op, opWide
  /// CP that is not wide, which LB30 is about, and that which is.
  case cp, cpWide
  /// ID that may become an emoji some day (LB30b).
  case idReserved
  /// CJ, small kana, which are NS, or ID in Japanese.
  case cj
  /// U+201C and U+201D, double quotation marks, which are QU, or OP and CL in Chinese.
  case openQuote, closeQuote
  /// SA, which needs a dictionary; without one it is AL.
  case sa

  /// The class of a character with these properties.
  init(_ scalar: UInt32, _ classes: ICU.Properties.Classes) {
    let isWide = classes.flags.contains(.wide)
    self =
      switch classes.lineBreak {
      case .ai, .al, .sg, .xx: .al  // LB1
      case .sa: classes.flags.contains(.nonspacingOrSpacingMark) ? .cm : .sa  // LB1
      case .ba: scalar == 0x2010 ? .hyphen : .ba
      case .op: isWide ? .opWide : .op
      case .cp: isWide ? .cpWide : .cp
      case .id:
        classes.flags.isSuperset(of: [.extendedPictographic, .unassigned]) ? .idReserved : .id
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

  /// What the class amounts to in a style: never ``cj``, ``openQuote`` or ``closeQuote``.
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

/// Where lines may end within words.
///
/// - SeeAlso: [CSS Text 3, section 5.2](https://www.w3.org/TR/css-text-3/#word-break-property).
package enum WordBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// As is usual in the language.
  case normal
  /// Between any two letters.
  case breakAll
  /// Not between letters, of Chinese, Japanese and Korean neither.
  case keepAll
}
