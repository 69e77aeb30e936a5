package import GalleyHarfBuzz

/// The distances that ink reaches from where it stands, in points.
///
/// Vertical distances count from the baseline of a line, horizontal ones from the edges of the
/// advances. See ``InkReach``, which has them in design units.
package struct InkExtent: Hashable, Sendable {
  /// The distance from the baseline up to the highest ink.
  package var above = 0.0
  /// The distance from the baseline down to the lowest ink.
  package var below = 0.0
  /// The distance that ink overhangs to the left.
  package var left = 0.0
  /// The distance that ink overhangs to the right.
  package var right = 0.0

  /// Creates the extent of no ink.
  package init() {}

  /// Creates the extent of glyphs.
  ///
  /// - Parameters:
  ///   - reach: The reach of the glyphs.
  ///   - scale: The points to a design unit.
  ///   - shift: The distance that the glyphs stand above the baseline, in points.
  package init(_ reach: InkReach, scale: Double, shift: Double) {
    above = Double(reach.above) * scale + shift
    below = Double(reach.below) * scale - shift
    left = Double(reach.left) * scale
    right = Double(reach.right) * scale
  }

  /// Widens the extent to hold another.
  package mutating func formUnion(_ other: InkExtent) {
    above = max(above, other.above)
    below = max(below, other.below)
    left = max(left, other.left)
    right = max(right, other.right)
  }
}
