public import GalleyGeometry
internal import GalleyScheduling

/// A recognizer of taps, long presses, drags and pinches on a node.
///
/// A pointer lifted within ``slop`` of its start is a tap; one that rests there for
/// ``longPressDuration`` is a long press; one that moves farther is a drag. Two pointers on the
/// node are a pinch. A gesture is recognized only if its action is set, so that a tap waits for
/// a second one only where ``onDoubleTap`` is set and ``awaitsDoubleTap`` agrees.
///
/// A gesture belongs to the innermost node whose recognizer takes the pointer. An ancestor gets it
/// in two cases: as soon as a second finger is put down if it handles pinches, and as soon as the
/// pointer is dragged if it ``takesOverDrags``. The descendant's gesture is then canceled.
@MainActor public final class GestureRecognizer: PointerHandler {
  /// The distance that a pointer may move along each axis and still tap, in points.
  public nonisolated static let slop = 10.0
  /// The time that a pointer has to rest for a long press, in seconds.
  public nonisolated static let longPressDuration = 0.5
  /// The maximum time between the ends of the first and the start of the second tap, in seconds.
  public nonisolated static let doubleTapInterval = 0.3
  /// The maximum distance between two taps along each axis, in points.
  public nonisolated static let doubleTapDistance = 24.0

  /// A movement of two pointers relative to their start.
  public struct Pinch: Hashable, Sendable {
    /// The distance of the pointers, divided by their initial distance.
    public var scale: Double
    /// The center between the pointers, in the node's coordinates.
    public var center: Point
    /// The movement of the center, in points.
    public var offset: Size

    /// Creates a pinch.
    public init(scale: Double, center: Point, offset: Size) {
      (self.scale, self.center, self.offset) = (scale, center, offset)
    }
  }

  /// Called with the position of a tap, in the node's coordinates.
  public var onTap: (@MainActor (Point) -> Void)?
  /// Called with the position of the second of two taps, in the node's coordinates.
  public var onDoubleTap: (@MainActor (Point) -> Void)?
  /// Called with the position of a long press, in the node's coordinates.
  public var onLongPress: (@MainActor (Point) -> Void)?
  /// Called with the position of a pointer that moves after a long press, and whether it was
  /// lifted.
  public var onLongPressMove: (@MainActor (_ point: Point, _ isLast: Bool) -> Void)?
  /// Called with the offset of a drag from its start, and whether the drag has ended.
  public var onDrag: (@MainActor (_ offset: Size, _ isLast: Bool) -> Void)?
  /// Called with a movement of two pointers, and whether one of them was lifted.
  public var onPinch: (@MainActor (_ pinch: Pinch, _ isLast: Bool) -> Void)?
  /// Called with the position of a secondary click, in the node's coordinates.
  public var onSecondaryClick: (@MainActor (Point) -> Void)?
  /// Called with the position of a pointer over the node without a button down, and with `nil` when
  /// it leaves.
  public var onHover: (@MainActor (Point?) -> Void)?
  /// Called with the position of a pressed pointer that may still tap, and with `nil` when it no
  /// longer may.
  public var onPress: (@MainActor (Point?) -> Void)?

  /// Returns whether a tap at a point, in the node's coordinates, waits for a second one.
  public var awaitsDoubleTap: @MainActor (Point) -> Bool = { _ in true }
  /// Whether a drag continues while a second pointer pinches; otherwise it ends.
  public var dragsWhilePinching = false
  /// Whether pointers of descendants are taken over when they are dragged.
  public var takesOverDrags = false

  private var state = GestureState()
  private var timer: DisplayLoop.Handler?
  /// The pointers that descendants follow, in the node's coordinates.
  private var below: [Int: PointerEvent] = [:]

  /// Creates a recognizer without actions.
  public init() {}

  /// Accepts every pointer on the node.
  public func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    below[event.pointer] = nil
    begin(event, on: node)
    return true
  }

  /// Tracks a pointer.
  public func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    act(state.handle(event))
    watch(node.environment.loop)
  }

  /// Takes the second pointer of a pinch before descendants.
  public func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool {
    guard onPinch != nil, event.kind != .mouse else { return false }
    below[event.pointer] = event
    guard below.count + state.contactCount == 2, !state.follows(event.pointer) else { return false }
    for (_, contact) in below.sorted(by: { $0.value.time < $1.value.time }) {
      var contact = contact
      contact.phase = .began
      begin(contact, on: node)
    }
    below = [:]
    return true
  }

  /// Takes over the first pointer of a pinch, and drags.
  public func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool {
    if state.follows(event.pointer) { return true }
    if below[event.pointer] != nil { below[event.pointer] = event }
    let way = max(
      abs(event.position.x - start.position.x), abs(event.position.y - start.position.y))
    guard takesOverDrags, onDrag != nil, way > Self.slop else { return false }
    below[event.pointer] = nil
    begin(start, on: node)
    return true
  }

  /// Forgets a pointer of a descendant.
  public func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {
    below[event.pointer] = nil
    // The first pointer of a pinch may be lifted before it has moved.
    if state.follows(event.pointer) { self.node(node, pointerChanged: event) }
  }

  /// Reports a secondary click.
  public func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool {
    guard event.button == .secondary, let onSecondaryClick else { return false }
    onSecondaryClick(event.position)
    return true
  }

  /// Reports a hovering pointer.
  public func node(_ node: DisplayNode, pointerHovered event: PointerEvent) {
    onHover?(event.phase == .exited ? nil : event.position)
  }

  // MARK: The state

  private func begin(_ event: PointerEvent, on node: DisplayNode) {
    var interests: GestureState.Interests = []
    if onDoubleTap != nil, awaitsDoubleTap(event.position) { interests.insert(.doubleTap) }
    if onLongPress != nil { interests.insert(.longPress) }
    if onPinch != nil { interests.insert(.pinch) }
    if dragsWhilePinching { interests.insert(.dragsWhilePinching) }
    state.interests = interests
    act(state.handle(event))
    watch(node.environment.loop)
  }

  /// Checks at each tick how long pointers have rested, as long as that matters.
  private func watch(_ loop: DisplayLoop) {
    guard state.isWaiting else { return timer = nil }
    guard timer == nil else { return }
    timer = loop.onEachFrame(in: .input) { [weak self] tick in self?.rest(until: tick.time) }
  }

  private func rest(until time: Double) {
    act(state.rest(until: time))
    if !state.isWaiting { timer = nil }
  }

  private func act(_ actions: [GestureState.Action]) {
    for action in actions {
      switch action {
      case .press(let point): onPress?(point)
      case .tap(let point): onTap?(point)
      case .doubleTap(let point): onDoubleTap?(point)
      case .longPress(let point): onLongPress?(point)
      case .longPressMove(let point, let isLast): onLongPressMove?(point, isLast)
      case .drag(let offset, let isLast): onDrag?(offset, isLast)
      case .pinch(let pinch, let isLast): onPinch?(pinch, isLast)
      }
    }
  }
}
