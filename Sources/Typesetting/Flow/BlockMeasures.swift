/// The distances in and around blocks, in points, as in Telegram.
enum BlockMeasures {
  /// The distance from either side of a block to its text.
  static let padding = 9.0
  /// The maximum depth of nested blocks with padding; hostile text nests them by the thousand.
  static let greatestPaddedDepth = 8
  /// The width reserved for the icon on the first line.
  static let iconReserve = 7.0
  /// The gap above the first block, and above any other.
  static let (gapBeforeFirst, gapBefore) = (7.0, 6.0)
  /// The gap below the last block, and below any other.
  static let (gapAfterLast, gapAfter) = (6.0, 8.0)
  /// The overhang of a block's frame above and below its lines, as fractions of the height of the
  /// first and the last line, rounded down.
  static let (topOverhang, bottomOverhang) = (0.2, 0.15)
  /// The number of lines that a collapsed block shows.
  static let collapsedLines = 3
  /// The font size of a title relative to the text's, before rounding.
  static let titleScale = 14.0 / 17.0
  /// The width reserved for the arrow on the last line of an expanded block; or, where it does not
  /// fit, the height reserved below.
  static let (arrowReserve, arrowHeightReserve) = (16.0, 10.0)
  /// The size of the icon, and its distance from the upper corner of the block; four points remain
  /// between it and a full first line.
  static let (iconWidth, iconHeight, iconMargin) = (8.0, 6.4, 4.0)
  /// The size of the arrow, and its distances from the lower corner of the block.
  static let (arrowWidth, arrowHeight) = (10.0, 6.0)
  static let (arrowSideMargin, arrowBottomMargin) = (6.0, 3.0)
}

/// Returns the least outer width that leaves `inner` after `padding` is subtracted.
///
/// A plain sum may be less by one rounding error, so that the content would not fit again.
func outerWidth(of inner: Double, padding: Double) -> Double {
  guard padding > 0, inner.isFinite else { return inner }
  var outer = inner + padding
  while outer - padding < inner { outer = outer.nextUp }
  while outer.nextDown - padding >= inner { outer = outer.nextDown }
  return outer
}

extension Double {
  /// The value clamped to a valid distance; zero if it is negative or not a number.
  var distance: Double { self > 0 ? Swift.min(self, Self.greatestDistance) : 0 }

  /// The value clamped to a range that sums safely; zero if it is not a number.
  var offset: Double {
    isNaN ? 0 : Swift.max(-Self.greatestDistance, Swift.min(self, Self.greatestDistance))
  }

  /// A distance greater than any layout's; sums of a few of them are still exact enough.
  private static let greatestDistance = 1e7
}
