import GalleyAccessibility
import GalleyBasics
import GalleyDBus
import GalleyGeometry
import Testing

@testable import GalleyATSPI

/// Calls that no client should make.
@MainActor @Suite struct HostileClientTests {
  let app = SampleApplication()

  init() { app.open() }

  @Test(arguments: [
    ("/", "UnknownObject"), ("/org/a11y/atspi/null", "UnknownObject"),
    ("/org/a11y/atspi/accessible/window/list/m9", "UnknownObject"),
    ("/org/a11y/atspi/accessible/window/send/x", "UnknownObject"),
  ])
  func `an unknown path is an error`(path: String, error: String) {
    let reply = app.call("GetRole", of: "org.a11y.atspi.Accessible", at: path)
    #expect(reply.kind == .fault)
    #expect(reply.member == "org.freedesktop.DBus.Error." + error)
    #expect(reply.serial == 3)
  }

  @Test(
    arguments: [
      ("GetRole", "org.a11y.atspi.Accessible", [.int32(1)], "InvalidArgs"),
      ("GetChildAtIndex", "org.a11y.atspi.Accessible", [], "InvalidArgs"),
      ("GetChildAtIndex", "org.a11y.atspi.Accessible", [.int32(5)], "InvalidArgs"),
      ("GetChildAtIndex", "org.a11y.atspi.Accessible", [.string("0")], "InvalidArgs"),
      ("Explode", "org.a11y.atspi.Accessible", [], "UnknownMethod"),
      ("GetText", "org.a11y.atspi.Text", [.int32(0), .int32(1)], "UnknownInterface"),
      ("GetRole", "", [], "UnknownInterface"),
      ("Get", "org.freedesktop.DBus.Properties", [.string("x"), .string("y")], "UnknownInterface"),
      (
        "Get", "org.freedesktop.DBus.Properties",
        [.string("org.a11y.atspi.Accessible"), .string("y")], "UnknownProperty"
      ),
      ("Get", "org.freedesktop.DBus.Properties", [], "InvalidArgs"),
      ("Explode", "org.freedesktop.DBus.Properties", [], "UnknownMethod"),
      ("Explode", "org.freedesktop.DBus.Peer", [], "UnknownMethod"),
    ] as [(String, String, [DBus.Value], String)])
  func `a wrong call is an error`(
    member: String, interface: String, arguments: [DBus.Value], error: String
  ) {
    let reply = app.call(member, of: interface, at: SampleApplication.list, arguments)
    #expect(reply.kind == .fault)
    #expect(reply.member == "org.freedesktop.DBus.Error." + error)
  }

  /// Returns an extreme or random value of a type.
  private func value(_ type: Character, _ random: inout SplitMix64) -> DBus.Value {
    switch type {
    case "i": .int32([.min, -1, 0, 1, 5, 29, 30, .max].randomElement(using: &random) ?? 0)
    case "u": .uint32([0, 1, 2, 3, 4, 5, 6, 7, 8, .max].randomElement(using: &random) ?? 0)
    case "b": .boolean(Bool.random(using: &random))
    default: .string(["", "weight", "é\0"].randomElement(using: &random) ?? "")
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `every method answers extreme arguments with the types that it declares`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for node in app.bridge.tree.nodes {
      for interface in ObjectInterface.all where interface.isPresent(node) {
        for method in interface.methods {
          let arguments = method.arguments.map { value($0, &random) }
          let reply = app.call(method.name, of: interface.name, at: node.path, arguments)
          let comment = "\(interface.name).\(method.name)(\(arguments)) of \(node.path)"
          if reply.kind == .reply {
            #expect(reply.signature == method.results, "\(comment)")
          } else {
            #expect(reply.member == "org.freedesktop.DBus.Error.InvalidArgs", "\(comment)")
          }
          #expect(reply.transmitted != nil, "\(comment)")
        }
      }
    }
  }

  @Test func `every property has the type that it declares, and is described`() throws {
    for node in app.bridge.tree.nodes {
      let reply = app.call(
        "Introspect", of: "org.freedesktop.DBus.Introspectable", at: node.path)
      let description = try #require(reply.arguments.first?.string)
      for interface in ObjectInterface.all where interface.isPresent(node) {
        #expect(description.contains("<interface name=\"\(interface.name)\">"))
        for property in interface.properties {
          let short = String(interface.name.dropFirst("org.a11y.atspi.".count))
          let value = app.property(property.name, of: short, at: node.path)
          #expect(value?.signature == property.signature, "\(property.name)")
          #expect(
            description.contains("name=\"\(property.name)\" type=\"\(property.signature)\""))
        }
        for method in interface.methods { #expect(description.contains("\"\(method.name)\"")) }
        let all = app.call(
          "GetAll", of: "org.freedesktop.DBus.Properties", at: node.path, [.string(interface.name)])
        #expect(all.arguments.first?.elements?.count == interface.properties.count)
        #expect(all.transmitted != nil)
      }
    }
  }

  @Test func `hidden text is in no answer`() {
    var everything = ""
    for node in app.bridge.tree.nodes {
      for interface in ObjectInterface.all where interface.isPresent(node) {
        for property in interface.properties {
          let short = String(interface.name.dropFirst("org.a11y.atspi.".count))
          everything +=
            "\(String(describing: app.property(property.name, of: short, at: node.path)))"
        }
        for method in interface.methods {
          for offset in [Int32(-1), 0, 5, 18, 22, 29] {
            for unit in 0..<7 as Range<UInt32> {
              let arguments = method.arguments.map { type -> DBus.Value in
                type == "u" ? .uint32(unit) : type == "i" ? .int32(offset) : .string("")
              }
              everything +=
                "\(app.call(method.name, of: interface.name, at: node.path, arguments))"
            }
          }
        }
      }
    }
    #expect(everything.contains("hidden text"))
    #expect(!everything.contains("secret") && !everything.contains("secre"))
  }

  @Test func `an application may describe nonsense`() {
    var item = Accessible(.listItem, "same", id: "same")
    item.frame = Rect(x: .nan, y: -.infinity, width: .infinity, height: -5)
    var deep = item
    for _ in 0..<200 {
      var parent = item
      parent.children = [deep]
      deep = parent
    }
    app.contents = [
      item, item, deep, Accessible(.button, "", id: ""), Accessible(.label, "/", id: "é/"),
    ]
    app.bridge.noteChange()
    let nodes = app.bridge.tree.nodes
    #expect(
      nodes.filter { $0.parent == 1 }.map(\.path) == [
        SampleApplication.window + "/same", SampleApplication.window + "/_",
        SampleApplication.window + "/_c3_a9_2f",
      ])
    for node in nodes {
      let reply = app.call(
        "GetExtents", of: "org.a11y.atspi.Component", at: node.path, [.uint32(0)])
      #expect(reply.kind == .reply || node.parent == nil)
    }
    app.contents = [deep]
    app.bridge.noteChange()
    #expect(app.bridge.tree.nodes.count < 80)
  }

  @Test func `types in a signature are told apart`() {
    #expect(StandardInterfaces.types(in: "sa{sv}(ia(so))ai") == ["s", "a{sv}", "(ia(so))", "ai"])
  }
}
