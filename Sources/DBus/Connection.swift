internal import GalleyCDBus

extension DBus {
  /// A connection to a message bus, whose calls block.
  ///
  /// A connection has one owner, which calls it from one thread at a time.
  @safe package struct Connection: ~Copyable {
    private let handle: OpaquePointer

    /// Connects to the bus at an address, and registers with it.
    ///
    /// - Parameter address: An address such as `unix:path=...`.
    /// - Throws: The reason why the bus cannot be reached.
    package init(address: String) throws(Fault) {
      unsafe handle = try Self.open(address)
    }

    private static func open(_ address: String) throws(Fault) -> OpaquePointer {
      if let failure { throw Fault("org.freedesktop.DBus.Error.Failed", failure) }
      let error = ErrorBox()
      guard let opened = unsafe dbus.connection_open_private(address, error.pointer) else {
        throw error.fault
      }
      // By default libdbus ends the program with the connection.
      unsafe dbus.connection_set_exit_on_disconnect(opened, 0)
      if unsafe dbus.bus_register(opened, error.pointer) != 0 { return unsafe opened }
      unsafe dbus.connection_close(opened)
      unsafe dbus.connection_unref(opened)
      throw error.fault
    }

    deinit {
      unsafe dbus.connection_close(handle)
      unsafe dbus.connection_unref(handle)
    }

    /// The unique name of the connection on the bus.
    package var name: String {
      guard let name = unsafe dbus.bus_get_unique_name(handle) else { return "" }
      return unsafe String(cString: name)
    }

    /// Whether the bus is still there.
    package var isOpen: Bool { unsafe dbus.connection_get_is_connected(handle) != 0 }

    /// The descriptor that becomes readable when messages arrive; `nil` if there is none.
    package var descriptor: Int32? {
      var descriptor: Int32 = -1
      return unsafe dbus.connection_get_unix_fd(handle, &descriptor) != 0 ? descriptor : nil
    }

    /// Sends a message.
    ///
    /// A reply that cannot be encoded is sent as an error, so that the caller does not wait; other
    /// messages that cannot be encoded are dropped.
    package func send(_ message: Message) {
      var fault = Message(.fault)
      (fault.destination, fault.serial) = (message.destination, message.serial)
      fault.member = "org.freedesktop.DBus.Error.Failed"
      guard
        let raw = RawMessage.encoding(message)
          ?? (message.kind == .reply ? RawMessage.encoding(fault) : nil)
      else { return }
      _ = unsafe dbus.connection_send(handle, raw.handle, nil)
    }

    /// Writes all sent messages.
    package func flush() { unsafe dbus.connection_flush(handle) }

    /// Calls a method and waits for its reply.
    ///
    /// - Parameters:
    ///   - message: The call.
    ///   - milliseconds: The longest time to wait.
    /// - Returns: The arguments of the reply.
    /// - Throws: The error of the reply or of the connection.
    package func call(
      _ message: Message, timeout milliseconds: Int32 = 25_000
    ) throws(Fault) -> [Value] {
      guard let raw = RawMessage.encoding(message) else {
        throw .invalidArguments("the call is invalid")
      }
      let error = ErrorBox()
      let reply = unsafe RawMessage(
        owning: dbus.connection_send_with_reply_and_block(
          handle, raw.handle, milliseconds, error.pointer))
      guard let reply, let decoded = Message(reply) else { throw error.fault }
      return decoded.arguments
    }

    /// Reads arrived bytes without waiting, and returns up to a number of messages.
    package func receive(limit: Int) -> [Message] {
      _ = unsafe dbus.connection_read_write(handle, 0)
      var messages: [Message] = []
      while messages.count < limit,
        let raw = unsafe RawMessage(owning: dbus.connection_pop_message(handle))
      {
        if let message = Message(raw) { messages.append(message) }
      }
      return messages
    }
  }
}

/// An error that libdbus fills in.
@safe private struct ErrorBox: ~Copyable {
  let pointer: UnsafeMutablePointer<cdbus_error>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: cdbus_error())
    unsafe dbus.error_init(pointer)
  }

  deinit {
    unsafe dbus.error_free(pointer)
    unsafe pointer.deallocate()
  }

  var fault: DBus.Fault {
    let (name, message) = unsafe (pointer.pointee.name, pointer.pointee.message)
    return DBus.Fault(
      unsafe name.map { unsafe String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed",
      unsafe message.map { unsafe String(cString: $0) } ?? "the call has failed")
  }
}
