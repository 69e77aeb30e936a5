public import GalleyGeometry

/// Something that a pointer did: a finger, a pen, or a mouse.
public struct PointerEvent: Hashable, Sendable {
  /// What it did.
  public enum Phase: Hashable, Sendable {
    /// It was put down, or a button was pressed.
    case began
    /// It moved while it was down.
    case moved
    /// It was lifted.
    case ended
    /// It counts no more, as when somebody else took it.
    case canceled
  }

  /// Which of the pointers it was; a mouse is 0.
  public var pointer: Int
  /// What it did.
  public var phase: Phase
  /// Where, in the coordinates of who is told.
  public var position: Point
  /// When, in the seconds of the display's clock.
  public var time: Double

  /// Makes an event.
  public init(_ phase: Phase, at position: Point, time: Double, pointer: Int = 0) {
    self.phase = phase
    self.position = position
    self.time = time
    self.pointer = pointer
  }
}

/// What does something about pointers on a node.
///
/// All of it is called on the main actor.
public protocol PointerHandler: AnyObject, Sendable {
  /// Decides whether to have a pointer that was put down on the node, or on one under it.
  ///
  /// - Returns: Whether it wants all that the pointer does until it is lifted; otherwise the supernode
  ///   is asked.
  @MainActor func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool

  /// Hears what a pointer did that it has.
  @MainActor func node(_ node: DisplayNode, pointerChanged event: PointerEvent)

  /// Sees a pointer that was put down on the node, or on one under it, before those are asked.
  ///
  /// - Returns: Whether it wants all that the pointer does, so that nobody else is asked: as a list does
  ///   that is moving.
  @MainActor func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool

  /// Decides whether to take a pointer from a node under this one, which then hears that it was canceled.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - event: What the pointer does: it moves.
  ///   - start: How it was put down.
  /// - Returns: Whether it wants what else the pointer does: as a list does that is dragged by what is in
  ///   it. It hears of this event next.
  @MainActor func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool

  /// Hears that a pointer was lifted, or canceled, that a node under this one has.
  @MainActor func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent)
}

extension PointerHandler {
  /// Leaves the pointer to others.
  public func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool { false }
  /// Leaves the pointer where it is.
  public func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool { false }
  /// Does nothing.
  public func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {}
}
