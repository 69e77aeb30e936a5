import GalleyGeometry
import GalleyJSON
import GalleyWindow

/// Window events in recordings: an array of the name and the values of each.
extension JSONWriter {
  mutating func value(_ event: WindowEvent) {
    array { list in
      switch event {
      case .resized: list.value("resized")
      case .focused(let isFocused):
        list.value("focused")
        list.value(isFocused)
      case .pointerMoved(let point, let keys):
        list.value("moved")
        list.value(point)
        list.value(Int(keys.rawValue))
      case .pointerLeft: list.value("left")
      case .pressed(let button, let point, let clicks, let keys):
        list.value("pressed")
        list.value("\(button)")
        list.value(point)
        list.value(clicks)
        list.value(Int(keys.rawValue))
      case .released(let button, let point, let keys):
        list.value("released")
        list.value("\(button)")
        list.value(point)
        list.value(Int(keys.rawValue))
      case .scrolled(let wheel):
        list.value("scrolled")
        list.value(wheel.distance)
        list.value(wheel.isPrecise)
        list.value(wheel.position)
      case .touched(let touch):
        list.value("touched")
        list.value("\(touch.phase)")
        list.value(touch.finger)
        list.value(touch.position)
      case .key(let key, let keys, let isRepeat):
        list.value("key")
        list.value(key)
        list.value(Int(keys.rawValue))
        list.value(isRepeat)
      case .text(let text):
        list.value("text")
        list.value(text)
      case .composition(let composition):
        list.value("composition")
        list.value(composition.text)
        list.value(composition.selection.lowerBound)
        list.value(composition.selection.upperBound)
      case .closed: list.value("closed")
      }
    }
  }

  private mutating func value(_ point: Point) {
    value(point.x)
    value(point.y)
  }

  private mutating func value(_ key: WindowEvent.Key) {
    switch key {
    case .character(let character): value("character \(character)")
    case .function(let number): value("function \(number)")
    case .other(let code): value("other \(code)")
    default: value("\(key)")
    }
  }
}

extension WindowEvent {
  /// The keys without a value, by their names.
  private static let keys: [String: Key] = Dictionary(
    [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .escape, .enter, .tab, .space,
      .backspace, .delete, .menu,
    ].map { ("\($0)", $0) }
  ) { first, _ in first }

  /// Reads an event.
  init(_ value: JSONValue) throws(SessionError) {
    var fields = EventFields(value.elements ?? [])
    let name = try fields.string()
    switch name {
    case "focused": self = .focused(try fields.bool())
    case "moved": self = .pointerMoved(try fields.point(), try fields.modifiers())
    case "left": self = .pointerLeft
    case "pressed":
      self = .pressed(
        try fields.button(), at: try fields.point(), clicks: try fields.integer(1...1_000),
        try fields.modifiers())
    case "released":
      self = .released(try fields.button(), at: try fields.point(), try fields.modifiers())
    case "scrolled":
      self = .scrolled(
        WheelMovement(
          try fields.point(), isPrecise: try fields.bool(), at: try fields.point()))
    case "touched":
      self = .touched(
        Touch(
          try fields.phase(), finger: try fields.integer(0...65_536), at: try fields.point()))
    case "key":
      self = .key(
        try Self.key(fields.string()), try fields.modifiers(), isRepeat: try fields.bool())
    case "text": self = .text(try fields.string())
    case "composition":
      let text = try fields.string()
      let start = try fields.integer(0...text.utf8.count)
      self = .composition(
        Composition(text, selection: start..<(try fields.integer(start...text.utf8.count))))
    case "closed": self = .closed
    default: throw SessionError("unknown event \"\(name)\"")
    }
    try fields.end()
  }

  private static func key(_ text: String) throws(SessionError) -> Key {
    if let key = keys[text] { return key }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2 {
      switch words[0] {
      case "character":
        if words[1].count == 1, let character = words[1].first { return .character(character) }
      case "function":
        if let number = Int(words[1]), (1...24).contains(number) { return .function(number) }
      case "other":
        if let code = Int32(words[1]) { return .other(code) }
      default: break
      }
    }
    throw SessionError("unknown key \"\(text)\"")
  }
}

/// A reader of the values of an event, in order.
private struct EventFields {
  private var rest: ArraySlice<JSONValue>

  init(_ values: [JSONValue]) { rest = values[...] }

  private mutating func next<Value>(
    _ kind: String, _ read: (JSONValue) -> Value?
  ) throws(SessionError) -> Value {
    guard let value = rest.popFirst().flatMap(read) else {
      throw SessionError("expected \(kind) in an event")
    }
    return value
  }

  mutating func string() throws(SessionError) -> String { try next("a string", \.string) }

  mutating func bool() throws(SessionError) -> Bool {
    try next("true or false") { value in
      if case .bool(let bool) = value { bool } else { nil }
    }
  }

  mutating func integer(_ bounds: ClosedRange<Int>) throws(SessionError) -> Int {
    try next("an integer from \(bounds.lowerBound) to \(bounds.upperBound)") { value in
      value.integer.flatMap { bounds.contains($0) ? $0 : nil }
    }
  }

  mutating func point() throws(SessionError) -> Point {
    let read = { (value: JSONValue) in value.double.flatMap { abs($0) <= 1e6 ? $0 : nil } }
    return Point(x: try next("a coordinate", read), y: try next("a coordinate", read))
  }

  mutating func modifiers() throws(SessionError) -> WindowEvent.KeyModifiers {
    WindowEvent.KeyModifiers(rawValue: UInt8(try integer(0...255)))
  }

  mutating func button() throws(SessionError) -> WindowEvent.PointerButton {
    try next("a button") { value in
      ([.left, .middle, .right, .other] as [WindowEvent.PointerButton]).first {
        "\($0)" == value.string
      }
    }
  }

  mutating func phase() throws(SessionError) -> WindowEvent.Touch.Phase {
    try next("a phase") { value in
      ([.began, .moved, .ended] as [WindowEvent.Touch.Phase]).first { "\($0)" == value.string }
    }
  }

  func end() throws(SessionError) {
    guard rest.isEmpty else { throw SessionError("an event has too many values") }
  }
}
