import ArgumentParser
import GalleyRichMessages
import GalleyRichTypesetting

/// The arguments for rich messages.
struct RichArguments: ParsableArguments {
  @Option(
    name: .customLong("open"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The place of a section of a rich message to open, such as 0 or 2.1; repeatable.",
      valueName: "place"),
    transform: Self.place)
  var opened: [BlockPlace] = []

  @Option(
    name: .customLong("close"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The place of a section of a rich message to close; repeatable.", valueName: "place"),
    transform: Self.place)
  var closed: [BlockPlace] = []

  @Flag(help: "Make a rich message as wide as --width, even if its blocks are narrower.")
  var fillsWidth = false

  @Flag(help: "Read a rich message as a draft, which may contain thinking blocks.")
  var draft = false

  /// Returns the sections that are opened and closed, with expanded quotations at places.
  func state(expanded: [BlockPlace]) -> RichState {
    var state = RichState()
    for place in opened { state.setOpen(place.path, true) }
    for place in closed { state.setOpen(place.path, false) }
    for place in expanded { state.setExpanded(place.path, true) }
    return state
  }

  /// The arguments in words, for comparison; empty if none was given.
  var words: [String] {
    opened.map { "open \($0)" } + closed.map { "close \($0)" }
      + (fillsWidth ? ["fills-width"] : []) + (draft ? ["draft"] : [])
  }

  /// Parses a place.
  @Sendable static func place(_ argument: String) throws -> BlockPlace {
    guard let place = BlockPlace(argument) else {
      throw ValidationError("Expected the place of a block, such as 0 or 2.1.")
    }
    return place
  }
}

/// The place of a block: its index, after those of the blocks that contain it.
struct BlockPlace: Hashable, Sendable, CustomStringConvertible {
  private let indices: [Int]

  /// Reads a place such as `2.1`.
  init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    indices = numbers.compactMap(\.self).filter { (0...1_000_000).contains($0) }
    guard indices.count == numbers.count else { return nil }
  }

  /// The place in a rich message.
  var path: RichMessage.BlockPath { RichMessage.BlockPath(indices) }

  /// The index of a block of a plain message, whose blocks contain no blocks by index; `nil` for a
  /// place in another block.
  var index: Int? { indices.count == 1 ? indices[0] : nil }

  var description: String { indices.map(String.init).joined(separator: ".") }
}
