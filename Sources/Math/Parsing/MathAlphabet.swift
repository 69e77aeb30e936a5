/// A style of letters with a meaning of its own.
///
/// - SeeAlso: The Unicode Standard, section 22.2, "Mathematical Alphabetic Symbols".
enum MathAlphabet: UInt8 {
  /// Italic letters, upright capital Greek letters and digits.
  case normal
  case upright, bold, italic, boldItalic, script, boldScript, fraktur, boldFraktur, doubleStruck
  case sans, sansBold, sansItalic, sansBoldItalic, mono

  /// The alphabet with bold letters.
  var bolder: MathAlphabet {
    switch self {
    case .normal, .italic: .boldItalic
    case .upright: .bold
    case .script: .boldScript
    case .fraktur: .boldFraktur
    case .sans: .sansBold
    case .sansItalic: .sansBoldItalic
    default: self
    }
  }

  /// Returns the character for a letter or digit in the alphabet, or the same character.
  func mapped(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x41...0x5A: latin(scalar - 0x41)
    case 0x61...0x7A: latin(scalar - 0x61 + 26)
    case 0x30...0x39: digit(scalar - 0x30)
    case 0x0391...0x03A9: greek(scalar - 0x0391, isLower: false)
    case 0x03B1...0x03C9: greek(scalar - 0x03B1 + 26, isLower: true)
    default: other(scalar)
    }
  }

  private func other(_ scalar: UInt32) -> UInt32 {
    let place: UInt32
    switch scalar {
    case 0x03F4: return greek(17, isLower: false)
    case 0x2207: return self == .bold || self == .boldItalic ? 0x1D6C1 : scalar
    case 0x2202: place = 51
    case 0x03F5: place = 52
    case 0x03D1: place = 53
    case 0x03F0: place = 54
    case 0x03D5: place = 55
    case 0x03F1: place = 56
    case 0x03D6: place = 57
    case 0x0131: return self == .normal || self == .italic ? 0x1D6A4 : scalar
    case 0x0237: return self == .normal || self == .italic ? 0x1D6A5 : scalar
    default: return scalar
    }
    return greek(place, isLower: true)
  }

  /// Returns a Latin letter; capitals are first.
  private func latin(_ index: UInt32) -> UInt32 {
    let plain = index < 26 ? 0x41 + index : 0x61 + index - 26
    guard let start = latinStart else { return plain }
    let mapped = start + index
    return Self.hole(mapped) ?? mapped
  }

  private var latinStart: UInt32? {
    switch self {
    case .upright: nil
    case .bold: 0x1D400
    case .normal, .italic: 0x1D434
    case .boldItalic: 0x1D468
    case .script: 0x1D49C
    case .boldScript: 0x1D4D0
    case .fraktur: 0x1D504
    case .doubleStruck: 0x1D538
    case .boldFraktur: 0x1D56C
    case .sans: 0x1D5A0
    case .sansBold: 0x1D5D4
    case .sansItalic: 0x1D608
    case .sansBoldItalic: 0x1D63C
    case .mono: 0x1D670
    }
  }

  /// Returns the letterlike symbol in place of a reserved code point, if it is one.
  private static func hole(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x1D455: 0x210E
    case 0x1D49D: 0x212C
    case 0x1D4A0: 0x2130
    case 0x1D4A1: 0x2131
    case 0x1D4A3: 0x210B
    case 0x1D4A4: 0x2110
    case 0x1D4A7: 0x2112
    case 0x1D4A8: 0x2133
    case 0x1D4AD: 0x211B
    case 0x1D4BA: 0x212F
    case 0x1D4BC: 0x210A
    case 0x1D4C4: 0x2134
    case 0x1D506: 0x212D
    case 0x1D50B: 0x210C
    case 0x1D50C: 0x2111
    case 0x1D515: 0x211C
    case 0x1D51D: 0x2128
    case 0x1D53A: 0x2102
    case 0x1D53F: 0x210D
    case 0x1D545: 0x2115
    case 0x1D547: 0x2119
    case 0x1D548: 0x211A
    case 0x1D549: 0x211D
    case 0x1D551: 0x2124
    default: nil
    }
  }

  private func digit(_ index: UInt32) -> UInt32 {
    switch self {
    case .bold, .boldItalic: 0x1D7CE + index
    case .doubleStruck: 0x1D7D8 + index
    case .sans, .sansItalic: 0x1D7E2 + index
    case .sansBold, .sansBoldItalic: 0x1D7EC + index
    case .mono: 0x1D7F6 + index
    default: 0x30 + index
    }
  }

  /// Returns a Greek letter by its place in an alphabet of the block, capitals first.
  private func greek(_ index: UInt32, isLower: Bool) -> UInt32 {
    let start: UInt32?
    switch self {
    case .normal: start = isLower ? 0x1D6E2 : nil
    case .italic: start = 0x1D6E2
    case .bold: start = 0x1D6A8
    case .boldItalic: start = isLower ? 0x1D71C : 0x1D6A8
    case .sansBold: start = 0x1D756
    case .sansBoldItalic: start = 0x1D790
    default: start = nil
    }
    if let start { return start + index }
    switch index {
    case 17: return 0x03F4
    case 0..<25: return 0x0391 + index
    case 26..<51: return 0x03B1 + index - 26
    default: return [0x2202, 0x03F5, 0x03D1, 0x03F0, 0x03D5, 0x03F1, 0x03D6][Int(index) - 51]
    }
  }
}
