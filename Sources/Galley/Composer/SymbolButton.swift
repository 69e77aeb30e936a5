internal import GalleyAccessibility
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyScheduling
internal import Synchronization

/// A round button with a symbol.
@MainActor final class SymbolButton {
  /// The symbol of a button.
  enum Symbol: Sendable {
    /// An arrow upward on a filled circle.
    case send
    /// A cross.
    case close
    /// Chevrons that point upward and downward.
    case up, down
    /// Chevrons that point to the left and to the right.
    case left, right
    /// A magnifying glass.
    case search
    /// A sheet of a calendar.
    case calendar
  }

  let node: DisplayNode
  var onTap: (@MainActor () -> Void)?
  /// Whether taps have an effect.
  var isEnabled = true { didSet { if isEnabled != oldValue { applyColor() } } }
  /// The colors of the enabled and the disabled button.
  var colors = (on: Color.black, off: Color.black) { didSet { applyColor() } }

  private let content: SymbolContent
  private let gestures = GestureRecognizer()

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - symbol: The symbol.
  ///   - label: The name of the button for screen readers.
  ///   - environment: The environment of the node.
  init(_ symbol: Symbol, label: String, environment: DisplayEnvironment) {
    content = SymbolContent(symbol: symbol)
    node = DisplayNode(content, environment: environment)
    node.isOpaque = false
    node.name = "button"
    gestures.onTap = { [weak self] _ in _ = self?.tap() }
    node.accessibleContents = { [weak self] _ in
      [Accessible(.button, label) { self?.tap() ?? false }]
    }
    gestures.onPress = { [weak self] point in self?.node.opacity = point == nil ? 1 : 0.6 }
    node.pointerHandler = gestures
  }

  var frame: Rect {
    get { node.frame }
    set { if node.frame != newValue { node.frame = newValue } }
  }

  private func tap() -> Bool {
    if isEnabled { onTap?() }
    return isEnabled
  }

  private func applyColor() {
    if content.setColor(isEnabled ? colors.on : colors.off) { node.setNeedsDisplay() }
  }
}

/// A symbol in a color.
private final class SymbolContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  struct Parameters: Sendable {
    let symbol: SymbolButton.Symbol
    let color: Color
  }

  private let symbol: SymbolButton.Symbol
  private let color = Mutex(Color.black)

  init(symbol: SymbolButton.Symbol) { self.symbol = symbol }

  /// Sets the color, and returns whether it differs from the old one.
  func setColor(_ new: Color) -> Bool {
    color.withLock { color in
      defer { color = new }
      return color != new
    }
  }

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    Parameters(symbol: symbol, color: color.withLock { $0 })
  }

  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    let size = request.bounds.size
    guard var context = try? DrawingContext(size: size, scale: request.scale) else { return nil }
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: size.width / 2 + x, y: size.height / 2 + y)
    }
    switch parameters.symbol {
    case .send:
      context.fillEllipse(in: Rect(origin: .zero, size: size), with: parameters.color)
      let (tip, foot) = (point(0, -8), point(0, 8))
      context.fill(Path(stroking: [foot, tip], width: 2.4), with: .white)
      context.fill(Path(stroking: [point(-6, -2), tip, point(6, -2)], width: 2.4), with: .white)
    case .up, .down:
      let rise = parameters.symbol == .up ? -4.0 : 4
      let corners = [point(-7, -rise), point(0, rise), point(7, -rise)]
      context.fill(Path(stroking: corners, width: 2), with: parameters.color)
    case .left, .right:
      let way = parameters.symbol == .left ? -4.0 : 4
      let corners = [point(-way, -8), point(way, 0), point(-way, 8)]
      context.fill(Path(stroking: corners, width: 2), with: parameters.color)
    case .search:
      let ring = Path.circle(around: point(-2, -2), radius: 5.5)
      context.fill(Path(stroking: ring, width: 1.8), with: parameters.color)
      context.fill(Path(stroking: [point(2, 2), point(7, 7)], width: 2.2), with: parameters.color)
    case .calendar:
      let (left, top, right, bottom) = (-7.0, -6.0, 7.0, 7.0)
      let sheet = [
        point(left, top), point(right, top), point(right, bottom), point(left, bottom),
        point(left, top), point(right, top),
      ]
      context.fill(Path(stroking: sheet, width: 1.6), with: parameters.color)
      for line in [
        [point(left, -2), point(right, -2)], [point(-3.5, -8.5), point(-3.5, -4)],
        [point(3.5, -8.5), point(3.5, -4)],
      ] {
        context.fill(Path(stroking: line, width: 1.6), with: parameters.color)
      }
    case .close:
      for side in [-5.0, 5] {
        context.fill(
          Path(stroking: [point(-side, -5), point(side, 5)], width: 1.6), with: parameters.color)
      }
    }
    return NodeImage(context.image(), scale: request.scale)
  }
}

extension Path {
  /// Returns the points of a closed circle, from the right over the bottom.
  fileprivate static func circle(around center: Point, radius: Double) -> [Point] {
    // The corners of a polygon with 24 sides, by repeated rotation.
    let (cosine, sine) = (0.965_925_826_289_068_3, 0.258_819_045_102_520_76)
    var (x, y) = (radius, 0.0)
    return (0...25).map { _ in
      defer { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
      return Point(x: center.x + x, y: center.y + y)
    }
  }
}
