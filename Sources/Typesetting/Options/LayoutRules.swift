public import GalleyGeometry

extension LayoutOptions {
  /// The rule for the heights of lines.
  public enum LineHeight: Hashable, Sendable {
    /// All lines have the height of the base style's font, regardless of fallback fonts and emoji.
    ///
    /// If a style has a larger size than the base style, all lines grow in proportion. Where the
    /// ink of two lines would overlap, as in Tibetan or Nastaliq, only those lines get more room;
    /// likewise where ink overhangs the first or last line by more than a quarter of an em. Ink
    /// further than four ems from its baseline is ignored. For justified lines, and for lines at
    /// different edges, the greatest ink counts regardless of its position.
    case uniform
    /// Each line has the height of its fonts, and more where ink would overlap.
    case perLine
    /// All lines have this height in points, regardless of their ink.
    case absolute(Double)
    /// The heights of Telegram's TextNode: ascent plus descent of the first character's font,
    /// rounded down to whole points, as is the spacing. Ink is ignored.
    case textNode
    /// The heights of Telegram's InteractiveTextNode: each line has its own height plus spacing,
    /// and each stretch between blocks is rounded up to whole points. Ink is ignored.
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
    /// The start, so that the end of the text is visible.
    case start
    /// The middle, as for names of files.
    case middle
    /// The end.
    case end
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
      /// The left side, in any direction of text.
      case left
      /// The right side, in any direction of text.
      case right
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
    public static func topRight(_ size: Size) -> Cutout {
      Cutout(.right, size: size)
    }

    /// Creates a cutout at the lower right, which the last line avoids.
    public static func bottomRight(_ size: Size) -> Cutout {
      var cutout = Cutout(.right, size: size)
      cutout.isAtBottom = true
      return cutout
    }
  }
}
