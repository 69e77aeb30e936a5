/// An interval of widths at which a result is the same, such as the ends of lines; in points.
struct WidthInterval: Hashable, Sendable {
  /// The least width.
  var least = 0.0
  /// The least greater width that is not in the interval.
  var limit = Double.infinity

  /// Removes the widths less than `least`.
  mutating func restrict(from least: Double) { self.least = max(self.least, least) }

  /// Removes the widths not less than `limit`.
  mutating func restrict(to limit: Double) { self.limit = min(self.limit, limit) }

  /// Removes the widths less than `least` and those not less than `limit`.
  mutating func restrict(from least: Double, to limit: Double) {
    restrict(from: least)
    restrict(to: limit)
  }

  /// Removes the widths that are not in another interval.
  mutating func formIntersection(_ other: WidthInterval) {
    restrict(from: other.least, to: other.limit)
  }
}
