internal import GalleyCSDL
public import GalleyGeometry
public import GalleyLayers
internal import GalleyPixels

/// A window on screen that shows a compositor's frames.
///
/// Lengths are in points, each of which is ``scale`` pixels. A process can have one window at a
/// time.
@safe @MainActor public final class Window {
  /// The size of the window, in points.
  public private(set) var size = Size.zero
  /// The number of pixels per point in each direction.
  public private(set) var scale = 1.0
  /// The refresh rate of the display, in frames per second; 60 if unknown.
  public private(set) var refreshRate = 60.0
  /// The last position of the pointer, in points.
  public private(set) var pointer = Point.zero
  /// The frame sink of the window.
  public var frames: any FrameSink { mailbox }
  /// Called with each event.
  public var onEvent: (@MainActor (WindowEvent) -> Void)?

  /// Called instead of handling an event, with a closure that handles it.
  package var interceptor: (@MainActor (WindowEvent, @MainActor () -> Void) -> Void)?

  // SAFETY: Only the main actor uses the window, and frees it.
  nonisolated(unsafe) private let handle: OpaquePointer?
  private let mailbox: FrameMailbox
  private let wantedScale: Double?
  /// The metrics of a window that is not on a screen, without the zoom.
  private var offscreen: Metrics?
  /// The title of the window.
  let title: String
  /// The number of points per SDL unit.
  private(set) var unit = 1.0
  private var needsAll = true
  private var shape = PointerShape.arrow

  /// Creates and opens a window.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size, in points.
  ///   - scale: The number of pixels per point; `nil` for the display's scale.
  ///   - loop: The event loop that will run for the window.
  /// - Throws: ``WindowError`` if there is no display or no SDL.
  public init(title: String, size: Size, scale: Double? = nil, loop: EventLoop) throws(WindowError)
  {
    if let failure = SDL.failure { throw .unavailable(reason: failure) }
    let factor = scale ?? 1
    let (width, height) = (
      Int32(clamping: Int(size.width * factor)), Int32(clamping: Int(size.height * factor))
    )
    var pointer: OpaquePointer?
    let reason = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: Int(CSDL_REASON_SIZE)
    ) { reason -> String in
      unsafe reason.initialize(repeating: 0)
      unsafe pointer = csdl_open(title, width, height, reason.baseAddress)
      guard let text = reason.baseAddress else { return "" }
      return unsafe String(cString: text)
    }
    guard let handle = unsafe pointer else { throw .notOpened(reason: reason) }
    unsafe self.handle = handle
    wantedScale = scale
    self.title = title
    mailbox = FrameMailbox { loop.wake() }
    measure()
    // Until a shape is set, the window uses the desktop's pointer.
    csdl_set_cursor(shape.rawValue)
  }

  /// Creates a window that is not on any screen, whose events come from ``receive(_:)``.
  package init(offscreen metrics: Metrics) {
    unsafe handle = nil
    wantedScale = nil
    title = ""
    mailbox = FrameMailbox {}
    apply(metrics)
  }

  isolated deinit {
    if let handle = unsafe handle { unsafe csdl_close(handle) }
  }

  // MARK: Appearance

  /// Sets the shape of the pointer.
  public func setPointer(_ shape: PointerShape) {
    guard shape != self.shape else { return }
    self.shape = shape
    if unsafe handle != nil { csdl_set_cursor(shape.rawValue) }
  }

  /// Copies text to the clipboard.
  ///
  /// - Returns: Whether the text was copied.
  @discardableResult public func copy(_ text: String) -> Bool {
    unsafe handle != nil && csdl_set_clipboard(text)
  }

  /// The size, scale and refresh rate of a window.
  package struct Metrics: Hashable, Sendable {
    /// The size, in points.
    package var size: Size
    /// The number of pixels per point.
    package var scale: Double
    /// The number of frames per second.
    package var refreshRate: Double

    /// Creates metrics.
    package init(size: Size, scale: Double, refreshRate: Double) {
      self.size = size
      self.scale = scale
      self.refreshRate = refreshRate
    }
  }

  /// The current metrics.
  package var metrics: Metrics { Metrics(size: size, scale: scale, refreshRate: refreshRate) }

  /// Sets the metrics of a window that is not on a screen; its resize event is separate.
  package func apply(_ metrics: Metrics) {
    offscreen = metrics
    size = Size(width: metrics.size.width / zoom, height: metrics.size.height / zoom)
    (scale, refreshRate) = (metrics.scale * zoom, metrics.refreshRate)
  }

  /// The factor by which everything is larger than at the scale of the display.
  ///
  /// The window has fewer points when it is zoomed in. Setting it sends
  /// ``WindowEvent/resized``.
  package var zoom = 1.0 {
    didSet {
      guard zoom != oldValue else { return }
      pointer = Point(x: pointer.x * oldValue / zoom, y: pointer.y * oldValue / zoom)
      needsAll = true
      if let offscreen { apply(offscreen) } else { measure() }
      receive(.resized)
    }
  }

  /// Sets the primary selection, which a middle click pastes; without effect where SDL or the
  /// display has none.
  package func setPrimarySelection(_ text: String) {
    if unsafe handle != nil { unsafe csdl_set_primary(text) }
  }

  /// The text of the primary selection; `nil` if there is none.
  package var primarySelection: String? {
    guard unsafe handle != nil, let text = unsafe csdl_get_primary() else { return nil }
    defer { unsafe csdl_free(text) }
    let string = unsafe String(cString: text)
    return string.isEmpty ? nil : string
  }

  /// The text of the clipboard; `nil` if there is none.
  public var clipboardText: String? {
    guard unsafe handle != nil, let text = unsafe csdl_get_clipboard() else { return nil }
    defer { unsafe csdl_free(text) }
    let string = unsafe String(cString: text)
    return string.isEmpty ? nil : string
  }

  /// The frame of the caret for which text is typed, in points; `nil` if no text is expected.
  ///
  /// While it is set, the window sends ``WindowEvent/text(_:)`` and
  /// ``WindowEvent/composition(_:)``, and an input method shows its candidates beside it.
  public var textInputFrame: Rect? {
    didSet {
      guard textInputFrame != oldValue, unsafe handle != nil else { return }
      if (textInputFrame == nil) != (oldValue == nil) {
        csdl_set_text_input(textInputFrame != nil)
      }
      guard let frame = textInputFrame else { return }
      func units(_ length: Double) -> Int32 { Int32(clamping: Int((length / unit).rounded())) }
      var place = csdl_rect(
        x: units(frame.minX), y: units(frame.minY), width: max(1, units(frame.size.width)),
        height: max(1, units(frame.size.height)))
      unsafe csdl_set_text_input_place(&place)
    }
  }

  private func measure() {
    guard let handle = unsafe handle else { return }
    var metrics = csdl_metrics()
    unsafe csdl_measure(handle, &metrics)
    let width = Double(max(1, metrics.width))
    scale = (wantedScale ?? max(1, Double(metrics.pixel_width) / width)) * zoom
    size = Size(
      width: Double(metrics.pixel_width) / scale, height: Double(metrics.pixel_height) / scale)
    unit = size.width / width
    refreshRate = metrics.refresh_rate > 0 ? Double(metrics.refresh_rate) : 60
  }

  /// The position of the contents on the screen, in SDL's units; zero if the display does not tell.
  var position: Point {
    var (x, y): (Int32, Int32) = (0, 0)
    if let handle = unsafe handle { unsafe csdl_locate(handle, &x, &y) }
    return Point(x: Double(x), y: Double(y))
  }

  // MARK: Event loop

  /// Whether a frame has arrived and not been shown.
  var hasFrame: Bool { mailbox.hasFrame }

  /// Handles all pending events; several resizes are coalesced.
  package func handleEvents() {
    var isResized = false
    while let event = SDL.nextEvent() {
      if event.kind == CSDL_EXPOSED { needsAll = true }
      switch event.windowEvent(unit: unit, size: size, pointer: pointer) {
      case .resized: isResized = true
      case let event?: receive(event)
      case nil: break
      }
    }
    guard isResized else { return }
    needsAll = true
    measure()
    receive(.resized)
  }

  /// Handles an event.
  package func receive(_ event: WindowEvent) {
    guard let interceptor else { return handle(event) }
    interceptor(event) { self.handle(event) }
  }

  private func handle(_ event: WindowEvent) {
    note(event)
    onEvent?(event)
  }

  private func note(_ event: WindowEvent) {
    switch event {
    case .pointerMoved(let point, _), .pressed(_, let point, _, _), .released(_, let point, _):
      pointer = point
    default: break
    }
  }

  /// Shows the pending frame, if any.
  func showFrame() {
    guard let handle = unsafe handle else { return }
    mailbox.deliver(all: needsAll) { delivery in
      let damage = delivery.damage.map { rect in
        csdl_rect(
          x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width),
          height: Int32(rect.height))
      }
      delivery.bitmap.withBytes { bytes, bytesPerRow in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          unsafe damage.withUnsafeBufferPointer { damage in
            var picture = unsafe csdl_picture(
              pixels: bytes.baseAddress, bytes_per_row: Int32(bytesPerRow),
              width: Int32(delivery.bitmap.width), height: Int32(delivery.bitmap.height))
            // A lost texture is restored with the next expose event.
            _ = unsafe csdl_present(handle, &picture, damage.baseAddress, Int32(damage.count))
          }
        }
      }
    }
    needsAll = false
  }
}
