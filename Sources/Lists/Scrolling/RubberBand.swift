/// How content that is pulled beyond its end gives way: less and less, and never a whole viewport.
enum RubberBand {
  /// How much of the first point of a pull shows, as on Apple's platforms.
  static let stiffness = 0.55

  /// How far content goes that is pulled beyond its end.
  ///
  /// - Parameters:
  ///   - pull: How far it is pulled, in points; negative before the beginning.
  ///   - length: How long the viewport is, in points.
  /// - Returns: How far it goes; nearer to `length` the farther it is pulled.
  static func stretch(_ pull: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let stretch = (1 - 1 / (pull.magnitude * stiffness / length + 1)) * length
    return pull < 0 ? -stretch : stretch
  }

  /// How far content was pulled that has gone so far: undoes ``stretch(_:length:)``.
  static func pull(_ stretch: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let part = min(stretch.magnitude / length, limit)
    let pull = (1 / (1 - part) - 1) * length / stiffness
    return stretch < 0 ? -pull : pull
  }

  /// Which part of a small further pull shows, where content was pulled so far already.
  static func slope(_ pull: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let root = pull.magnitude * stiffness / length + 1
    return stiffness / (root * root)
  }

  /// A stretch that is nearly the whole viewport has no end of pulls.
  private static let limit = 0.999
}
