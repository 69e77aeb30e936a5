internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyMessages
internal import GalleyTypesetting

/// The settings of a style.
enum StyleSetting {
  /// Applies a setting to a style.
  ///
  /// - Parameters:
  ///   - name: The name of the setting, as listed in `Corpus/README.md`.
  ///   - value: The value of the setting; empty for a flag.
  ///   - style: The style to change.
  /// - Returns: The error, or `nil`.
  static func apply(_ name: String, _ value: String, to style: inout TextStyle) -> String? {
    switch name {
    case "size":
      guard let size = Double(value), Message.sizes.contains(size) else {
        return "expected a size in points"
      }
      style.font.size = size
    case "weight":
      guard let weight = Double(value), (1...1000).contains(weight) else {
        return "expected a weight from 1 to 1000"
      }
      style.font.weight = weight
    case "stretch":
      guard let width = Double(value), (1...1000).contains(width) else {
        return "expected a stretch in percent of the normal width"
      }
      style.font.width = width
    case "lang":
      guard Message.isLanguageTag(value) else { return "expected a language tag such as zh-Hant" }
      style.language = value
    case "letter-spacing", "baseline-shift":
      guard let distance = SettingValue.points(value) else {
        return "expected a distance in points"
      }
      if name == "letter-spacing" {
        style.letterSpacing = distance
      } else {
        style.baselineShift = distance
      }
    case "font": return setFamilies(value, of: &style)
    case "slant": return setSlant(value, of: &style)
    case "variations": return setVariations(value, of: &style)
    case "features": return setFeatures(value, of: &style)
    default: return applyPaint(name, value, to: &style.paint)
    }
    return nil
  }

  private static func applyPaint(
    _ name: String, _ value: String, to paint: inout TextPaint
  ) -> String? {
    switch name {
    case "underline", "strikethrough":
      guard let style = lines[value] else {
        return "expected solid, double, dotted, dashed or wavy"
      }
      if name == "underline" {
        paint.underline = TextPaint.DecorationLine(style)
      } else {
        paint.strikethrough = TextPaint.DecorationLine(style)
      }
    case "inked": paint.underline?.skipsInk = false
    case "shadow-blur", "stroke-width", "highlight-radius":
      guard let number = SettingValue.points(value) else { return "expected a distance in points" }
      switch name {
      case "shadow-blur": paint.shadow?.blur = number
      case "stroke-width": paint.stroke?.width = number
      default: paint.highlight?.cornerRadius = number
      }
    case "color", "background", "highlight", "shadow", "stroke", "underline-color",
      "strikethrough-color":
      guard let color = paintColor(value) else {
        return "expected #rrggbb, #rrggbbaa or a color role"
      }
      apply(color, as: name, to: &paint)
    default: return "unknown setting \(name)"
    }
    return nil
  }

  private static func apply(_ color: PaintColor, as name: String, to paint: inout TextPaint) {
    switch name {
    case "color": paint.color = color
    case "background": paint.background = color
    case "highlight": paint.highlight = TextPaint.Highlight(color)
    case "shadow": paint.shadow = TextPaint.Shadow(color)
    case "stroke": paint.stroke = TextPaint.Stroke(color, width: 1)
    case "underline-color": paint.underline?.color = color
    default: paint.strikethrough?.color = color
    }
  }

  private static let lines: [String: TextPaint.DecorationLine.Style] = [
    "": .solid, "solid": .solid, "double": .double, "dotted": .dotted, "dashed": .dashed,
    "wavy": .wavy,
  ]

  /// Returns a color, given as such or as the name of a role.
  private static func paintColor(_ value: String) -> PaintColor? {
    if let color = color(value) { return .fixed(color) }
    return PaintColor.Role.allCases.first { "\($0)" == value }.map { .role($0) }
  }

  /// Returns the color of `#rrggbb` or `#rrggbbaa`.
  static func color(_ value: String) -> Color? {
    let digits = value.dropFirst()
    guard value.hasPrefix("#"), digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    return switch digits.count {
    case 6: Color(argb: 0xFF00_0000 | number)
    case 8: Color(argb: number << 24 | number >> 8)
    default: nil
    }
  }

  private static func setFamilies(_ value: String, of style: inout TextStyle) -> String? {
    let families = value.split(separator: ",").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard !families.isEmpty, !families.contains("") else {
      return "expected one or more font families"
    }
    style.font.families = families
    return nil
  }

  private static func setSlant(_ value: String, of style: inout TextStyle) -> String? {
    switch value {
    case "upright": style.font.slant = .upright
    case "italic": style.font.slant = .italic
    default:
      guard let degrees = Double(value), abs(degrees) < 90 else {
        return "expected upright, italic or an angle in degrees"
      }
      style.font.slant = .oblique(degrees: degrees)
    }
    return nil
  }

  private static func setVariations(_ value: String, of style: inout TextStyle) -> String? {
    guard let settings = settings(value) else { return "variations are as in wght=650 wdth=110" }
    style.font.variations = settings.map { FontDescription.Variation(axis: $0, value: $1) }
    return nil
  }

  private static func setFeatures(_ value: String, of style: inout TextStyle) -> String? {
    guard let settings = settings(value), settings.allSatisfy({ $1 >= 0 && $1 < 65_536 }) else {
      return "features are as in liga=0 ss01=1"
    }
    style.features = settings.map { FontFeature($0, value: UInt32($1)) }
    return nil
  }

  /// Parses `wght=650 smcp`; a tag without a value is set to 1.
  private static func settings(_ value: String) -> [(FontTag, Double)]? {
    var result: [(FontTag, Double)] = []
    for word in value.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard let tag = FontTag(parts[0]), let number = parts.count == 2 ? Double(parts[1]) : 1 else {
        return nil
      }
      result.append((tag, number))
    }
    return result.isEmpty ? nil : result
  }
}
