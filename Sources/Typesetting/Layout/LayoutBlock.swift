public import GalleyGeometry

extension TextLayout {
  /// A block of a layout, and the positions of its parts.
  ///
  /// Coordinates are the layout's: points, y downward. A right-to-left block has its bar and its
  /// text at the right, and its icon and arrow at the left.
  public struct Block: Hashable, Sendable {
    /// The index of the block in the text, as used in ``LayoutOptions/expandedBlocks``.
    public var index: Int
    /// The kind of the block.
    public var kind: TextBlock.Kind
    /// The UTF-8 offsets of the block's text, hidden text included.
    public var range: Range<Int>
    /// The index of the parent in the text's blocks, or `nil` for a top-level block.
    public var parent: Int?
    /// The frame of the block, including its background.
    ///
    /// It spans the width of the layout, or of the parent block; with the line heights of
    /// Telegram's nodes it is as wide as its own lines.
    public var frame: Rect
    /// The area between the bar and the trailing padding, for the title and the lines.
    public var contentFrame: Rect
    /// The width of the lines, in points: greater than ``contentFrame`` where lines of code scroll.
    public var contentWidth: Double
    /// The frame of the title, if there is one.
    public var titleFrame: Rect?
    /// The frame of the icon, if there is one: for a quotation that does not begin with a nested
    /// block, and for code with a title.
    public var iconFrame: Rect?
    /// The frame of the arrow, if the block has more lines than it shows when collapsed.
    public var arrowFrame: Rect?
    /// Whether the block can be collapsed: it has more lines than it then shows.
    public var isCollapsible: Bool
    /// Whether the block shows only its first lines.
    public var isCollapsed: Bool
    /// Whether the block's first paragraph is right-to-left.
    public var isRightToLeft: Bool
    /// The indices of the block's lines in the layout, including those of nested blocks.
    public var lines: Range<Int>
    /// The range of the block's text that is hidden while it is collapsed, as UTF-8 offsets.
    public var hiddenRange: Range<Int>?
    /// The title, on one line.
    public var title: TextLayout?

    /// Returns whether two blocks look the same, ignoring the sources of their titles.
    public static func == (left: Block, right: Block) -> Bool {
      left.index == right.index && left.kind == right.kind && left.range == right.range
        && left.parent == right.parent && left.frame == right.frame
        && left.contentFrame == right.contentFrame && left.contentWidth == right.contentWidth
        && left.titleFrame == right.titleFrame
        && left.iconFrame == right.iconFrame && left.arrowFrame == right.arrowFrame
        && left.isCollapsible == right.isCollapsible && left.isCollapsed == right.isCollapsed
        && left.isRightToLeft == right.isRightToLeft && left.lines == right.lines
        && left.hiddenRange == right.hiddenRange && left.title?.text == right.title?.text
    }

    /// Hashes the properties that distinguish blocks best.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(index)
      hasher.combine(range)
      hasher.combine(frame)
      hasher.combine(lines)
    }
  }

  /// A token on a line of a layout, which marks hidden or wrapped text.
  public struct Token: Sendable {
    /// The meaning of a token.
    public enum Kind: Hashable, Sendable {
      /// Text is hidden because it does not fit.
      case truncation
      /// Text of a collapsed block is hidden.
      case collapse
      /// A line of code continues on the next line.
      case softWrap
    }

    /// The token, on one line.
    public var layout: TextLayout
    /// The token's origin, in the layout's coordinates.
    public var origin: Point
    /// The area that the token takes, as high as its line.
    public var frame: Rect
    /// The meaning of the token.
    public var kind: Kind

    /// Creates a token.
    public init(layout: TextLayout, origin: Point, frame: Rect, kind: Kind) {
      self.layout = layout
      self.origin = origin
      self.frame = frame
      self.kind = kind
    }
  }
}
