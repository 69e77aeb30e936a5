public import GalleyGeometry

extension Layer {
  // MARK: Explicit animations

  /// Adds an animation, in place of the one of the same key.
  ///
  /// It begins with the next commit of a host that has the layer. One with numbers that are not finite
  /// is refused, and reported as not finished.
  ///
  /// - Parameters:
  ///   - animation: What changes.
  ///   - key: A name for the animation.
  ///   - completion: Called on the main actor once, when it is over: with `true` at the first tick of
  ///     the host at or after its end, with `false` at the tick after it was removed, replaced, or
  ///     left the host with its layer. Without a host that is at once.
  public func add(
    _ animation: LayerAnimation, forKey key: String,
    completion: (@MainActor (_ isFinished: Bool) -> Void)? = nil
  ) {
    add(animation, forKey: key, reportingTo: completion.map(AnimationCompletion.init))
  }

  /// Takes an animation away; does nothing if there is none.
  public func removeAnimation(forKey key: String) {
    guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
    end(animations.remove(at: index), isFinished: false, on: host)
    noteChange()
  }

  /// Takes all animations away.
  public func removeAllAnimations() {
    guard !animations.isEmpty else { return }
    endAnimations(of: host)
    noteChange()
  }

  /// The animation of a key, if it has not ended.
  public func animation(forKey key: String) -> LayerAnimation? {
    animations.first { $0.key == key }?.animation
  }

  /// The keys of all animations, in the order in which they were added.
  public var animationKeys: [String] { animations.map(\.key) }

  // MARK: Implicit animations

  /// Changes layers on hosts so that they show it little by little.
  ///
  /// Bounds, position, opacity, transform, background color and contents follow; everything else
  /// changes at once. Layers have their new values on return. What is under way goes on from where it
  /// is: differences fade away one by one, and do not replace each other.
  ///
  /// - Parameters:
  ///   - duration: How long it takes, in seconds.
  ///   - delay: When it begins, in seconds from the next commit.
  ///   - curve: How it goes.
  ///   - changes: What changes layers.
  ///   - completion: Called when all animations are over, with whether each came to its end; at once if
  ///     there is none.
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

  /// Changes layers at once, even where ``animate(duration:delay:curve:_:completion:)`` surrounds it.
  public static func withoutAnimation(_ changes: @MainActor () -> Void) {
    let outer = implicitAnimation
    implicitAnimation = nil
    changes()
    implicitAnimation = outer
  }

  // MARK: What is shown

  /// What the layer shows at a time, where its animations are taken into account.
  ///
  /// - Parameter time: The time by the host's clock, in seconds; `nil` is that of the last commit.
  /// - Returns: What it shows, with animations that have not begun at their beginning.
  public func presentation(at time: Double? = nil) -> LayerPresentation {
    LayerPresentation(presentedState(at: time ?? host?.time ?? 0))
  }

  // MARK: -

  /// Animates a change if that was asked for.
  ///
  /// - Parameter change: Gives the change, for what the layer shows now.
  func animateImplicitly(_ change: (_ presented: LayerState) -> LayerAnimation.Change) {
    guard let implicit = Layer.implicitAnimation, let host else { return }
    var animation = LayerAnimation(
      change(presentedState(at: host.time).state), duration: implicit.duration,
      curve: implicit.curve)
    animation.delay = implicit.delay
    let key: String
    switch animation.change {
    case .opacity, .position, .bounds:
      animation.isAdditive = true
      key = animation.change.name + "-\(host.nextAnimationNumber())"
    case .contents: key = animation.change.name + "-\(host.nextAnimationNumber())"
    case .transform, .backgroundColor: key = animation.change.name
    }
    add(animation, forKey: key, reportingTo: implicit.completion)
  }

  func add(
    _ animation: LayerAnimation, forKey key: String,
    reportingTo completion: AnimationCompletion?
  ) {
    completion?.begin()
    guard accepts(animation.isValid, "animation") else {
      completion.map { report($0, isFinished: false, on: host) }
      return
    }
    removeAnimation(forKey: key)
    animations.append(
      LayerAnimationEntry(
        key: key, animation: animation, beginTime: animation.beginTime, completion: completion))
    host?.noteAnimations(of: self)
    noteChange()
  }

  /// What is shown at a time; animations that have not begun are at their beginning.
  func presentedState(at time: Double) -> PresentedState {
    guard !animations.isEmpty else { return PresentedState(state: state) }
    let running = animations.map {
      RunningAnimation(animation: $0.animation, beginTime: $0.beginTime ?? time)
    }
    return state.presented(with: running, at: time)
  }

  /// Takes away all animations, which have not come to their ends.
  func endAnimations(of host: LayerHost?) {
    let ended = animations
    animations = []
    for entry in ended { end(entry, isFinished: false, on: host) }
  }

  /// Takes away the animations that have come to their ends.
  ///
  /// - Returns: Whether there are others.
  func endFinishedAnimations(at time: Double, on host: LayerHost) -> Bool {
    let ended = animations.filter { ($0.endTime ?? .infinity) <= time }
    guard !ended.isEmpty else { return !animations.isEmpty }
    animations.removeAll { ($0.endTime ?? .infinity) <= time }
    for entry in ended { end(entry, isFinished: true, on: host) }
    noteChange()
    return !animations.isEmpty
  }

  private func end(_ entry: LayerAnimationEntry, isFinished: Bool, on host: LayerHost?) {
    if let completion = entry.completion { report(completion, isFinished: isFinished, on: host) }
  }

  private func report(
    _ completion: AnimationCompletion, isFinished: Bool, on host: LayerHost?
  ) {
    if let host {
      host.report(completion, isFinished: isFinished)
    } else {
      completion.end(isFinished: isFinished)
    }
  }

  private static var implicitAnimation: ImplicitAnimation?
}

/// How changes are animated for now.
private struct ImplicitAnimation {
  let duration: Double
  let delay: Double
  let curve: AnimationCurve
  let completion: AnimationCompletion?
}

extension LayerAnimation.Change {
  fileprivate var name: String {
    switch self {
    case .opacity: "opacity"
    case .position: "position"
    case .bounds: "bounds"
    case .transform: "transform"
    case .backgroundColor: "backgroundColor"
    case .contents: "contents"
    }
  }
}

/// What a layer shows at a time.
public struct LayerPresentation: Hashable, Sendable {
  /// The layer's rectangle, in points.
  public let bounds: Rect
  /// Where the anchor point stands, in the superlayer's points.
  public let position: Point
  /// What is done to the layer around its anchor point.
  public let transform: AffineTransform
  /// How opaque the layer is, 0 to 1.
  public let opacity: Double
  /// What is behind the contents.
  public let backgroundColor: Color?
  /// How opaque the pictures are that are faded out in front of the contents, from the lowest.
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
