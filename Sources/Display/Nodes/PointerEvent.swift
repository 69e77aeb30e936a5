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
    /// The pointer moved without a button down.
    case hovered
    /// The pointer left the receiver, or the surface, without a button down.
    case exited
  }

  /// The device of a pointer.
  public enum Kind: Hashable, Sendable {
    /// A mouse or a touchpad.
    case mouse
    /// A finger on a touch screen.
    case touch
    /// A pen on a tablet or a screen.
    case pen
  }

  /// A button of a pointer; fingers press the primary one.
  public enum Button: Hashable, Sendable {
    /// The button that selects and presses, usually the left one.
    case primary
    /// The button that opens menus, usually the right one.
    case secondary
    /// The middle button, or a press of the wheel.
    case middle
    /// Any other button.
    case other
  }

  /// The modifier keys held during an event.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bit set of keys.
    public let rawValue: UInt8

    /// Creates a set of keys from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// The system key, also known as Super or Windows.
    public static let system = Modifiers(rawValue: 8)
  }

  /// The identifier of the pointer; a mouse is 0.
  public var pointer: Int
  /// The phase of the interaction.
  public var phase: Phase
  /// The position, in the coordinates of the receiver.
  public var position: Point
  /// The time, in seconds of the display clock.
  public var time: Double
  /// The device of the pointer.
  public var kind: Kind
  /// The button that was pressed or released.
  public var button: Button
  /// The modifier keys that are held.
  public var modifiers: Modifiers

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - phase: The phase of the interaction.
  ///   - position: The position, in the coordinates of the receiver.
  ///   - time: The time, in seconds of the display clock.
  ///   - pointer: The identifier of the pointer; a mouse is 0.
  ///   - kind: The device; `nil` for a mouse if the pointer is 0, and a finger otherwise.
  ///   - button: The button that was pressed or released.
  ///   - modifiers: The modifier keys that are held.
  public init(
    _ phase: Phase, at position: Point, time: Double, pointer: Int = 0, kind: Kind? = nil,
    button: Button = .primary, modifiers: Modifiers = []
  ) {
    self.phase = phase
    self.position = position
    self.time = time
    self.pointer = pointer
    self.kind = kind ?? (pointer == 0 ? .mouse : .touch)
    self.button = button
    self.modifiers = modifiers
  }
}

/// A movement of a wheel, or of two fingers on a touchpad.
public struct ScrollEvent: Hashable, Sendable {
  /// The distance to scroll, in points; positive toward the right and bottom of the content.
  public var distance: Point
  /// Whether the distance follows fingers on a touchpad, instead of counting wheel notches.
  public var isPrecise: Bool
  /// The position of the pointer, in the coordinates of the receiver.
  public var position: Point
  /// The time, in seconds of the display clock.
  public var time: Double

  /// Creates an event.
  public init(_ distance: Point, isPrecise: Bool, at position: Point, time: Double) {
    self.distance = distance
    self.isPrecise = isPrecise
    self.position = position
    self.time = time
  }
}

/// A handler of pointers on a node.
///
/// All methods are called on the main actor.
public protocol PointerHandler: AnyObject, Sendable {
  /// Called when a pointer is put down on the node or a descendant, or its primary button pressed.
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

  /// Called when a button other than the primary one is pressed on the node or a descendant.
  ///
  /// - Returns: Whether the handler handles the click; otherwise the supernode is asked.
  @MainActor func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool

  /// Called when a pointer without a button down moves over the node or a descendant, and when it
  /// leaves them.
  @MainActor func node(_ node: DisplayNode, pointerHovered event: PointerEvent)

  /// Called when a wheel or a touchpad scrolls over the node or a descendant.
  ///
  /// - Returns: Whether the handler scrolls; otherwise the supernode is asked.
  @MainActor func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool
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
  /// Returns `false`.
  public func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool { false }
  /// Does nothing.
  public func node(_ node: DisplayNode, pointerHovered event: PointerEvent) {}
  /// Returns `false`.
  public func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool { false }
}
