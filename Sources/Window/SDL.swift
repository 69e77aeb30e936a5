internal import GalleyCSDL
internal import GalleyGeometry

/// The SDL library, which is loaded on first use.
enum SDL {
  /// The reason why SDL cannot be used; `nil` if it can.
  static let failure = unsafe csdl_load().map { unsafe String(cString: $0) }

  /// Returns the next relevant event.
  ///
  /// - Returns: The event; `nil` if the queue is empty. Positions are in the window's units.
  static func nextEvent() -> csdl_event? {
    var event = csdl_event()
    return unsafe csdl_next_event(&event) ? event : nil
  }
}

/// The distance that one wheel notch scrolls, in points: three lines.
let wheelNotch = 60.0

extension csdl_event {
  /// Returns the window event for an SDL event.
  ///
  /// - Parameters:
  ///   - unit: The number of points per unit of the window.
  ///   - size: The size of the window, in points.
  ///   - pointer: The last position of the pointer, in points.
  /// - Returns: The event; `nil` if it has no counterpart.
  func windowEvent(unit: Double, size: Size, pointer: Point) -> WindowEvent? {
    let place = Point(x: x * unit, y: y * unit)
    switch kind {
    case CSDL_QUIT: return .closed
    case CSDL_RESIZED: return .resized
    case CSDL_FOCUS_GAINED: return .focused(true)
    case CSDL_FOCUS_LOST: return .focused(false)
    case CSDL_POINTER_LEFT: return .pointerLeft
    case CSDL_POINTER_MOVED: return .pointerMoved(place, heldKeys)
    case CSDL_BUTTON_DOWN:
      return .pressed(pressedButton, at: place, clicks: Int(clicks), heldKeys)
    case CSDL_BUTTON_UP: return .released(pressedButton, at: place, heldKeys)
    case CSDL_WHEEL: return wheelEvent(at: pointer)
    case CSDL_KEY_DOWN: return .key(WindowEvent.Key(sdl: key), heldKeys, isRepeat: is_repeat)
    case CSDL_TEXT: return .text(typedText)
    case CSDL_COMPOSITION:
      return .composition(
        WindowEvent.Composition(
          typedText, scalars: Int(selection_start), count: Int(selection_length)))
    case CSDL_FINGER_DOWN: return touch(.began, size)
    case CSDL_FINGER_MOVED: return touch(.moved, size)
    case CSDL_FINGER_UP: return touch(.ended, size)
    default: return nil
    }
  }

  private func wheelEvent(at pointer: Point) -> WindowEvent {
    // SDL's wheel values are positive away from the user, which scrolls toward the beginning. Whole
    // values come from wheels, fractional ones from touchpads.
    let isPrecise = x != x.rounded() || y != y.rounded()
    let isAcross = heldKeys.contains(.shift) && x == 0
    let distance = Point(x: (isAcross ? -y : x) * wheelNotch, y: isAcross ? 0 : -y * wheelNotch)
    var movement = WindowEvent.WheelMovement(distance, isPrecise: isPrecise, at: pointer)
    movement.modifiers = heldKeys
    return .scrolled(movement)
  }

  private func touch(_ phase: WindowEvent.Touch.Phase, _ size: Size) -> WindowEvent {
    .touched(
      WindowEvent.Touch(
        phase, finger: Int(truncatingIfNeeded: finger & 0xFFFF) + 1,
        at: Point(x: x * size.width, y: y * size.height)))
  }

  /// The text of the event; invalid UTF-8 is repaired.
  private var typedText: String {
    unsafe withUnsafeBytes(of: text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private var pressedButton: WindowEvent.PointerButton {
    switch button {
    case 1: .left
    case 2: .middle
    case 3: .right
    default: .other
    }
  }

  /// The modifier keys; SDL has two bits for each, for left and right.
  private var heldKeys: WindowEvent.KeyModifiers {
    var held: WindowEvent.KeyModifiers = []
    if modifiers & 0x0003 != 0 { held.insert(.shift) }
    if modifiers & 0x00C0 != 0 { held.insert(.control) }
    if modifiers & 0x0300 != 0 { held.insert(.alt) }
    if modifiers & 0x0C00 != 0 { held.insert(.system) }
    return held
  }
}

extension WindowEvent.Composition {
  /// Creates a composition whose selection is counted in code points, as SDL does.
  ///
  /// Counts beyond the text are clamped; a negative count is 0.
  init(_ text: String, scalars start: Int, count: Int) {
    let scalars = text.unicodeScalars
    func offset(after count: Int) -> Int {
      let index = scalars.index(
        scalars.startIndex, offsetBy: max(0, count), limitedBy: scalars.endIndex)
      return text.utf8.distance(from: text.startIndex, to: index ?? text.endIndex)
    }
    let lower = offset(after: start)
    self.init(
      text, selection: lower..<max(lower, offset(after: max(0, start) + max(0, count))))
  }
}

extension WindowEvent.Key {
  /// Creates a key from an SDL key code: a character, or a value above 2^30.
  init(sdl number: Int32) {
    let named: [Int32: Self] = [
      8: .backspace, 9: .tab, 13: .enter, 27: .escape, 32: .space, 127: .delete,
      0x4000_0052: .up, 0x4000_0051: .down, 0x4000_0050: .left, 0x4000_004F: .right,
      0x4000_004B: .pageUp, 0x4000_004E: .pageDown, 0x4000_004A: .home, 0x4000_004D: .end,
      0x4000_0058: .enter, 0x4000_0065: .menu, 0x4000_0076: .menu,
    ]
    if let key = named[number] {
      self = key
    } else if (0x4000_003A...0x4000_0045).contains(number) {
      self = .function(Int(number - 0x4000_003A) + 1)
    } else if number > 32, number < 0x11_0000, let scalar = Unicode.Scalar(UInt32(number)) {
      self = .character(Character(scalar))
    } else {
      self = .other(number)
    }
  }
}
