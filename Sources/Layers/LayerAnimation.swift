public import GalleyGeometry
public import GalleyPixels

/// A property of a layer that goes from one value to another while time passes.
///
/// An animation does not change the layer: it changes how the layer is shown until it ends. The
/// compositor works out what is shown as a function of the time of its frame.
public struct LayerAnimation: Sendable {
  /// What changes, and between which values; `nil` is the value that the layer has.
  ///
  /// Where an animation is additive, its values are added to what is shown otherwise.
  public enum Change: Sendable {
    /// How opaque the layer is.
    case opacity(from: Double?, to: Double?)
    /// Where the layer stands, in the superlayer's points.
    case position(from: Point?, to: Point?)
    /// The layer's rectangle, in points.
    case bounds(from: Rect?, to: Rect?)
    /// The layer's transform; the numbers are interpolated. Additive ones are done after the others.
    case transform(from: AffineTransform?, to: AffineTransform?)
    /// What is behind the contents; channels are interpolated, premultiplied. Never additive.
    case backgroundColor(from: Color?, to: Color?)
    /// Fades a picture out in front of the contents; `scale` is its `contentsScale`. Never additive.
    case contents(from: Bitmap, scale: Double)
  }

  /// What changes.
  public var change: Change
  /// How long one turn takes, in seconds.
  public var duration: Double
  /// How long after the beginning the change begins, in seconds; what it begins from shows at once.
  public var delay = 0.0
  /// How the change goes.
  public var curve: AnimationCurve
  /// Whether the values are added to what is shown otherwise.
  public var isAdditive = false
  /// How often the change is made; may be infinite.
  public var repeatCount = 1.0
  /// Whether each turn goes back again, which takes as long once more.
  public var autoreverses = false
  /// When it begins, by the host's clock in seconds; `nil` is the time of the next commit.
  public var beginTime: Double?

  /// Makes an animation.
  public init(
    _ change: Change, duration: Double, curve: AnimationCurve = .easeInOut,
    isAdditive: Bool = false
  ) {
    self.change = change
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.curve = curve
    self.isAdditive = isAdditive
  }

  /// How long old contents are faded out over new ones where nobody says otherwise, in seconds.
  public static let crossFadeDuration = 0.2

  /// Fades a picture out in front of what has taken its place.
  public static func crossFade(
    from contents: Bitmap, scale: Double, duration: Double = crossFadeDuration
  ) -> LayerAnimation {
    LayerAnimation(.contents(from: contents, scale: scale), duration: duration)
  }

  /// How long all turns take, with the delay, in seconds.
  public var totalDuration: Double {
    let turns = repeatCount.isNaN ? 1 : max(0, repeatCount)
    guard duration > 0, turns > 0 else { return max(0, delay) }
    return max(0, delay) + duration * turns * (autoreverses ? 2 : 1)
  }

  /// Whether all numbers are finite, but for how often the change is made.
  var isValid: Bool {
    duration.isFinite && delay.isFinite && (beginTime ?? 0).isFinite && !repeatCount.isNaN
      && change.isFinite
  }

  /// How far the change has come.
  ///
  /// - Parameter elapsed: The seconds since the animation began.
  /// - Returns: 0 at what it goes from, 1 at what it goes to.
  func progress(after elapsed: Double) -> Double {
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

/// An animation with the time at which it began.
struct RunningAnimation: Sendable {
  let animation: LayerAnimation
  let beginTime: Double

  var endTime: Double { beginTime + animation.totalDuration }
}

/// An animation as its layer has it.
struct LayerAnimationEntry {
  let key: String
  let animation: LayerAnimation
  /// When it began; `nil` before its first commit.
  var beginTime: Double?
  let completion: AnimationCompletion?

  var endTime: Double? { beginTime.map { $0 + animation.totalDuration } }
}

/// Counts the animations that report together.
@MainActor final class AnimationCompletion {
  private var remaining = 0
  private var areAllFinished = true
  private let report: @MainActor (Bool) -> Void

  init(_ report: @escaping @MainActor (_ isFinished: Bool) -> Void) {
    self.report = report
  }

  func begin() { remaining += 1 }

  /// Notes that an animation has ended, and reports if it was the last.
  func end(isFinished: Bool) {
    areAllFinished = areAllFinished && isFinished
    remaining -= 1
    if remaining == 0 { report(areAllFinished) }
  }

  /// Reports at once if there is nothing to wait for.
  func reportIfEmpty() {
    if remaining == 0 { report(true) }
  }
}
