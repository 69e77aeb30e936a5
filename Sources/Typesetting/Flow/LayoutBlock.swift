public import GalleyGeometry

/// A block of a layout, and where its parts stand.
///
/// Coordinates are the layout's: points, y downward. A block of text that goes from right to left
/// has its bar and its text at the right, and its icon and arrow at the left.
public struct LayoutBlock: Hashable, Sendable {
  /// Which of the text's blocks it is: the number that ``LayoutOptions/expandedBlocks`` goes by.
  public var index: Int
  /// What the block holds.
  public var kind: TextBlock.Kind
  /// The UTF-8 offsets of the block's text, of which some may be hidden.
  public var range: Range<Int>
  /// Which of the text's blocks it is within, if it is in one.
  public var parent: Int?
  /// The room that the block takes, with what is behind its text.
  ///
  /// It goes from side to side of the layout, or of the block that it is in; with the lines of
  /// Telegram's nodes it is as wide as its own lines.
  public var frame: Rect
  /// The room between the bar and the far side's padding, for the title and the lines.
  public var contentFrame: Rect
  /// How wide the lines are, in points: wider than ``contentFrame`` where lines of code scroll.
  public var contentWidth: Double
  /// Where the title stands, if there is one.
  public var titleFrame: Rect?
  /// Where the icon stands, if there is one: that of a quotation, or of code with a title; but not of
  /// a quotation that begins with a block.
  public var iconFrame: Rect?
  /// Where the arrow stands, if the block has more lines than a collapsed block shows.
  public var arrowFrame: Rect?
  /// Whether the block may be collapsed and expanded: it has more lines than a collapsed one shows.
  public var isCollapsible: Bool
  /// Whether the block shows only its first lines.
  public var isCollapsed: Bool
  /// Whether the block's first paragraph goes from right to left.
  public var isRightToLeft: Bool
  /// Which lines of the layout are the block's, those of blocks within it included.
  public var lines: Range<Int>
  /// What of the block's text is hidden because it is collapsed, as UTF-8 offsets.
  public var hiddenRange: Range<Int>?
  /// The title, on one line.
  public var title: TextLayout?

  /// Whether two blocks look the same, whatever their titles were laid out from.
  public static func == (left: LayoutBlock, right: LayoutBlock) -> Bool {
    left.index == right.index && left.kind == right.kind && left.range == right.range
      && left.parent == right.parent && left.frame == right.frame
      && left.contentFrame == right.contentFrame && left.contentWidth == right.contentWidth
      && left.titleFrame == right.titleFrame
      && left.iconFrame == right.iconFrame && left.arrowFrame == right.arrowFrame
      && left.isCollapsible == right.isCollapsible && left.isCollapsed == right.isCollapsed
      && left.isRightToLeft == right.isRightToLeft && left.lines == right.lines
      && left.hiddenRange == right.hiddenRange && left.title?.text == right.title?.text
  }

  /// Feeds what says most of a block.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(range)
    hasher.combine(frame)
    hasher.combine(lines)
  }
}

/// Text of its own that stands on a line of a layout: what tells of text that is not there.
public struct PlacedToken: Sendable {
  /// What a token tells.
  public enum Kind: Hashable, Sendable {
    /// That text is hidden for want of room.
    case truncation
    /// That text of a collapsed block is hidden.
    case collapse
    /// That a line of code goes on in the next line.
    case softWrap
  }

  /// The token, on one line.
  public var layout: TextLayout
  /// Where the token's own origin is, in the layout's coordinates.
  public var origin: Point
  /// The room that the token takes: as high as its line.
  public var frame: Rect
  /// What the token tells.
  public var kind: Kind

  /// Places a token.
  public init(layout: TextLayout, origin: Point, frame: Rect, kind: Kind) {
    self.layout = layout
    self.origin = origin
    self.frame = frame
    self.kind = kind
  }
}
