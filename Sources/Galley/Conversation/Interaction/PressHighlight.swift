internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// The appearance of a pressed target: a dimmed area, or the highlight of a link.
@MainActor final class PressHighlight {
  /// The durations of the fades, in seconds.
  private static let (fadeIn, fadeOut) = (0.06, 0.18)

  private var text: TextNode?
  private var shade: DisplayNode?

  /// Presses a link or a token of a text.
  init(on text: TextNode, at point: Point?) {
    self.text = text
    if let point { text.press(at: point) }
  }

  /// Dims a target of a row.
  init?(_ target: ConversationTarget, on row: DisplayNode, in view: ConversationView) {
    guard let origin = view.node.convert(target.frame.origin, to: row) else { return nil }
    let shade = DisplayNode(environment: row.environment)
    shade.name = "pressed"
    shade.isUserInteractionEnabled = false
    shade.isOpaque = false
    let isDark = view.source.rows.style.appearance == .dark
    shade.backgroundColor = Color(argb: isDark ? 0x3DFF_FFFF : 0x3300_0000)
    shade.frame = Rect(origin: origin, size: target.frame.size)
    shade.cornerRadii = CornerRadii(
      target.kind.pressedRadius ?? min(shade.frame.size.width, shade.frame.size.height) / 2)
    row.addSubnode(shade)
    self.shade = shade
    guard shade.isLoaded else { return }
    shade.layer.add(
      LayerAnimation(.opacity(from: 0, to: 1), duration: Self.fadeIn), forKey: "fade")
  }

  /// Ends the press; the area fades out.
  func release() {
    text?.cancelPress()
    text = nil
    guard let shade else { return }
    self.shade = nil
    guard shade.isLoaded, shade.layer.host != nil else { return shade.removeFromSupernode() }
    Layer.withoutAnimation { shade.opacity = 0 }
    shade.layer.add(
      LayerAnimation(.opacity(from: 1, to: 0), duration: Self.fadeOut), forKey: "fade"
    ) { _ in shade.removeFromSupernode() }
  }
}
