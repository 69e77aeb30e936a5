/// The distances in and around blocks, in points: those of message apps.
enum BlockMeasures {
  /// From either side of a block to its text.
  static let padding = 9.0
  /// How many blocks, one in the other, get padding; hostile text nests them by the thousand.
  static let greatestPaddedDepth = 8
  /// What the icon takes of the first line.
  static let iconReserve = 7.0
  /// Above a block that comes first, and above any other.
  static let (gapBeforeFirst, gapBefore) = (7.0, 6.0)
  /// Below a block that comes last, and below any other.
  static let (gapAfterLast, gapAfter) = (6.0, 8.0)
  /// How far a block's frame reaches over its lines: in parts of its first line's height, rounded
  /// down, and likewise below its last line's.
  static let (topOverhang, bottomOverhang) = (0.2, 0.15)
  /// How many lines a collapsed block shows.
  static let collapsedLines = 3
  /// The size of a title in parts of the text's, rounded.
  static let titleScale = 14.0 / 17.0
  /// What the arrow of an expanded block takes of its last line; or, where that has no room, of the
  /// block's height.
  static let (arrowReserve, arrowHeightReserve) = (16.0, 10.0)
  /// The size of the icon, and its distance from the upper corner of the block: four points are left
  /// between it and a first line that is full.
  static let (iconWidth, iconHeight, iconMargin) = (8.0, 6.4, 4.0)
  /// The size of the arrow, and its distances from the lower corner of the block.
  static let (arrowWidth, arrowHeight) = (10.0, 6.0)
  static let (arrowSideMargin, arrowBottomMargin) = (6.0, 3.0)
}

/// The least outer width within which `inner` is left when `padding` is taken away.
///
/// A sum of both may be less by one rounding, and what was laid out in it would not fit in it again.
func outerWidth(of inner: Double, padding: Double) -> Double {
  guard padding > 0, inner.isFinite else { return inner }
  var outer = inner + padding
  while outer - padding < inner { outer = outer.nextUp }
  while outer.nextDown - padding >= inner { outer = outer.nextDown }
  return outer
}

extension Double {
  /// The number, if it is a distance that can be; zero if it is not a number, or below zero.
  var distance: Double { self > 0 ? Swift.min(self, Self.greatestDistance) : 0 }

  /// The number, if it is one; kept within what can be added up.
  var offset: Double {
    isNaN ? 0 : Swift.max(-Self.greatestDistance, Swift.min(self, Self.greatestDistance))
  }

  /// More points than any layout has; sums of a few of them are exact enough.
  private static let greatestDistance = 1e7
}
