public import GalleyGeometry
public import GalleyPixels

/// An animation of a layer property.
///
/// An animation does not change the layer's values, only their presentation until it ends. The
/// compositor evaluates it at the time of each frame.
public struct LayerAnimation: Sendable {
  /// An animated property with its start and end values; `nil` stands for the layer's own value.
  ///
  /// The values of an additive animation are added to the presented value.
  public enum Change: Sendable {
    /// The opacity.
    case opacity(from: Double?, to: Double?)
    /// The position in the superlayer, in points.
    case position(from: Point?, to: Point?)
    /// The bounds, in points.
    case bounds(from: Rect?, to: Rect?)
    /// The transform, interpolated component by component; additive ones are concatenated after the
    /// others.
    case transform(from: AffineTransform?, to: AffineTransform?)
    /// The background color, interpolated premultiplied; never additive.
    case backgroundColor(from: Color?, to: Color?)
    /// Old contents that fade out in front of the new ones; `scale` is their `contentsScale`. Never
    /// additive.
    case contents(from: Bitmap, scale: Double)
  }

  /// The property with its start and end values.
  public var change: Change
  /// The duration of one cycle, in seconds.
  public var duration: Double
  /// The delay in seconds, during which the start value shows.
  public var delay = 0.0
  /// The timing curve.
  public var curve: AnimationCurve
  /// Whether the values are added to the presented value.
  public var isAdditive = false
  /// The number of cycles, possibly infinite.
  public var repeatCount = 1.0
  /// Whether each cycle also plays backward, taking the duration once more.
  public var autoreverses = false
  /// The start in seconds of the host's clock; `nil` for the time of the next commit.
  ///
  /// That commit sets it in the layer's copy of the animation.
  public var beginTime: Double?

  /// Creates an animation.
  public init(
    _ change: Change, duration: Double, curve: AnimationCurve = .easeInOut,
    isAdditive: Bool = false
  ) {
    self.change = change
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.curve = curve
    self.isAdditive = isAdditive
  }

  /// The default duration of a cross-fade, in seconds.
  public static let crossFadeDuration = 0.2

  /// Returns a cross-fade that fades old contents out over new ones.
  public static func crossFade(
    from contents: Bitmap, scale: Double, duration: Double = crossFadeDuration
  ) -> LayerAnimation {
    LayerAnimation(.contents(from: contents, scale: scale), duration: duration)
  }

  /// The duration of the delay and all cycles, in seconds.
  public var totalDuration: Double {
    let turns = repeatCount.isNaN ? 1 : max(0, repeatCount)
    guard duration > 0, turns > 0 else { return max(0, delay) }
    return max(0, delay) + duration * turns * (autoreverses ? 2 : 1)
  }

  /// The end of the animation, in seconds of the host's clock; `nil` before it has begun.
  var endTime: Double? { beginTime.map { $0 + totalDuration } }

  /// Whether all numbers are valid; only the repeat count may be infinite.
  var isValid: Bool {
    duration.isFinite && delay.isFinite && (beginTime ?? 0).isFinite && !repeatCount.isNaN
      && change.isFinite
  }

  /// Returns the progress of the animation at a time of the host's clock.
  ///
  /// - Returns: 0 at the start value, as for an animation that has not begun; 1 at the end value.
  func progress(at time: Double) -> Double {
    let elapsed = time - (beginTime ?? time)
    let time = elapsed - max(0, delay)
    guard time > 0 else { return 0 }
    guard elapsed < totalDuration else {
      return autoreverses ? 0 : 1
    }
    let turns = (time / duration).rounded(.down)
    let rest = time - turns * duration
    let goesBack = autoreverses && turns.truncatingRemainder(dividingBy: 2) == 1
    return curve.progress(at: goesBack ? duration - rest : rest, duration: duration)
  }
}

extension LayerAnimation.Change {
  fileprivate var isFinite: Bool {
    switch self {
    case .opacity(let from, let to): [from, to].allSatisfy { $0?.isFinite ?? true }
    case .position(let from, let to): [from, to].allSatisfy { $0?.isFinite ?? true }
    case .bounds(let from, let to): [from, to].allSatisfy { $0?.isFinite ?? true }
    case .transform(let from, let to): [from, to].allSatisfy { $0?.isFinite ?? true }
    case .backgroundColor: true
    case .contents(_, let scale): scale.isFinite && scale > 0
    }
  }
}

/// An animation of a layer.
struct LayerAnimationEntry {
  let key: String
  var animation: LayerAnimation
  let completion: AnimationCompletion?
}

/// A completion shared by a group of animations.
@MainActor final class AnimationCompletion {
  private var remaining = 0
  private var areAllFinished = true
  private let report: @MainActor (Bool) -> Void

  init(_ report: @escaping @MainActor (_ isFinished: Bool) -> Void) {
    self.report = report
  }

  func begin() { remaining += 1 }

  /// Records the end of an animation, and reports when it was the last.
  func end(isFinished: Bool) {
    areAllFinished = areAllFinished && isFinished
    remaining -= 1
    if remaining == 0 { report(areAllFinished) }
  }

  /// Reports immediately if the group is empty.
  func reportIfEmpty() {
    if remaining == 0 { report(true) }
  }
}
