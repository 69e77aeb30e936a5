import ArgumentParser
import GalleyCorpus
import GalleyMessages
import GalleyTypesetting

/// The arguments for the style of the text and the rarer options of its layout.
///
/// They have the names and the values of the settings of corpus cases.
struct SettingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The weight of the text, from 1 to 1000.", valueName: "weight"),
    transform: Setting.style("weight"))
  var weight: Setting?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("upright, italic, or an angle in degrees.", valueName: "slant"),
    completion: .list(["upright", "italic"]), transform: Setting.style("slant"))
  var slant: Setting?

  @Option(
    help: ArgumentHelp(
      "The width of the letters, in percent of the normal one.", valueName: "percent"),
    transform: Setting.style("stretch"))
  var stretch: Setting?

  @Option(
    help: ArgumentHelp(
      "Axes of variable fonts, such as 'wght=650 wdth=110'.", valueName: "settings"),
    transform: Setting.style("variations"))
  var variations: Setting?

  @Option(
    help: ArgumentHelp("OpenType features, such as 'liga=0 ss01=1'.", valueName: "settings"),
    transform: Setting.style("features"))
  var features: Setting?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The additional space after each letter, in points.", valueName: "points"),
    transform: Setting.style("letter-spacing"))
  var letterSpacing: Setting?

  @Option(
    help: ArgumentHelp(
      "The alignment of lines: start, end, left, right, center or justified.",
      valueName: "alignment"),
    completion: .list(["start", "end", "left", "right", "center", "justified"]),
    transform: Setting.option("alignment"))
  var align: Setting?

  @Flag(help: "Align both edges of lines: --align justified.")
  var justify = false

  @Option(
    help: ArgumentHelp(
      "The width in which lines are aligned, in points. (default: that of the longest line)",
      valueName: "points"),
    transform: Setting.option("alignment-width"))
  var alignWidth: Setting?

  @Option(
    help: ArgumentHelp(
      "The choice of line ends: greedy, balanced or optimal.", valueName: "wrapping"),
    completion: .list(["greedy", "balanced", "optimal"]), transform: Setting.option("wrapping"))
  var wrapping: Setting?

  @Flag(help: "Hyphenate words, with the patterns of the text's language.")
  var hyphenate = false

  @Option(
    help: ArgumentHelp(
      "The breaks within words: normal, break-all or keep-all. (default: normal)",
      valueName: "rule"),
    completion: .list(Self.wordBreaks.map(\.name)), transform: Self.wordBreak)
  var wordBreak: AttributedText.LineBreakRules.WordBreak?

  @Option(
    help: ArgumentHelp(
      "The height of lines: uniform, per-line, text-node, interactive-text-node or points.",
      valueName: "height"),
    completion: .list(["uniform", "per-line", "text-node", "interactive-text-node"]),
    transform: Setting.option("line-height"))
  var lineHeight: Setting?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The additional space between lines, in points or in percent of their height.",
      valueName: "space"),
    transform: Setting.option("line-spacing"))
  var lineSpacing: Setting?

  @Option(
    help: ArgumentHelp("The distance of tab stops, in points.", valueName: "points"),
    transform: Setting.option("tab-width"))
  var tabWidth: Setting?

  @Option(
    help: ArgumentHelp(
      "Words longer than a line: breaks (between letters) or visible.", valueName: "overflow"),
    completion: .list(["breaks", "visible"]), transform: Setting.option("overflow"))
  var overflow: Setting?

  @Option(
    help: ArgumentHelp(
      "Lines of code longer than the width: wraps or scrolls.", valueName: "overflow"),
    completion: .list(["wraps", "scrolls"]), transform: Setting.option("code-overflow"))
  var codeOverflow: Setting?

  @Option(
    help: ArgumentHelp(
      "The height to fill with as many lines as fit, in points.", valueName: "points"),
    transform: Setting.option("max-height"))
  var maxHeight: Setting?

  @Option(
    help: ArgumentHelp(
      "The number of lines to make room for, even if the text has fewer.", valueName: "lines"),
    transform: Setting.option("min-lines"))
  var minLines: Setting?

  @Option(
    help: ArgumentHelp(
      "The text in place of hidden text, such as '… more'. (default: an ellipsis)",
      valueName: "text"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "With --token: the text in place of hidden text in quotations and code.",
      valueName: "text"))
  var tokenInBlocks: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The distances of the text from the edges of the layout: top, left, bottom and right in points, such as '1 2 3 4'.",
      valueName: "distances"),
    transform: Setting.option("insets"))
  var insets: Setting?

  @Option(
    name: .customLong("cutout"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A rectangle that lines leave free, such as 'top-left 60x20' or 'right 10 60x20'; repeatable.",
      valueName: "place"),
    transform: Setting.option("cutout"))
  var cutouts: [Setting] = []

  func validate() throws {
    if justify, align != nil {
      throw ValidationError("--justify and --align exclude each other.")
    }
    if tokenInBlocks != nil, token == nil {
      throw ValidationError("--token-in-blocks requires --token.")
    }
  }

  /// The settings of the style.
  private var styleSettings: [Setting] {
    [weight, slant, stretch, variations, features, letterSpacing].compactMap { $0 }
  }

  /// The settings of the layout options.
  private var optionSettings: [Setting] {
    [
      align, alignWidth, wrapping, lineHeight, lineSpacing, tabWidth, overflow, codeOverflow,
      minLines, maxHeight, insets,
    ].compactMap { $0 } + cutouts
  }

  /// Applies the arguments to the theme of messages.
  func apply(to theme: inout MessageTheme) {
    for setting in styleSettings { setting.apply(to: &theme.text) }
    if hyphenate { theme.lineBreakRules.hyphenates = true }
    if let wordBreak { theme.lineBreakRules.wordBreak = wordBreak }
  }

  /// Applies the arguments to layout options.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - style: The style of the text in place of hidden text.
  func apply(to options: inout LayoutOptions, style: TextStyle) {
    if justify { options.alignment = .justified }
    for setting in optionSettings { setting.apply(to: &options) }
    guard let token else { return }
    options.truncationToken = LayoutOptions.TruncationToken(
      AttributedText(token, style: style),
      inBlocks: tokenInBlocks.map { AttributedText($0, style: style) })
  }

  /// The arguments in words, with those that were not given, for comparison.
  var words: [String] {
    (styleSettings + optionSettings).map { "\($0.name) \($0.value)" }
      + ["justify \(justify)", "hyphenate \(hyphenate)"]
      + [
        wordBreak.map { "word-break \($0)" }, token.map { "token \($0)" },
        tokenInBlocks.map { "token-in-blocks \($0)" },
      ].compactMap { $0 }
  }

  private static let wordBreaks: [(name: String, rule: AttributedText.LineBreakRules.WordBreak)] = [
    ("normal", .normal), ("break-all", .breakAll), ("keep-all", .keepAll),
  ]

  /// Parses a rule for breaks within words.
  @Sendable private static func wordBreak(
    _ argument: String
  ) throws -> AttributedText.LineBreakRules.WordBreak {
    guard let known = wordBreaks.first(where: { $0.name == argument }) else {
      throw ValidationError("Expected normal, break-all or keep-all.")
    }
    return known.rule
  }
}

/// A setting with a valid value, as in a corpus case.
struct Setting: Hashable, Sendable {
  /// The name of the setting.
  let name: String
  /// The value.
  let value: String

  /// Returns a parser of a setting of a style.
  static func style(_ name: String) -> @Sendable (String) throws -> Setting {
    { value in
      var style = TextStyle()
      return try checked(name, value) { () throws(SettingProblem) in
        try StyleSetting.apply(name, value, to: &style)
      }
    }
  }

  /// Returns a parser of a setting of layout options.
  static func option(_ name: String) -> @Sendable (String) throws -> Setting {
    { value in
      var options = LayoutOptions()
      return try checked(name, value) { () throws(SettingProblem) in
        _ = try OptionSetting.apply(name, value, to: &options)
      }
    }
  }

  private static func checked(
    _ name: String, _ value: String, _ apply: () throws(SettingProblem) -> Void
  ) throws -> Setting {
    do throws(SettingProblem) { try apply() } catch { throw error.validationError }
    return Setting(name: name, value: value)
  }

  /// Applies the setting, which is valid, to a style.
  func apply(to style: inout TextStyle) { try? StyleSetting.apply(name, value, to: &style) }

  /// Applies the setting, which is valid, to layout options.
  func apply(to options: inout LayoutOptions) {
    _ = try? OptionSetting.apply(name, value, to: &options)
  }
}
