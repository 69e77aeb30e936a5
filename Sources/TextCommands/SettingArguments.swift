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
      "The choice of line ends: greedy, balanced or optimal.", valueName: "wrapping"),
    completion: .list(["greedy", "balanced", "optimal"]), transform: Setting.option("wrapping"))
  var wrapping: Setting?

  @Flag(help: "Hyphenate words, with the patterns of the text's language.")
  var hyphenate = false

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
  }

  /// The settings of the style.
  private var styleSettings: [Setting] {
    [weight, slant, stretch, variations, features, letterSpacing].compactMap { $0 }
  }

  /// The settings of the layout options.
  private var optionSettings: [Setting] {
    [
      align, wrapping, lineHeight, lineSpacing, tabWidth, overflow, codeOverflow, maxHeight,
    ].compactMap { $0 } + cutouts
  }

  /// Applies the arguments to the theme of messages.
  func apply(to theme: inout MessageTheme) {
    for setting in styleSettings { setting.apply(to: &theme.text) }
    if hyphenate { theme.lineBreakRules.hyphenates = true }
  }

  /// Applies the arguments to layout options.
  func apply(to options: inout LayoutOptions) {
    if justify { options.alignment = .justified }
    for setting in optionSettings { setting.apply(to: &options) }
  }

  /// The arguments in words, with those that were not given, for comparison.
  var words: [String] {
    (styleSettings + optionSettings).map { "\($0.name) \($0.value)" }
      + ["justify \(justify)", "hyphenate \(hyphenate)"]
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
    do throws(SettingProblem) { try apply() } catch {
      let reason = error.reason
      throw ValidationError(reason.prefix(1).uppercased() + reason.dropFirst() + ".")
    }
    return Setting(name: name, value: value)
  }

  /// Applies the setting, which is valid, to a style.
  func apply(to style: inout TextStyle) { try? StyleSetting.apply(name, value, to: &style) }

  /// Applies the setting, which is valid, to layout options.
  func apply(to options: inout LayoutOptions) {
    _ = try? OptionSetting.apply(name, value, to: &options)
  }
}
