import ArgumentParser
import GalleyMessages

/// The argument for the font families.
struct FamilyArgument: ParsableArguments {
  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "The font family, or a comma-separated list in order of preference.", valueName: "family"))
  var family: String?

  /// The names of the families, in order of preference.
  var names: [String] { FamilyList.names(in: family) }
}

/// The argument for the font size.
struct SizeArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The font size, in points. (default: 16)", valueName: "points"),
    transform: Bounded.number(Message.sizes))
  var size = 16.0
}

/// The argument for the scale of a text's picture.
struct ScaleArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scale, in pixels per point. (default: 1)", valueName: "scale"),
    transform: Bounded.number(0.1...16))
  var scale = 1.0
}

/// The argument for the number of threads that process a file of messages.
struct JobsArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jsonl: the number of threads; it does not affect the output. (default: 1)",
      valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var jobs = 1
}
