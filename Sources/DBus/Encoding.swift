internal import GalleyCDBus

/// A message of libdbus, which is released with the object.
@safe struct RawMessage: ~Copyable {
  let handle: OpaquePointer

  init?(owning handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe dbus.message_unref(handle) }
}

extension RawMessage {
  /// Encodes a message; `nil` if a path or a signature is invalid, or memory runs out.
  static func encoding(_ message: DBus.Message) -> RawMessage? {
    guard let raw = unsafe RawMessage(owning: dbus.message_new(message.kind.rawValue)),
      raw.setFields(message)
    else { return nil }
    var end = cdbus_iterator()
    unsafe dbus.message_iter_init_append(raw.handle, &end)
    for argument in message.arguments {
      guard argument.append(to: &end) else { return nil }
    }
    return raw
  }

  /// Sets the header fields; returns whether they are valid.
  private func setFields(_ message: DBus.Message) -> Bool {
    let isFault = message.kind == .fault
    guard unsafe set(message.path, isPath: true, { unsafe dbus.message_set_path($0, $1) }),
      unsafe set(message.interface, { unsafe dbus.message_set_interface($0, $1) }),
      unsafe set(isFault ? "" : message.member, { unsafe dbus.message_set_member($0, $1) }),
      unsafe set(isFault ? message.member : "", { unsafe dbus.message_set_error_name($0, $1) }),
      unsafe set(message.destination, { unsafe dbus.message_set_destination($0, $1) })
    else { return false }
    if message.kind != .call || !message.expectsReply {
      unsafe dbus.message_set_no_reply(handle, 1)
    }
    guard message.kind == .reply || isFault else { return true }
    return unsafe dbus.message_set_reply_serial(handle, message.serial) != 0
  }

  /// Sets a header field unless it is empty; returns whether it is valid.
  private func set(
    _ text: String, isPath: Bool = false, _ body: (OpaquePointer, UnsafePointer<CChar>) -> UInt32
  ) -> Bool {
    if text.isEmpty { return true }
    // libdbus ends the program for an invalid path.
    if isPath, unsafe dbus.validate_path(text, nil) == 0 { return false }
    return unsafe text.withCString { unsafe body(handle, $0) != 0 }
  }
}

extension DBus.Value {
  /// Appends the value to a message; returns whether it is valid.
  fileprivate func append(to place: inout cdbus_iterator) -> Bool {
    var basic = unsafe cdbus_basic()
    switch self {
    case .byte(let value): unsafe basic.byte = value
    case .boolean(let value): unsafe basic.boolean = value ? 1 : 0
    case .int16(let value): unsafe basic.int16 = value
    case .uint16(let value): unsafe basic.uint16 = value
    case .int32(let value): unsafe basic.int32 = value
    case .uint32(let value): unsafe basic.uint32 = value
    case .int64(let value): unsafe basic.int64 = value
    case .uint64(let value): unsafe basic.uint64 = value
    case .double(let value): unsafe basic.real = value
    case .string(let text): return Self.append(text.sendable, as: "s", to: &place)
    case .path(let text):
      guard unsafe dbus.validate_path(text, nil) != 0 else { return false }
      return Self.append(text, as: "o", to: &place)
    case .signature(let text):
      guard unsafe dbus.signature_validate(text, nil) != 0 else { return false }
      return Self.append(text, as: "g", to: &place)
    case .array(let element, let values):
      guard values.allSatisfy({ $0.signature == element }) else { return false }
      return Self.append(values, in: "a", containing: element, to: &place)
    case .structure(let fields):
      guard !fields.isEmpty else { return false }
      return Self.append(fields, in: "r", containing: nil, to: &place)
    case .entry(let key, let value):
      return Self.append([key, value], in: "e", containing: nil, to: &place)
    case .variant(let value):
      return Self.append([value], in: "v", containing: value.signature, to: &place)
    }
    let type = signature.utf8.first ?? 0
    return unsafe dbus.message_iter_append_basic(&place, Int32(type), &basic) != 0
  }

  private static func append(
    _ text: String, as type: Unicode.Scalar, to place: inout cdbus_iterator
  ) -> Bool {
    unsafe text.withCString { text in
      var text: UnsafePointer<CChar>? = unsafe text
      return unsafe dbus.message_iter_append_basic(&place, Int32(type.value), &text) != 0
    }
  }

  private static func append(
    _ values: [Self], in type: Unicode.Scalar, containing signature: String?,
    to place: inout cdbus_iterator
  ) -> Bool {
    if let signature {
      // An entry is valid only as the element of an array.
      let whole = type == "a" ? "a" + signature : signature
      guard unsafe dbus.signature_validate_single(whole, nil) != 0 else { return false }
    }
    var inner = cdbus_iterator()
    guard
      unsafe dbus.message_iter_open_container(&place, Int32(type.value), signature, &inner) != 0
    else { return false }
    // A container must be closed even if a value is invalid; the message is then discarded.
    let areValid = values.allSatisfy { $0.append(to: &inner) }
    return unsafe dbus.message_iter_close_container(&place, &inner) != 0 && areValid
  }
}

extension String {
  /// The string as D-Bus can send it: not too long, and with replacement characters for NUL.
  fileprivate var sendable: String {
    var text = self
    if text.utf8.count > DBus.stringLimit {
      text = String(decoding: text.utf8.prefix(DBus.stringLimit), as: UTF8.self)
    }
    guard text.utf8.contains(0) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
