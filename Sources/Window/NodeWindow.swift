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

  /// The receiver of typed text; `nil` if no text is expected.
  ///
  /// Pressing a node whose pointer handler is a ``TextInputTarget`` sets it. Keys that the client
  /// handles are not passed to ``onEvent``.
  public weak var textInput: (any TextInputClient)? {
    didSet {
      guard textInput !== oldValue else { return }
      oldValue?.textInputDidChange(isActive: false)
      textInput?.textInputDidChange(isActive: isFocused)
      updateTextInputFrame()
    }
  }

  /// Returns whether the text input receives nothing for now, because all keys have another
  /// receiver, such as a menu.
  package var suspendsTextInput: (@MainActor () -> Bool)?

  /// Called with every event but resizes before all others, and returns whether it has been handled
  /// completely.
  package var filter: (@MainActor (WindowEvent) -> Bool)?

  private let loop: EventLoop
  private var isPressed = false
  /// Whether the window has the keyboard focus, which it has until it is told otherwise.
  private(set) var isFocused = true
  private var isComposing = false
  private var inputHandler: DisplayLoop.Handler?
  /// The link to screen readers, open while the window runs.
  private var screenReaders: ScreenReaderLink?

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
    // The caret moves with every layout.
    inputHandler = environment.loop.onEachTick(in: .commit) { [weak self] _ in
      self?.updateTextInputFrame()
    }
  }

  /// Handles events until the window is closed, after ``begin()``.
  package func runEvents() {
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
    if event == .resized { resize() } else if filter?(event) ?? false { return }
    switch event {
    case .pressed(.left, let point, _, _):
      isPressed = true
      updateTextInput(at: point)
    case .released(.left, _, _): isPressed = false
    case .touched(let touch) where touch.phase == .began: updateTextInput(at: touch.position)
    case .focused(let isFocused):
      self.isFocused = isFocused
      screenReaders?.noteChange()
      textInput?.textInputDidChange(isActive: isFocused)
    case .text, .composition, .key: if handleTextInput(event) { return }
    default: break
    }
    onEvent?(event)
    switch event {
    case .closed: close()
    case .pressed(let button, let point, _, let keys):
      send(.began, at: point, button: PointerEvent.Button(button), keys)
    case .released(let button, let point, let keys):
      send(.ended, at: point, button: PointerEvent.Button(button), keys)
    case .pointerMoved(let point, let keys): send(isPressed ? .moved : .hovered, at: point, keys)
    case .pointerLeft: if !isPressed { send(.exited, at: window.pointer) }
    case .touched(let touch): send(touch)
    case .scrolled(let wheel):
      surface.send(
        ScrollEvent(
          wheel.distance, isPrecise: wheel.isPrecise, at: wheel.position,
          time: environment.clock.now))
    default: break
    }
  }

  /// Passes an event to the receiver of typed text.
  ///
  /// - Returns: Whether it is a key that the receiver has handled.
  private func handleTextInput(_ event: WindowEvent) -> Bool {
    if suspendsTextInput?() ?? false { return false }
    switch event {
    case .text(let text):
      isComposing = false
      textInput?.insertText(text)
    case .composition(let composition):
      isComposing = !composition.text.isEmpty
      textInput?.compose(composition)
    case .key(let key, let modifiers, _): return textInput?.handleKey(key, modifiers) ?? false
    default: break
    }
    return false
  }

  /// Tells the window where text is typed, which is anywhere in it without a caret.
  ///
  /// Keys that arrive before the first tick, or before the tick after the window gets the focus,
  /// type text, too.
  private func updateTextInputFrame() {
    window.textInputFrame = textInput.map {
      $0.caretFrame ?? Rect(origin: .zero, size: window.size)
    }
  }

  /// Directs typed text to the node at a point, if it takes any.
  private func updateTextInput(at point: Point) {
    // A press keeps what was composed; the input method begins anew.
    if isComposing { window.textInputFrame = nil }
    isComposing = false
    let node = rootNode?.hitTest(point)
    let target = node?.lineage.lazy.compactMap { $0.pointerHandler as? any TextInputTarget }.first
    if let client = target?.textInputClient { textInput = client }
  }

  private func send(
    _ phase: PointerEvent.Phase, at point: Point, button: PointerEvent.Button = .primary,
    _ keys: WindowEvent.KeyModifiers = []
  ) {
    surface.send(
      PointerEvent(
        phase, at: point, time: environment.clock.now, button: button,
        modifiers: PointerEvent.Modifiers(rawValue: keys.rawValue)))
  }

  private func send(_ touch: WindowEvent.Touch) {
    let phase: PointerEvent.Phase =
      switch touch.phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      }
    surface.send(
      PointerEvent(
        phase, at: touch.position, time: environment.clock.now, pointer: touch.finger))
  }

  private func resize() {
    environment.scale = window.scale
    environment.loop.frameRate = window.refreshRate
    surface.resize(to: window.size, scale: window.scale)
    onResize?(window.size)
  }
}

extension PointerEvent.Button {
  /// Creates the button of a pointer event for a window's.
  fileprivate init(_ button: WindowEvent.PointerButton) {
    switch button {
    case .left: self = .primary
    case .right: self = .secondary
    case .middle: self = .middle
    case .other: self = .other
    }
  }
}
