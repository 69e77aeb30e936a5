public import GalleyChat
internal import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayers
internal import GalleyLists
internal import GalleyScheduling
public import GalleyWindow

/// How a conversation is shown in a window.
public struct ViewerOptions: Sendable {
  /// What the window's frame says.
  public var title = "Galley"
  /// How large the window is at first, in points.
  public var size = Size(width: 412, height: 870)
  /// How many pixels stand for a point; `nil` is what the screen says.
  public var scale: Double?
  /// Whether links are opened, rather than only printed.
  public var opensLinks = false
  /// Whether figures are shown from the beginning.
  public var showsFigures = false
  /// Hears of what is to be printed: links that were tapped.
  public var print: @MainActor @Sendable (String) -> Void = { _ in }

  /// Makes the usual options.
  public init() {}
}

/// A window with a conversation that a person can scroll.
@MainActor public final class ViewerWindow {
  private let window: Window
  private let loop: EventLoop
  private let surface: NodeSurface
  private let environment: DisplayEnvironment
  private let view: ConversationView
  private let router: PointerRouter
  private let recorder: FrameRecorder
  private let options: ViewerOptions
  private var overlay: FigureOverlay?
  private var isPressed = false

  /// Opens a window with a conversation, at its end.
  ///
  /// - Throws: ``WindowError`` if there can be none.
  public init(_ rows: ChatRows, _ options: ViewerOptions = ViewerOptions()) throws(WindowError) {
    let clock = SystemClock()
    let loop = EventLoop(clock: clock)
    let window = try Window(
      title: options.title, size: options.size, scale: options.scale, loop: loop)
    let environment = DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: loop)
    environment.scale = window.scale
    environment.loop.frameRate = window.refreshRate
    recorder = FrameRecorder(clock: clock, trace: nil)
    surface = NodeSurface(
      LayerHost(size: window.size, scale: window.scale), environment: environment,
      sinks: [window.frames], observer: recorder)
    var rows = rows
    rows.style.width = window.size.width
    view = DisplayEnvironment.$current.withValue(environment) {
      ConversationView(rows, environment: environment)
    }
    (self.window, self.loop, self.environment) = (window, loop, environment)
    self.options = options
    router = PointerRouter(root: view.node)
  }

  isolated deinit {
    surface.rootNode = nil
    environment.loop.tick()
  }

  /// Shows the conversation until the window is closed.
  public func run() {
    surface.rootNode = view.node
    // What the list may refuse are changes that do not fit together, which opening it is not.
    try? view.open(size: window.size, scale: window.scale)
    view.onLink = { [weak self] target in self?.follow(target) }
    window.onEvent = { [weak self] event in self?.handle(event) }
    if options.showsFigures { toggleFigures() }
    loop.run(for: window)
  }

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    switch event {
    case .resized: resize()
    case .closed: loop.stop()
    case .pressed(.left, let point, _, let keys):
      isPressed = true
      view.list.selection.extendsByPress = keys.contains(.shift)
      send(.began, at: point)
    case .released(.left, let point, _):
      isPressed = false
      send(.ended, at: point)
      updatePointer(at: point)
    case .pointerMoved(let point, _):
      if isPressed { send(.moved, at: point) } else { updatePointer(at: point) }
    case .scrolled(let movement):
      view.list.scrollWheel(by: movement.distance, isPrecise: movement.isPrecise)
    case .touched(let touch): send(touch)
    case .key(let key, let modifiers, _): handle(key, modifiers)
    case .pointerLeft, .focused, .pressed, .released: break
    }
  }

  private func send(_ phase: PointerEvent.Phase, at point: Point, pointer: Int = 0) {
    router.send(PointerEvent(phase, at: point, time: environment.clock.now, pointer: pointer))
  }

  private func send(_ touch: Touch) {
    let phase: PointerEvent.Phase =
      switch touch.phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      }
    send(phase, at: touch.position, pointer: touch.finger)
  }

  private func resize() {
    environment.scale = window.scale
    environment.loop.frameRate = window.refreshRate
    surface.resize(to: window.size, scale: window.scale)
    view.resize(to: window.size, scale: window.scale)
  }

  private func handle(_ key: Key, _ keys: KeyModifiers) {
    let list = view.list
    switch key {
    case .up: list.scroll(.line(.backward))
    case .down: list.scroll(.line(.forward))
    case .pageUp: list.scroll(.page(.backward))
    case .pageDown, .space: list.scroll(.page(keys.contains(.shift) ? .backward : .forward))
    case .home: list.scroll(.end(.head))
    case .end: list.scroll(.end(.tail))
    case .escape: list.selection.clear()
    case .function(12): toggleFigures()
    case .character("c") where keys.contains(.control): copy()
    case .character("a") where keys.contains(.control): list.selection.selectAll()
    case .character("d") where keys.contains(.control), .character("t") where keys.isEmpty:
      view.appearance = view.appearance == .light ? .dark : .light
    case .character("q") where keys.contains(.control): loop.stop()
    default: break
    }
  }

  private func copy() {
    let text = view.selectedText
    if !text.isEmpty { window.copy(text) }
  }

  private func follow(_ target: String) {
    options.print(target)
    if options.opensLinks { Opening.open(target) }
  }

  private func updatePointer(at point: Point) {
    window.setPointer(view.pointer(at: point))
  }

  private func toggleFigures() {
    if let overlay {
      overlay.node.removeFromSupernode()
      self.overlay = nil
      return
    }
    let overlay = DisplayEnvironment.$current.withValue(environment) {
      FigureOverlay(
        view.list, engine: view.source.rows.engine, environment: environment, recorder)
    }
    try? view.node.addSubnode(overlay.node)
    self.overlay = overlay
  }
}

extension ConversationView {
  /// The shape that the pointer has at a point of the view.
  fileprivate func pointer(at point: Point) -> PointerShape {
    guard let index = list.item(at: point), let frame = list.frame(at: index),
      let row = list.node(at: index).flatMap({ ChatRowNode($0) }), let text = row.text,
      let place = row.textPoint(Point(x: point.x - frame.minX, y: point.y - frame.minY))
    else { return .arrow }
    if text.target(at: place) != nil { return .hand }
    return Rect(origin: .zero, size: text.frame.size).holds(place) ? .text : .arrow
  }
}
