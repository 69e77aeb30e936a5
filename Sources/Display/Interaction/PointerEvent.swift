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
}
