public import GalleyGeometry

/// An event of a pointer: a finger, a pen, or a mouse.
public struct PointerEvent: Hashable, Sendable {
  /// The phase of a pointer's interaction.
  public enum Phase: Hashable, Sendable {
    /// The pointer was put down, or a button was pressed.
    case began
    /// The pointer moved while down.
    case moved
    /// The pointer was lifted.
    case ended
    /// The interaction was canceled, for example because another handler took the pointer over.
    case canceled
  }

  /// The identifier of the pointer; a mouse is 0.
  public var pointer: Int
  /// The phase of the interaction.
  public var phase: Phase
  /// The position, in the coordinates of the receiver.
  public var position: Point
  /// The time, in seconds of the display clock.
  public var time: Double

  /// Creates an event.
  public init(_ phase: Phase, at position: Point, time: Double, pointer: Int = 0) {
    self.phase = phase
    self.position = position
    self.time = time
    self.pointer = pointer
  }
}

/// A handler of pointers on a node.
///
/// All methods are called on the main actor.
public protocol PointerHandler: AnyObject, Sendable {
  /// Called when a pointer is put down on the node or a descendant.
  ///
  /// - Returns: Whether the handler takes the pointer until it is lifted; otherwise the supernode
  ///   is asked.
  @MainActor func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool

  /// Called for each later event of a pointer that the handler has taken.
  @MainActor func node(_ node: DisplayNode, pointerChanged event: PointerEvent)

  /// Called when a pointer is put down on the node or a descendant, before any of them is asked.
  ///
  /// - Returns: Whether the handler takes the pointer before its descendants can, as a moving list
  ///   does.
  @MainActor func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool

  /// Called when a pointer of a descendant moves; taking it over cancels it for the descendant.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - event: The movement.
  ///   - start: The event that put the pointer down.
  /// - Returns: Whether the handler takes the pointer over, as a dragged list does. It then
  ///   receives this event as a change.
  @MainActor func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool

  /// Called when a pointer of a descendant was lifted or canceled.
  @MainActor func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent)
}

extension PointerHandler {
  /// Returns `false`.
  public func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool { false }
  /// Returns `false`.
  public func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool { false }
  /// Does nothing.
  public func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {}
}
