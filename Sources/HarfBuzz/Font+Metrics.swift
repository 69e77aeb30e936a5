internal import GalleyCHarfBuzz

extension Font {
  /// A metric of the whole font.
  ///
  /// - SeeAlso: OpenType 1.9, `MVAR`, "Value tags", whose names these are.
  package struct Metric: RawRepresentable, Hashable, Sendable {
    /// The tag as a number.
    package let rawValue: UInt32

    /// Creates a metric from its tag.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ tag: FontTag) { rawValue = tag.rawValue }

    /// The distance from the baseline up to the top of the line.
    package static let ascender = Metric("hasc")
    /// The distance from the baseline up to the bottom of the line, usually negative.
    package static let descender = Metric("hdsc")
    /// The gap between lines.
    package static let lineGap = Metric("hlgp")
    /// The distance from the baseline up to the clipping edge on Windows.
    package static let clippingAscent = Metric("hcla")
    /// The distance from the baseline down to the clipping edge on Windows.
    package static let clippingDescent = Metric("hcld")
    /// The height of flat lowercase letters.
    package static let xHeight = Metric("xhgt")
    /// The height of flat capitals.
    package static let capHeight = Metric("cpht")
    /// The thickness of an underline.
    package static let underlineSize = Metric("unds")
    /// The distance from the baseline up to the top of an underline, usually negative.
    package static let underlineOffset = Metric("undo")
    /// The thickness of a strikethrough.
    package static let strikeoutSize = Metric("strs")
    /// The distance from the baseline up to the top of a strikethrough.
    package static let strikeoutOffset = Metric("stro")
    /// The size of subscripts.
    package static let subscriptSize = Metric("sbys")
    /// The distance from the baseline down to that of subscripts.
    package static let subscriptOffset = Metric("sbyo")
    /// The size of superscripts.
    package static let superscriptSize = Metric("spys")
    /// The distance from the baseline up to that of superscripts.
    package static let superscriptOffset = Metric("spyo")
  }

  /// Returns a metric of the font in design units, or `nil` if its tables do not define it.
  ///
  /// The line metrics come from `OS/2` if the font requests that, else from `hhea`, else from
  /// `OS/2`. The font's position in its design space is taken into account.
  ///
  /// The C function is `hb_ot_metrics_get_position`.
  package func metric(_ metric: Metric) -> Int32? {
    var position: hb_position_t = 0
    let tag = hb_ot_metrics_tag_t(rawValue: metric.rawValue)
    return unsafe hb_ot_metrics_get_position(handle, tag, &position) != 0 ? position : nil
  }

  /// A property that distinguishes the styles of a family.
  package struct StyleKey: RawRepresentable, Hashable, Sendable {
    /// The tag as a number.
    package let rawValue: UInt32

    /// Creates a key from its tag.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ tag: FontTag) { rawValue = tag.rawValue }

    /// The weight, from 1 to 1000; 400 is regular.
    package static let weight = StyleKey("wght")
    /// The width, in percent of normal.
    package static let width = StyleKey("wdth")
    /// One if the font is italic, else zero.
    package static let italic = StyleKey("ital")
    /// The slant in degrees counterclockwise; negative for a forward slant.
    package static let slant = StyleKey("slnt")
  }

  /// Returns a style property of the font, from its axes and tables.
  ///
  /// The C function is `hb_style_get_value`.
  package func style(_ key: StyleKey) -> Double {
    Double(unsafe hb_style_get_value(handle, hb_style_tag_t(rawValue: key.rawValue)))
  }

  /// Shapes one character of the font's character map to make HarfBuzz load the required tables,
  /// and returns whether it was mapped to a glyph other than `.notdef`.
  ///
  /// A table that fails to load, because memory is exhausted or it is damaged, silently stays empty
  /// forever; text then has wrong or missing glyphs. This check detects that.
  package func warm(with scalar: UInt32) -> Bool {
    let buffer = unsafe hb_buffer_create()
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe hb_buffer_add(buffer, scalar, 0)
    unsafe hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_shape(handle, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count), count > 0 else {
      return false
    }
    return unsafe infos[0].codepoint != 0
  }
}
