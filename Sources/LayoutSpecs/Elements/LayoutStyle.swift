public import GalleyGeometry

/// What an element asks of the spec that it stands in.
///
/// The spec's own range goes first: a width of 50 in a place that is exactly 100 wide is 100.
public struct LayoutStyle: Hashable, Sendable {
  /// The width, if it is not to follow from the contents.
  public var width = LayoutDimension.auto
  /// The height, if it is not to follow from the contents.
  public var height = LayoutDimension.auto
  /// The least width.
  public var minWidth = LayoutDimension.auto
  /// The least height.
  public var minHeight = LayoutDimension.auto
  /// The greatest width; a least width that is more wins.
  public var maxWidth = LayoutDimension.auto
  /// The greatest height; a least height that is more wins.
  public var maxHeight = LayoutDimension.auto
  /// The height for each point of width, where only one of the two is known; positive.
  public var preferredRatio: Double?

  /// The share of a stack's free room that the element takes; 0 takes none.
  public var flexGrow = 0.0
  /// The share, times its base size, of what a stack lacks that the element gives; 0 gives none.
  public var flexShrink = 0.0
  /// The size along a stack before growing and shrinking; automatic stands for the size it has.
  public var flexBasis = LayoutDimension.auto
  /// Where the element is across a stack; `nil` is where the stack puts all.
  public var alignSelf: StackSpec.Alignment?
  /// The distance in points from what is before it in a stack, beside the stack's spacing.
  public var spacingBefore = 0.0
  /// The distance in points to what is after it in a stack, beside the stack's spacing.
  public var spacingAfter = 0.0

  /// The distance in points from the upper edge down to the first baseline.
  ///
  /// `nil` stands for what the element's layout says of itself.
  public var ascender: Double?
  /// The distance in points from the last baseline down to the lower edge; `nil` likewise.
  public var descender: Double?

  /// The place of the upper left corner in an ``AbsoluteSpec``, in points.
  public var layoutPosition = Point.zero

  /// Makes a style that asks for nothing.
  public init() {}

  /// Makes a style that asks for a size.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }
}

/// What a style asks for, in points.
struct ResolvedStyle {
  /// The width that is asked for, within the limits.
  var width: Double?
  /// The height that is asked for, within the limits.
  var height: Double?
  /// The least and greatest sizes.
  var limits: SizeRange
  /// The height for each point of width.
  var ratio: Double?

  /// Finds what `style` asks for in a parent, whose size is infinite where it is not known.
  init(_ style: LayoutStyle, parentSize: Size, in context: LayoutContext) {
    func width(_ dimension: LayoutDimension) -> Double? {
      dimension.extent(parent: parentSize.width, in: context)
    }
    func height(_ dimension: LayoutDimension) -> Double? {
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

  /// What is left of a range of the surroundings.
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
