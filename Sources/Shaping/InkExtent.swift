package import GalleyHarfBuzz

/// The extent of ink, in points.
///
/// Vertical distances are from the baseline of a line, horizontal ones from the edges of the
/// advances. ``InkReach`` is the equivalent in design units.
package struct InkExtent: Hashable, Sendable {
  /// The distance from the baseline up to the highest ink.
  package var above = 0.0
  /// The distance from the baseline down to the lowest ink.
  package var below = 0.0
  /// The distance that ink overhangs to the left.
  package var left = 0.0
  /// The distance that ink overhangs to the right.
  package var right = 0.0

  /// Creates an empty extent.
  package init() {}

  /// Creates the extent of glyphs at a scale, in points per design unit, shifted up from the
  /// baseline by some points.
  package init(_ reach: InkReach, scale: Double, shift: Double) {
    above = Double(reach.above) * scale + shift
    below = Double(reach.below) * scale - shift
    left = Double(reach.left) * scale
    right = Double(reach.right) * scale
  }

  /// Extends the extent to include another.
  package mutating func formUnion(_ other: InkExtent) {
    above = max(above, other.above)
    below = max(below, other.below)
    left = max(left, other.left)
    right = max(right, other.right)
  }
}
