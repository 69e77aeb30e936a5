public import GalleyGeometry

/// A spec that stacks elements in a row or a column.
///
/// Main-axis sizes follow CSS: each element grows or shrinks from its base size by its flex
/// factors, until the stack has its minimum or maximum size, within the element's own limits. By
/// default elements neither grow nor shrink, and each is measured with unbounded space along the
/// stack; text that should wrap needs a `flexShrink`.
///
/// - SeeAlso: CSS Flexible Box Layout, sections 9.3 to 9.6.
public struct StackSpec: LayoutElement {
  /// The direction of a stack.
  public enum Direction: Hashable, Sendable {
    /// A row, starting on the left, or on the right in right-to-left layout.
    case horizontal
    /// A column, starting at the top.
    case vertical
  }

  /// The distribution of free space along the stack.
  public enum Justification: Hashable, Sendable {
    /// Elements are packed at the start.
    case start
    /// Elements are centered, and overflow equally at both ends.
    case center
    /// Elements are packed at the end, and overflow at the start.
    case end
    /// Free space goes between elements; like `start` with a single element or no free space.
    case spaceBetween
    /// Free space goes around each element, with half gaps at the ends; like `start` without free
    /// space.
    case spaceAround
  }

  /// The alignment of an element across the stack.
  public enum Alignment: Hashable, Sendable {
    /// At the top of a row or the leading edge of a column.
    case start
    /// In the center, rounded to a whole pixel.
    case center
    /// At the bottom of a row or the trailing edge of a column.
    case end
    /// Stretched across the line, unless the style sets a size; otherwise like `start`.
    case stretch
    /// At the top of a row, with first baselines aligned; in a column, like `start`.
    case baselineFirst
    /// At the bottom of a row, with last baselines aligned; in a column, like `start`.
    case baselineLast
  }

  /// The alignment of lines across the stack.
  public enum LineAlignment: Hashable, Sendable {
    /// At the start.
    case start
    /// In the center.
    case center
    /// At the end.
    case end
    /// With free space between lines; like `start` with a single line or no free space.
    case spaceBetween
    /// With free space around each line; like `start` without free space.
    case spaceAround
    /// With each line widened by an equal share of the free space.
    case stretch
  }

  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The direction of the stack.
  public var direction: Direction
  /// The spacing between elements, in points.
  public var spacing: Double
  /// The distribution of free space along the stack.
  public var justifyContent: Justification
  /// The default alignment of elements across the stack.
  public var alignItems: Alignment
  /// Whether elements that do not fit wrap to another line.
  public var wraps = false
  /// The alignment of lines in a wrapping stack.
  public var alignContent = LineAlignment.start
  /// The spacing between lines, in points.
  public var lineSpacing = 0.0
  /// Whether the stack is mirrored in right-to-left layout.
  public var followsDirection = true
  /// The elements, back to front.
  public var children: [any LayoutElement]

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a stack.
  public init(
    _ direction: Direction, spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @LayoutBuilder _ children: () -> [any LayoutElement]
  ) {
    self.direction = direction
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.children = children()
  }

  /// Returns a row.
  public static func row(
    spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @LayoutBuilder _ children: () -> [any LayoutElement]
  ) -> StackSpec {
    StackSpec(
      .horizontal, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      children)
  }

  /// Returns a column.
  public static func column(
    spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @LayoutBuilder _ children: () -> [any LayoutElement]
  ) -> StackSpec {
    StackSpec(
      .vertical, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems, children)
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    var stack = StackLayout(self, range: range, context: context)
    return stack.layout()
  }
}
