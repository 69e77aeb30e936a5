/// Text broken into lines and stacked, with its blocks: a layout without horizontal placement.
struct FlowedText: Sendable {
  /// The properties of the lines in addition to their spans.
  var lines: [FlowLine] = []
  /// The visible blocks, outer ones first.
  var blocks: [FlowBlock] = []
  /// The tab stops, or `nil` for stops at equal distances.
  var tabs: TabRuler?
  /// The ranges of text that are on no line, as UTF-8 offsets, in order.
  var hiddenRanges: [Range<Int>] = []
  /// The truncated lines, in order.
  var truncations: [LineTruncation] = []
  /// Whether text is hidden because it does not fit.
  var isTruncated = false
  /// The mark after soft-wrapped lines of code, if there are any.
  var softWrapMark: TextLayout?
  /// Whether neither contents nor options change the distances of the lines of a segment.
  var hasEvenLines = false
  /// The total height, in points.
  var height = 0.0
  /// The minimum width of the widest line with its surroundings, in points.
  var neededWidth = 0.0
}

/// The properties of a line in addition to its span.
struct FlowLine: Hashable, Sendable {
  /// The UTF-8 offset of the start of the line.
  var start: Int32
  /// The index of the innermost block in ``FlowedText/blocks``, or -1 if there is none.
  var block: Int32
  /// The line's upper edge, in points.
  var top: Double
  /// The height of the line, in points.
  var height: Double
  /// The distance from the upper edge to the baseline, in points.
  var baseline: Double
  /// The free space at the left, within the block's content or the layout, in points.
  var left: Double
  /// The free space at the right, in points.
  var right: Double
  /// The alignment of the line.
  var alignment: TextAlignment
  /// Whether the line's paragraph is right-to-left.
  var isRightToLeft: Bool
}

/// A block of a flowed text.
struct FlowBlock: Sendable {
  /// The index of the block in the text.
  var index: Int
  /// The index of the parent in ``FlowedText/blocks``, or -1 if there is none.
  var parent: Int
  var isRightToLeft: Bool
  /// The padding at either side of the content, in points.
  var padding: Double
  /// The free space beside the block's frame, in points.
  var sides = SideSpace()
  /// The part of that space, or of an outer block's, that is due to cutouts.
  var bands = SideSpace()
  /// The part of the measure that is unavailable to the content, in points.
  var unavailableWidth = 0.0
  /// The upper edge of the title or the first line, and the lower edge of the content.
  var top = 0.0
  var bottom = 0.0
  var title: FlowTitle?
  var hasIcon: Bool
  var lines: Range<Int>
  var hiddenRange: Range<Int>?
  /// Whether the block has more lines than it shows when collapsed.
  var isCollapsible = false
  /// The minimum width of the layout at which the block fits, in points.
  var neededWidth = 0.0
  /// Whether the block is code.
  var isCode = false
  /// Whether lines longer than the measure are not broken.
  var scrolls = false
}

/// The title of a block.
struct FlowTitle: Sendable {
  var layout: TextLayout
  /// The upper edge, in points.
  var top: Double
}

/// The free space at the sides of a line or block, in points.
struct SideSpace: Sendable {
  var (left, right) = (0.0, 0.0)
}
