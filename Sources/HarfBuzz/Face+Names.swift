internal import GalleyCHarfBuzz

extension Face {
  /// What a font can be named by.
  ///
  /// - SeeAlso: OpenType 1.9, `name`, "Name IDs".
  package struct NameKey: RawRepresentable, Hashable, Sendable {
    /// The number in the `name` table.
    package let rawValue: UInt32

    /// Makes a key of the number in the `name` table.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The family, of at most four styles.
    package static let family = NameKey(rawValue: 1)
    /// The style within ``family``.
    package static let style = NameKey(rawValue: 2)
    /// Family and style in one.
    package static let full = NameKey(rawValue: 4)
    /// The name without spaces, by which PostScript and PDF know the font.
    package static let postScript = NameKey(rawValue: 6)
    /// The family with all its styles, where that is another than ``family``.
    package static let typographicFamily = NameKey(rawValue: 16)
    /// The style within ``typographicFamily``.
    package static let typographicStyle = NameKey(rawValue: 17)
  }

  /// A name of the font, in English if there is one, else in the first language that has it.
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

  /// The axes of a variable font, in its order; none for any other.
  package var axes: [VariationAxis] {
    var count = unsafe hb_ot_var_get_axis_count(handle)
    var raw = [hb_ot_var_axis_info_t](repeating: .init(), count: Int(count))
    unsafe hb_ot_var_get_axis_infos(handle, 0, &count, &raw)
    return raw.prefix(Int(count)).map { axis in
      VariationAxis(
        tag: Tag(rawValue: axis.tag), name: name(NameKey(rawValue: axis.name_id)) ?? "",
        minimum: Double(axis.min_value), defaultValue: Double(axis.default_value),
        maximum: Double(axis.max_value))
    }
  }

  /// The points of the design space that have names, in the font's order.
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

  /// The ways in which the face has glyphs of more than one color.
  package var colorFormats: ColorFormats {
    var formats: ColorFormats = []
    if tableSize("COLR") > 0, tableSize("CPAL") > 0 { formats.insert(.layers) }
    if tableSize("CBDT") > 0, tableSize("CBLC") > 0 { formats.insert(.bitmaps) }
    if tableSize("sbix") > 0 { formats.insert(.bitmaps) }
    if tableSize("SVG") > 0 { formats.insert(.documents) }
    return formats
  }
}

/// Ways in which a font can have glyphs of more than one color.
package struct ColorFormats: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Outlines in palette colors, one above the other: table `COLR`.
  package static let layers = ColorFormats(rawValue: 1)
  /// Pictures of pixels: tables `CBDT` or `sbix`.
  package static let bitmaps = ColorFormats(rawValue: 2)
  /// Scalable pictures: table `SVG`.
  package static let documents = ColorFormats(rawValue: 4)
}
