internal import GalleyDBus

/// Names of the AT-SPI protocol.
enum Names {
  static let registry = "org.a11y.atspi.Registry"
  static let registryPath = "/org/a11y/atspi/registry"
  static let root = "/org/a11y/atspi/accessible/root"
  static let null = "/org/a11y/atspi/null"
  static let cache = "/org/a11y/atspi/cache"
  /// The path of the window, below which the paths of all other objects are.
  static let window = "/org/a11y/atspi/accessible/window"

  /// Returns the name of an interface of AT-SPI.
  static func interface(_ name: String) -> String { "org.a11y.atspi." + name }

  /// Returns a string as an element of an object path: letters and digits stay, other bytes are
  /// written in hexadecimal after an underscore.
  static func pathElement(_ id: String) -> String {
    if id.isEmpty { return "_" }
    var element = ""
    for byte in id.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      element += isPlain ? String(scalar) : "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return element
  }
}

extension DBus.Value {
  /// Returns a reference to an object of a connection.
  static func reference(_ path: String, of connection: String) -> DBus.Value {
    .structure([.string(connection), .path(path)])
  }

  /// The reference to no object.
  static let nullReference = reference(Names.null, of: "")
}
