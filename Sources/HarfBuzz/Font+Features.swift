internal import GalleyCHarfBuzz

extension Font {
  /// Returns whether a feature changes the glyph of every character of a text in a script.
  ///
  /// White space needs no glyph of its own. A text with a character that the font lacks, or whose
  /// characters combine to fewer or more glyphs, is not changed as a whole.
  ///
  /// - Parameters:
  ///   - text: The text, in one script.
  ///   - feature: The setting that turns the feature on.
  ///   - script: The script.
  ///   - language: The language.
  /// - Returns: Whether all glyphs are others, except those of white space.
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package func replacesGlyphs(
    of text: String, with feature: FontFeature, script: FontTag, language: Language
  ) -> Bool {
    let direction = hb_script_get_horizontal_direction(
      hb_script_from_iso15924_tag(script.rawValue))
    let properties = SegmentProperties(
      script: script, language: language, isRightToLeft: direction == HB_DIRECTION_RTL)
    let bytes = Array(text.utf8)
    func glyphs(_ features: [FontFeature]) -> [Glyph] {
      var buffer = TextBuffer()
      buffer.append(bytes.span, range: 0..<bytes.count, context: 0..<bytes.count)
      let shaped = buffer.shape(with: self, properties: properties, features: features)
      var glyphs: [Glyph] = []
      shaped.append(to: &glyphs, reversed: properties.isRightToLeft, clusterOffset: 0)
      return glyphs
    }
    let (plain, changed) = (glyphs([]), glyphs([feature]))
    guard plain.count == changed.count else { return false }
    return zip(plain, changed).allSatisfy { one, other in
      one.cluster == other.cluster && one.id != 0
        && (one.id != other.id || bytes[Int(one.cluster)] == 0x20)
    }
  }
}
