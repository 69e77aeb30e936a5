internal import GalleyCHarfBuzz

/// What holds for the whole of a shaping run.
package struct SegmentProperties: Hashable, Sendable {
  /// The script, such as `Arab`.
  package var script: Tag
  /// The language, which chooses among a font's language systems.
  package var language: Language
  /// Whether the run's characters go from right to left.
  package var isRightToLeft: Bool

  /// Makes the properties of a run.
  package init(script: Tag, language: Language, isRightToLeft: Bool) {
    self.script = script
    self.language = language
    self.isRightToLeft = isRightToLeft
  }
}

/// Text waiting to be shaped.
///
/// HarfBuzz uses one buffer for both what goes in and what comes out. Here the two are two types:
/// shaping *consumes* a `TextBuffer` and gives back a ``GlyphBuffer`` over the same memory, and
/// ``GlyphBuffer/recycle()`` goes the other way. The compiler thus rules out reading the glyphs of
/// text that was never shaped, and a buffer that is reused allocates only once.
///
/// Clusters are monotone UTF-8 offsets, one for each character (`MONOTONE_CHARACTERS`).
@safe package struct TextBuffer: ~Copyable {
  let handle: OpaquePointer

  /// Makes an empty buffer.
  package init() {
    unsafe handle = hb_buffer_create()
    unsafe hb_buffer_set_cluster_level(handle, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
  }

  init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe hb_buffer_destroy(handle)
  }

  /// Appends the part of `text` that one shaping call covers.
  ///
  /// The text around it, as far as `context` reaches, is passed along, so that letters join across
  /// the edges as they should.
  ///
  /// - Parameters:
  ///   - text: The UTF-8 bytes of the whole text.
  ///   - range: The bytes to shape, which begin and end between scalars.
  ///   - context: The bytes that may be looked at; it holds `range`. Where it begins and ends
  ///     at `range`'s own edge, the text counts as beginning or ending there.
  package mutating func append(
    _ text: borrowing Span<UInt8>, range: Range<Int>, context: Range<Int>
  ) {
    precondition(context.lowerBound >= 0 && context.upperBound <= text.count, "context is text")
    precondition(
      range.lowerBound >= context.lowerBound && range.upperBound <= context.upperBound,
      "context holds the range")
    unsafe text.withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let base = unsafe base else { return }
      unsafe hb_buffer_add_utf8(
        handle, base + context.lowerBound, Int32(context.count),
        UInt32(range.lowerBound - context.lowerBound), Int32(range.count))
    }
  }

  /// Turns the text into positioned glyphs.
  ///
  /// - Parameters:
  ///   - font: The font to shape with. No fallback happens here: text that the font does not
  ///     cover comes out as glyph 0.
  ///   - properties: The direction, script and language that hold for the whole run.
  ///   - features: Settings of features, beyond the defaults. Differing arrays each cost the face
  ///     a shape plan for good, so use few.
  ///   - options: Which edges of the text are edges of its paragraph, and what to leave out.
  /// - Returns: The glyphs in visual order, from left to right. Those beyond sixteen to the scalar and
  ///   48 more are left out.
  /// - Complexity: O(*n*) for most scripts, where *n* is the number of scalars; quadratic in floods
  ///   of marks, which the caller keeps away.
  package consuming func shape(
    with font: Font, properties: SegmentProperties, features: [Feature] = [],
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

  /// Returns the maximum number of glyphs that stand for some scalars.
  ///
  /// A font of a few hundred bytes can make 16,000 glyphs of each letter. Sound fonts make up to 18,
  /// of the longest ligatures.
  private static func glyphLimit(ofScalars count: UInt32) -> UInt32 {
    count > 1 << 20 ? .max : count * 16 + 48
  }
}

/// What a shaping call is told beside its text.
package struct ShapingOptions: OptionSet, Sendable {
  /// The bits, as HarfBuzz's buffer flags have them.
  package let rawValue: UInt32

  /// Makes a set of its bits.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The piece begins its paragraph: `HB_BUFFER_FLAG_BOT`.
  package static let beginsParagraph = ShapingOptions(rawValue: HB_BUFFER_FLAG_BOT.rawValue)
  /// The piece ends its paragraph: `HB_BUFFER_FLAG_EOT`.
  package static let endsParagraph = ShapingOptions(rawValue: HB_BUFFER_FLAG_EOT.rawValue)
  /// A mark without a base gets no dotted circle: `HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE`.
  package static let withoutDottedCircle = ShapingOptions(
    rawValue: HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE.rawValue)
}
