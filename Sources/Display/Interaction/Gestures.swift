public import GalleyGeometry
internal import GalleyScheduling

/// Taps, long presses and drags on a node, told apart.
///
/// A pointer that is lifted within ``slop`` of where it was put down taps; one that rests there for
/// ``longPressDuration`` presses long; one that goes farther drags.
@MainActor public final class Gestures: PointerHandler {
  /// How far a pointer may go and still tap, in points.
  public nonisolated static let slop = 10.0
  /// How long a pointer has to rest to press long, in seconds.
  public nonisolated static let longPressDuration = 0.5

  /// Where a tap was, in the node's coordinates.
  public var onTap: (@MainActor (Point) -> Void)?
  /// Where a long press is.
  public var onLongPress: (@MainActor (Point) -> Void)?
  /// How far a drag has gone from where it began, and whether that was all.
  public var onDrag: (@MainActor (_ offset: Size, _ isLast: Bool) -> Void)?
  /// Whether a pointer is down and may still tap; where, if it is.
  public var onPress: (@MainActor (Point?) -> Void)?

  private var state = GestureState()
  private var timer: FrameRequest?
  private var handler: TickHandler?

  /// Makes gestures that nobody listens to.
  public init() {}

  /// Has every pointer on the node.
  public func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    act(state.handle(event))
    if onLongPress != nil { watch(node.environment.loop) }
    return true
  }

  /// Follows a pointer.
  public func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    act(state.handle(event))
  }

  /// Looks at each tick how long the pointer has rested.
  private func watch(_ loop: DisplayLoop) {
    timer = loop.requestFrames()
    handler = loop.onEachTick(in: .input) { [weak self] tick in
      self?.rest(until: tick.time)
    }
  }

  private func rest(until time: Double) {
    act(state.rest(until: time))
    if !state.isPressed { (timer, handler) = (nil, nil) }
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

/// What a pointer has done so far, apart from who listens.
struct GestureState {
  /// What follows from an event.
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

  /// Follows an event of the pointer.
  mutating func handle(_ event: PointerEvent) -> [Action] {
    let offset = Size(
      width: event.position.x - start.position.x, height: event.position.y - start.position.y)
    switch (progress, event.phase) {
    case (_, .began):
      (progress, start) = (.pressed, event)
      return [.press(event.position)]
    case (.pressed, .moved):
      guard max(abs(offset.width), abs(offset.height)) > Gestures.slop else { return [] }
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

  /// Lets time pass.
  mutating func rest(until time: Double) -> [Action] {
    guard progress == .pressed, time - start.time >= Gestures.longPressDuration else { return [] }
    progress = .held
    return [.press(nil), .longPress(start.position)]
  }
}
