/// The justification class of a character.
enum JustificationClass {
  /// White space, which can be stretched.
  case space
  /// A character of a script that is written without spaces: Chinese, Japanese, Yi.
  case wide
  /// Opening punctuation: no gap after it.
  case opening
  /// Closing punctuation: no gap before it.
  case closing
  /// Opening and closing punctuation among ``wide`` characters.
  case wideOpening, wideClosing
  /// An invisible character without advance.
  case unseen
  /// Any other character.
  case other

  init(_ scalar: UInt32) {
    self =
      switch scalar {
      case 0x20, 0xA0, 0x1361, 0x3000: .space
      case 0x28, 0x5B, 0x7B, 0xAB, 0x2018, 0x201C: .opening
      case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D:
        .closing
      case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: .unseen
      case 0..<0x2E80: .other
      case 0x3008...0x3011, 0x3014...0x301B: scalar & 1 == 0 ? .wideOpening : .wideClosing
      case 0x301D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F: .wideOpening
      case 0x3001, 0x3002, 0x301E, 0x301F, 0x30FB, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E: .wideClosing
      case 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60: .wideClosing
      case 0x3130...0x318F: .other  // Hangul, which has spaces
      case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6:
        .wide
      case 0x1B000...0x1B2FF, 0x20000...0x3FFFF: .wide
      default: .other
      }
  }

  private var isWide: Bool {
    switch self {
    case .wide, .wideOpening, .wideClosing: true
    default: false
    }
  }

  /// Returns whether a line can be stretched between two characters, or after white space.
  ///
  /// - SeeAlso: CSS Text 3, section 6.4; Requirements for Japanese Text Layout, section 3.8.
  static func givesWay(_ before: JustificationClass, _ after: JustificationClass) -> Bool {
    if case .space = before { return true }
    switch (before, after) {
    case (.opening, _), (.wideOpening, _): return false
    case (_, .closing), (_, .wideClosing), (_, .space), (_, .unseen): return false
    default: return before.isWide || after.isWide
    }
  }
}
