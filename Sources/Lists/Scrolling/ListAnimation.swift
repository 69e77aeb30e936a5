public import GalleyLayers

/// The duration and curve of a list animation.
public struct ListAnimation: Hashable, Sendable {
  /// The duration, in seconds.
  public var duration: Double
  /// The animation curve.
  public var curve: AnimationCurve

  /// Creates an animation; a negative or non-finite duration counts as 0.
  public init(duration: Double, curve: AnimationCurve = .systemSpring) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.curve = curve
  }

  /// The default animation of lists: the system's spring over 0.4 s.
  public static let standard = ListAnimation(duration: 0.4)
}
