import ArgumentParser
import GalleyCorpus
import GalleyTypesetting

/// The arguments for parts of a text.
///
/// They have the names and the values of the settings of corpus cases.
struct PartArguments: ParsableArguments {
  @Option(
    name: .customLong("style"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The style of a part of the text, such as '\"part\" size=20 underline'; repeatable.",
      discussion: """
        Settings without a quoted part apply to the whole text. They are those of corpus cases: font, size, \
        weight, slant, stretch, variations, features, lang, letter-spacing, baseline-shift, color, \
        background, underline, strikethrough, inked, underline-color, strikethrough-color, \
        highlight, highlight-radius, shadow, shadow-blur, stroke and stroke-width.
        """,
      valueName: "settings"),
    transform: Self.part("style"))
  var styles: [TextPart] = []

  @Option(
    name: .customLong("paragraph"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The style of a part's paragraphs, such as '\"part\" indent=20 before=10'; repeatable.",
      discussion: """
        Settings: align, first (the indent of the first line), indent, end (the indent at the end), \
        before, after, and tabs, such as tabs=40,80:end.
        """,
      valueName: "settings"),
    transform: Self.part("paragraph"))
  var paragraphs: [TextPart] = []

  @Option(
    name: .customLong("block"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A quotation or block of code, such as '\"part\" code=swift title=\"A\"'; repeatable.",
      discussion: "Settings: quote or code, title and collapsible.",
      valueName: "settings"),
    transform: Self.part("block"))
  var blocks: [TextPart] = []

  @Option(
    name: .customLong("link"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A link, such as '\"part\" https://example.org'; repeatable.", valueName: "part"),
    transform: Self.part("link"))
  var links: [TextPart] = []

  @Option(
    name: .customLong("spoiler"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A spoiler, such as '\"part\"'; repeatable.", valueName: "part"),
    transform: Self.part("spoiler"))
  var spoilers: [TextPart] = []

  @Option(
    name: .customLong("object"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An object in place of a part of a text without entities, such as '\"part\" size=20x16'; repeatable.",
      discussion: "Settings: size, descent, id and tinted. Its place is left empty.",
      valueName: "settings"),
    transform: Self.part("object"))
  var objects: [TextPart] = []

  /// All settings, in the order in which they are applied.
  var all: [TextPart] { objects + styles + paragraphs + blocks + links + spoilers }

  /// Throws if a single text lacks a part; with many messages, missing parts are allowed.
  ///
  /// A text with entities has no objects.
  func check(_ text: String, hasEntities: Bool) throws {
    if hasEntities, !objects.isEmpty {
      throw Failure("--object: applies only to a text without entities")
    }
    guard let part = all.first(where: { !$0.applies(to: text) }) else { return }
    throw Failure("--\(part.name): the text does not contain \"\(part.part ?? "")\"")
  }

  /// The arguments in words, for comparison.
  var words: [String] { all.map { "\($0.name) \($0.value)" } }

  /// Returns a parser of a setting.
  private static func part(_ name: String) -> @Sendable (String) throws -> TextPart {
    { value in
      do throws(SettingProblem) { return try TextPart(name, value) } catch {
        throw error.validationError
      }
    }
  }
}

extension SettingProblem {
  /// The error of an argument with an invalid setting.
  var validationError: ValidationError {
    ValidationError(reason.prefix(1).uppercased() + reason.dropFirst() + ".")
  }
}
