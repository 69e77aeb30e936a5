internal import GalleyLayers
internal import GalleyPixels

/// How contents of a node that come late take their place: all at once, or little by little.
///
/// Only contents that were drawn while the main actor went on are animated, on a host.
public struct ContentsTransition: Hashable, Sendable {
  /// How long contents fade in where there were none, in seconds; 0 is not at all.
  public var fadeIn: Double
  /// Whether only the very first contents of the node fade in.
  public var fadesInOnce: Bool
  /// How long old contents fade out over new ones, in seconds; 0 is not at all.
  public var crossFade: Double

  /// Makes a transition; without arguments, contents change at once.
  public init(fadeIn: Double = 0, fadesInOnce: Bool = false, crossFade: Double = 0) {
    self.fadeIn = fadeIn
    self.fadesInOnce = fadesInOnce
    self.crossFade = crossFade
  }

  /// The name of the animation by which contents fade in.
  public static let fadeInKey = "contents.fadeIn"
  /// The name of the animation by which old contents fade out.
  public static let crossFadeKey = "contents.crossFade"
}

extension DisplayNode {
  /// How late contents take their place.
  public var contentsTransition: ContentsTransition {
    get { withDescription { $0.transition } }
    set { withDescription { $0.transition = newValue } }
  }

  /// Begins the animation by which new contents come.
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
