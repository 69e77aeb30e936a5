internal import GalleyCHarfBuzz

extension Font {
  /// A measure that holds for the whole font.
  ///
  /// - SeeAlso: OpenType 1.9, `MVAR`, "Value tags", whose names these are.
  package struct Metric: RawRepresentable, Hashable, Sendable {
    /// The four letters, as a number.
    package let rawValue: UInt32

    /// Makes a metric of its four letters.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    private init(_ tag: Tag) {
      rawValue = tag.rawValue
    }

    /// From the baseline up to the top of the line.
    package static let ascender = Metric("hasc")
    /// From the baseline up to the bottom of the line, and so mostly negative.
    package static let descender = Metric("hdsc")
    /// What is to be added between lines.
    package static let lineGap = Metric("hlgp")
    /// From the baseline up to where Windows cuts off ink.
    package static let clippingAscent = Metric("hcla")
    /// From the baseline down to where Windows cuts off ink.
    package static let clippingDescent = Metric("hcld")
    /// How high flat lowercase letters are.
    package static let xHeight = Metric("xhgt")
    /// How high flat capitals are.
    package static let capHeight = Metric("cpht")
    /// How thick an underline is.
    package static let underlineSize = Metric("unds")
    /// From the baseline up to the top of an underline, and so mostly negative.
    package static let underlineOffset = Metric("undo")
    /// How thick a line through the text is.
    package static let strikeoutSize = Metric("strs")
    /// From the baseline up to the top of a line through the text.
    package static let strikeoutOffset = Metric("stro")
  }

  /// A measure of the font in design units; `nil` if its tables do not have it.
  ///
  /// The line's height comes from `OS/2` where that asks for it, else from `hhea`, else from `OS/2`
  /// all the same. The font's place in its design space is taken into account.
  ///
  /// The C function is `hb_ot_metrics_get_position`.
  package func metric(_ metric: Metric) -> Int32? {
    var position: hb_position_t = 0
    let tag = hb_ot_metrics_tag_t(rawValue: metric.rawValue)
    return unsafe hb_ot_metrics_get_position(handle, tag, &position) != 0 ? position : nil
  }

  /// Something that tells the styles of a family apart.
  package struct StyleKey: RawRepresentable, Hashable, Sendable {
    /// The four letters, as a number.
    package let rawValue: UInt32

    /// Makes a key of its four letters.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    private init(_ tag: Tag) {
      rawValue = tag.rawValue
    }

    /// How bold it is, from 1 to 1000; 400 is regular.
    package static let weight = StyleKey("wght")
    /// How wide it is, in percent of normal.
    package static let width = StyleKey("wdth")
    /// One if it is italic, else zero.
    package static let italic = StyleKey("ital")
    /// How far it leans, in degrees counter-clockwise; what leans forward has less than zero.
    package static let slant = StyleKey("slnt")
  }

  /// Where the font stands among the styles of its family, by its axes and tables.
  ///
  /// The C function is `hb_style_get_value`.
  package func style(_ key: StyleKey) -> Double {
    Double(unsafe hb_style_get_value(handle, hb_style_tag_t(rawValue: key.rawValue)))
  }

  /// Shapes one character, which makes HarfBuzz load the tables that it needs, and looks at what
  /// came out.
  ///
  /// A table that could not be loaded, because memory ran out or because it is damaged, stays empty
  /// for ever, without a word; then text comes out with other glyphs or without. This notices.
  ///
  /// - Parameter scalar: A character of the font's character map.
  /// - Returns: Whether the character came out as a glyph, and not as `.notdef`.
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
