/// Text in lines from the top down, with its blocks: all of a layout but where things stand from
/// side to side.
struct FlowedText: Sendable {
  /// What the flow adds to each of the spans.
  var lines: [FlowLine] = []
  /// The blocks of which something is seen; outer ones before those within them.
  var blocks: [FlowBlock] = []
  /// Where tabs lead, if not to stops at equal distances.
  var tabs: TabRuler?
  /// What of the text is on no line, as UTF-8 offsets, in order.
  var hiddenRanges: [Range<Int>] = []
  /// The lines that make room for a token, in order.
  var cuts: [LineCut] = []
  /// Whether text is hidden for want of room.
  var isTruncated = false
  /// What stands behind lines of code that go on in the next line, if there are such.
  var softWrapMark: TextLayout?
  /// How high all of it is, in points.
  var height = 0.0
  /// How wide the widest line and its surroundings are at the least, in points.
  var neededWidth = 0.0
}

/// What a flow knows of a line beside its span.
struct FlowLine: Hashable, Sendable {
  /// The UTF-8 offset where the line begins.
  var start: Int32
  /// Which of the flow's blocks the line is directly in; -1 if in none.
  var block: Int32
  /// The line's upper edge, in points.
  var top: Double
  /// The height of the line, in points.
  var height: Double
  /// How far the baseline is below the upper edge, in points.
  var baseline: Double
  /// What the line leaves free at the left of the block's content, or of the layout, in points.
  var left: Double
  /// Likewise at the right.
  var right: Double
  /// Where the line stands in the room that is left.
  var alignment: TextAlignment
  /// Whether the line's paragraph goes from right to left.
  var isRightToLeft: Bool
}

/// What a flow knows of a block.
struct FlowBlock: Sendable {
  /// Which of the text's blocks it is.
  var index: Int
  /// Which of the flow's blocks it is in; -1 if in none.
  var parent: Int
  var isRightToLeft: Bool
  /// What is left free at either side of the content, in points.
  var padding: Double
  /// What the block leaves free beside its frame, in points.
  var sides = TextFlow.Sides()
  /// What of that, or of an outer block's, is because of cutouts.
  var bands = TextFlow.Sides()
  /// What of the measure is not left for the content, in points.
  var takenWidth = 0.0
  /// Where the block's title or first line begins, and where all that is in it ends.
  var top = 0.0
  var bottom = 0.0
  var title: FlowTitle?
  var hasIcon: Bool
  var lines: Range<Int>
  var hiddenRange: Range<Int>?
  /// Whether there are more lines than a collapsed block shows.
  var isCollapsible = false
  /// The width of the whole layout at which the block fits, in points.
  var neededWidth = 0.0
  /// Whether the block holds a program.
  var isCode = false
  /// Whether lines longer than the measure stay whole.
  var scrolls = false
}

/// The title of a block.
struct FlowTitle: Sendable {
  var layout: TextLayout
  /// The upper edge, in points.
  var top: Double
}
