public import GalleyLayers

/// How long a list takes for something, and how it goes about it.
public struct ListAnimation: Hashable, Sendable {
  /// How long it takes, in seconds.
  public var duration: Double
  /// How it goes.
  public var curve: AnimationCurve

  /// Makes an animation; a duration that is negative or not finite counts as 0.
  public init(duration: Double, curve: AnimationCurve = .systemSpring) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.curve = curve
  }

  /// What lists do by themselves: the system's spring through 0.4 s.
  public static let standard = ListAnimation(duration: 0.4)
}
