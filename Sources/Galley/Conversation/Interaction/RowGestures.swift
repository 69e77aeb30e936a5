internal import GalleyDisplay
internal import GalleyGeometry

/// The gestures on the rows of a conversation, of which one is in progress at a time.
@MainActor final class RowGestures {
  weak var interaction: ConversationInteraction?

  private let recognizer = GestureRecognizer()
  /// The row that a pointer was put down on.
  private weak var node: DisplayNode?
  /// The target that a pointer was put down on.
  private var target: ConversationTarget?
  private var kind = PointerEvent.Kind.mouse

  /// The part that a resting pointer has after a long press.
  private enum Holding {
    case nothing, selection, menu
  }
  private var holding = Holding.nothing

  init() {
    recognizer.onPress = { [weak self] point in self?.press(point) }
    recognizer.onTap = { [weak self] in self?.finish(.tap, at: $0) }
    recognizer.onDoubleTap = { [weak self] in self?.finish(.doubleTap, at: $0) }
    recognizer.onLongPress = { [weak self] in self?.pressLong(at: $0) }
    recognizer.onLongPressMove = { [weak self] in self?.move(to: $0, isLast: $1) }
    recognizer.awaitsDoubleTap = { [weak self] _ in self?.awaitsDoubleTap ?? false }
  }

  private var view: ConversationView? { interaction?.view }

  /// Takes a pointer on a target.
  func begin(_ event: PointerEvent, on node: DisplayNode) -> Bool {
    guard let view, let point = node.convert(event.position, to: view.node),
      let target = view.target(at: point)
    else { return false }
    (self.node, self.target, kind) = (node, target, event.kind)
    return recognizer.node(node, pointerBegan: event)
  }

  /// Follows a pointer.
  func follow(_ event: PointerEvent, on node: DisplayNode) {
    recognizer.node(node, pointerChanged: event)
  }

  /// Handles a secondary click.
  func click(_ event: PointerEvent, on node: DisplayNode) -> Bool {
    guard event.button == .secondary, let view,
      let point = node.convert(event.position, to: view.node), let target = view.target(at: point)
    else { return false }
    interaction?.handle(.secondaryClick, on: target)
    return true
  }

  /// Leaves a finger that still rests without effect.
  func endTracking() { holding = .nothing }

  private var awaitsDoubleTap: Bool {
    guard let view, let target, let interaction else { return false }
    return interaction.handler.conversation(view, awaitsDoubleTapOn: target)
  }

  private func press(_ point: Point?) { interaction?.setPressed(point == nil ? nil : target) }

  /// Returns the target at a point of the row, if it is the pressed one.
  private func pressedTarget(at point: Point) -> ConversationTarget? {
    guard let view, let node, let target, let place = node.convert(point, to: view.node),
      let now = view.target(at: place), now.isSame(as: target)
    else { return nil }
    return now
  }

  private func finish(_ gesture: ConversationGesture, at point: Point) {
    guard let target = pressedTarget(at: point) else { return }
    interaction?.handle(gesture, on: target)
  }

  private func pressLong(at point: Point) {
    // A mouse has another button for menus, and selects by dragging.
    guard kind != .mouse, let interaction, let target = pressedTarget(at: point) else { return }
    interaction.handle(.longPress, on: target)
    let isSelecting = interaction.view?.list.selection.isTouched ?? false
    holding = isSelecting ? .selection : interaction.panel != nil ? .menu : .nothing
  }

  private func move(to point: Point, isLast: Bool) {
    guard let view, let node, let place = node.convert(point, to: view.node) else { return }
    switch holding {
    case .nothing: break
    case .selection:
      if isLast { view.list.selection.endTouch() } else { view.list.selection.moveTouch(to: place) }
    case .menu:
      interaction?.panel?.follow(
        PointerEvent(
          isLast ? .ended : .moved, at: place, time: view.node.environment.clock.now, kind: kind))
    }
    if isLast { holding = .nothing }
  }
}

/// The pointer handler of a row, which its node retains.
@MainActor final class RowInteraction: PointerHandler {
  let buttons: CopyButtons
  private weak var gestures: RowGestures?
  private let sideways = SidewaysDrag()

  init(_ gestures: RowGestures, _ buttons: CopyButtons) {
    (self.gestures, self.buttons) = (gestures, buttons)
  }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    let isTaken = gestures?.begin(event, on: node) ?? false
    if isTaken { sideways.begin(event, on: node, list: gestures?.interaction?.view?.list) }
    return isTaken
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    guard sideways.follow(event) else { return gestures?.follow(event, on: node) ?? () }
    // The first movement ends the press.
    var canceled = event
    canceled.phase = .canceled
    gestures?.follow(canceled, on: node)
  }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
    SidewaysDrag.scroll(event, on: node)
  }

  func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool {
    gestures?.click(event, on: node) ?? false
  }
}
