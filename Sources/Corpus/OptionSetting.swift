internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyTypesetting

/// The settings of layout options.
enum OptionSetting {
  /// Applies a setting to layout options.
  ///
  /// - Parameters:
  ///   - name: The name of the setting, as listed in `Corpus/README.md`.
  ///   - value: The value of the setting.
  ///   - options: The options to change.
  /// - Returns: `nil` if there is no such setting; otherwise the error, or an empty string on
  ///   success.
  static func apply(_ name: String, _ value: String, to options: inout LayoutOptions) -> String? {
    if let problem = applyLimit(name, value, to: &options) { return problem }
    switch name {
    case "measure":
      guard let width = Double(value), Message.widths.contains(width) else {
        return "expected a width in points"
      }
      options.width = width
    case "alignment":
      guard let alignment = alignments[value] else {
        return "expected start, end, left, right, center or justified"
      }
      options.alignment = alignment
    case "alignment-width":
      guard let width = SettingValue.points(value) else { return "expected a width in points" }
      options.alignmentWidth = width
    case "line-height":
      guard let height = lineHeight(value) else {
        return "expected uniform, per-line, text-node, interactive-text-node or points"
      }
      options.lineHeight = height
    case "line-spacing":
      let isFactor = value.hasSuffix("%")
      guard let number = SettingValue.points(isFactor ? String(value.dropLast()) : value) else {
        return "expected a line spacing in points or in percent of the line height"
      }
      options.lineSpacing = isFactor ? .factor(number / 100) : .points(number)
    case "tab-width":
      guard let width = SettingValue.points(value) else { return "expected a width in points" }
      options.tabWidth = width
    case "wrapping":
      guard let wrapping = wrappings[value] else {
        return "wrapping is greedy, balanced or optimal"
      }
      options.wrapping = wrapping
    case "overflow":
      guard value == "breaks" || value == "visible" else { return "overflow breaks or is visible" }
      options.overflow = value == "visible" ? .visible : .breaks
    case "code-overflow":
      guard value == "wraps" || value == "scrolls" else { return "code wraps or scrolls" }
      options.codeOverflow = value == "scrolls" ? .scrolls : .wraps
    default: return nil
    }
    return ""
  }

  private static func applyLimit(
    _ name: String, _ value: String, to options: inout LayoutOptions
  ) -> String? {
    switch name {
    case "max-lines", "min-lines":
      guard let count = Int(value), (0...1_000_000).contains(count) else {
        return "lines are a whole number"
      }
      if name == "max-lines" { options.maximumLines = count } else { options.minimumLines = count }
    case "max-height":
      guard let height = SettingValue.points(value) else { return "expected a height in points" }
      options.maximumHeight = height
    case "truncate":
      guard let truncation = truncations[value] else {
        return "lines are cut at start, middle or end"
      }
      options.truncation = truncation
    case "insets":
      guard let sides = SettingValue.numbers(value), sides.count == 4 else {
        return "insets are four distances in points: top, left, bottom, right"
      }
      options.insets = Insets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    case "reserve":
      guard let size = SettingValue.size(value) else { return "expected a size such as 40x14" }
      options.trailingReserve = Size(width: size.width, height: size.height)
    case "cutout":
      guard let cutout = cutout(value) else {
        return
          "expected top-left, top-right, bottom-right, or left or right and points, then a size"
      }
      options.cutouts.append(cutout)
    case "expand":
      guard let numbers = SettingValue.numbers(value) else { return "blocks are whole numbers" }
      options.expandedBlocks = Set(numbers.map { Int($0) })
    default: return nil
    }
    return ""
  }

  private static func lineHeight(_ value: String) -> LayoutOptions.LineHeight? {
    switch value {
    case "uniform": .uniform
    case "per-line": .perLine
    case "text-node": .textNode
    case "interactive-text-node": .interactiveTextNode
    default: SettingValue.points(value).flatMap { $0 > 0 ? .absolute($0) : nil }
    }
  }

  /// Parses `top-left 60x20` and `left 10 60x20`.
  private static func cutout(_ value: String) -> LayoutOptions.Cutout? {
    let words = value.split(separator: " ").map(String.init)
    guard let size = words.last.flatMap(SettingValue.size) else { return nil }
    let room = Size(width: size.width, height: size.height)
    switch (words.first, words.count) {
    case ("top-left", 2): return .topLeft(room)
    case ("top-right", 2): return .topRight(room)
    case ("bottom-right", 2): return .bottomRight(room)
    case ("left", 3):
      return SettingValue.points(words[1]).map { LayoutOptions.Cutout(.left, top: $0, size: room) }
    case ("right", 3):
      return SettingValue.points(words[1]).map { LayoutOptions.Cutout(.right, top: $0, size: room) }
    default: return nil
    }
  }

  static let alignments: [String: TextAlignment] = [
    "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
    "justified": .justified,
  ]
  private static let wrappings: [String: LayoutOptions.Wrapping] = [
    "greedy": .greedy, "balanced": .balanced, "optimal": .optimal,
  ]
  private static let truncations: [String: LayoutOptions.Truncation] = [
    "start": .start, "middle": .middle, "end": .end,
  ]
}
