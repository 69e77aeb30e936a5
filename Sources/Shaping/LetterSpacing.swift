import GalleyHarfBuzz
import GalleyUnicode

extension RunShaper {
  /// Adds space after each visible character of a piece, except between joined letters; its glyphs,
  /// in logical order, begin at the index `first`.
  ///
  /// In right-to-left text the space is to the left of a character. A cluster of several
  /// characters, such as a ligature, stays together, as does a letter with its marks.
  func space(
    _ glyphs: inout [Glyph], from first: Int, _ text: Span<UInt8>, _ range: Range<Int>,
    _ setting: Setting
  ) {
    let isCursive = setting.properties.script.isCursive
    var width: Int32 = 0
    for index in first..<glyphs.count {
      width &+= glyphs[index].advance
      let end = index + 1 < glyphs.count ? Int(glyphs[index + 1].cluster) : range.upperBound
      guard end > Int(glyphs[index].cluster), !isContinued(text, end) else { continue }
      // A cluster without an advance is invisible or attached to another.
      if width > 0, !(isCursive && isWithinWord(text, end)) {
        let spacing = max(setting.spacing, -width)
        glyphs[index].advance += spacing
        if setting.properties.isRightToLeft { glyphs[index].xOffset += spacing }
      }
      width = 0
    }
  }

  /// Returns whether the character before an offset is extended by a mark, selector or skin tone
  /// after it.
  private func isContinued(_ text: Span<UInt8>, _ offset: Int) -> Bool {
    guard offset < text.count, text[offset] >= 0xC2 else { return false }
    let flags = ICU.Properties.flags(of: text.scalar(at: offset).value)
    return flags.has(.mark) || flags.has(.emojiModifier)
  }

  /// Returns whether there are letters, or marks on them, on both sides of an offset.
  private func isWithinWord(_ text: Span<UInt8>, _ offset: Int) -> Bool {
    guard offset > 0, offset < text.count else { return false }
    return isLetter(text.scalar(before: offset)) && isLetter(text.scalar(at: offset).value)
  }

  private func isLetter(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return value == 0x200D
    }
  }
}

extension FontTag {
  /// Whether the letters of the script are joined in print.
  ///
  /// - SeeAlso: [Unicode 15, section 9.2](https://www.unicode.org/versions/Unicode15.0.0/ch09.pdf).
  fileprivate var isCursive: Bool {
    switch self {
    case "Arab", "Syrc", "Mong", "Nkoo", "Mand", "Mani", "Phag", "Adlm", "Rohg", "Sogd", "Phlp",
      "Chrs", "Ougr":
      true
    default: false
    }
  }
}
