import GalleyHarfBuzz
import GalleyShaping

/// The part of a shaped text that shares a line: in logical order, before it is placed.
struct LineSpan: Hashable, Sendable {
  /// The UTF-8 offset where the line ends; it begins where the one before it ended.
  var end: Int32
  /// The run that the line begins in.
  var firstRun: Int32
  /// The room that the line takes in points, without the white space that hangs.
  var width: Double
  /// Which of the layout's patches is the line's first.
  var firstPatch: Int32
  /// How many patches the line has: one at its start, one at its end, or one for both.
  var patchCount: UInt8
  /// Whether the line ends in a hyphen that the text does not have.
  var endsInHyphen: Bool
  /// Whether the line is the last of a paragraph.
  var endsParagraph: Bool

  /// The empty line behind a line end that is the last of a text.
  static func empty(in text: ShapedText) -> LineSpan {
    LineSpan(
      end: text.length, firstRun: Int32(truncatingIfNeeded: max(0, text.runs.count - 1)),
      width: 0, firstPatch: 0, patchCount: 0, endsInHyphen: false, endsParagraph: true)
  }
}

/// Glyphs that take the place of a shaped text's own, because a line begins or ends among them.
struct LinePatch: Hashable, Sendable {
  /// The bytes whose glyphs are replaced; all of one run.
  var range: Range<Int>
  /// The glyphs, in logical order.
  var glyphs: [Glyph]
}

/// The lines of a text at a width.
struct LineBreaks: Sendable {
  var lines: [LineSpan] = []
  var patches: [LinePatch] = []
  /// The least width with the same lines, in points.
  var leastWidth = 0.0
  /// The least greater width with other lines, in points.
  var widthLimit = Double.infinity

  /// Narrows the interval of widths to those at which a line is as it is.
  mutating func restrict(from least: Double, to limit: Double) {
    leastWidth = max(leastWidth, least)
    widthLimit = min(widthLimit, limit)
  }
}
