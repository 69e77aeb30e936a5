internal import GalleyDBus

/// The interfaces of D-Bus that every object has.
@MainActor enum StandardInterfaces {
  static let properties = "org.freedesktop.DBus.Properties"
  static let introspection = "org.freedesktop.DBus.Introspectable"
  static let peer = "org.freedesktop.DBus.Peer"

  /// Answers a call of `org.freedesktop.DBus.Properties`.
  static func properties(
    _ call: DBus.Message, on target: ObjectTarget
  ) throws(DBus.Fault) -> [DBus.Value] {
    let signatures = ["Get": "ss", "GetAll": "s", "Set": "ssv"]
    guard let signature = signatures[call.member] else { throw .unknownMethod(call.member) }
    guard call.signature == signature, let name = call.arguments[0].string else {
      throw .invalidArguments("\(call.member) takes arguments of the signature \"\(signature)\"")
    }
    guard let interface = target.interfaces.first(where: { $0.name == name }) else {
      throw .unknownInterface(name)
    }
    if call.member == "GetAll" {
      let entries = interface.properties.map {
        DBus.Value.entry(.string($0.name), .variant($0.value(target)))
      }
      return [.array(of: "{sv}", entries)]
    }
    let key = call.arguments[1].string ?? ""
    guard let property = interface.properties.first(where: { $0.name == key }) else {
      throw .unknownProperty(key)
    }
    if call.member == "Get" { return [.variant(property.value(target))] }
    guard let set = property.set else { throw .readOnlyProperty(key) }
    guard case .variant(let value) = call.arguments[2], value.signature == property.signature else {
      throw .invalidArguments("\(key) has the type \(property.signature)")
    }
    set(target, value)
    return []
  }

  /// Answers a call of `org.freedesktop.DBus.Peer`, which needs no object.
  static func peer(_ call: DBus.Message) throws(DBus.Fault) -> [DBus.Value] {
    guard call.member == "Ping" else { throw .unknownMethod(call.member) }
    return []
  }

  /// Returns the description of an object's interfaces and children in D-Bus's format.
  static func introspection(of target: ObjectTarget) -> String {
    let lines = target.interfaces.flatMap { interface in
      ["<interface name=\"\(interface.name)\">"]
        + interface.properties.map {
          let access = $0.set == nil ? "read" : "readwrite"
          return "<property name=\"\($0.name)\" type=\"\($0.signature)\" access=\"\(access)\"/>"
        }
        + interface.methods.map { method in
          let arguments =
            types(in: method.arguments).map { "<arg direction=\"in\" type=\"\($0)\"/>" }
            + types(in: method.results).map { "<arg direction=\"out\" type=\"\($0)\"/>" }
          return "<method name=\"\(method.name)\">" + arguments.joined() + "</method>"
        } + ["</interface>"]
    }
    let children = target.node.children.map { index in
      let path = target.tree.nodes[index].path
      return "<node name=\"\(path.drop { _ in false }.split(separator: "/").last ?? "")\"/>"
    }
    return ([doctype, "<node>"] + lines + children + ["</node>"]).joined(separator: "\n")
  }

  private static let doctype = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    """

  /// Returns the complete types of a signature.
  static func types(in signature: String) -> [String] {
    var types: [String] = []
    var type = ""
    var depth = 0
    for character in signature {
      type.append(character)
      if character == "(" || character == "{" { depth += 1 }
      if character == ")" || character == "}" { depth -= 1 }
      guard depth == 0, character != "a" else { continue }
      types.append(type)
      type = ""
    }
    return types
  }
}
