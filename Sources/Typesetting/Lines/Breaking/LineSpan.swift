import GalleyHarfBuzz
import GalleyShaping

/// A line of a shaped text, in logical order, before placement.
struct LineSpan: Hashable, Sendable {
  /// The UTF-8 offset of the end of the line; the line starts at the end of the previous one.
  var end: Int32
  /// The run that contains the start of the line.
  var firstRun: Int32
  /// The width of the line in points, excluding hanging white space.
  var width: Double
  /// The index of the line's first patch.
  var firstPatch: Int32
  /// The number of patches of the line: one at its start, one at its end, or one for both.
  var patchCount: UInt8
  /// Whether the line ends in a hyphen that is not in the text.
  var endsInHyphen: Bool
  /// Whether the line is the last of a paragraph.
  var endsParagraph: Bool

  /// Returns the empty line after a line end at the end of a text.
  static func empty(in text: ShapedText) -> LineSpan {
    LineSpan(
      end: text.length, firstRun: Int32(truncatingIfNeeded: max(0, text.runs.count - 1)),
      width: 0, firstPatch: 0, patchCount: 0, endsInHyphen: false, endsParagraph: true)
  }
}

/// Reshaped glyphs that replace those of the text at the start or end of a line.
struct LinePatch: Hashable, Sendable {
  /// The bytes whose glyphs are replaced, within one run.
  var range: Range<Int>
  /// The glyphs, in logical order.
  var glyphs: [Glyph]
}

/// The lines of a text at a width.
struct LineBreaks: Sendable {
  var lines: [LineSpan] = []
  var patches: [LinePatch] = []
  /// The widths with the same lines.
  var widths = WidthInterval()

  /// The width of the widest line, or the least width with the same lines if that is greater; in
  /// points.
  var greatestWidth: Double {
    var width = widths.least
    for line in lines { width = max(width, line.width) }
    return width
  }

  /// Removes all lines, and keeps the memory.
  mutating func removeAll() {
    if !lines.isEmpty { lines.removeAll(keepingCapacity: true) }
    if !patches.isEmpty { patches.removeAll(keepingCapacity: true) }
    widths = WidthInterval()
  }
}
