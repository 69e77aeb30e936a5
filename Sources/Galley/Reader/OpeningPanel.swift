internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTypesetting

/// The contents of a window before there are conversations: the background, and texts in a box.
@MainActor final class OpeningPanel {
  /// The node that fills the window.
  let node: DisplayNode
  /// The colors.
  var appearance: ChatStyle.Appearance {
    get { style.appearance }
    set {
      style.appearance = newValue
      rebuild()
    }
  }
  /// The texts of the box, of which the first is the title; empty if there is no box.
  private(set) var texts: [String] = []

  private var style: ChatStyle
  private let engine: TextEngine
  private var size = Size.zero

  private static let (width, padding, gap) = (340.0, 20.0, 8.0)

  init(_ style: ChatStyle, engine: TextEngine, environment: DisplayEnvironment) {
    (self.style, self.engine) = (style, engine)
    node = DisplayNode(environment: environment)
    node.name = "opening"
    node.accessibleContents = { [weak self] _ in
      (self?.texts ?? []).enumerated().map { index, text in
        Accessible(index == 0 ? .heading : .status, text)
      }
    }
  }

  /// Shows texts in the box.
  func show(_ texts: [String]) {
    guard texts != self.texts else { return }
    self.texts = texts
    rebuild()
  }

  /// Sets the size of the window.
  func layOut(in size: Size) {
    self.size = size
    node.frame = Rect(origin: .zero, size: size)
    rebuild()
  }

  private func rebuild() {
    for part in node.subnodes { part.removeFromSupernode() }
    let environment = node.environment
    let ground = style.makeGroundNode(environment: environment)
    ground.frame = Rect(origin: .zero, size: size)
    node.addSubnode(ground)
    guard !texts.isEmpty else { return }
    let panel = PanelStyle(style, engine: engine)
    let box = panel.box(.zero, environment: environment)
    let width = min(Self.width, size.width - 24)
    var y = Self.padding
    for (index, text) in texts.enumerated() {
      let isTitle = index == 0
      let label = panel.label(
        text, size: isTitle ? 16 : 14, weight: isTitle ? 600 : 400,
        color: isTitle ? panel.text : panel.secondary, width: width - 2 * Self.padding, lines: 8,
        environment: environment)
      label.frame.origin = Point(x: Self.padding, y: y)
      box.addSubnode(label.node)
      y += label.frame.size.height.rounded(.up) + Self.gap
    }
    y += Self.padding - Self.gap
    box.frame = Rect(
      x: ((size.width - width) / 2).rounded(), y: max(8, ((size.height - y) / 2).rounded()),
      width: width, height: y)
    node.addSubnode(box)
  }
}
