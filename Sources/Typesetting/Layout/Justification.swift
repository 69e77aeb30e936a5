/// The justification of a layout's lines.
///
/// A line is stretched after its spaces, between characters of scripts without spaces, and within
/// Arabic words, whose strokes are extended by tatweels (kashida). The other places share the slack
/// that tatweels leave evenly. Text before a tab is not moved.
final class Justification: Sendable {
  /// The justification of a line.
  struct Line: Sendable {
    /// The width of the stretched line, in points.
    var width: Double
    /// The space added at each gap, in points.
    var gap: Double
    /// The glyphs of runs reshaped with tatweels.
    var patches: [LinePatch]
  }

  /// The justification of each line, or `nil` for lines that are not stretched.
  let lines: [Line?]

  init(lines: [Line?]) { self.lines = lines }
}
