internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyTypesetting

/// The button that scrolls to the newest message, with the number of unread messages.
@MainActor final class ScrollButton {
  /// The node of the button.
  let node: DisplayNode
  /// Called when the button is tapped.
  var onTap: (@MainActor () -> Void)?
  /// Whether the button is shown.
  private(set) var isShown = false
  /// The number on the button.
  private(set) var count = 0

  private let gestures = GestureRecognizer()
  private let badge: DisplayNode
  private let number: TextNode
  private var disk: DisplayNode?
  private var appearance: ChatStyle.Appearance?

  private nonisolated static let side = 42.0
  private static let margin = 10.0
  private static let badgeHeight = 20.0

  init(engine: TextEngine, environment: DisplayEnvironment) {
    node = DisplayNode(environment: environment)
    badge = DisplayNode(environment: environment)
    number = TextNode(engine: engine, environment: environment)
    node.name = "scroll to end"
    node.frame.size = Size(width: Self.side, height: Self.side)
    node.isHidden = true
    gestures.onTap = { [weak self] _ in self?.onTap?() }
    node.pointerHandler = gestures
    badge.name = "badge"
    badge.cornerRadii = CornerRadii(Self.badgeHeight / 2)
    badge.isHidden = true
    badge.isUserInteractionEnabled = false
    badge.addSubnode(number.node)
    node.addSubnode(badge)
  }

  /// Moves the button to the lower right corner of a view.
  func layOut(in size: Size) {
    node.frame.origin = Point(
      x: size.width - Self.side - Self.margin, y: size.height - Self.side - Self.margin)
  }

  /// Shows or hides the button, and sets its number.
  func show(_ isShown: Bool, count: Int, of rows: ChatRows) {
    draw(rows.style.appearance)
    if self.count != count { set(count, rows) }
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if isShown { appear() } else { disappear() }
  }

  // MARK: Animations

  private func appear() {
    node.isHidden = false
    node.layer.removeAnimation(forKey: Self.key)
    node.layer.add(
      LayerAnimation(.opacity(from: 0, to: 1), duration: 0.2), forKey: Self.fadeKey)
    spring(from: 0.4, on: node)
  }

  private func disappear() {
    let fade = LayerAnimation(.opacity(from: 1, to: 0), duration: 0.2)
    node.layer.add(fade, forKey: Self.fadeKey) { [weak self] _ in
      guard let self, !self.isShown else { return }
      node.isHidden = true
    }
  }

  private func spring(from scale: Double, on node: DisplayNode) {
    node.layer.add(
      LayerAnimation(
        .transform(from: AffineTransform(a: scale, d: scale), to: .identity), duration: 0.45,
        curve: .spring(.bounce)), forKey: Self.key)
  }

  private static let (key, fadeKey) = ("spring", "fade")

  // MARK: Contents

  private func set(_ count: Int, _ rows: ChatRows) {
    let hasGrown = count > self.count
    self.count = count
    badge.isHidden = count == 0
    guard count > 0 else { return }
    number.text = AttributedText(
      count > 9_999 ? "9999+" : String(count), style: rows.style.badgeText,
      direction: .leftToRight)
    let size = number.size(thatFits: Size(width: .infinity, height: .infinity))
    let width = max(Self.badgeHeight, (size.width + 12).rounded(.up))
    badge.frame = Rect(
      x: ((Self.side - width) / 2).rounded(), y: -8, width: width, height: Self.badgeHeight)
    number.frame = Rect(
      x: (width - size.width) / 2, y: (Self.badgeHeight - size.height) / 2, width: size.width,
      height: size.height)
    if hasGrown, isShown { spring(from: 0.7, on: badge) }
  }

  private func draw(_ appearance: ChatStyle.Appearance) {
    guard appearance != self.appearance else { return }
    self.appearance = appearance
    let isDark = appearance == .dark
    badge.backgroundColor = Color(argb: isDark ? 0xFF3A_83C4 : 0xFF2F_86D4)
    let fill = Color(argb: isDark ? 0xFF22_2E3A : 0xFFFF_FFFF)
    let stroke = Color(argb: isDark ? 0xFF9E_A7B3 : 0xFF63_6B76)
    let content = DrawnContent { context, _ in
      let side = Self.side
      context.fillEllipse(
        in: Rect(x: 1, y: 2, width: side - 2, height: side - 2), with: Color(argb: 0x2E00_0000))
      context.fillEllipse(in: Rect(x: 1, y: 1, width: side - 2, height: side - 2), with: fill)
      context.fill(Self.chevron, with: stroke)
    }
    let fresh = DisplayNode(content, environment: node.environment)
    fresh.name = "disk"
    fresh.isOpaque = false
    fresh.isUserInteractionEnabled = false
    fresh.frame.size = Size(width: Self.side, height: Self.side)
    node.insertSubnode(fresh, at: 0)
    disk?.removeFromSupernode()
    disk = fresh
  }

  /// A chevron that points down.
  private nonisolated static let chevron: Path = {
    var path = Path()
    path.move(to: Point(x: 13, y: 18.4))
    for (x, y) in [(14.5, 16.9), (21, 23.4), (27.5, 16.9), (29, 18.4), (21, 26.4)] {
      path.addLine(to: Point(x: x, y: y))
    }
    path.close()
    return path
  }()
}
