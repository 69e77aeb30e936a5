internal import GalleyBasics
internal import GalleyCHarfBuzz

/// The properties of a shaping run.
package struct SegmentProperties: Hashable, Sendable {
  /// The script, such as `Arab`.
  package var script: FontTag
  /// The language, which chooses among a font's language systems.
  package var language: Language
  /// Whether the run is right-to-left.
  package var isRightToLeft: Bool

  /// Creates the properties of a run.
  package init(script: FontTag, language: Language, isRightToLeft: Bool) {
    self.script = script
    self.language = language
    self.isRightToLeft = isRightToLeft
  }

  /// A number that is equal for equal properties, and cheaper than a hash.
  package var digest: Int {
    let bits = UInt(script.rawValue) &* 0x9E37_79B1 ^ language.digest ^ (isRightToLeft ? 1 : 0)
    return Int(truncatingIfNeeded: bits &* 0xD6E8_FEB8_6659_FD93 &>> 40)
  }
}

/// Text to be shaped.
///
/// HarfBuzz uses one buffer for both input and output. Here the two are separate types: shaping
/// *consumes* a `TextBuffer` and returns a ``GlyphBuffer`` over the same memory, and
/// ``GlyphBuffer/recycle()`` does the reverse. The compiler thus rules out reading glyphs of
/// unshaped text, and a reused buffer allocates only once.
///
/// Clusters are monotone UTF-8 offsets, one for each character (`MONOTONE_CHARACTERS`).
@safe package struct TextBuffer: ~Copyable {
  let handle: OpaquePointer

  /// Creates an empty buffer.
  package init() {
    unsafe handle = hb_buffer_create()
    unsafe hb_buffer_set_cluster_level(handle, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
  }

  init(handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe hb_buffer_destroy(handle) }

  /// Appends the part of `text` to shape in one call.
  ///
  /// The text around it, as far as `context` reaches, is passed as context, so that letters join
  /// correctly across the edges.
  ///
  /// - Parameters:
  ///   - text: The UTF-8 bytes of the whole text.
  ///   - range: The bytes to shape, on scalar boundaries.
  ///   - context: The bytes of the context, which include `range`. Where it shares an edge with
  ///     `range`, the text is considered to begin or end there.
  package mutating func append(
    _ text: borrowing Span<UInt8>, range: Range<Int>, context: Range<Int>
  ) {
    precondition(
      context.lowerBound >= 0 && context.upperBound <= text.count, "context must be within the text"
    )
    precondition(
      range.lowerBound >= context.lowerBound && range.upperBound <= context.upperBound,
      "context must contain the range")
    unsafe text.withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let base = unsafe base else { return }
      unsafe hb_buffer_add_utf8(
        handle, base + context.lowerBound, Int32(context.count),
        UInt32(range.lowerBound - context.lowerBound), Int32(range.count))
    }
  }

  /// Shapes the text.
  ///
  /// - Parameters:
  ///   - font: The font to shape with, without fallback: unsupported characters become glyph 0.
  ///   - properties: The direction, script and language of the run.
  ///   - features: The feature settings that differ from the defaults. Each distinct array
  ///     permanently costs the face a shape plan, so use few.
  ///   - options: The edges that are paragraph edges, and other options.
  /// - Returns: The glyphs in visual order, from left to right, truncated to sixteen per scalar
  ///   plus 48.
  /// - Complexity: O(*n*) for most scripts, where *n* is the number of scalars; quadratic for
  ///   floods of marks, which the caller must prevent.
  package consuming func shape(
    with font: Font, properties: SegmentProperties, features: [FontFeature] = [],
    options: ShapingOptions = []
  ) -> GlyphBuffer {
    unsafe hb_buffer_set_direction(
      handle, properties.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(handle, hb_script_from_iso15924_tag(properties.script.rawValue))
    unsafe hb_buffer_set_language(handle, properties.language.handle)
    unsafe hb_buffer_set_flags(handle, hb_buffer_flags_t(rawValue: options.rawValue))
    let limit = unsafe Self.glyphLimit(ofScalars: hb_buffer_get_length(handle))
    if features.isEmpty {
      unsafe hb_shape(font.handle, handle, nil, 0)
    } else {
      let raw = features.map(\.raw)
      unsafe hb_shape(font.handle, handle, raw, UInt32(raw.count))
    }

    if unsafe hb_buffer_get_length(handle) > limit { unsafe hb_buffer_set_length(handle, limit) }

    let shaped = unsafe handle
    discard self
    return unsafe GlyphBuffer(handle: shaped)
  }

  /// Returns the maximum number of glyphs for a number of scalars.
  ///
  /// Each call may produce 48 glyphs more, for long ligatures.
  private static func glyphLimit(ofScalars count: UInt32) -> UInt32 {
    count > 1 << 20 ? .max : count * UInt32(Limits.Shaping.glyphsPerCharacter) + 48
  }
}

/// The options of a shaping call.
package struct ShapingOptions: OptionSet, Sendable {
  /// The bits, equal to HarfBuzz's buffer flags.
  package let rawValue: UInt32

  /// Creates a set from its bits.
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The text begins its paragraph: `HB_BUFFER_FLAG_BOT`.
  package static let beginsParagraph = ShapingOptions(rawValue: HB_BUFFER_FLAG_BOT.rawValue)
  /// The text ends its paragraph: `HB_BUFFER_FLAG_EOT`.
  package static let endsParagraph = ShapingOptions(rawValue: HB_BUFFER_FLAG_EOT.rawValue)
  /// A mark without a base gets no dotted circle: `HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE`.
  package static let withoutDottedCircle = ShapingOptions(
    rawValue: HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE.rawValue)
}
