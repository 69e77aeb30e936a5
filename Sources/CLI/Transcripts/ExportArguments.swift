import ArgumentParser
import GalleyExports
import GalleyTextCommands

/// The arguments that select messages of an export.
struct ExportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first day of an export, such as 2026-03-01, in UTC.", valueName: "date"),
    transform: ExportArguments.day)
  var from: Int?

  @Option(
    help: ArgumentHelp("The last day of an export.", valueName: "date"),
    transform: ExportArguments.day)
  var to: Int?

  @Option(
    help: ArgumentHelp(
      "The title or number of a conversation of an account's export. (default: all)",
      valueName: "name"))
  var chat: String?

  /// Parses a day into the seconds of its start.
  @Sendable private static func day(_ argument: String) throws -> Int {
    guard argument.utf8.count == 10, let day = CivilTime.seconds(ofISO: argument) else {
      throw ValidationError("Expected a date such as 2026-03-01.")
    }
    return day.seconds
  }

  /// Whether any is given.
  var areGiven: Bool { from != nil || to != nil || chat != nil }

  /// Returns whether a conversation is selected.
  func selects(_ other: ExportedChat) -> Bool {
    guard let chat else { return true }
    return other.id == chat || other.shownTitle == chat
  }

  /// Returns whether a message is selected; one without a date is, unless there is a range.
  func selects(_ message: ExportedMessage) -> Bool {
    guard let date = message.date else { return from == nil && to == nil }
    return date >= from ?? .min && date < (to ?? .max - 86_400) + 86_400
  }
}
