internal import GalleyCFriBidi

/// The bidirectional type of a character, excluding the types of explicit formatting.
///
/// FriBidi 1.0.8 reads freed memory when explicit embeddings nest too deep, and gets isolates
/// wrong. Those types are therefore omitted, and paragraphs that need them must not be passed to
/// FriBidi.
///
/// - SeeAlso: [UAX #9](https://www.unicode.org/reports/tr9/), table 4.
package struct BidiType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// FriBidi's value of the type.
  package let rawValue: UInt32

  /// Creates a type from FriBidi's value.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

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
  /// Nonspacing mark.
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

/// The bracket type of a character.
package struct BracketType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// FriBidi's value: the identity of the pair, with the highest bit set for the opening bracket.
  package let rawValue: UInt32

  /// Creates a type from FriBidi's value.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The type of characters other than brackets.
  package static let none = BracketType(rawValue: 0)

  /// Returns the type of the opening bracket of a pair, whose identity must not be 0.
  package static func opening(_ pair: UInt32) -> BracketType {
    BracketType(rawValue: pair | 1 << 31)
  }

  /// Returns the type of the closing bracket of a pair, whose identity must not be 0.
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
///   - brackets: The bracket types of the characters, as many as there are types. FriBidi takes
///     quadratic time and a stack frame per pair, so pass only a few brackets.
///   - isRightToLeft: Whether the paragraph is right-to-left.
///   - levels: The buffer for the levels, at least as long as `types`.
/// - Returns: Whether the levels were resolved; FriBidi fails only if memory is exhausted.
/// - Complexity: O(*n* + *b*²) for *n* characters and *b* brackets.
package func resolveLevels(
  types: Span<BidiType>, brackets: Span<BracketType>, isRightToLeft: Bool,
  into levels: inout MutableSpan<Int8>
) -> Bool {
  precondition(
    brackets.count == types.count && levels.count >= types.count,
    "types, bracket types and levels must have equal counts")
  guard !types.isEmpty else { return true }
  var base = CFriBidiParType(isRightToLeft ? UInt32(galley_fribidi_r) : UInt32(galley_fribidi_l))
  let count = CFriBidiStrIndex(types.count)
  return unsafe types.withUnsafeBytes { types in
    unsafe brackets.withUnsafeBytes { brackets in
      unsafe levels.withUnsafeMutableBufferPointer { levels in
        unsafe fribidi.fribidi_get_par_embedding_levels_ex(
          types.baseAddress?.assumingMemoryBound(to: CFriBidiCharType.self),
          brackets.baseAddress?.assumingMemoryBound(to: CFriBidiBracketType.self),
          count, &base, levels.baseAddress) != 0
      }
    }
  }
}

/// The functions of FriBidi.
private var fribidi: cfribidi_functions { unsafe cfribidi_table().pointee }
