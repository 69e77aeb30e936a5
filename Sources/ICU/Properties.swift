internal import GalleyCICU

/// What Galley asks of ICU: properties of characters, boundaries in text, embedding levels.
///
/// A namespace of its own, because Foundation has an ICU of its own too.
package enum ICU {
  /// What Unicode says about a code point.
  ///
  /// The version of Unicode is that of the installed ICU: 15.0 for ICU 72. Any number may be asked
  /// for; one that is no code point has no properties.
  package enum Properties {}
}

extension ICU.Properties {
  /// The binary properties of a code point, all at once.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits of the header `cicu.h`.
    package let rawValue: UInt32

    /// Makes a set of the bits of `rawValue`.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// `Emoji`: may be shown as an emoji; digits, `#` and `*` have it too.
    package static let emoji = Flags(rawValue: UInt32(CICU_EMOJI))
    /// `Emoji_Presentation`: is shown as an emoji unless told otherwise.
    package static let emojiPresentation = Flags(rawValue: UInt32(CICU_EMOJI_PRESENTATION))
    /// `Emoji_Modifier`: one of the five skin tones.
    package static let emojiModifier = Flags(rawValue: UInt32(CICU_EMOJI_MODIFIER))
    /// `Emoji_Modifier_Base`: may take a skin tone.
    package static let emojiModifierBase = Flags(rawValue: UInt32(CICU_EMOJI_MODIFIER_BASE))
    /// `Extended_Pictographic`: may be part of a joined emoji sequence.
    package static let extendedPictographic = Flags(rawValue: UInt32(CICU_EXTENDED_PICTOGRAPHIC))
    /// `Regional_Indicator`: half of a flag.
    package static let regionalIndicator = Flags(rawValue: UInt32(CICU_REGIONAL_INDICATOR))
    /// `Default_Ignorable_Code_Point`: invisible where a font does not know it.
    package static let defaultIgnorable = Flags(rawValue: UInt32(CICU_DEFAULT_IGNORABLE))
    /// General category M: stands on, in or around what came before.
    package static let mark = Flags(rawValue: UInt32(CICU_MARK))
    /// `White_Space`.
    package static let whitespace = Flags(rawValue: UInt32(CICU_WHITESPACE))
    /// General category Cn: nothing yet.
    package static let unassigned = Flags(rawValue: UInt32(CICU_UNASSIGNED))
  }

  /// The binary properties of `scalar`.
  package static func flags(of scalar: UInt32) -> Flags {
    Flags(rawValue: cicu_flags(scalar))
  }

  /// Whether `scalar` may be shown as an emoji; digits, `#` and `*` may.
  package static func isEmoji(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.emoji)
  }

  /// Whether `scalar` is shown as an emoji unless told otherwise.
  package static func isEmojiPresentation(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.emojiPresentation)
  }

  /// Whether `scalar` is one of the five skin tones.
  package static func isEmojiModifier(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.emojiModifier)
  }

  /// Whether `scalar` may take a skin tone.
  package static func isEmojiModifierBase(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.emojiModifierBase)
  }

  /// Whether `scalar` may be part of a joined emoji sequence.
  package static func isExtendedPictographic(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.extendedPictographic)
  }

  /// Whether `scalar` is half of a flag.
  package static func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.regionalIndicator)
  }

  /// Whether `scalar` is invisible where a font does not know it.
  package static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.defaultIgnorable)
  }

  /// Whether `scalar` stands on, in or around what came before it.
  package static func isMark(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.mark)
  }

  /// Whether `scalar` is white space.
  package static func isWhitespace(_ scalar: UInt32) -> Bool {
    flags(of: scalar).contains(.whitespace)
  }

  /// The script of `scalar`: four letters of ISO 15924, the first in the highest byte.
  ///
  /// `Zyyy` for what many scripts share, `Zinh` for marks that take the script of their base,
  /// `Zzzz` for what is no character.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script`.
  package static func script(of scalar: UInt32) -> UInt32 {
    cicu_script(scalar)
  }

  /// A letter that is typical of a script, which is packed as ``script(of:)`` packs it.
  ///
  /// `nil` if ICU knows none, as of what is no script.
  package static func letter(ofScript script: UInt32) -> UInt32? {
    let letter = cicu_script_letter(script)
    return letter == 0 ? nil : letter
  }

  /// The scripts that `scalar` is used with, packed as ``script(of:)`` packs them, in no
  /// particular order; never empty for a code point.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script_Extensions`.
  package static func scriptExtensions(of scalar: UInt32) -> [UInt32] {
    // The longest list of Unicode 15 has 21 scripts.
    let capacity = 64
    return unsafe Array(unsafeUninitializedCapacity: capacity) { buffer, count in
      let found = unsafe cicu_script_extensions(scalar, buffer.baseAddress, Int32(capacity))
      count = min(Int(found), capacity)
    }
  }
}
