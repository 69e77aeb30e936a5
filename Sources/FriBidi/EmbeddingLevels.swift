internal import GalleyCFriBidi

/// The bidirectional type of a character, of those that need no explicit formatting.
///
/// FriBidi 1.0.8 reads freed memory when explicit embeddings nest too deep, and gets isolates wrong.
/// Their types are therefore not here: paragraphs that have them are not for FriBidi.
///
/// - SeeAlso: [UAX #9, table 4](https://www.unicode.org/reports/tr9/#Table_Bidirectional_Character_Types)
package struct BidiType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// FriBidi's number for the type.
  package let rawValue: UInt32

  /// Makes a type of FriBidi's number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Left-to-right letter.
  package static let l = BidiType(rawValue: UInt32(galley_fribidi_l))
  /// Right-to-left letter.
  package static let r = BidiType(rawValue: UInt32(galley_fribidi_r))
  /// Arabic letter.
  package static let al = BidiType(rawValue: UInt32(galley_fribidi_al))
  /// European number.
  package static let en = BidiType(rawValue: UInt32(galley_fribidi_en))
  /// Arabic number.
  package static let an = BidiType(rawValue: UInt32(galley_fribidi_an))
  /// European separator.
  package static let es = BidiType(rawValue: UInt32(galley_fribidi_es))
  /// European terminator.
  package static let et = BidiType(rawValue: UInt32(galley_fribidi_et))
  /// Common separator.
  package static let cs = BidiType(rawValue: UInt32(galley_fribidi_cs))
  /// Mark that does not space.
  package static let nsm = BidiType(rawValue: UInt32(galley_fribidi_nsm))
  /// Boundary neutral.
  package static let bn = BidiType(rawValue: UInt32(galley_fribidi_bn))
  /// Paragraph separator.
  package static let b = BidiType(rawValue: UInt32(galley_fribidi_b))
  /// Segment separator.
  package static let s = BidiType(rawValue: UInt32(galley_fribidi_s))
  /// White space.
  package static let ws = BidiType(rawValue: UInt32(galley_fribidi_ws))
  /// Other neutral.
  package static let on = BidiType(rawValue: UInt32(galley_fribidi_on))
}

/// What a character is as a bracket.
package struct BracketType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// FriBidi's number: the pair's identity, with the highest bit set for the opening one.
  package let rawValue: UInt32

  /// Makes a type of FriBidi's number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No bracket.
  package static let none = BracketType(rawValue: 0)

  /// The opening bracket of the pair with this identity, which is not 0.
  package static func opening(_ pair: UInt32) -> BracketType {
    BracketType(rawValue: pair | 1 << 31)
  }

  /// The closing bracket of the pair with this identity, which is not 0.
  package static func closing(_ pair: UInt32) -> BracketType {
    BracketType(rawValue: pair)
  }
}

/// Resolves the embedding levels of a paragraph without explicit formatting characters.
///
/// White space at the paragraph's end, and before separators, already has the paragraph's level
/// (rule L1).
///
/// - Parameters:
///   - types: The types of the paragraph's characters.
///   - brackets: What they are as brackets; as many as there are types. FriBidi takes quadratic time
///     and a stack frame for each pair: give it few.
///   - isRightToLeft: The paragraph's own direction.
///   - levels: Where the levels go; of at least as many elements as there are types.
/// - Returns: Whether there are levels; only want of memory keeps FriBidi from finding them.
/// - Complexity: O(*n* + *b*²) for *n* characters and *b* brackets.
package func resolveLevels(
  types: Span<BidiType>, brackets: Span<BracketType>, isRightToLeft: Bool,
  into levels: inout MutableSpan<Int8>
) -> Bool {
  precondition(
    brackets.count == types.count && levels.count >= types.count,
    "every character has a type, a bracket type and room for a level")
  guard !types.isEmpty else { return true }
  var base = FriBidiParType(
    isRightToLeft ? UInt32(galley_fribidi_r) : UInt32(galley_fribidi_l))
  let count = FriBidiStrIndex(types.count)
  return unsafe types.withUnsafeBytes { types in
    unsafe brackets.withUnsafeBytes { brackets in
      unsafe levels.withUnsafeMutableBufferPointer { levels in
        unsafe fribidi_get_par_embedding_levels_ex(
          types.baseAddress?.assumingMemoryBound(to: FriBidiCharType.self),
          brackets.baseAddress?.assumingMemoryBound(to: FriBidiBracketType.self),
          count, &base, levels.baseAddress) != 0
      }
    }
  }
}
