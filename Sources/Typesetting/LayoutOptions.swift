public import GalleyGeometry

/// What a layout depends on beside its text.
public struct LayoutOptions: Hashable, Sendable {
  /// The room each line has, in points, without the insets; it may be infinite.
  ///
  /// Less than zero, or not a number, counts as zero.
  public var width: Double
  /// Where the lines stand beside each other, where a paragraph's style says nothing else.
  public var alignment: TextAlignment
  /// How high the lines are.
  public var lineHeight: LineHeight
  /// The distance between tab stops in points, or `nil` for eight spaces of the base font; in blocks
  /// of code, four.
  public var tabWidth: Double?
  /// The room that lines are aligned in, in points, or `nil` for the width of the longest line: what
  /// a bubble wants, which shrinks to its text.
  public var alignmentWidth: Double?
  /// The pixels that the distance of ``LineHeight/uniform`` lines is a whole number of, or `nil` to
  /// keep it as the font has it.
  ///
  /// Painting puts each baseline on the nearest row of pixels, so lines that stand 43.6 pixels
  /// apart come out 44 and 43 pixels apart in turns. With the grid that they are painted on, all of
  /// them are equally far apart.
  public var lineGrid: PixelGrid?
  private var extras = Boxed<LayoutExtras>()

  /// Makes options.
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

  /// The width as line breaking takes it.
  var measure: Double { width > 0 ? width : 0 }

  /// Whether all options of the second half are the usual ones.
  var isPlain: Bool { extras.isUsual }

  /// Whether lines are stacked one by one, whatever the text is.
  var isFlowed: Bool {
    !extras.isUsual && extras.value.isFlowed || lineHeight == .textNode
      || lineHeight == .interactiveTextNode
  }

  /// Whether lines are chosen alike with other options, at widths that do not matter.
  func wrapsAs(_ other: LayoutOptions) -> Bool {
    isPlain && other.isPlain || wrapping == other.wrapping && overflow == other.overflow
  }

  /// Whether lines that are the same are as high as with other options.
  func hasHeights(of other: LayoutOptions) -> Bool {
    lineHeight == other.lineHeight && lineGrid == other.lineGrid && alignment == other.alignment
  }

  /// Whether a text flows alike with other options, at widths that do not matter.
  func flowsAs(_ other: LayoutOptions) -> Bool {
    extras == other.extras && hasHeights(of: other)
  }
}

/// What few layouts want.
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

  /// Whether there is more to it than how lines are chosen.
  var isFlowed: Bool {
    var rest = self
    (rest.wrapping, rest.overflow) = (.greedy, .breaks)
    return rest != LayoutExtras()
  }
}

extension LayoutOptions {
  /// The room between lines beyond their height.
  public var lineSpacing: LineSpacing {
    get { extras.value.lineSpacing }
    set { extras.value.lineSpacing = newValue }
  }

  /// How the places are chosen where lines end.
  public var wrapping: Wrapping {
    get { extras.value.wrapping }
    set { extras.value.wrapping = newValue }
  }

  /// What becomes of a word that is longer than the measure.
  public var overflow: Overflow {
    get { extras.value.overflow }
    set { extras.value.overflow = newValue }
  }

  /// What becomes of lines of code that are longer than the measure.
  public var codeOverflow: CodeOverflow {
    get { extras.value.codeOverflow }
    set { extras.value.codeOverflow = newValue }
  }

  /// How many lines there are at the most, in all blocks together and without titles, or `nil` for
  /// any number; less than one counts as one.
  public var maximumLines: Int? {
    get { extras.value.maximumLines }
    set { extras.value.maximumLines = newValue }
  }

  /// How many lines there is room for at least.
  public var minimumLines: Int {
    get { extras.value.minimumLines }
    set { extras.value.minimumLines = newValue }
  }

  /// How high the lines are at the most, in points without the insets; one line there always is.
  ///
  /// That includes the spacing below the last line where there is one. With the lines of TextNode the
  /// limit is that node's: text without blocks may have the spacing below its last line beyond it.
  public var maximumHeight: Double? {
    get { extras.value.maximumHeight }
    set { extras.value.maximumHeight = newValue }
  }

  /// Which part of the last line makes room for the token, where lines are hidden.
  public var truncation: Truncation {
    get { extras.value.truncation }
    set { extras.value.truncation = newValue }
  }

  /// What stands for hidden text, or `nil` for "…" in the style of the last character that is seen.
  public var truncationToken: TruncationToken? {
    get { extras.value.token }
    set { extras.value.token = newValue }
  }

  /// The room around the lines: part of the layout's size, not of the measure.
  public var insets: Insets {
    get { extras.value.insets }
    set { extras.value.insets = newValue }
  }

  /// Places that lines make way for.
  public var cutouts: [Cutout] {
    get { extras.value.cutouts }
    set { extras.value.cutouts = newValue }
  }

  /// The size of a label that stands beside the end of the last line if there is room for it, and
  /// below the lines if not; in points.
  public var trailingReserve: Size? {
    get { extras.value.trailingReserve }
    set { extras.value.trailingReserve = newValue }
  }

  /// The numbers of the collapsible blocks that show all of their lines.
  public var expandedBlocks: Set<Int> {
    get { extras.value.expandedBlocks }
    set { extras.value.expandedBlocks = newValue }
  }
}

/// Where the lines of a layout stand beside each other.
public enum TextAlignment: Hashable, Sendable {
  /// At the edge where lines of their paragraph's direction begin.
  case start
  /// At the edge where lines of their paragraph's direction end.
  case end
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle.
  case center
  /// From edge to edge of ``LayoutOptions/alignmentWidth`` or else of the longest line, but for the
  /// last line of a paragraph and lines that are cut, which are at the start.
  case justified
}

/// How high the lines of a layout are.
public enum LineHeight: Hashable, Sendable {
  /// All lines as high as the base style's font says: fallback fonts and emoji change nothing.
  ///
  /// Where a style asks for a larger size than the base style, lines are as much higher. Where the
  /// ink of two lines would overlap, as in Tibetan or Nastaliq, those lines get the room that it
  /// needs, and no others; likewise where ink overhangs the first or the last line by more than a
  /// quarter of an em. Ink further than four ems from its baseline does not count. Of stretched
  /// lines, and of lines at different edges, the greatest ink counts, wherever it is on them.
  case uniform
  /// Each line as high as the fonts say that are on it, and higher where ink would overlap.
  case perLine
  /// All lines of one height, in points, whatever their ink.
  case absolute(Double)
  /// As Telegram's TextNode has it: all lines of the whole number of points below ascent and descent
  /// of the first character's font, and so is their spacing. Ink makes no difference.
  case textNode
  /// As Telegram's InteractiveTextNode has it: each line of its own height, the spacing on top of
  /// each, and whole points for every stretch between blocks. Ink makes no difference.
  case interactiveTextNode
}

/// The room between lines beyond their height.
///
/// Ink that would overlap takes from it first. A spacing below zero moves lines together, ink or
/// not.
public enum LineSpacing: Hashable, Sendable {
  /// A part of the height of a line: 0.12 is what Telegram has.
  case factor(Double)
  /// A number of points.
  case points(Double)

  /// None.
  public static let none = LineSpacing.points(0)
}

/// How the places are chosen where lines end.
public enum Wrapping: Hashable, Sendable {
  /// Each line takes what fits.
  case greedy
  /// As many lines as greedy wrapping makes, of about the same length.
  case balanced
  /// The least raggedness over a whole paragraph, after Knuth and Plass.
  case optimal
}

/// What becomes of a word that is longer than the measure.
public enum Overflow: Hashable, Sendable {
  /// It is broken where the line ends, between two characters.
  case breaks
  /// It sticks out.
  case visible
}

/// What becomes of lines of code that are longer than the measure.
public enum CodeOverflow: Hashable, Sendable {
  /// They go on in the next line, with a mark that says so.
  case wraps
  /// They stay whole: the block is as wide as the measure, and scrolls.
  case scrolls
}

/// Which part of a line makes room for the token.
public enum Truncation: Hashable, Sendable {
  case start, middle, end
}

/// What stands for hidden text.
public struct TruncationToken: Hashable, Sendable {
  /// The token, which may have styles and links: "… Read more".
  public var text: AttributedText
  /// The token within blocks, or `nil` for the same.
  public var textInBlocks: AttributedText?

  /// Makes a token.
  public init(_ text: AttributedText, inBlocks: AttributedText? = nil) {
    self.text = text
    textInBlocks = inBlocks
  }
}

/// A band that lines make way for, such as a picture in a corner.
public struct Cutout: Hashable, Sendable {
  /// The side that the band is at.
  public enum Edge: Hashable, Sendable {
    case left, right
  }

  /// The side that the band is at.
  public var edge: Edge
  /// The band's upper edge, in points below the first line's.
  public var top: Double
  /// How far the band reaches in from its side, and how high it is, in points.
  public var size: Size
  /// Whether the band is at the bottom of the lines, wherever that is; `top` then says nothing.
  public var isAtBottom: Bool

  /// Makes a band.
  public init(_ edge: Edge, top: Double = 0, size: Size) {
    self.edge = edge
    self.top = top
    self.size = size
    isAtBottom = false
  }

  /// A picture at the upper left.
  public static func topLeft(_ size: Size) -> Cutout { Cutout(.left, size: size) }

  /// A picture at the upper right.
  public static func topRight(_ size: Size) -> Cutout { Cutout(.right, size: size) }

  /// A picture at the lower right, which the last line makes way for.
  public static func bottomRight(_ size: Size) -> Cutout {
    var cutout = Cutout(.right, size: size)
    cutout.isAtBottom = true
    return cutout
  }
}
