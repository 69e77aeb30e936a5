internal import GalleyATSPI
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
  /// The link to screen readers, open while the window runs.
  private var screenReaders: ScreenReaderLink?
  private(set) var isFocused = false

  /// Creates and opens an empty window.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size in points.
  ///   - scale: The number of pixels per point; `nil` for the display's scale.
  ///   - observer: An observer of the compositor.
  /// - Throws: `WindowError` if there is no display or no SDL.
  public init(
    title: String, size: Size, scale: Double? = nil, observer: (any Compositor.Observer)? = nil
  ) throws(WindowError) {
    let clock = SystemClock()
    loop = EventLoop(clock: clock)
    window = try Window(title: title, size: size, scale: scale, loop: loop)
    environment = DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: loop)
    environment.scale = window.scale
    environment.loop.frameRate = window.refreshRate
    surface = NodeSurface(
      LayerHost(size: window.size, scale: window.scale, backgroundColor: .white),
      environment: environment, sinks: [window.frames], observer: observer)
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
    window.onEvent = { [weak self] event in self?.handle(event) }
    onResize?(window.size)
    let screenReaders = makeScreenReaderLink()
    self.screenReaders = screenReaders
    screenReaders.open()
    let changes = environment.loop.onEachTick(in: .commit) { _ in screenReaders.noteChange() }
    withExtendedLifetime(changes) { loop.run(for: window) }
    screenReaders.close()
    self.screenReaders = nil
  }

  /// Ends ``run()``.
  public func close() { loop.stop() }

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    if event == .resized { resize() }
    switch event {
    case .focused(let isFocused):
      self.isFocused = isFocused
      screenReaders?.noteChange()
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
