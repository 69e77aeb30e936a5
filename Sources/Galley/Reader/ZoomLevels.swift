internal import GalleyChat

/// The sizes in which a window can be shown.
enum ZoomLevels {
  /// The factors, in ascending order.
  static let all = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// Returns the next larger or smaller factor.
  ///
  /// - Parameters:
  ///   - factor: The current factor.
  ///   - step: 1 for a larger factor, -1 for a smaller one.
  ///   - width: The width of the window without a zoom, in points.
  /// - Returns: The factor; the current one at an end, or if a conversation would be too narrow.
  static func next(to factor: Double, by step: Int, width: Double) -> Double {
    let found =
      step > 0 ? all.first { $0 > factor + 0.001 } : all.last { $0 < factor - 0.001 }
    guard let found, step < 0 || width / found >= ChatStyle.widths.lowerBound else { return factor }
    return found
  }
}
