import ArgumentParser
import GalleySystem

/// The argument for colors of the output.
struct OutputColorArgument: ParsableArguments {
  /// The use of colors.
  enum Mode: String, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: ArgumentHelp(
      "The coloring of differences: auto, always or never. (default: auto)",
      discussion: """
        With auto, output to a terminal is colored, unless the environment variable NO_COLOR has a value.
        """,
      valueName: "when"),
    completion: .cases(of: Mode.self), transform: Bounded.choice)
  var color = Mode.auto

  /// Whether standard output is colored.
  var isColored: Bool {
    switch color {
    case .auto: StandardStreams.wantsColors
    case .always: true
    case .never: false
    }
  }
}
