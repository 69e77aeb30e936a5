public import GalleyGeometry

/// The parameters of a layout other than its text.
public struct LayoutOptions: Hashable, Sendable {
  /// The measure in points, without the insets; may be infinite.
  ///
  /// A negative width, or one that is not a number, counts as zero.
  public var width: Double
  // An optional number takes 16 bytes, and each layout has its options.
  private var slot: OptionalDistance
  private var tab: OptionalDistance
  private var gridScale = OptionalDistance(nil)
  var extras = Boxed<RareLayoutOptions>()
  /// The rule for the heights of lines.
  public var lineHeight: LineHeight
  /// The horizontal alignment of lines whose paragraph style does not set one.
  public var alignment: TextAlignment

  /// Creates options.
  public init(
    width: Double = .infinity, alignment: TextAlignment = .start, lineHeight: LineHeight = .uniform,
    tabWidth: Double? = nil, alignmentWidth: Double? = nil
  ) {
    self.width = width
    self.alignment = alignment
    self.lineHeight = lineHeight
    tab = OptionalDistance(tabWidth)
    slot = OptionalDistance(alignmentWidth)
  }

  /// The distance between tab stops in points, or `nil` for eight spaces of the base font, four in
  /// blocks of code.
  public var tabWidth: Double? {
    get { tab.value }
    set { tab = OptionalDistance(newValue) }
  }

  /// The width that lines are aligned in, in points, or `nil` for the width of the longest line,
  /// which suits a bubble that shrinks to its text.
  public var alignmentWidth: Double? {
    get { slot.value }
    set { slot = OptionalDistance(newValue) }
  }

  /// The grid to which the pitch of ``LayoutOptions/LineHeight/uniform`` lines is rounded, or `nil`
  /// to keep the font's pitch.
  ///
  /// Painting snaps each baseline to the nearest pixel row, so lines with a pitch of 43.6 pixels
  /// are painted 43 or 44 pixels apart. Set the grid that they are painted on to make the distances
  /// equal.
  public var lineGrid: PixelGrid? {
    get { gridScale.value.map(PixelGrid.init(scale:)) }
    set { gridScale = OptionalDistance(newValue?.scale) }
  }

  /// The width clamped for line breaking.
  var measure: Double { width > 0 ? width : 0 }

  /// Whether all of the rare options have their default values.
  var isPlain: Bool { extras.isDefault }

  /// Whether lines are stacked one by one, regardless of the text.
  var isFlowed: Bool {
    !extras.isDefault && extras.read { $0.isFlowed } || lineHeight == .textNode
      || lineHeight == .interactiveTextNode
  }

  /// Returns whether lines are chosen in the same way as with other options, ignoring widths.
  func wrapsAs(_ other: LayoutOptions) -> Bool {
    isPlain && other.isPlain || wrapping == other.wrapping && overflow == other.overflow
  }

  /// Returns whether line heights follow the same rules as with other options.
  @inline(__always) func hasHeights(of other: LayoutOptions) -> Bool {
    lineHeight == other.lineHeight && lineGrid == other.lineGrid && alignment == other.alignment
  }

  /// Returns whether a text flows in the same way as with other options, ignoring widths.
  func flowsAs(_ other: LayoutOptions) -> Bool {
    extras == other.extras && hasHeights(of: other)
  }
}
