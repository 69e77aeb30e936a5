internal import GalleyICU

/// How a language breaks lines, as CLDR has it.
enum LineBreakStyle: Int, Hashable, Sendable, CaseIterable {
  /// Small kana do not begin lines, and quotation marks go with what they touch.
  case standard
  /// Small kana may begin lines.
  case japanese
  /// Double quotation marks open and close, as brackets do.
  case chinese

  /// The style of a BCP 47 tag's language.
  init(language: String?) {
    self = .standard
    guard let language else { return }
    var letters = language.utf8.makeIterator()
    guard let first = letters.next(), let second = letters.next() else { return }
    if let third = letters.next(), third != 0x2D, third != 0x5F { return }
    switch (first | 0x20, second | 0x20) {
    case (0x6A, 0x61): self = .japanese  // ja
    case (0x7A, 0x68): self = .chinese  // zh
    default: break
    }
  }

  /// A locale of the style, for ICU.
  var locale: String {
    switch self {
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
    switch self {
    case .cj: style == .japanese ? .id : .ns
    case .openQuote: style == .chinese ? .op : .qu
    case .closeQuote: style == .chinese ? .cl : .qu
    default: self
    }
  }
}
