internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// A few words that appear near something and fade out.
enum Notice {
  /// The durations for which the words stay, and fade out, in seconds.
  private static let (stay, fade) = (0.9, 0.3)

  /// Shows words above a rectangle of a view, or below it if there is no room.
  @MainActor static func show(_ words: String, over view: ConversationView, near rect: Rect) {
    let style = PanelStyle(view.source.rows)
    let environment = view.node.environment
    let label = style.label(words, size: 13, weight: 600, color: .white, environment: environment)
    let text = label.frame.size
    let size = Size(width: text.width.rounded(.up) + 20, height: text.height.rounded(.up) + 8)
    let most = view.node.bounds.size.width - size.width - 4
    let x = min(max(4, (rect.minX + rect.maxX - size.width) / 2), max(4, most))
    let y = rect.minY - size.height - 4 >= 4 ? rect.minY - size.height - 4 : rect.maxY + 4
    let node = DisplayNode(environment: environment)
    node.name = "notice"
    node.zPosition = 1_900
    node.backgroundColor = Color(argb: 0xD910_1820)
    node.isOpaque = false
    node.cornerRadii = CornerRadii(size.height / 2)
    node.isUserInteractionEnabled = false
    node.frame = Rect(origin: Point(x: x.rounded(), y: y.rounded()), size: size)
    label.frame.origin = Point(x: 10, y: 4)
    node.addSubnode(label.node)
    view.node.addSubnode(node)
    var animation = LayerAnimation(.opacity(from: 1, to: 0), duration: fade)
    animation.delay = stay
    node.opacity = 0
    node.layer.add(animation, forKey: "fade") { _ in node.removeFromSupernode() }
  }
}
