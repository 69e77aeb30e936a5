internal import GalleyCDBus

/// D-Bus, through libdbus, which is loaded on first use.
package enum DBus {
  /// The reason why libdbus cannot be used; `nil` if it can.
  package static let failure: String? = unsafe cdbus_load().map { unsafe String(cString: $0) }

  /// The longest string that is sent, in bytes; longer ones are cut.
  ///
  /// The limit of a whole message is 128 MiB, and libdbus ends connections that exceed it.
  static let stringLimit = 8 << 20
}

/// libdbus's functions, valid unless ``DBus/failure`` has a value.
var dbus: cdbus_functions { unsafe cdbus_table().pointee }

extension DBus {
  /// An error of a call or a connection, by the name that travels over the bus.
  package struct Fault: Error, Hashable, Sendable {
    /// The name of the error, such as `org.freedesktop.DBus.Error.InvalidArgs`.
    package var name: String
    /// A description of the error.
    package var message: String

    /// Creates an error.
    package init(_ name: String, _ message: String) {
      (self.name, self.message) = (name, message)
    }

    /// The error of an argument with an invalid type or value.
    package static func invalidArguments(_ message: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.InvalidArgs", message)
    }

    /// The error of an unknown object path.
    package static func unknownObject(_ path: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.UnknownObject", "there is no object \(path)")
    }

    /// The error of an interface that an object lacks.
    package static func unknownInterface(_ name: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.UnknownInterface", "the object has no interface \(name)")
    }

    /// The error of an unknown method.
    package static func unknownMethod(_ name: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.UnknownMethod", "there is no method \(name)")
    }

    /// The error of an unknown property.
    package static func unknownProperty(_ name: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.UnknownProperty", "there is no property \(name)")
    }

    /// The error of a property that cannot be set.
    package static func readOnlyProperty(_ name: String) -> Fault {
      Fault("org.freedesktop.DBus.Error.PropertyReadOnly", "\(name) cannot be set")
    }
  }
}
