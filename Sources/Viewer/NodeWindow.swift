public import GalleyDisplay
public import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling
public import GalleyWindow

/// A window that shows a tree of nodes, and gives it the pointers of its user.
///
/// It has an environment of its own, whose ticks come between the window's events: nodes of the window
/// are made in it.
@MainActor public final class NodeWindow {
  /// The window: its size, its scale, the pointer's shape, the clipboard.
  public let window: Window
  /// What nodes of the window are drawn by.
  public let environment: DisplayEnvironment
  /// Where the nodes are.
  public let surface: NodeSurface
  /// Hears everything that happens, before pointers are told.
  public var onEvent: (@MainActor (WindowEvent) -> Void)?
  /// Hears of each size of the window, in points, the first one included.
  public var onResize: (@MainActor (Size) -> Void)?

  private let loop: EventLoop
  private var router: PointerRouter?
  private var isPressed = false

  /// Opens a window with nothing in it.
  ///
  /// - Parameters:
  ///   - title: What its frame says.
  ///   - size: How large it is, in points.
  ///   - scale: How many pixels stand for a point; `nil` is what the screen says.
  ///   - observer: What hears how the making of frames gets on.
  /// - Throws: `WindowError` if there is no screen, or no SDL.
  public init(
    title: String, size: Size, scale: Double? = nil, observer: (any CompositorObserver)? = nil
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
    set {
      surface.rootNode = newValue
      router = newValue.map { PointerRouter(root: $0) }
    }
  }

  /// How large the window is, in points.
  public var size: Size { window.size }

  /// Whether the main button of the pointer is down.
  public var isPointerDown: Bool { isPressed }

  /// Shows the window until ``close()``, or until its user closes it.
  ///
  /// To be called on the thread that the program began on.
  public func run() {
    window.onEvent = { [weak self] event in self?.handle(event) }
    onResize?(window.size)
    loop.run(for: window)
  }

  /// Has ``run()`` return.
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
    router?.send(PointerEvent(phase, at: point, time: environment.clock.now, pointer: pointer))
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
    onResize?(window.size)
  }
}
