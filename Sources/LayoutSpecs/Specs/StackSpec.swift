public import GalleyGeometry

/// Elements in a row, or in a column.
///
/// How long each element is along the stack follows CSS: from its base size it grows or shrinks by its
/// flex factors to what the stack has to be at least or may be at most, within its own least and greatest
/// size. By default elements neither grow nor shrink, and each is asked for its own size with unbounded
/// room along the stack; a text that shall wrap needs a `flexShrink`.
///
/// - SeeAlso: CSS Flexible Box Layout, sections 9.3 to 9.6.
public struct StackSpec: LayoutElement {
  /// Which way the elements go.
  public enum Direction: Hashable, Sendable {
    /// In a row, from the left; from the right where rows begin there.
    case horizontal
    /// In a column, from the top.
    case vertical
  }

  /// Where room that is left over along the stack goes.
  public enum Justification: Hashable, Sendable {
    /// Behind the last element.
    case start
    /// One half before the first and one behind the last; what does not fit sticks out both ways.
    case center
    /// Before the first element; what does not fit sticks out there.
    case end
    /// Between elements; as `start` if there is one only, or no room.
    case spaceBetween
    /// Around each element, half as much at the ends; as `start` if there is no room.
    case spaceAround
  }

  /// Where an element is across the stack.
  public enum Alignment: Hashable, Sendable {
    /// At the upper edge of a row, at the leading edge of a column.
    case start
    /// In the middle, on a whole pixel.
    case center
    /// At the opposite edge.
    case end
    /// At both edges, if the style does not say a size; else as `start`.
    case stretch
    /// With its first baseline on that of others, as far up as can be; in a column, as `start`.
    case baselineFirst
    /// With its last baseline on that of others, as far down as can be; in a column, as `start`.
    case baselineLast
  }

  /// Where lines of elements are across the stack.
  public enum LineAlignment: Hashable, Sendable {
    /// At the beginning.
    case start
    /// In the middle.
    case center
    /// At the end.
    case end
    /// With the room that is left between them; as `start` if there is one only, or no room.
    case spaceBetween
    /// With the room that is left around them; as `start` if there is no room.
    case spaceAround
    /// Each as much wider as takes all the room.
    case stretch
  }

  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// Which way the elements go.
  public var direction: Direction
  /// The distance between elements, in points.
  public var spacing: Double
  /// Where room that is left over along the stack goes.
  public var justifyContent: Justification
  /// Where elements are across the stack, if their styles do not say.
  public var alignItems: Alignment
  /// Whether elements that do not fit go into a further line.
  public var wraps = false
  /// Where lines are, of a stack that wraps.
  public var alignContent = LineAlignment.start
  /// The distance between lines, in points.
  public var lineSpacing = 0.0
  /// Whether the stack is mirrored where rows begin on the right.
  public var followsDirection = true
  /// The elements, from the lowest to the topmost.
  public var children: [any LayoutElement]

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Makes a stack.
  public init(
    _ direction: Direction, spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @ElementBuilder _ children: () -> [any LayoutElement]
  ) {
    self.direction = direction
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.children = children()
  }

  /// Makes a row.
  public static func row(
    spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @ElementBuilder _ children: () -> [any LayoutElement]
  ) -> StackSpec {
    StackSpec(
      .horizontal, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      children)
  }

  /// Makes a column.
  public static func column(
    spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, @ElementBuilder _ children: () -> [any LayoutElement]
  ) -> StackSpec {
    StackSpec(
      .vertical, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems, children)
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    var stack = StackLayout(self, range: range, context: context)
    return stack.layout()
  }
}
