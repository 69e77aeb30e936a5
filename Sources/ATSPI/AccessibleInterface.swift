internal import GalleyAccessibility
internal import GalleyDBus

extension ObjectInterface {
  /// The interface that all objects have.
  static let accessible = ObjectInterface(
    name: Names.interface("Accessible"),
    properties: [
      Property("Name", "s") { .string($0.node.object.name) },
      Property("Description", "s") { .string($0.node.object.details) },
      Property("Parent", "(so)") { $0.parent },
      Property("ChildCount", "i") { .int($0.node.children.count) },
      Property("Locale", "s") { _ in .string(ProcessLocale.name) },
      Property("AccessibleId", "s") { .string($0.node.object.id) },
      Property("HelpText", "s") { _ in .string("") },
    ],
    methods: [
      Method("GetChildAtIndex", "i", "(so)") { (target, arguments) throws(DBus.Fault) in
        let (children, index) = (target.node.children, arguments[0].integer ?? -1)
        guard children.indices.contains(index) else {
          throw .invalidArguments("the object has \(children.count) children")
        }
        return [target.reference(to: children[index])]
      },
      Method("GetChildren", "", "a(so)") { target, _ in
        [.array(of: "(so)", target.node.children.map { target.reference(to: $0) })]
      },
      Method("GetIndexInParent", "", "i") { target, _ in [.int(target.node.index)] },
      Method("GetRelationSet", "", "a(ua(so))") { target, _ in
        [.array(of: "(ua(so))", target.relations)]
      },
      Method("GetRole", "", "u") { target, _ in [.uint32(target.node.role.number)] },
      Method("GetRoleName", "", "s") { target, _ in [.string(target.node.role.name)] },
      Method("GetLocalizedRoleName", "", "s") { target, _ in [.string(target.node.role.name)] },
      Method("GetState", "", "au") { target, _ in
        [.array(of: "u", target.node.states.words.map { .uint32($0) })]
      },
      Method("GetAttributes", "", "a{ss}") { target, _ in [.dictionary(target.attributes)] },
      Method("GetApplication", "", "(so)") { target, _ in
        [target.reference(to: ObjectTree.application)]
      },
      Method("GetInterfaces", "", "as") { target, _ in
        [.strings(target.interfaces.map(\.name))]
      },
    ],
    isPresent: { _ in true })

  /// The interface of the application.
  static let application = ObjectInterface(
    name: Names.interface("Application"),
    properties: [
      Property("ToolkitName", "s") { _ in .string("Galley") },
      Property("Version", "s") { _ in .string("1.0") },
      Property("ToolkitVersion", "s") { _ in .string("1.0") },
      Property("AtspiVersion", "s") { _ in .string("2.1") },
      Property("InterfaceVersion", "u") { _ in .uint32(1) },
      {
        var id = Property("Id", "i") { .int($0.bridge.applicationID) }
        id.set = { $0.bridge.applicationID = $1.integer ?? 0 }
        return id
      }(),
    ],
    methods: [
      Method("GetLocale", "u", "s") { _, _ in [.string(ProcessLocale.name)] },
      Method("GetApplicationBusAddress", "", "s") { _, _ in [.string("")] },
    ],
    isPresent: { $0.role == .application })
}

extension ObjectTarget {
  /// The reference to the parent: for the application, the desktop.
  var parent: DBus.Value {
    node.parent == nil ? bridge.desktop : reference(to: node.parent)
  }

  /// The relations: a link belongs to its text, and the items of a list to each other.
  var relations: [DBus.Value] {
    guard let parent = node.parent, node.object.position != nil else { return [] }
    return [.structure([.uint32(5), .array(of: "(so)", [reference(to: parent)])])]
  }

  /// The attributes, by the names that ARIA and ATK use.
  var attributes: [String: String] {
    let object = node.object
    var attributes = ["toolkit": "Galley"]
    if !object.id.isEmpty { attributes["id"] = object.id }
    if let position = object.position {
      attributes["posinset"] = "\(position.index + 1)"
      attributes["setsize"] = "\(position.count)"
    }
    if let level = object.level { attributes["level"] = "\(level)" }
    if object.live != nil {
      attributes["live"] = "polite"
      attributes["relevant"] = "additions"
    }
    var ancestor: Int? = index
    while let next = ancestor {
      if tree.nodes[next].object.live != nil { attributes["container-live"] = "polite" }
      ancestor = tree.nodes[next].parent
    }
    return attributes
  }
}
