extension DBus {
  /// A message as a value, which any thread may create.
  package struct Message: Hashable, Sendable {
    /// The kind of a message.
    package enum Kind: Int32, Hashable, Sendable {
      case call = 1
      case reply
      case fault
      case signal
    }

    /// The kind of the message.
    package var kind: Kind
    /// The object that is called or that sends a signal; empty for replies.
    package var path = ""
    /// The interface; empty for replies, and for calls without one.
    package var interface = ""
    /// The method, the signal or, for a fault, the name of the error.
    package var member = ""
    /// The receiver; empty for signals to everybody.
    package var destination = ""
    /// The sender, set by the bus.
    package var sender = ""
    /// The serial number of a received message; the receiver of a call replies with it.
    package var serial: UInt32 = 0
    /// Whether the sender of a call waits for a reply.
    package var expectsReply = true
    /// The arguments.
    package var arguments: [Value] = []

    /// Creates a method call.
    package init(
      call member: String, of interface: String, at path: String, on destination: String,
      _ arguments: [Value] = []
    ) {
      kind = .call
      (self.member, self.interface, self.path) = (member, interface, path)
      (self.destination, self.arguments) = (destination, arguments)
    }

    /// Creates a signal.
    package init(
      signal member: String, of interface: String, at path: String, _ arguments: [Value] = []
    ) {
      kind = .signal
      (self.member, self.interface, self.path) = (member, interface, path)
      self.arguments = arguments
    }

    /// Creates the reply to a call.
    package init(replyTo call: Message, _ arguments: [Value] = []) {
      kind = .reply
      (destination, serial, self.arguments) = (call.sender, call.serial, arguments)
    }

    /// Creates the reply to a call that failed.
    package init(replyTo call: Message, _ fault: Fault) {
      kind = .fault
      (destination, serial, member) = (call.sender, call.serial, fault.name)
      arguments = [.string(fault.message)]
    }

    init(_ kind: Kind) { self.kind = kind }

    /// The signature of the arguments.
    package var signature: String { arguments.map(\.signature).joined() }
  }
}
