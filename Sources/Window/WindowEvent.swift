public import GalleyGeometry

/// Something that happened to a window, or that its user did there.
public enum WindowEvent: Hashable, Sendable {
  /// The window has another size or another scale, which it says itself.
  case resized
  /// The user works in this window now, or no longer.
  case focused(Bool)
  /// The pointer moved to a place, with or without a button down.
  case pointerMoved(Point, KeyModifiers)
  /// The pointer left the window.
  case pointerLeft
  /// A button of the pointer went down, for the first, second ... time in a row.
  case pressed(PointerButton, at: Point, clicks: Int, KeyModifiers)
  /// A button of the pointer went up.
  case released(PointerButton, at: Point, KeyModifiers)
  /// A wheel was turned, or two fingers moved on a touchpad.
  case scrolled(WheelMovement)
  /// A finger touched the screen, moved on it or left it.
  case touched(Touch)
  /// A key went down, or is held so long that it counts once more.
  case key(Key, KeyModifiers, isRepeat: Bool)
  /// The window is asked to close.
  case closed
}

/// A button of a pointer.
public enum PointerButton: Hashable, Sendable {
  case left, middle, right, other
}

/// How far a wheel or a touchpad wants to scroll.
public struct WheelMovement: Hashable, Sendable {
  /// How far the content is to be scrolled, in points: positive is toward its right and its lower end.
  public var distance: Point
  /// Whether that is meant to the point, as of a touchpad, rather than as the notches of a wheel.
  public var isPrecise: Bool
  /// Where the pointer is.
  public var position: Point

  /// Makes a movement.
  public init(_ distance: Point, isPrecise: Bool, at position: Point) {
    self.distance = distance
    self.isPrecise = isPrecise
    self.position = position
  }
}

/// What a finger did.
public struct Touch: Hashable, Sendable {
  /// What happened.
  public enum Phase: Hashable, Sendable {
    case began, moved, ended
  }

  /// What happened.
  public var phase: Phase
  /// Which finger, from 1 on.
  public var finger: Int
  /// Where, in points.
  public var position: Point

  /// Makes a touch.
  public init(_ phase: Phase, finger: Int, at position: Point) {
    self.phase = phase
    self.finger = finger
    self.position = position
  }
}

/// The keys that are held to change what others mean.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Control.
  public static let control = KeyModifiers(rawValue: 2)
  /// Alt.
  public static let alt = KeyModifiers(rawValue: 4)
  /// The key with the system's sign.
  public static let system = KeyModifiers(rawValue: 8)
}

/// A key.
public enum Key: Hashable, Sendable {
  /// One with a character, in its lower case.
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case escape, enter, tab, space, backspace, delete
  /// F1 to F12.
  case function(Int)
  /// Any other, by its number.
  case other(Int32)
}

/// The shape of the pointer.
public enum PointerShape: Int32, Hashable, Sendable {
  case arrow, hand, text, verticalResize
}
