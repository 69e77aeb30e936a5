import ArgumentParser
import GalleyGeometry
import GalleyMessages
import GalleyTypesetting

/// The arguments that limit the displayed text and reserve space.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of lines to show.", valueName: "lines"),
    transform: Bounded.integer(1...1_000_000))
  var maxLines: Int?

  @Option(
    name: .customLong("truncate"),
    help: ArgumentHelp(
      "The part of the last line to replace by \"…\" if lines are hidden.",
      valueName: "place"))
  var truncation = TruncationArgument.end

  @Option(
    name: .customLong("expand"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The index of a quotation or code block to show in full, from 0; repeatable.",
      discussion: "In a rich message, a quotation has a place such as 2.1.",
      valueName: "number"),
    transform: RichArguments.place)
  var expanded: [BlockPlace] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The space to keep free at the end of the last line, in points, such as 48x14.",
      valueName: "size"),
    transform: Bounded.size)
  var trailingReserve: Size?

  /// Applies the arguments to layout options.
  func apply(to options: inout LayoutOptions) {
    options.maximumLines = maxLines ?? options.maximumLines
    options.truncation = truncation.truncation
    if !expanded.isEmpty { options.expandedBlocks = Set(expanded.compactMap(\.index)) }
    options.trailingReserve = trailingReserve
  }

  /// Throws if a single text lacks a requested block; with many messages, missing blocks are
  /// allowed.
  func check(_ text: AttributedText) throws {
    let count = text.blocks.count
    guard let place = expanded.first(where: { $0.index ?? count >= count }) else { return }
    throw Failure("--expand \(place): the text has \(count.counted("block"))")
  }
}

extension Int {
  /// Returns a count and its range of indices in words.
  func counted(_ name: String) -> String {
    switch self {
    case 0: "no \(name)s"
    case 1: "1 \(name), 0"
    default: "\(self) \(name)s, 0 to \(self - 1)"
    }
  }
}

/// The part of a line that is truncated.
enum TruncationArgument: String, ExpressibleByArgument, CaseIterable {
  case start, middle, end

  var truncation: LayoutOptions.Truncation {
    switch self {
    case .start: .start
    case .middle: .middle
    case .end: .end
    }
  }
}
