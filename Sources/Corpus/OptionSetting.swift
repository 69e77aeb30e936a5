internal import GalleyGeometry
internal import GalleyMessages
package import GalleyTypesetting

/// The settings of layout options.
package enum OptionSetting {
  /// Applies a setting to layout options, or returns `false` if there is none with the name;
  /// `Corpus/README.md` lists them.
  ///
  /// - Throws: `SettingProblem` if the value is invalid.
  package static func apply(
    _ name: String, _ value: String, to options: inout LayoutOptions
  ) throws(SettingProblem) -> Bool {
    switch name {
    case "measure":
      options.width = try SettingValue.number(value, in: Message.widths, "a width in points")
    case "alignment": options.alignment = try alignment(value)
    case "alignment-width":
      options.alignmentWidth = try SettingValue.points(value, "a width in points")
    case "line-height": options.lineHeight = try lineHeight(value)
    case "line-spacing":
      let meaning = "a line spacing in points or in percent of the line height"
      options.lineSpacing =
        value.hasSuffix("%")
        ? .factor(try SettingValue.points(String(value.dropLast()), meaning) / 100)
        : .points(try SettingValue.points(value, meaning))
    case "tab-width": options.tabWidth = try SettingValue.points(value, "a width in points")
    case "wrapping":
      options.wrapping = try SettingValue.choice(
        value, of: ["greedy": .greedy, "balanced": .balanced, "optimal": .optimal])
    case "overflow":
      options.overflow = try SettingValue.choice(
        value, of: ["breaks": .breaks, "visible": .visible])
    case "code-overflow":
      options.codeOverflow = try SettingValue.choice(
        value, of: ["wraps": .wraps, "scrolls": .scrolls])
    default: return try applyLimit(name, value, to: &options)
    }
    return true
  }

  private static func applyLimit(
    _ name: String, _ value: String, to options: inout LayoutOptions
  ) throws(SettingProblem) -> Bool {
    switch name {
    case "max-lines": options.maximumLines = try lineCount(value)
    case "min-lines": options.minimumLines = try lineCount(value)
    case "max-height":
      options.maximumHeight = try SettingValue.points(value, "a height in points")
    case "truncate":
      options.truncation = try SettingValue.choice(
        value, of: ["start": .start, "middle": .middle, "end": .end])
    case "insets":
      let meaning = "four distances in points: top, left, bottom, right"
      let sides = try SettingValue.numbers(value, meaning)
      guard sides.count == 4 else { throw SettingProblem("expected \(meaning)") }
      options.insets = Insets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    case "reserve": options.trailingReserve = try SettingValue.size(value)
    case "cutout": options.cutouts.append(try cutout(value))
    case "expand":
      options.expandedBlocks = Set(
        try SettingValue.numbers(value, "indices of blocks").map { Int($0) })
    default: return false
    }
    return true
  }

  static func alignment(_ value: String) throws(SettingProblem) -> TextAlignment {
    try SettingValue.choice(
      value,
      of: [
        "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
        "justified": .justified,
      ])
  }

  private static func lineCount(_ value: String) throws(SettingProblem) -> Int {
    guard let count = Int(value), (0...1_000_000).contains(count) else {
      throw SettingProblem("expected a number of lines")
    }
    return count
  }

  private static func lineHeight(
    _ value: String
  ) throws(SettingProblem) -> LayoutOptions.LineHeight {
    switch value {
    case "uniform": return .uniform
    case "per-line": return .perLine
    case "text-node": return .textNode
    case "interactive-text-node": return .interactiveTextNode
    default:
      let meaning = "uniform, per-line, text-node, interactive-text-node or points"
      let range = Double.leastNonzeroMagnitude...100_000
      return .absolute(try SettingValue.number(value, in: range, meaning))
    }
  }

  /// Parses `top-left 60x20` and `left 10 60x20`.
  private static func cutout(_ value: String) throws(SettingProblem) -> LayoutOptions.Cutout {
    let words = value.split(separator: " ").map(String.init)
    let size = try SettingValue.size(words.last ?? "")
    switch (words.first, words.count) {
    case ("top-left", 2): return .topLeft(size)
    case ("top-right", 2): return .topRight(size)
    case ("bottom-right", 2): return .bottomRight(size)
    case ("left", 3): return .init(.left, top: try SettingValue.points(words[1]), size: size)
    case ("right", 3): return .init(.right, top: try SettingValue.points(words[1]), size: size)
    default:
      throw SettingProblem(
        "expected top-left, top-right, bottom-right, or left or right and points, then a size")
    }
  }
}
