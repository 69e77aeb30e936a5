internal import GalleyCDBus

extension DBus.Message {
  /// Decodes a message; `nil` if it is of an unknown kind.
  init?(_ raw: borrowing RawMessage) {
    let handle = unsafe raw.handle
    guard let kind = Kind(rawValue: unsafe dbus.message_get_type(handle)) else { return nil }
    self.init(kind)
    path = unsafe Self.text(dbus.message_get_path(handle))
    interface = unsafe Self.text(dbus.message_get_interface(handle))
    member =
      kind == .fault
      ? unsafe Self.text(dbus.message_get_error_name(handle))
      : unsafe Self.text(dbus.message_get_member(handle))
    destination = unsafe Self.text(dbus.message_get_destination(handle))
    sender = unsafe Self.text(dbus.message_get_sender(handle))
    let isAnswer = kind == .reply || kind == .fault
    serial =
      isAnswer
      ? unsafe dbus.message_get_reply_serial(handle) : unsafe dbus.message_get_serial(handle)
    expectsReply = unsafe kind == .call && dbus.message_get_no_reply(handle) == 0
    var place = cdbus_iterator()
    guard unsafe dbus.message_iter_init(handle, &place) != 0 else { return }
    arguments = DBus.Value.all(from: &place)
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}

extension DBus.Value {
  /// Decodes the values from a position to the end of its container.
  ///
  /// libdbus has validated them and limits their nesting.
  fileprivate static func all(from place: inout cdbus_iterator) -> [Self] {
    var values: [Self] = []
    while let value = Self(at: &place) {
      values.append(value)
      guard unsafe dbus.message_iter_next(&place) != 0 else { break }
    }
    return values
  }

  /// Decodes the value at a position; `nil` at the end, or for a type without a case.
  private init?(at place: inout cdbus_iterator) {
    let type = unsafe dbus.message_iter_get_arg_type(&place)
    guard let scalar = Unicode.Scalar(UInt32(type)) else { return nil }
    switch scalar {
    case "a", "r", "e", "v":
      self.init(container: scalar, at: &place)
    case "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g":
      var basic = unsafe cdbus_basic()
      unsafe dbus.message_iter_get_basic(&place, &basic)
      unsafe self.init(basic, of: scalar)
    default: return nil
    }
  }

  private init?(container type: Unicode.Scalar, at place: inout cdbus_iterator) {
    var inner = cdbus_iterator()
    var element = ""
    if type == "a", let signature = unsafe dbus.message_iter_get_signature(&place) {
      element = String(unsafe String(cString: signature).dropFirst())
      unsafe dbus.free(signature)
    }
    unsafe dbus.message_iter_recurse(&place, &inner)
    let values = Self.all(from: &inner)
    switch type {
    case "a": self = .array(of: element, values)
    case "r": self = .structure(values)
    case "e":
      guard values.count == 2 else { return nil }
      self = .entry(values[0], values[1])
    default:
      guard let value = values.first else { return nil }
      self = .variant(value)
    }
  }

  private init?(_ basic: cdbus_basic, of type: Unicode.Scalar) {
    switch type {
    case "y": self = unsafe .byte(basic.byte)
    case "b": self = unsafe .boolean(basic.boolean != 0)
    case "n": self = unsafe .int16(basic.int16)
    case "q": self = unsafe .uint16(basic.uint16)
    case "i": self = unsafe .int32(basic.int32)
    case "u": self = unsafe .uint32(basic.uint32)
    case "x": self = unsafe .int64(basic.int64)
    case "t": self = unsafe .uint64(basic.uint64)
    case "d": self = unsafe .double(basic.real)
    default:
      guard let text = unsafe basic.string else { return nil }
      let string = unsafe String(cString: text)
      self = type == "s" ? .string(string) : type == "o" ? .path(string) : .signature(string)
    }
  }
}

extension DBus.Message {
  /// Returns the message after encoding and decoding it, as a receiver sees it; `nil` if it cannot
  /// be sent.
  package var transmitted: DBus.Message? {
    guard DBus.failure == nil, let raw = RawMessage.encoding(self) else { return nil }
    return DBus.Message(raw)
  }
}
