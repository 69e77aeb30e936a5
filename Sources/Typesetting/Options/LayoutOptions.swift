public import GalleyGeometry

/// The parameters of a layout other than its text.
public struct LayoutOptions: Hashable, Sendable {
  /// The measure in points, without the insets; may be infinite.
  ///
  /// A negative width, or one that is not a number, counts as zero.
  public var width: Double
  /// The horizontal alignment of lines whose paragraph style does not set one.
  public var alignment: TextAlignment
  /// The rule for the heights of lines.
  public var lineHeight: LineHeight
  /// The distance between tab stops in points, or `nil` for eight spaces of the base font, four in
  /// blocks of code.
  public var tabWidth: Double?
  /// The width that lines are aligned in, in points, or `nil` for the width of the longest line,
  /// which suits a bubble that shrinks to its text.
  public var alignmentWidth: Double?
  /// The grid to which the pitch of ``LineHeight/uniform`` lines is rounded, or `nil` to keep the
  /// font's pitch.
  ///
  /// Painting snaps each baseline to the nearest pixel row, so lines with a pitch of 43.6 pixels
  /// are painted 43 or 44 pixels apart. Set the grid that they are painted on to make the distances
  /// equal.
  public var lineGrid: PixelGrid?
  private var extras = Boxed<LayoutExtras>()

  /// Creates options.
  public init(
    width: Double = .infinity, alignment: TextAlignment = .start,
    lineHeight: LineHeight = .uniform, tabWidth: Double? = nil, alignmentWidth: Double? = nil
  ) {
    self.width = width
    self.alignment = alignment
    self.lineHeight = lineHeight
    self.tabWidth = tabWidth
    self.alignmentWidth = alignmentWidth
  }

  /// The width clamped for line breaking.
  var measure: Double { width > 0 ? width : 0 }

  /// Whether all of the rare options have their default values.
  var isPlain: Bool { extras.isUsual }

  /// Whether lines are stacked one by one, regardless of the text.
  var isFlowed: Bool {
    !extras.isUsual && extras.value.isFlowed || lineHeight == .textNode
      || lineHeight == .interactiveTextNode
  }

  /// Returns whether lines are chosen in the same way as with other options, ignoring widths.
  func wrapsAs(_ other: LayoutOptions) -> Bool {
    isPlain && other.isPlain || wrapping == other.wrapping && overflow == other.overflow
  }

  /// Returns whether line heights follow the same rules as with other options.
  func hasHeights(of other: LayoutOptions) -> Bool {
    lineHeight == other.lineHeight && lineGrid == other.lineGrid && alignment == other.alignment
  }

  /// Returns whether a text flows in the same way as with other options, ignoring widths.
  func flowsAs(_ other: LayoutOptions) -> Bool {
    extras == other.extras && hasHeights(of: other)
  }
}

/// The rarely used options, which are boxed.
struct LayoutExtras: Boxable {
  var lineSpacing = LineSpacing.none
  var wrapping = Wrapping.greedy
  var overflow = Overflow.breaks
  var codeOverflow = CodeOverflow.wraps
  var maximumLines: Int?
  var minimumLines = 0
  var maximumHeight: Double?
  var truncation = Truncation.end
  var token: TruncationToken?
  var insets = Insets.zero
  var cutouts: [Cutout] = []
  var trailingReserve: Size?
  var expandedBlocks: Set<Int> = []

  /// Whether any option other than those of line breaking is set.
  var isFlowed: Bool {
    var rest = self
    (rest.wrapping, rest.overflow) = (.greedy, .breaks)
    return rest != LayoutExtras()
  }
}

extension LayoutOptions {
  /// The spacing between lines.
  public var lineSpacing: LineSpacing {
    get { extras.value.lineSpacing }
    set { extras.value.lineSpacing = newValue }
  }

  /// The rule for choosing line ends.
  public var wrapping: Wrapping {
    get { extras.value.wrapping }
    set { extras.value.wrapping = newValue }
  }

  /// The treatment of a word that is longer than the measure.
  public var overflow: Overflow {
    get { extras.value.overflow }
    set { extras.value.overflow = newValue }
  }

  /// The treatment of lines of code that are longer than the measure.
  public var codeOverflow: CodeOverflow {
    get { extras.value.codeOverflow }
    set { extras.value.codeOverflow = newValue }
  }

  /// The maximum number of lines, including those of blocks but not titles, or `nil` for no limit;
  /// values below one count as one.
  public var maximumLines: Int? {
    get { extras.value.maximumLines }
    set { extras.value.maximumLines = newValue }
  }

  /// The minimum number of lines that the height has room for.
  public var minimumLines: Int {
    get { extras.value.minimumLines }
    set { extras.value.minimumLines = newValue }
  }

  /// The maximum height of the lines, in points without the insets, or `nil` for no limit; one line
  /// is always shown.
  ///
  /// The height includes the spacing below the last line, if any. With ``LineHeight/textNode`` the
  /// limit follows that node: the spacing below the last line of text without blocks may exceed it.
  public var maximumHeight: Double? {
    get { extras.value.maximumHeight }
    set { extras.value.maximumHeight = newValue }
  }

  /// The part of the last line that is replaced by the token when lines are hidden.
  public var truncation: Truncation {
    get { extras.value.truncation }
    set { extras.value.truncation = newValue }
  }

  /// The token for hidden text, or `nil` for "…" in the style of the last visible character.
  public var truncationToken: TruncationToken? {
    get { extras.value.token }
    set { extras.value.token = newValue }
  }

  /// The insets around the lines; part of the layout's size, but not of the measure.
  public var insets: Insets {
    get { extras.value.insets }
    set { extras.value.insets = newValue }
  }

  /// The areas that lines avoid.
  public var cutouts: [Cutout] {
    get { extras.value.cutouts }
    set { extras.value.cutouts = newValue }
  }

  /// The size of a label placed beside the end of the last line if it fits, else below the lines;
  /// in points.
  public var trailingReserve: Size? {
    get { extras.value.trailingReserve }
    set { extras.value.trailingReserve = newValue }
  }

  /// The indices of the collapsible blocks that are expanded.
  public var expandedBlocks: Set<Int> {
    get { extras.value.expandedBlocks }
    set { extras.value.expandedBlocks = newValue }
  }
}

/// The horizontal alignment of lines.
public enum TextAlignment: Hashable, Sendable {
  /// At the leading edge for the paragraph's direction.
  case start
  /// At the trailing edge for the paragraph's direction.
  case end
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// Centered.
  case center
  /// Stretched to ``LayoutOptions/alignmentWidth``, or else to the longest line, except for the
  /// last line of a paragraph and truncated lines, which are aligned at the start.
  case justified
}

/// The rule for the heights of lines.
public enum LineHeight: Hashable, Sendable {
  /// All lines have the height of the base style's font, regardless of fallback fonts and emoji.
  ///
  /// If a style has a larger size than the base style, all lines grow in proportion. Where the ink
  /// of two lines would overlap, as in Tibetan or Nastaliq, only those lines get more room;
  /// likewise where ink overhangs the first or last line by more than a quarter of an em. Ink
  /// further than four ems from its baseline is ignored. For justified lines, and for lines at
  /// different edges, the greatest ink counts regardless of its position.
  case uniform
  /// Each line has the height of its fonts, and more where ink would overlap.
  case perLine
  /// All lines have this height in points, regardless of their ink.
  case absolute(Double)
  /// The heights of Telegram's TextNode: ascent plus descent of the first character's font, rounded
  /// down to whole points, as is the spacing. Ink is ignored.
  case textNode
  /// The heights of Telegram's InteractiveTextNode: each line has its own height plus spacing, and
  /// each stretch between blocks is rounded up to whole points. Ink is ignored.
  case interactiveTextNode
}

/// The space between lines beyond their height.
///
/// Ink that would overlap uses this space first. Negative spacing overlaps lines regardless of
/// their ink.
public enum LineSpacing: Hashable, Sendable {
  /// A fraction of the line height; Telegram uses 0.12.
  case factor(Double)
  /// A distance in points.
  case points(Double)

  /// No spacing.
  public static let none = LineSpacing.points(0)
}

/// The rule for choosing line ends.
public enum Wrapping: Hashable, Sendable {
  /// Fills each line in turn.
  case greedy
  /// Keeps the number of lines of greedy wrapping, and equalizes their widths.
  case balanced
  /// Minimizes the raggedness of the whole paragraph, after Knuth and Plass.
  case optimal
}

/// The treatment of a word that is longer than the measure.
public enum Overflow: Hashable, Sendable {
  /// Breaks the word between two characters.
  case breaks
  /// Lets the word overflow.
  case visible
}

/// The treatment of lines of code that are longer than the measure.
public enum CodeOverflow: Hashable, Sendable {
  /// Wraps the line, with a mark at the break.
  case wraps
  /// Keeps the line whole; the block is as wide as the measure and scrolls.
  case scrolls
}

/// The part of a truncated line that is replaced by the token.
public enum Truncation: Hashable, Sendable {
  case start, middle, end
}

/// A token for hidden text.
public struct TruncationToken: Hashable, Sendable {
  /// The token, which may contain styles and links, such as "… Read more".
  public var text: AttributedText
  /// The token within blocks, or `nil` to use ``text``.
  public var textInBlocks: AttributedText?

  /// Creates a token.
  public init(_ text: AttributedText, inBlocks: AttributedText? = nil) {
    self.text = text
    textInBlocks = inBlocks
  }
}

/// An area at one side that lines avoid, such as a picture in a corner.
public struct Cutout: Hashable, Sendable {
  /// The side of a cutout.
  public enum Edge: Hashable, Sendable {
    case left, right
  }

  /// The side of the cutout.
  public var edge: Edge
  /// The distance from the upper edge of the first line, in points.
  public var top: Double
  /// The size of the cutout, in points.
  public var size: Size
  /// Whether the cutout is at the bottom of the lines; ``top`` is then ignored.
  public var isAtBottom: Bool

  /// Creates a cutout.
  public init(_ edge: Edge, top: Double = 0, size: Size) {
    self.edge = edge
    self.top = top
    self.size = size
    isAtBottom = false
  }

  /// Creates a cutout at the upper left.
  public static func topLeft(_ size: Size) -> Cutout { Cutout(.left, size: size) }

  /// Creates a cutout at the upper right.
  public static func topRight(_ size: Size) -> Cutout { Cutout(.right, size: size) }

  /// Creates a cutout at the lower right, which the last line avoids.
  public static func bottomRight(_ size: Size) -> Cutout {
    var cutout = Cutout(.right, size: size)
    cutout.isAtBottom = true
    return cutout
  }
}
