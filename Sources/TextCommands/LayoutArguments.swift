package import ArgumentParser
import GalleyFonts
import GalleyGeometry
import GalleyMessageOutput
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
    completion: .list(["none"]), transform: Bounded.width)
  var width = LayoutSettings.Defaults.width

  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp("The language of the text, such as ja or zh-Hant.", valueName: "tag"),
    transform: Bounded.language)
  var language: String?

  @Option(
    name: .customLong("dir"),
    help: ArgumentHelp(
      "The text direction: auto, which follows the first letter of each paragraph, ltr or rtl. (default: auto)",
      valueName: "direction"),
    completion: .list(DirectionArgument.allValueStrings))
  var direction: DirectionArgument?

  @Option(help: .lineBreak, completion: .lineBreak, transform: Bounded.lineBreak)
  var lineBreak = AttributedText.LineBreakRules.Convention.unicode

  @Option(
    help: ArgumentHelp(
      "The time zone of dates in messages, such as Europe/Oslo. (default: UTC)",
      valueName: "zone"),
    completion: .shellCommand("cut -f3 /usr/share/zoneinfo/zone.tab 2> /dev/null | grep /"),
    transform: Bounded.timeZone)
  var timeZone = LayoutSettings.Defaults.timeZone

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The current time for relative dates, in seconds since 1970 in UTC.",
      valueName: "seconds"),
    transform: Bounded.integer(DateFormatting.times))
  var now: Int?

  @OptionGroup var limits: LimitArguments
  @OptionGroup(title: "Style") var settings: SettingArguments
  @OptionGroup(title: "Parts of a text") var parts: PartArguments
  @OptionGroup(title: "Rich messages") var rich: RichArguments

  package init() {}

  /// Returns an engine with the selected fonts.
  ///
  /// - Parameter cacheLimit: The maximum size of the cached texts, in bytes.
  /// - Returns: The engine.
  /// - Throws: `Failure` if the fonts are invalid or contain none of the requested families.
  package func engine(cacheLimit: Int = TextEngine.defaultCacheLimit) throws -> TextEngine {
    let collection = try fonts.collection()
    let names = family.names
    if let first = names.first, !names.contains(where: collection.hasFamily) {
      let place = fonts.manifest.map { "in \($0)" } ?? "on this system"
      throw Failure("--font: no family \"\(first)\" \(place)")
    }
    let engine = TextEngine(fonts: collection, cacheLimit: cacheLimit)
    Self.engines.withLock { $0.append(engine) }
    return engine
  }

  /// Throws if a single text, made of a message, lacks a requested block or a part.
  func check(_ text: AttributedText, of message: Message) throws {
    try limits.check(text)
    try parts.check(message.text, hasEntities: !message.entities.isEmpty)
  }

  /// The arguments in words, with those that were not given, for comparison.
  var words: [String] {
    [
      "fonts \(fonts.manifest ?? "-")", "font-file \(fonts.files.map { "\($0.path)#\($0.index)" })",
      "font \(family.names)", "size \(size.size)",
      "width \(width)", "lang \(language ?? "-")",
      "dir \(direction.map { "\($0.direction)" } ?? "auto")", "line-break \(lineBreak)",
      "time-zone \(timeZone)", "now \(now.map { "\($0)" } ?? "-")",
      "max-lines \(limits.maxLines.map { "\($0)" } ?? "-")", "truncate \(limits.truncation)",
      "expand \(limits.expanded)",
      "trailing-reserve \(limits.trailingReserve.map { "\($0)" } ?? "-")",
    ] + settings.words + parts.words + rich.words
  }

  /// The engines of the process, which last until it exits; freeing their caches takes longer than
  /// drawing a word.
  private static let engines = Mutex<[TextEngine]>([])
}

extension CompletionKind {
  /// The values of the option that selects the line break rules.
  package static var lineBreak: CompletionKind { .list(["unicode", "css"]) }

  /// The names of the cases of an enumeration.
  package static func cases<Value: RawRepresentable<String> & CaseIterable>(
    of type: Value.Type
  ) -> CompletionKind {
    .list(type.allCases.map(\.rawValue))
  }
}

extension ArgumentHelp {
  /// The help of the option that selects the line break rules.
  package static let lineBreak = ArgumentHelp(
    "The line break rules: unicode (UAX #14) or css (as Chromium). (default: unicode)",
    valueName: "rules")
}
