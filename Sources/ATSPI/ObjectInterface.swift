internal import GalleyDBus

/// An interface of accessible objects: its properties and methods, from which calls are dispatched
/// and the introspection is written.
struct ObjectInterface: Sendable {
  /// A property.
  struct Property: Sendable {
    let name: String
    let signature: String
    let value: @MainActor @Sendable (ObjectTarget) -> DBus.Value
    /// Sets the property; `nil` if it cannot be set.
    var set: (@MainActor @Sendable (ObjectTarget, DBus.Value) -> Void)?

    init(
      _ name: String, _ signature: String,
      _ value: @escaping @MainActor @Sendable (ObjectTarget) -> DBus.Value
    ) {
      (self.name, self.signature, self.value) = (name, signature, value)
    }
  }

  /// A method, with the signatures of its arguments and results.
  struct Method: Sendable {
    let name: String
    let arguments: String
    let results: String
    let body: @MainActor @Sendable (ObjectTarget, [DBus.Value]) throws(DBus.Fault) -> [DBus.Value]

    init(
      _ name: String, _ arguments: String, _ results: String,
      _ body:
        @escaping @MainActor @Sendable (ObjectTarget, [DBus.Value]) throws(DBus.Fault) ->
        [DBus.Value]
    ) {
      (self.name, self.arguments, self.results, self.body) = (name, arguments, results, body)
    }
  }

  let name: String
  var properties: [Property] = []
  var methods: [Method] = []
  /// Returns whether an object has the interface.
  let isPresent: @Sendable (ObjectTree.Node) -> Bool

  /// The interfaces of accessible objects.
  static let all = [
    accessible, application, component, action, text, hypertext, hyperlink,
  ]

  /// Calls a method.
  ///
  /// - Throws: A fault if there is no such method, or if the arguments have other types.
  @MainActor func call(
    _ name: String, on target: ObjectTarget, _ call: DBus.Message
  ) throws(DBus.Fault) -> [DBus.Value] {
    guard let method = methods.first(where: { $0.name == name }) else {
      throw .unknownMethod(name)
    }
    guard call.signature == method.arguments else {
      throw .invalidArguments(
        "\(name) takes arguments of the signature \"\(method.arguments)\", not \"\(call.signature)\""
      )
    }
    return try method.body(target, call.arguments)
  }
}

/// An object that a call is about.
@MainActor struct ObjectTarget {
  let bridge: Bridge
  let tree: ObjectTree
  let index: Int

  /// The object in the tree.
  var node: ObjectTree.Node { tree.nodes[index] }

  /// Returns the reference to an object of the tree; `nil` stands for none.
  func reference(to index: Int?) -> DBus.Value {
    guard let index else { return .nullReference }
    return .reference(tree.nodes[index].path, of: bridge.connectionName)
  }

  /// Returns an object of the same tree.
  func other(_ index: Int) -> ObjectTarget {
    ObjectTarget(bridge: bridge, tree: tree, index: index)
  }

  /// The interfaces of the object.
  var interfaces: [ObjectInterface] { ObjectInterface.all.filter { $0.isPresent(node) } }
}
