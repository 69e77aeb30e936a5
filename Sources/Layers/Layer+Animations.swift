public import GalleyGeometry

extension Layer {
  // MARK: Explicit animations

  /// Adds an animation, replacing the one with the same key.
  ///
  /// It begins with the next commit of the layer's host. An animation with invalid numbers is
  /// rejected and reported as not finished.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - key: The key of the animation.
  ///   - completion: Called once on the main actor: with `true` at the host's first tick at or
  ///     after the end, with `false` at the tick after the animation was removed, replaced, or left
  ///     the host with its layer. Without a host, such a call is immediate.
  public func add(
    _ animation: LayerAnimation, forKey key: String,
    completion: (@MainActor (_ isFinished: Bool) -> Void)? = nil
  ) {
    add(animation, forKey: key, reportingTo: completion.map(AnimationCompletion.init))
  }

  /// Removes the animation of a key, if any.
  public func removeAnimation(forKey key: String) {
    guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
    report(animations.remove(at: index).completion, isFinished: false, on: host)
    noteChange()
  }

  /// Removes all animations.
  public func removeAllAnimations() {
    guard !animations.isEmpty else { return }
    endAnimations(of: host)
    noteChange()
  }

  /// Returns the animation of a key, if it has not ended.
  public func animation(forKey key: String) -> LayerAnimation? {
    animations.first { $0.key == key }?.animation
  }

  /// The keys of all animations, in the order in which they were added.
  public var animationKeys: [String] { animations.map(\.key) }

  // MARK: Implicit animations

  /// Animates the changes that a closure makes to layers on hosts.
  ///
  /// Bounds, position, opacity, transform, background color and contents are animated; other
  /// properties change at once. Model values are final on return. Animations in flight continue:
  /// position, bounds and opacity differences are additive and decay independently.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds.
  ///   - delay: The delay in seconds from the next commit.
  ///   - curve: The timing curve.
  ///   - changes: A closure that changes layers.
  ///   - completion: Called when all animations have ended, with whether all finished; immediately
  ///     if there are none.
  public static func animate(
    duration: Double, delay: Double = 0, curve: AnimationCurve = .easeInOut,
    _ changes: @MainActor () -> Void,
    completion: (@MainActor (_ isFinished: Bool) -> Void)? = nil
  ) {
    let outer = implicitAnimation
    let group = completion.map(AnimationCompletion.init)
    implicitAnimation = ImplicitAnimation(
      duration: duration, delay: delay, curve: curve, completion: group)
    changes()
    implicitAnimation = outer
    group?.reportIfEmpty()
  }

  /// Changes layers without animation, even inside ``animate(duration:delay:curve:_:completion:)``.
  public static func withoutAnimation(_ changes: @MainActor () -> Void) {
    let outer = implicitAnimation
    implicitAnimation = nil
    changes()
    implicitAnimation = outer
  }

  /// The duration and curve of the enclosing ``animate(duration:delay:curve:_:completion:)``; `nil`
  /// outside of any.
  package static var enclosingAnimation: (duration: Double, curve: AnimationCurve)? {
    implicitAnimation.map { ($0.duration, $0.curve) }
  }

  // MARK: Presentation

  /// Returns the presented values of the layer at a time, including its animations.
  ///
  /// - Parameter time: The time in seconds of the host's clock; `nil` for the last tick or commit.
  /// - Returns: The presented values, with pending animations at their start.
  public func presentation(at time: Double? = nil) -> Presentation {
    Presentation(presentedState(at: time ?? host?.time ?? 0))
  }

  // MARK: -

  /// Adds an implicit animation for a change, if enabled.
  ///
  /// - Parameters:
  ///   - property: The name of the property, from which the key is made.
  ///   - change: Returns the change for the presented state.
  func animateImplicitly(
    _ property: String, _ change: (_ presented: LayerState) -> LayerAnimation.Change
  ) {
    guard let implicit = Layer.implicitAnimation, let host else { return }
    var animation = LayerAnimation(
      change(presentedState(at: host.time).state), duration: implicit.duration,
      curve: implicit.curve)
    animation.delay = implicit.delay
    var key = property
    switch animation.change {
    case .transform, .backgroundColor: break
    case .contents: key += "-\(host.nextAnimationNumber())"
    case .opacity, .position, .bounds:
      animation.isAdditive = true
      key += "-\(host.nextAnimationNumber())"
    }
    add(animation, forKey: key, reportingTo: implicit.completion)
  }

  func add(
    _ animation: LayerAnimation, forKey key: String, reportingTo completion: AnimationCompletion?
  ) {
    completion?.begin()
    guard animation.isValid else {
      report(.invalidValue(property: "animation"))
      return report(completion, isFinished: false, on: host)
    }
    removeAnimation(forKey: key)
    animations.append(LayerAnimationEntry(key: key, animation: animation, completion: completion))
    host?.noteAnimations(of: self)
    noteChange()
  }

  /// Returns the presented state at a time, with pending animations at their start.
  func presentedState(at time: Double) -> PresentedState {
    animations.isEmpty
      ? PresentedState(state: state)
      : state.presented(with: animations.map(\.animation), at: time)
  }

  /// Removes all animations as not finished.
  func endAnimations(of host: LayerHost?) {
    let ended = animations
    animations = []
    for entry in ended { report(entry.completion, isFinished: false, on: host) }
  }

  /// Removes the animations that have finished.
  ///
  /// - Returns: Whether animations remain.
  func endFinishedAnimations(at time: Double, on host: LayerHost) -> Bool {
    func hasEnded(_ entry: LayerAnimationEntry) -> Bool {
      entry.animation.endTime.map { $0 <= time } ?? false
    }
    let ended = animations.filter(hasEnded)
    guard !ended.isEmpty else { return !animations.isEmpty }
    animations.removeAll(where: hasEnded)
    for entry in ended { report(entry.completion, isFinished: true, on: host) }
    noteChange()
    return !animations.isEmpty
  }

  /// Reports the end of an animation with the next tick of its host, or at once without one.
  private func report(_ completion: AnimationCompletion?, isFinished: Bool, on host: LayerHost?) {
    guard let completion else { return }
    guard let host else { return completion.end(isFinished: isFinished) }
    host.report(completion, isFinished: isFinished)
  }

  private static var implicitAnimation: ImplicitAnimation?
}

/// The parameters of implicit animations.
private struct ImplicitAnimation {
  let duration: Double
  let delay: Double
  let curve: AnimationCurve
  let completion: AnimationCompletion?
}

extension Layer {
  /// The presented values of a layer at a time.
  public struct Presentation: Hashable, Sendable {
    /// The layer's rectangle in its own coordinates, in points.
    public let bounds: Rect
    /// The position of the anchor point in the superlayer, in points.
    public let position: Point
    /// The transform about the anchor point.
    public let transform: AffineTransform
    /// The opacity, 0...1.
    public let opacity: Double
    /// The color behind the contents.
    public let backgroundColor: Color?
    /// The opacities of the old contents that fade out, back to front.
    public let fadingContents: [Double]

    init(_ presented: PresentedState) {
      bounds = presented.state.bounds
      position = presented.state.position
      transform = presented.state.transform
      opacity = presented.state.opacity
      backgroundColor = presented.state.backgroundColor
      fadingContents = presented.fading.map(\.opacity)
    }
  }
}
