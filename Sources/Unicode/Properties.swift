internal import GalleyCICU

/// The wrapper of ICU: character properties, text boundaries, and embedding levels.
///
/// It is a separate namespace because Foundation contains its own ICU.
package enum ICU {
  /// The version of the library, the major number in the highest byte.
  package static var version: UInt32 { cicu_version() }

  /// The Unicode properties of code points.
  ///
  /// They are those of Unicode 15.0, whatever version of ICU is installed. Any number is accepted;
  /// one that is not a code point has no properties.
  package enum Properties {}
}

extension ICU.Properties {
  /// The binary properties of a code point.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits defined in the header `cicu.h`.
    package let rawValue: UInt32

    /// Creates a set from its bits.
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Returns whether any of the flags is set.
    ///
    /// Methods of `OptionSet` are generic and not inlined, so they take up to a microsecond.
    @inlinable package func has(_ flags: Flags) -> Bool { rawValue & flags.rawValue != 0 }

    /// `Emoji`: can be displayed as an emoji; includes digits, `#` and `*`.
    package static let emoji = Flags(rawValue: UInt32(CICU_EMOJI))
    /// `Emoji_Presentation`: displayed as an emoji by default.
    package static let emojiPresentation = Flags(rawValue: UInt32(CICU_EMOJI_PRESENTATION))
    /// `Emoji_Modifier`: one of the five skin tones.
    package static let emojiModifier = Flags(rawValue: UInt32(CICU_EMOJI_MODIFIER))
    /// `Emoji_Modifier_Base`: can take a skin tone.
    package static let emojiModifierBase = Flags(rawValue: UInt32(CICU_EMOJI_MODIFIER_BASE))
    /// `Extended_Pictographic`: can be part of a joined emoji sequence.
    package static let extendedPictographic = Flags(rawValue: UInt32(CICU_EXTENDED_PICTOGRAPHIC))
    /// `Regional_Indicator`: half of a flag.
    package static let regionalIndicator = Flags(rawValue: UInt32(CICU_REGIONAL_INDICATOR))
    /// `Default_Ignorable_Code_Point`: invisible if a font does not support it.
    package static let defaultIgnorable = Flags(rawValue: UInt32(CICU_DEFAULT_IGNORABLE))
    /// General category M: combines with the character before it.
    package static let mark = Flags(rawValue: UInt32(CICU_MARK))
    /// General category Cn: unassigned.
    package static let unassigned = Flags(rawValue: UInt32(CICU_UNASSIGNED))
  }

  /// Returns the binary properties of `scalar`.
  package static func flags(of scalar: UInt32) -> Flags {
    Flags(rawValue: cicu_flags(scalar))
  }

  /// Returns the script of `scalar`: the four letters of ISO 15924, the first one most significant.
  ///
  /// It is `Zyyy` for characters shared by many scripts, `Zinh` for marks that inherit the script
  /// of their base, and `Zzzz` for code points that are not characters.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script`.
  package static func script(of scalar: UInt32) -> UInt32 { cicu_script(scalar) }

  /// Returns a typical letter of a script, which is packed as in ``script(of:)``.
  ///
  /// The result is `nil` if ICU knows none, or if the script does not exist.
  package static func letter(ofScript script: UInt32) -> UInt32? {
    let letter = cicu_script_letter(script)
    return letter == 0 ? nil : letter
  }

  /// Returns the scripts that use `scalar`, packed as in ``script(of:)``, in no particular order.
  ///
  /// The result is never empty for a code point.
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
