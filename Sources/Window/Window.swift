internal import GalleyCSDL
public import GalleyGeometry
internal import GalleyPixels
internal import Synchronization

/// A window on the screen, whose frames come from a compositor.
///
/// Lengths are points; a point is so many pixels as ``scale`` says. There is one window to a process at
/// a time.
@safe @MainActor public final class Window {
  /// How large the window is, in points.
  public private(set) var size = Size.zero
  /// How many pixels a point is wide and high.
  public private(set) var scale = 1.0
  /// How many pictures the screen shows in a second; 60 if it does not say.
  public private(set) var refreshRate = 60.0
  /// Where the pointer was last, in points.
  public private(set) var pointer = Point.zero
  /// Takes the frames for the window; a sink for a surface.
  public let frames: FrameMailbox
  /// Hears what happens.
  public var onEvent: (@MainActor (WindowEvent) -> Void)?

  // SAFETY: The window is used by the main actor alone, which frees it.
  nonisolated(unsafe) private let handle: OpaquePointer
  private let wantedScale: Double?
  /// How many points a unit of SDL's is.
  private var unit = 1.0
  private var needsAll = true
  private var shape = PointerShape.arrow
  private let arrival = FrameArrival()

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: What its frame says.
  ///   - size: How large it is, in points.
  ///   - scale: How many pixels stand for a point; `nil` is what the screen says.
  ///   - loop: What will run for it.
  /// - Throws: ``WindowError`` if there is no screen, or no SDL.
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
    let arrival = arrival
    frames = FrameMailbox {
      arrival.hasFrame.store(true, ordering: .sequentiallyConsistent)
      loop.wake()
    }
    measure()
    // Until it is told otherwise, the window has whatever pointer the screen has.
    csdl_set_cursor(shape.rawValue)
  }

  isolated deinit {
    unsafe csdl_close(handle)
  }

  // MARK: What it looks like

  /// Gives the pointer a shape.
  public func setPointer(_ shape: PointerShape) {
    guard shape != self.shape else { return }
    self.shape = shape
    csdl_set_cursor(shape.rawValue)
  }

  /// Puts text on the clipboard.
  ///
  /// - Returns: Whether it is there.
  @discardableResult public func copy(_ text: String) -> Bool {
    unsafe csdl_set_clipboard(text)
  }

  private func measure() {
    var metrics = csdl_metrics()
    unsafe csdl_measure(handle, &metrics)
    let width = Double(max(1, metrics.width))
    scale = wantedScale ?? max(1, Double(metrics.pixel_width) / width)
    size = Size(
      width: Double(metrics.pixel_width) / scale, height: Double(metrics.pixel_height) / scale)
    unit = size.width / width
    refreshRate = metrics.refresh_rate > 0 ? Double(metrics.refresh_rate) : 60
  }

  // MARK: For the loop

  /// Whether a frame has come that is not shown.
  var hasFrame: Bool { arrival.hasFrame.load(ordering: .sequentiallyConsistent) }

  /// Tells of all events that have come; of several sizes only the last.
  package func handleEvents() {
    var isResized = false
    while let event = SDL.nextEvent() {
      if event.kind == CSDL_EXPOSED { needsAll = true }
      switch event.windowEvent(unit: unit, size: size, pointer: pointer) {
      case .resized: isResized = true
      case let event?:
        note(event)
        onEvent?(event)
      case nil: break
      }
    }
    guard isResized else { return }
    needsAll = true
    measure()
    onEvent?(.resized)
  }

  private func note(_ event: WindowEvent) {
    switch event {
    case .pointerMoved(let point, _), .pressed(_, let point, _, _), .released(_, let point, _):
      pointer = point
    default: break
    }
  }

  /// Shows the frame that has come, if one has.
  func showFrame() {
    let isNew = arrival.hasFrame.exchange(false, ordering: .sequentiallyConsistent)
    guard isNew || needsAll else { return }
    let all = needsAll
    needsAll = false
    frames.deliver(all: all) { delivery in
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
            // A texture that is lost comes back with the next exposure.
            _ = unsafe csdl_present(
              handle, &picture, damage.baseAddress, Int32(damage.count))
          }
        }
      }
    }
  }
}

/// Whether a frame has come.
private final class FrameArrival: Sendable {
  // Sequentially consistent: it is looked at before going to sleep.
  let hasFrame = Atomic(false)
}
