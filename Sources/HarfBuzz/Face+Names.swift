internal import GalleyCHarfBuzz

extension Face {
  /// A key of a font's names.
  ///
  /// - SeeAlso: OpenType 1.9, `name`, "Name IDs".
  package struct NameKey: RawRepresentable, Hashable, Sendable {
    /// The name ID in the `name` table.
    package let rawValue: UInt32

    /// Creates a key from a name ID.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The family, of at most four styles.
    package static let family = NameKey(rawValue: 1)
    /// The style within ``family``.
    package static let style = NameKey(rawValue: 2)
    /// The family and style combined.
    package static let full = NameKey(rawValue: 4)
    /// The PostScript name, without spaces.
    package static let postScript = NameKey(rawValue: 6)
    /// The family with all its styles, if it differs from ``family``.
    package static let typographicFamily = NameKey(rawValue: 16)
    /// The style within ``typographicFamily``.
    package static let typographicStyle = NameKey(rawValue: 17)
  }

  /// Returns a name of the font, in English if available, else in its first language.
  package func name(_ key: NameKey) -> String? {
    if let name = unsafe name(key.rawValue, hb_language_from_string("en", -1)) { return name }
    var count: UInt32 = 0
    guard let entries = unsafe hb_ot_name_list_names(handle, &count) else { return nil }
    for index in 0..<Int(count) {
      let entry = unsafe entries[index]
      if unsafe entry.name_id == key.rawValue {
        return unsafe name(key.rawValue, entry.language)
      }
    }
    return nil
  }

  private func name(_ key: UInt32, _ language: hb_language_t?) -> String? {
    var size: UInt32 = 0
    let length = unsafe hb_ot_name_get_utf8(handle, key, language, &size, nil)
    guard length > 0 else { return nil }
    size = length + 1
    var bytes = [CChar](repeating: 0, count: Int(size))
    unsafe hb_ot_name_get_utf8(handle, key, language, &size, &bytes)
    return String(decoding: bytes.prefix(Int(size)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The axes of a variable font, in order; empty for a static font.
  package var axes: [VariationAxis] {
    var count = unsafe hb_ot_var_get_axis_count(handle)
    var raw = [hb_ot_var_axis_info_t](repeating: .init(), count: Int(count))
    unsafe hb_ot_var_get_axis_infos(handle, 0, &count, &raw)
    return raw.prefix(Int(count)).map { axis in
      VariationAxis(
        tag: FontTag(rawValue: axis.tag), name: name(NameKey(rawValue: axis.name_id)) ?? "",
        minimum: Double(axis.min_value), defaultValue: Double(axis.default_value),
        maximum: Double(axis.max_value))
    }
  }

  /// The named instances of the design space, in the font's order.
  package var namedInstances: [NamedInstance] {
    let instanceCount = unsafe hb_ot_var_get_named_instance_count(handle)
    return (0..<instanceCount).map { index in
      let name = unsafe hb_ot_var_named_instance_get_subfamily_name_id(handle, index)
      var count = unsafe hb_ot_var_named_instance_get_design_coords(handle, index, nil, nil)
      var coordinates = [Float](repeating: 0, count: Int(count))
      unsafe hb_ot_var_named_instance_get_design_coords(handle, index, &count, &coordinates)
      return NamedInstance(
        name: self.name(NameKey(rawValue: name)) ?? "", coordinates: coordinates.map(Double.init))
    }
  }

  /// The color glyph formats of the face.
  package var colorFormats: ColorFormats {
    var formats: ColorFormats = []
    if tableSize("COLR") > 0, tableSize("CPAL") > 0 { formats.insert(.layers) }
    if tableSize("CBDT") > 0, tableSize("CBLC") > 0 { formats.insert(.bitmaps) }
    if tableSize("sbix") > 0 { formats.insert(.bitmaps) }
    if tableSize("SVG") > 0 { formats.insert(.documents) }
    return formats
  }
}

/// The formats in which a font can have color glyphs.
package struct ColorFormats: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Layered outlines in palette colors: table `COLR`.
  package static let layers = ColorFormats(rawValue: 1)
  /// Bitmaps: tables `CBDT` or `sbix`.
  package static let bitmaps = ColorFormats(rawValue: 2)
  /// Vector documents: table `SVG`.
  package static let documents = ColorFormats(rawValue: 4)
}
