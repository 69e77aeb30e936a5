package import ArgumentParser
import GalleyFonts
import GalleyGeometry
import GalleyMessages
package import GalleyTypesetting
import Synchronization

/// The arguments for the layout of text.
package struct LayoutArguments: ParsableArguments {
  @OptionGroup(title: "Fonts") var fonts: FontArguments

  @OptionGroup var family: FamilyArgument

  @OptionGroup var size: SizeArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The line width, in points, or \"none\" to never wrap lines. (default: 360)",
      valueName: "points"),
    transform: Bounded.width)
  var width = PlainCommandLine.Defaults.width

  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp("The language of the text, such as ja or zh-Hant.", valueName: "tag"),
    transform: Bounded.language)
  var language: String?

  @Option(
    name: .customLong("dir"),
    help: ArgumentHelp(
      "The text direction; auto follows the first letter of each paragraph. (default: auto)",
      valueName: "direction"))
  var direction: DirectionArgument?

  @Option(help: .lineBreak, transform: Bounded.lineBreak)
  var lineBreak = AttributedText.LineBreakRules.Convention.unicode

  @Option(
    help: ArgumentHelp(
      "The time zone of dates in messages, such as Europe/Oslo. (default: UTC)",
      valueName: "zone"),
    transform: Bounded.timeZone)
  var timeZone = PlainCommandLine.Defaults.timeZone

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The current time for relative dates, in seconds since 1970 in UTC.",
      valueName: "seconds"),
    transform: Bounded.integer(-1_000_000_000_000...1_000_000_000_000))
  var now: Int?

  @OptionGroup var limits: LimitArguments
  @OptionGroup(title: "Style") var settings: SettingArguments

  package init() {}

  /// Returns an engine with the selected fonts.
  ///
  /// - Throws: `Failure` if the fonts are invalid or contain none of the requested families.
  package func engine() throws -> TextEngine {
    let collection = try fonts.collection()
    let names = family.names
    if let first = names.first, !names.contains(where: collection.hasFamily) {
      let place = fonts.manifest.map { "in \($0)" } ?? "on this system"
      throw Failure("--font: no family \"\(first)\" \(place)")
    }
    let engine = TextEngine(fonts: collection)
    Self.engines.withLock { $0.append(engine) }
    return engine
  }

  /// The arguments in words, with those that were not given, for comparison.
  var words: [String] {
    [
      "fonts \(fonts.manifest ?? "-")", "font \(family.names)", "size \(size.size)",
      "width \(width)", "lang \(language ?? "-")",
      "dir \(direction.map { "\($0.direction)" } ?? "auto")", "line-break \(lineBreak)",
      "time-zone \(timeZone)", "now \(now.map { "\($0)" } ?? "-")",
      "max-lines \(limits.maxLines.map { "\($0)" } ?? "-")", "truncate \(limits.truncation)",
      "expand \(limits.expanded)",
      "trailing-reserve \(limits.trailingReserve.map { "\($0)" } ?? "-")",
    ] + settings.words
  }

  /// The engines of the process, which last until it exits; freeing their caches takes longer than
  /// drawing a word.
  private static let engines = Mutex<[TextEngine]>([])
}

extension ArgumentHelp {
  /// The help of the option that selects the line break rules.
  package static let lineBreak = ArgumentHelp(
    "The line break rules: unicode (UAX #14) or css (as Chromium). (default: unicode)",
    valueName: "rules")
}
