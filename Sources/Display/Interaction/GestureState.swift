internal import GalleyGeometry

/// The state machine of the gestures of one recognizer.
///
/// It knows neither nodes nor clocks: it advances by pointer events and by times, and returns the
/// gestures that follow.
struct GestureState {
  /// A gesture that follows from an event.
  enum Action: Hashable {
    case press(Point?)
    case tap(Point)
    case doubleTap(Point)
    case longPress(Point)
    case longPressMove(Point, isLast: Bool)
    case drag(Size, isLast: Bool)
    case pinch(GestureRecognizer.Pinch, isLast: Bool)
  }

  /// The gestures that have actions.
  struct Interests: OptionSet {
    let rawValue: UInt8

    static let doubleTap = Interests(rawValue: 1)
    static let longPress = Interests(rawValue: 2)
    static let pinch = Interests(rawValue: 4)
    /// Drags continue while two pointers pinch.
    static let dragsWhilePinching = Interests(rawValue: 8)
  }

  private enum Progress: Hashable {
    case idle, pressed, held, dragging, pinching
    /// A gesture has ended, but a pointer of it is still down.
    case finished
  }

  /// A pointer that is down.
  private struct Contact {
    let start: PointerEvent
    var position: Point

    /// The movement since the start.
    var offset: Size {
      Size(width: position.x - start.position.x, height: position.y - start.position.y)
    }

    var hasMoved: Bool {
      max(abs(offset.width), abs(offset.height)) > GestureRecognizer.slop
    }
  }

  var interests: Interests = []
  private var progress = Progress.idle
  /// The pointers of the gesture, in the order in which they were put down.
  private var contacts: [Contact] = []
  /// A tap that is one half of a double tap, or has to wait until it cannot be.
  private var firstTap: PointerEvent?
  private var isSecondTap = false
  /// The distance of two pointers, and their center, at the start of a pinch.
  private var pinchStart = (distance: 1.0, center: Point.zero)

  /// Whether a pointer is down and may still tap.
  var isPressed: Bool { progress == .pressed }
  /// Whether two pointers pinch.
  var isPinching: Bool { progress == .pinching }
  /// Whether time alone can lead to a gesture.
  var isWaiting: Bool { firstTap != nil || isPressed && interests.contains(.longPress) }
  /// The number of pointers that are down.
  var contactCount: Int { contacts.count }

  /// Returns whether a pointer takes part in the gesture.
  func follows(_ pointer: Int) -> Bool { contacts.contains { $0.start.pointer == pointer } }

  /// Advances the state by a pointer event.
  mutating func handle(_ event: PointerEvent) -> [Action] {
    switch event.phase {
    case .began: return begin(event)
    case .hovered, .exited: return []
    case .moved, .ended, .canceled:
      guard let index = contacts.firstIndex(where: { $0.start.pointer == event.pointer }) else {
        return []
      }
      contacts[index].position = event.position
      return event.phase == .moved ? move(contacts[index]) : lift(index, event)
    }
  }

  /// Advances the time.
  mutating func rest(until time: Double) -> [Action] {
    if let tap = firstTap, !isSecondTap, time - tap.time > GestureRecognizer.doubleTapInterval {
      firstTap = nil
      return [.tap(tap.position)]
    }
    guard progress == .pressed, interests.contains(.longPress), let contact = contacts.first,
      time - contact.start.time >= GestureRecognizer.longPressDuration
    else { return [] }
    progress = .held
    isSecondTap = false
    let tap = firstTap.map { [Action.tap($0.position)] } ?? []
    firstTap = nil
    return tap + [.press(nil), .longPress(contact.start.position)]
  }

  // MARK: Phases

  private mutating func begin(_ event: PointerEvent) -> [Action] {
    // A pointer whose end was lost begins anew.
    contacts.removeAll { $0.start.pointer == event.pointer }
    let contact = Contact(start: event, position: event.position)
    guard let other = contacts.first else {
      contacts = [contact]
      progress = .pressed
      return resolveFirstTap(before: event) + [.press(event.position)]
    }
    guard contacts.count == 1, interests.contains(.pinch), progress != .held, progress != .finished
    else { return [] }
    contacts.append(contact)
    var actions: [Action] = progress == .pressed ? [.press(nil)] : []
    if progress == .dragging, !interests.contains(.dragsWhilePinching) {
      actions.append(.drag(other.offset, isLast: true))
    }
    progress = .pinching
    (firstTap, isSecondTap) = (nil, false)
    pinchStart = (max(1, span.distance), span.center)
    return actions
  }

  /// Decides whether a press belongs to a double tap; if not, an earlier tap counts by itself.
  private mutating func resolveFirstTap(before event: PointerEvent) -> [Action] {
    isSecondTap = false
    guard let first = firstTap else { return [] }
    let way = max(
      abs(event.position.x - first.position.x), abs(event.position.y - first.position.y))
    if event.time - first.time <= GestureRecognizer.doubleTapInterval,
      way <= GestureRecognizer.doubleTapDistance
    {
      isSecondTap = true
      return []
    }
    firstTap = nil
    return [.tap(first.position)]
  }

  private mutating func move(_ contact: Contact) -> [Action] {
    switch progress {
    case .pressed:
      guard contact.hasMoved else { return [] }
      progress = .dragging
      let tap = firstTap.map { [Action.tap($0.position)] } ?? []
      (firstTap, isSecondTap) = (nil, false)
      return tap + [.press(nil), .drag(contact.offset, isLast: false)]
    case .dragging: return [.drag(contact.offset, isLast: false)]
    case .held: return [.longPressMove(contact.position, isLast: false)]
    case .pinching: return pinch(isLast: false)
    case .idle, .finished: return []
    }
  }

  private mutating func lift(_ index: Int, _ event: PointerEvent) -> [Action] {
    let contact = contacts[index]
    let pinched = progress == .pinching ? pinch(isLast: true) : []
    contacts.remove(at: index)
    defer { progress = contacts.isEmpty ? .idle : .finished }
    switch progress {
    case .pressed: return [.press(nil)] + (event.phase == .ended ? tap(event) : cancelTap())
    case .dragging: return [.drag(contact.offset, isLast: true)]
    case .held: return [.longPressMove(contact.position, isLast: true)]
    case .pinching: return pinched
    case .idle, .finished: return []
    }
  }

  private mutating func tap(_ event: PointerEvent) -> [Action] {
    if isSecondTap {
      (firstTap, isSecondTap) = (nil, false)
      return [.doubleTap(event.position)]
    }
    guard interests.contains(.doubleTap) else { return [.tap(event.position)] }
    firstTap = event
    return []
  }

  /// A canceled second press leaves the first tap a tap of its own.
  private mutating func cancelTap() -> [Action] {
    defer { (firstTap, isSecondTap) = (nil, false) }
    return firstTap.map { [.tap($0.position)] } ?? []
  }

  // MARK: Pinches

  /// The distance between the two pointers, and their center.
  private var span: (distance: Double, center: Point) {
    let (one, other) = (contacts[0].position, contacts[1].position)
    let (x, y) = (other.x - one.x, other.y - one.y)
    return (
      (x * x + y * y).squareRoot(), Point(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
    )
  }

  private func pinch(isLast: Bool) -> [Action] {
    guard contacts.count == 2 else { return [] }
    let (distance, center) = span
    let pinch = GestureRecognizer.Pinch(
      scale: max(distance, 1) / pinchStart.distance, center: center,
      offset: Size(
        width: center.x - pinchStart.center.x, height: center.y - pinchStart.center.y))
    let drag: [Action] =
      interests.contains(.dragsWhilePinching) ? [.drag(contacts[0].offset, isLast: isLast)] : []
    return [.pinch(pinch, isLast: isLast)] + drag
  }
}
