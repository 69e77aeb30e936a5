/// The resistance of content that is pulled beyond its end, which limits it to less than a
/// viewport.
enum RubberBand {
  /// The slope of the displacement at zero pull, as on Apple's platforms.
  static let stiffness = 0.55

  /// Returns the visible displacement of content that is pulled beyond its end.
  ///
  /// - Parameters:
  ///   - pull: The distance of the pull, in points; negative before the beginning.
  ///   - length: The length of the viewport, in points.
  /// - Returns: The displacement, which approaches `length` for long pulls.
  static func stretch(_ pull: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let stretch = (1 - 1 / (pull.magnitude * stiffness / length + 1)) * length
    return pull < 0 ? -stretch : stretch
  }

  /// Returns the pull that causes a displacement, as the inverse of ``stretch(_:length:)``.
  static func pull(_ stretch: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let part = min(stretch.magnitude / length, limit)
    let pull = (1 / (1 - part) - 1) * length / stiffness
    return stretch < 0 ? -pull : pull
  }

  /// Returns the derivative of the displacement with respect to the pull.
  static func slope(_ pull: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let root = pull.magnitude * stiffness / length + 1
    return stiffness / (root * root)
  }

  /// The maximum displacement that is inverted, as a fraction of the viewport; beyond it, the pull
  /// diverges.
  private static let limit = 0.999
}
