internal import GalleyCSDL
internal import GalleyGeometry

/// The library, which is loaded when it is first needed.
enum SDL {
  /// Why it cannot be used; `nil` if it can.
  static let failure: String? = {
    guard let reason = unsafe csdl_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// What happened next, if anything did that matters.
  ///
  /// - Returns: The event; `nil` if nothing is left. Positions are in the window's own units.
  static func nextEvent() -> csdl_event? {
    var event = csdl_event()
    return unsafe csdl_next_event(&event) ? event : nil
  }
}

extension csdl_event {
  /// The event for a window in which a unit is so many points, whose size is in points.
  ///
  /// - Parameters:
  ///   - unit: How many points a unit of the window is.
  ///   - size: How large the window is, in points.
  ///   - pointer: Where the pointer was last, in points.
  /// - Returns: The event; `nil` if it is none of those.
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
    case CSDL_KEY_DOWN: return .key(Key(sdl: key), heldKeys, isRepeat: is_repeat)
    case CSDL_FINGER_DOWN: return touch(.began, size)
    case CSDL_FINGER_MOVED: return touch(.moved, size)
    case CSDL_FINGER_UP: return touch(.ended, size)
    default: return nil
    }
  }

  private func wheelEvent(at pointer: Point) -> WindowEvent {
    // SDL's wheels turn away from the user, which scrolls toward the beginning. Whole notches come from
    // wheels; touchpads give parts of them.
    let isPrecise = x != x.rounded() || y != y.rounded()
    let isAcross = heldKeys.contains(.shift) && x == 0
    let distance = Point(
      x: (isAcross ? -y : x) * WindowMetrics.notch, y: isAcross ? 0 : -y * WindowMetrics.notch)
    return .scrolled(WheelMovement(distance, isPrecise: isPrecise, at: pointer))
  }

  private func touch(_ phase: Touch.Phase, _ size: Size) -> WindowEvent {
    .touched(
      Touch(
        phase, finger: Int(truncatingIfNeeded: finger & 0xFFFF) + 1,
        at: Point(x: x * size.width, y: y * size.height)))
  }

  private var pressedButton: PointerButton {
    switch button {
    case 1: .left
    case 2: .middle
    case 3: .right
    default: .other
    }
  }

  /// SDL's bits: two for each key, for the left one and the right one.
  private var heldKeys: KeyModifiers {
    var held: KeyModifiers = []
    if modifiers & 0x0003 != 0 { held.insert(.shift) }
    if modifiers & 0x00C0 != 0 { held.insert(.control) }
    if modifiers & 0x0300 != 0 { held.insert(.alt) }
    if modifiers & 0x0C00 != 0 { held.insert(.system) }
    return held
  }
}

extension Key {
  /// The key with SDL's number: that of its character, or one above 2^30.
  init(sdl number: Int32) {
    let named: [Int32: Key] = [
      8: .backspace, 9: .tab, 13: .enter, 27: .escape, 32: .space, 127: .delete,
      0x4000_0052: .up, 0x4000_0051: .down, 0x4000_0050: .left, 0x4000_004F: .right,
      0x4000_004B: .pageUp, 0x4000_004E: .pageDown, 0x4000_004A: .home, 0x4000_004D: .end,
      0x4000_0058: .enter,
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

/// Distances of windows.
enum WindowMetrics {
  /// How far a notch of a wheel scrolls, in points: as far as three lines.
  static let notch = 60.0
}
