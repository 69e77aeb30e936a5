public import GalleyGeometry

/// An event of a window.
public enum WindowEvent: Hashable, Sendable {
  /// The size or scale of the window has changed.
  case resized
  /// The window has gained or lost the keyboard focus.
  case focused(Bool)
  /// The pointer has moved, with or without a button down.
  case pointerMoved(Point, KeyModifiers)
  /// The pointer has left the window.
  case pointerLeft
  /// A pointer button was pressed, with the number of consecutive clicks.
  case pressed(PointerButton, at: Point, clicks: Int, KeyModifiers)
  /// A pointer button was released.
  case released(PointerButton, at: Point, KeyModifiers)
  /// A wheel or a touchpad has scrolled.
  case scrolled(WheelMovement)
  /// A finger has touched the screen, moved or been lifted.
  case touched(Touch)
  /// A key was pressed, or repeats while held.
  case key(Key, KeyModifiers, isRepeat: Bool)
  /// Text was typed or pasted by an input method.
  ///
  /// A key that types text also sends ``key(_:_:isRepeat:)``, before this event.
  case text(String)
  /// The text that an input method composes has changed; empty text ends the composition.
  case composition(Composition)
  /// The window was asked to close.
  case closed
}

extension WindowEvent {
  /// A button of a pointer.
  public enum PointerButton: Hashable, Sendable {
    /// The left button.
    case left
    /// The middle button, or a press of the wheel.
    case middle
    /// The right button.
    case right
    /// Any other button.
    case other
  }

  /// A scroll movement of a wheel or touchpad.
  public struct WheelMovement: Hashable, Sendable {
    /// The distance to scroll, in points; positive toward the right and bottom of the content.
    public var distance: Point
    /// Whether the distance is exact, as from a touchpad, instead of in wheel notches.
    public var isPrecise: Bool
    /// The position of the pointer.
    public var position: Point
    /// The modifier keys that are held.
    package var modifiers: KeyModifiers = []

    /// Creates a movement.
    public init(_ distance: Point, isPrecise: Bool, at position: Point) {
      self.distance = distance
      self.isPrecise = isPrecise
      self.position = position
    }
  }

  /// Text that an input method composes before it is typed.
  public struct Composition: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The part that the input method is converting, in UTF-8 offsets; empty for a caret.
    public var selection: Range<Int>

    /// Creates a composition; the selection is clamped to the text.
    public init(_ text: String, selection: Range<Int>) {
      self.text = text
      self.selection = selection.clamped(to: 0..<text.utf8.count)
    }
  }

  /// A touch of a finger on the screen.
  public struct Touch: Hashable, Sendable {
    /// The phase of a touch.
    public enum Phase: Hashable, Sendable {
      /// The finger touched the screen.
      case began
      /// The finger moved on the screen.
      case moved
      /// The finger left the screen.
      case ended
    }

    /// The phase of the touch.
    public var phase: Phase
    /// The number of the finger, starting at 1.
    public var finger: Int
    /// The position, in points.
    public var position: Point

    /// Creates a touch.
    public init(_ phase: Phase, finger: Int, at position: Point) {
      self.phase = phase
      self.finger = finger
      self.position = position
    }
  }

  /// The modifier keys that are held.
  public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The bit set of keys.
    public let rawValue: UInt8

    /// Creates a set of keys from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Shift.
    public static let shift = KeyModifiers(rawValue: 1)
    /// Control.
    public static let control = KeyModifiers(rawValue: 2)
    /// Alt.
    public static let alt = KeyModifiers(rawValue: 4)
    /// The system key, also known as Super or Windows.
    public static let system = KeyModifiers(rawValue: 8)
  }

  /// A key.
  public enum Key: Hashable, Sendable {
    /// A key with a character, in lower case.
    case character(Character)
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// Page Up.
    case pageUp
    /// Page Down.
    case pageDown
    /// Home.
    case home
    /// End.
    case end
    /// Escape.
    case escape
    /// Enter, also that of the keypad.
    case enter
    /// Tab.
    case tab
    /// The space bar.
    case space
    /// Backspace, which deletes backward.
    case backspace
    /// Delete, which deletes forward.
    case delete
    /// The key that opens a context menu.
    case menu
    /// A function key, F1 to F12.
    case function(Int)
    /// Any other key, by key code.
    case other(Int32)
  }
}

extension Window {
  /// The shape of the pointer.
  public enum PointerShape: Int32, Hashable, Sendable {
    /// An arrow.
    case arrow
    /// A hand, over what can be pressed.
    case hand
    /// A beam, over text that can be selected or edited.
    case text
    /// Arrows up and down, over an edge that can be moved.
    case verticalResize
  }
}
