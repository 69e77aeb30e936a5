public import GalleyGeometry
internal import GalleyScheduling

/// A recognizer of taps, long presses and drags on a node.
///
/// A pointer lifted within ``slop`` of its start is a tap; one that rests there for
/// ``longPressDuration`` is a long press; one that moves farther is a drag.
@MainActor public final class GestureRecognizer: PointerHandler {
  /// The distance that a pointer may move along each axis and still tap, in points.
  public nonisolated static let slop = 10.0
  /// The time that a pointer has to rest for a long press, in seconds.
  public nonisolated static let longPressDuration = 0.5

  /// Called with the position of a tap, in the node's coordinates.
  public var onTap: (@MainActor (Point) -> Void)?
  /// Called with the position of a long press, in the node's coordinates.
  public var onLongPress: (@MainActor (Point) -> Void)?
  /// Called with the offset of a drag from its start, and whether the drag has ended.
  public var onDrag: (@MainActor (_ offset: Size, _ isLast: Bool) -> Void)?
  /// Called with the position of a pressed pointer that may still tap, and with `nil` when it no
  /// longer may.
  public var onPress: (@MainActor (Point?) -> Void)?

  private var state = GestureState()
  private var timer: DisplayLoop.Handler?

  /// Creates a recognizer without actions.
  public init() {}

  /// Accepts every pointer on the node.
  public func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    act(state.handle(event))
    if onLongPress != nil { watch(node.environment.loop) }
    return true
  }

  /// Tracks a pointer.
  public func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    act(state.handle(event))
  }

  /// Checks at each tick for how long the pointer has rested.
  private func watch(_ loop: DisplayLoop) {
    timer = loop.onEachFrame(in: .input) { [weak self] tick in self?.rest(until: tick.time) }
  }

  private func rest(until time: Double) {
    act(state.rest(until: time))
    if !state.isPressed { timer = nil }
  }

  private func act(_ actions: [GestureState.Action]) {
    for action in actions {
      switch action {
      case .press(let point): onPress?(point)
      case .tap(let point): onTap?(point)
      case .longPress(let point): onLongPress?(point)
      case .drag(let offset, let isLast): onDrag?(offset, isLast)
      }
    }
  }
}

/// The state machine of a gesture.
struct GestureState {
  /// An action that follows from an event.
  enum Action: Hashable {
    case press(Point?)
    case tap(Point)
    case longPress(Point)
    case drag(Size, isLast: Bool)
  }

  private enum Progress {
    case idle, pressed, held, dragging
  }

  private var progress = Progress.idle
  private var start = PointerEvent(.began, at: .zero, time: 0)

  /// Whether a pointer is down and may still tap.
  var isPressed: Bool { progress == .pressed }

  /// Advances the state by a pointer event.
  mutating func handle(_ event: PointerEvent) -> [Action] {
    let offset = Size(
      width: event.position.x - start.position.x, height: event.position.y - start.position.y)
    switch (progress, event.phase) {
    case (_, .began):
      (progress, start) = (.pressed, event)
      return [.press(event.position)]
    case (.pressed, .moved):
      guard max(abs(offset.width), abs(offset.height)) > GestureRecognizer.slop else { return [] }
      progress = .dragging
      return [.press(nil), .drag(offset, isLast: false)]
    case (.dragging, .moved):
      return [.drag(offset, isLast: false)]
    case (.pressed, .ended):
      progress = .idle
      return [.press(nil), .tap(event.position)]
    case (.dragging, .ended), (.dragging, .canceled):
      progress = .idle
      return [.drag(offset, isLast: true)]
    case (.pressed, .canceled):
      progress = .idle
      return [.press(nil)]
    case (.held, .ended), (.held, .canceled):
      progress = .idle
      return []
    case (.held, .moved), (.idle, _):
      return []
    }
  }

  /// Advances the time.
  mutating func rest(until time: Double) -> [Action] {
    guard progress == .pressed, time - start.time >= GestureRecognizer.longPressDuration else {
      return []
    }
    progress = .held
    return [.press(nil), .longPress(start.position)]
  }
}
