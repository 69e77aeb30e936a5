public import GalleyGeometry

/// The layout attributes of an element for its parent spec.
///
/// The spec's own range takes precedence: a width of 50 where exactly 100 is permitted becomes 100.
public struct LayoutStyle: Hashable, Sendable {
  /// The width; automatic by default.
  public var width = Dimension.auto
  /// The height; automatic by default.
  public var height = Dimension.auto
  /// The minimum width.
  public var minWidth = Dimension.auto
  /// The minimum height.
  public var minHeight = Dimension.auto
  /// The maximum width; the minimum takes precedence over it.
  public var maxWidth = Dimension.auto
  /// The maximum height; the minimum takes precedence over it.
  public var maxHeight = Dimension.auto
  /// The ratio of height to width, used if only one of them is known; positive.
  public var preferredRatio: Double?

  /// The factor by which the element takes up free space along a stack; 0 for none.
  public var flexGrow = 0.0
  /// The factor, times the base size, by which the element shrinks along an overfull stack; 0 for
  /// none.
  public var flexShrink = 0.0
  /// The base size along a stack before growing and shrinking; if automatic, the element's own
  /// size.
  public var flexBasis = Dimension.auto
  /// The alignment across a stack; `nil` for that of the stack.
  public var alignSelf: StackSpec.Alignment?
  /// The distance in points to the preceding element in a stack, in addition to the stack's
  /// spacing.
  public var spacingBefore = 0.0
  /// The distance in points to the following element in a stack, in addition to the stack's
  /// spacing.
  public var spacingAfter = 0.0

  /// The distance in points from the top edge to the first baseline.
  ///
  /// `nil` for the baseline of the element's layout.
  public var ascender: Double?
  /// The distance in points from the last baseline to the bottom edge.
  ///
  /// `nil` for the baseline of the element's layout.
  public var descender: Double?

  /// The position of the top left corner in an ``AbsoluteSpec``, in points.
  public var layoutPosition = Point.zero

  /// Creates a style with default attributes.
  public init() {}

  /// Creates a style with a size.
  public init(width: Dimension, height: Dimension) {
    self.width = width
    self.height = height
  }
}

/// A style resolved to points.
struct ResolvedStyle {
  /// The requested width, within the limits.
  var width: Double?
  /// The requested height, within the limits.
  var height: Double?
  /// The minimum and maximum sizes.
  var limits: SizeRange
  /// The ratio of height to width.
  var ratio: Double?

  /// Resolves a style in a parent, whose size is infinite where unknown.
  init(_ style: LayoutStyle, parentSize: Size, in context: LayoutContext) {
    func width(_ dimension: LayoutStyle.Dimension) -> Double? {
      dimension.extent(parent: parentSize.width, in: context)
    }
    func height(_ dimension: LayoutStyle.Dimension) -> Double? {
      dimension.extent(parent: parentSize.height, in: context)
    }
    let min = Size(width: width(style.minWidth) ?? 0, height: height(style.minHeight) ?? 0)
    let max = Size(
      width: width(style.maxWidth) ?? .infinity, height: height(style.maxHeight) ?? .infinity)
    let limits = SizeRange(min: min, max: max)
    self.limits = limits
    self.width = width(style.width).map(limits.width.clamp)
    self.height = height(style.height).map(limits.height.clamp)
    guard let ratio = style.preferredRatio.flatMap(context.ratio) else { return }
    self.ratio = ratio
    if let width = self.width, self.height == nil {
      self.height = limits.height.clamp(width * ratio)
    } else if let height = self.height, self.width == nil {
      self.width = limits.width.clamp(height / ratio)
    }
  }

  /// Returns the range constrained by the style.
  func range(within range: SizeRange) -> SizeRange {
    let asked = SizeRange(
      width: width.map(ExtentRange.init(exactly:)) ?? limits.width,
      height: height.map(ExtentRange.init(exactly:)) ?? limits.height)
    let common = range.intersection(asked)
    guard let ratio else { return common }
    switch (common.width.exact, common.height.exact) {
    case (let width?, nil):
      let height = common.height.clamp(width * ratio)
      return SizeRange(width: common.width, height: ExtentRange(exactly: height))
    case (nil, let height?):
      let width = common.width.clamp(height / ratio)
      return SizeRange(width: ExtentRange(exactly: width), height: common.height)
    default:
      return common
    }
  }
}
