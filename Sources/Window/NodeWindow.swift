public import GalleyDisplay
public import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling

/// A window that shows a node tree and routes pointer events to it.
///
/// The window has its own environment, whose ticks run between the window's events; create the
/// window's nodes in this environment.
@MainActor public final class NodeWindow {
  /// The underlying window: its size, scale, pointer shape and clipboard.
  public let window: Window
  /// The environment of the window's nodes.
  public let environment: DisplayEnvironment
  /// The surface that contains the nodes.
  public let surface: NodeSurface
  /// Called with every event, before pointers are routed.
  public var onEvent: (@MainActor (WindowEvent) -> Void)?
  /// Called with each size of the window in points, including the initial one.
  public var onResize: (@MainActor (Size) -> Void)?

  private let loop: EventLoop
  private var isPressed = false

  /// Creates and opens an empty window.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size in points.
  ///   - scale: The number of pixels per point; `nil` for the display's scale.
  ///   - observer: An observer of the compositor.
  /// - Throws: `WindowError` if there is no display or no SDL.
  public convenience init(
    title: String, size: Size, scale: Double? = nil, observer: (any Compositor.Observer)? = nil
  ) throws(WindowError) {
    let clock = SystemClock()
    let loop = EventLoop(clock: clock)
    let window = try Window(title: title, size: size, scale: scale, loop: loop)
    let environment = DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: loop)
    self.init(window, in: environment, loop: loop, observer: observer)
  }

  /// Creates the node tree of a window.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - environment: The environment of the nodes.
  ///   - loop: The event loop of the window, which drives the environment's ticks.
  ///   - sinks: The receivers of frames besides the window.
  ///   - observer: An observer of the compositor.
  package init(
    _ window: Window, in environment: DisplayEnvironment, loop: EventLoop,
    sinks: [any FrameSink] = [], observer: (any Compositor.Observer)? = nil
  ) {
    (self.window, self.environment, self.loop) = (window, environment, loop)
    environment.scale = window.scale
    environment.loop.frameRate = window.refreshRate
    surface = NodeSurface(
      LayerHost(size: window.size, scale: window.scale, backgroundColor: .white),
      environment: environment, sinks: [window.frames] + sinks, observer: observer)
  }

  isolated deinit {
    surface.rootNode = nil
    environment.loop.tick()
  }

  /// The node that fills the window.
  public var rootNode: DisplayNode? {
    get { surface.rootNode }
    set { surface.rootNode = newValue }
  }

  /// The size of the window, in points.
  public var size: Size { window.size }

  /// Whether the pointer's main button is down.
  public var isPointerDown: Bool { isPressed }

  /// Runs the window until ``close()`` is called or the user closes it.
  ///
  /// Call this on the program's initial thread.
  public func run() {
    begin()
    runEvents()
  }

  /// Prepares for events, as ``run()`` does.
  package func begin() {
    window.onEvent = { [weak self] event in self?.handle(event) }
    onResize?(window.size)
  }

  /// Handles events until the window is closed, after ``begin()``.
  package func runEvents() { loop.run(for: window) }

  /// Ends ``run()``.
  public func close() { loop.stop() }

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    if event == .resized { resize() }
    switch event {
    case .pressed(.left, _, _, _): isPressed = true
    case .released(.left, _, _): isPressed = false
    default: break
    }
    onEvent?(event)
    switch event {
    case .closed: close()
    case .pressed(.left, let point, _, _): send(.began, at: point)
    case .released(.left, let point, _): send(.ended, at: point)
    case .pointerMoved(let point, _):
      if isPressed { send(.moved, at: point) }
    case .touched(let touch): send(touch)
    default: break
    }
  }

  private func send(_ phase: PointerEvent.Phase, at point: Point, pointer: Int = 0) {
    surface.send(PointerEvent(phase, at: point, time: environment.clock.now, pointer: pointer))
  }

  private func send(_ touch: WindowEvent.Touch) {
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
    onResize?(window.size)
  }
}
