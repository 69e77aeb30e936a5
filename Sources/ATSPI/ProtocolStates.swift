internal import GalleyAccessibility

/// The states of an object in AT-SPI: 64 bits, in two words on the bus.
struct ProtocolStates: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(bit: UInt64) { rawValue = 1 << bit }

  static let active = ProtocolStates(bit: 1)
  static let busy = ProtocolStates(bit: 3)
  static let checked = ProtocolStates(bit: 4)
  static let collapsed = ProtocolStates(bit: 5)
  static let editable = ProtocolStates(bit: 7)
  static let enabled = ProtocolStates(bit: 8)
  static let expandable = ProtocolStates(bit: 9)
  static let expanded = ProtocolStates(bit: 10)
  static let focusable = ProtocolStates(bit: 11)
  static let focused = ProtocolStates(bit: 12)
  static let multiLine = ProtocolStates(bit: 17)
  static let resizable = ProtocolStates(bit: 21)
  static let selectable = ProtocolStates(bit: 22)
  static let selected = ProtocolStates(bit: 23)
  static let sensitive = ProtocolStates(bit: 24)
  static let showing = ProtocolStates(bit: 25)
  static let visible = ProtocolStates(bit: 30)
  static let selectableText = ProtocolStates(bit: 38)
  static let checkable = ProtocolStates(bit: 41)
  static let readOnly = ProtocolStates(bit: 43)

  /// The lower and the upper 32 bits.
  var words: [UInt32] {
    [UInt32(truncatingIfNeeded: rawValue), UInt32(truncatingIfNeeded: rawValue >> 32)]
  }

  /// The states of which changes are reported, by name.
  static let reported: [(state: ProtocolStates, name: String)] = [
    (.active, "active"), (.busy, "busy"), (.checked, "checked"), (.collapsed, "collapsed"),
    (.editable, "editable"), (.enabled, "enabled"), (.expandable, "expandable"),
    (.expanded, "expanded"), (.focusable, "focusable"), (.focused, "focused"),
    (.selected, "selected"), (.sensitive, "sensitive"), (.showing, "showing"),
  ]
}

extension ProtocolStates {
  /// The states of an object, except those that depend on its window.
  init(_ object: Accessible) {
    self = .visible
    if !object.states.contains(.disabled) { formUnion([.enabled, .sensitive]) }
    if object.states.contains(.selected) { insert(.selected) }
    if object.states.contains(.checked) { insert(.checked) }
    if object.states.contains(.busy) { insert(.busy) }
    if object.states.contains(.collapsed) { formUnion([.expandable, .collapsed]) }
    if object.states.contains(.expanded) { formUnion([.expandable, .expanded]) }
    if object.onFocus != nil { insert(.focusable) }
    if object.states.contains(.focused) { formUnion([.focusable, .focused]) }
    if object.role == .checkBox || object.role == .toggleButton { insert(.checkable) }
    guard let text = object.text else { return }
    insert(.multiLine)
    insert(object.states.contains(.editable) ? .editable : .readOnly)
    if text.onSelect != nil { insert(.selectableText) }
  }
}
