internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyMessages
package import GalleyTypesetting

/// The settings of a style.
package enum StyleSetting {
  /// Applies a setting to a style; a flag has an empty value, and `Corpus/README.md` lists the
  /// names.
  ///
  /// - Throws: `SettingProblem` if there is no such setting or its value is invalid.
  package static func apply(
    _ name: String, _ value: String, to style: inout TextStyle
  ) throws(SettingProblem) {
    switch name {
    case "size":
      style.font.size = try SettingValue.number(value, in: Message.sizes, "a size in points")
    case "weight":
      style.font.weight = try SettingValue.number(value, in: 1...1000, "a weight from 1 to 1000")
    case "stretch":
      style.font.width = try SettingValue.number(
        value, in: 1...1000, "a stretch in percent of the normal width")
    case "lang": style.language = try SettingValue.language(value)
    case "letter-spacing": style.letterSpacing = try SettingValue.points(value)
    case "baseline-shift": style.baselineShift = try SettingValue.points(value)
    case "font": style.font.families = try families(value)
    case "slant": style.font.slant = try slant(value)
    case "variations":
      guard let settings = settings(value) else {
        throw SettingProblem("expected variations such as wght=650 wdth=110")
      }
      style.font.variations = settings.map { FontDescription.Variation(axis: $0, value: $1) }
    case "features":
      guard let settings = settings(value), settings.allSatisfy({ $1 >= 0 && $1 < 65_536 }) else {
        throw SettingProblem("expected features such as liga=0 ss01=1")
      }
      style.features = settings.map { FontFeature($0, value: UInt32($1)) }
    default: try applyPaint(name, value, to: &style.paint)
    }
  }

  private static func applyPaint(
    _ name: String, _ value: String, to paint: inout TextPaint
  ) throws(SettingProblem) {
    switch name {
    case "underline": paint.underline = try line(value)
    case "strikethrough": paint.strikethrough = try line(value)
    case "inked": paint.underline?.skipsInk = false
    case "shadow-blur": paint.shadow?.blur = try SettingValue.points(value)
    case "stroke-width": paint.stroke?.width = try SettingValue.points(value)
    case "highlight-radius": paint.highlight?.cornerRadius = try SettingValue.points(value)
    case "color": paint.color = try paintColor(value)
    case "background": paint.background = try paintColor(value)
    case "highlight": paint.highlight = TextPaint.Highlight(try paintColor(value))
    case "shadow": paint.shadow = TextPaint.Shadow(try paintColor(value))
    case "stroke": paint.stroke = TextPaint.Stroke(try paintColor(value), width: 1)
    case "underline-color": paint.underline?.color = try paintColor(value)
    case "strikethrough-color": paint.strikethrough?.color = try paintColor(value)
    default: throw SettingProblem("unknown setting \(name)")
    }
  }

  private static func line(_ style: String) throws(SettingProblem) -> TextPaint.DecorationLine {
    TextPaint.DecorationLine(
      try SettingValue.choice(
        style,
        of: [
          "": .solid, "solid": .solid, "double": .double, "dotted": .dotted, "dashed": .dashed,
          "wavy": .wavy,
        ]))
  }

  /// Returns a color, given as such or as the name of a role.
  private static func paintColor(_ value: String) throws(SettingProblem) -> PaintColor {
    if let color = try? color(value) { return .fixed(color) }
    guard let role = PaintColor.Role.allCases.first(where: { "\($0)" == value }) else {
      throw SettingProblem("expected #rrggbb, #rrggbbaa or a color role")
    }
    return .role(role)
  }

  /// Returns the color of `#rrggbb` or `#rrggbbaa`.
  static func color(_ value: String) throws(SettingProblem) -> Color {
    let digits = value.dropFirst()
    if value.hasPrefix("#"), digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    {
      if digits.count == 6 { return Color(argb: 0xFF00_0000 | number) }
      if digits.count == 8 { return Color(argb: number << 24 | number >> 8) }
    }
    throw SettingProblem("expected #rrggbb or #rrggbbaa")
  }

  private static func families(_ value: String) throws(SettingProblem) -> [String] {
    let families = value.split(separator: ",").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard !families.isEmpty, !families.contains("") else {
      throw SettingProblem("expected one or more font families")
    }
    return families
  }

  private static func slant(_ value: String) throws(SettingProblem) -> FontDescription.Slant {
    switch value {
    case "upright": return .upright
    case "italic": return .italic
    default:
      let meaning = "upright, italic or an angle in degrees"
      return .oblique(degrees: try SettingValue.number(value, in: -89.999...89.999, meaning))
    }
  }

  /// Parses `wght=650 smcp`; a tag without a value is set to 1.
  private static func settings(_ value: String) -> [(FontTag, Double)]? {
    var result: [(FontTag, Double)] = []
    for word in value.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let tag = FontTag(parts[0]), let number = parts.count == 2 ? Double(parts[1]) : 1 else {
        return nil
      }
      result.append((tag, number))
    }
    return result.isEmpty ? nil : result
  }
}
