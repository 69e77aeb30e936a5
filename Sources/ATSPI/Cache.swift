internal import GalleyAccessibility
internal import GalleyDBus

/// The interface through which clients read all objects at once.
@MainActor enum Cache {
  static let interface = Names.interface("Cache")
  static let item = "((so)(so)(so)iiassusau)"

  /// Returns an object as the cache describes it.
  static func item(_ target: ObjectTarget) -> DBus.Value {
    let node = target.node
    return .structure([
      target.reference(to: target.index), target.reference(to: ObjectTree.application),
      target.parent, .int(node.index), .int(node.children.count),
      .strings(target.interfaces.map(\.name)), .string(node.object.name),
      .uint32(node.role.number), .string(node.object.details),
      .array(of: "u", node.states.words.map { .uint32($0) }),
    ])
  }

  /// Answers a call.
  static func reply(
    to call: DBus.Message, _ tree: ObjectTree, of bridge: Bridge
  ) throws(DBus.Fault) -> [DBus.Value] {
    guard call.member == "GetItems", call.arguments.isEmpty else {
      throw .unknownMethod(call.member)
    }
    let items = tree.nodes.indices.map {
      item(ObjectTarget(bridge: bridge, tree: tree, index: $0))
    }
    return [.array(of: item, items)]
  }
}
