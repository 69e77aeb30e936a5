internal import GalleyLayers
internal import GalleyPixels

extension DisplayNode {
  /// The animation of contents that arrive asynchronously.
  ///
  /// Only contents drawn off the main actor, on a layer that has a host, are animated.
  public struct ContentsTransition: Hashable, Sendable {
    /// The duration in which the first contents fade in, in seconds; 0 disables the fade.
    public var fadeIn: Double
    /// Whether contents fade in only the first time that the node gets any.
    public var fadesInOnce: Bool
    /// The duration in which old contents fade out over new ones, in seconds; 0 disables the fade.
    public var crossFade: Double

    /// Creates a transition; without arguments, contents change at once.
    public init(fadeIn: Double = 0, fadesInOnce: Bool = false, crossFade: Double = 0) {
      self.fadeIn = fadeIn
      self.fadesInOnce = fadesInOnce
      self.crossFade = crossFade
    }

    /// The key of the fade-in animation.
    public static let fadeInKey = "contents.fadeIn"
    /// The key of the cross-fade animation.
    public static let crossFadeKey = "contents.crossFade"
  }
}

extension DisplayNode {
  /// The animation of contents that arrive asynchronously.
  public var contentsTransition: ContentsTransition {
    get { withDescription { $0.transition } }
    set { withDescription { $0.transition = newValue } }
  }

  /// Starts the animation to new contents.
  @MainActor func animate(_ layer: Layer, to contents: Bitmap) {
    let transition = contentsTransition
    guard layer.host != nil else { return }
    if let old = layer.contents {
      guard transition.crossFade > 0, !old.sharesPixels(with: contents) else { return }
      let fade = LayerAnimation.crossFade(
        from: old, scale: layer.contentsScale, duration: transition.crossFade)
      layer.add(fade, forKey: ContentsTransition.crossFadeKey)
    } else if transition.fadeIn > 0, !(transition.fadesInOnce && display.hasShownContents) {
      let fade = LayerAnimation(.opacity(from: 0, to: nil), duration: transition.fadeIn)
      layer.add(fade, forKey: ContentsTransition.fadeInKey)
    }
  }
}
