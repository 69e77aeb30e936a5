import ArgumentParser
import GalleyGeometry
import GalleyMessages
import GalleyTypesetting

/// How much of a text is shown, and what it leaves room for.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many lines are shown at the most.", valueName: "lines"),
    transform: Bounded.integer(1...1_000_000))
  var maxLines: Int?

  @Option(
    name: .customLong("truncate"),
    help: "Where the last line makes room for \"…\" if lines are hidden: start, middle or end.")
  var truncation = TruncationArgument.end

  @Option(
    name: .customLong("expand"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The number of a quotation or block of code to show whole, from 0 on; may stand more than once.",
      valueName: "number"),
    transform: Bounded.integer(0...1_000_000))
  var expanded: [Int] = []

  @Option(
    help: ArgumentHelp(
      "The size of a label beside the end of the last line, in points: 48x14 for instance.",
      valueName: "width x height"),
    transform: Bounded.size)
  var trailingReserve: Size?

  /// Sets what the arguments say.
  func apply(to options: inout LayoutOptions) {
    options.maximumLines = maxLines ?? options.maximumLines
    options.truncation = truncation.truncation
    options.expandedBlocks = Set(expanded)
    options.trailingReserve = trailingReserve
  }
}

/// Where a line is cut.
enum TruncationArgument: String, ExpressibleByArgument, CaseIterable {
  case start, middle, end

  var truncation: Truncation {
    switch self {
    case .start: .start
    case .middle: .middle
    case .end: .end
    }
  }
}
