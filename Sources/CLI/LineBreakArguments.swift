import ArgumentParser
import GalleyTypesetting

/// Where lines may end.
struct LineBreakArguments: ParsableArguments {
  @Option(
    name: .customLong("line-break"),
    help: ArgumentHelp(
      "The rules for where lines may end: unicode (UAX #14, the usual one) or css (as Chromium).",
      valueName: "rules"))
  var convention = ConventionArgument.unicode

  /// The rules.
  var rules: LineBreakRules { LineBreakRules(convention: convention.convention) }
}

/// Rules for line breaks, by their names on the command line.
enum ConventionArgument: String, ExpressibleByArgument, CaseIterable {
  case unicode, css

  /// The rules.
  var convention: LineBreakRules.Convention {
    switch self {
    case .unicode: .unicode
    case .css: .css
    }
  }
}
