import GalleyAccessibility
import GalleyBasics
import GalleyDBus
import GalleyGeometry
import Testing

@testable import GalleyATSPI

/// Calls of clients, answered without a bus.
@MainActor @Suite struct InterfaceTests {
  let app = SampleApplication()

  init() { app.open() }

  private func reference(_ path: String) -> DBus.Value { .reference(path, of: ":1.5") }

  private func mask(_ bits: Int...) -> Int { bits.reduce(0) { $0 | 1 << $1 } }

  private func words(_ states: [DBus.Value]) -> [Int] {
    states.first?.elements?.compactMap(\.integer) ?? []
  }

  // MARK: Accessible

  @Test func `the tree leads from the application to its window and contents`() {
    let root = "/org/a11y/atspi/accessible/root"
    #expect(app.property("Name", of: "Accessible", at: root) == .string("app"))
    #expect(app.results("GetRole", of: "Accessible", at: root) == [.uint32(75)])
    #expect(
      app.property("Parent", of: "Accessible", at: root) == .reference("/desktop", of: ":1.1"))
    #expect(
      app.results("GetChildren", of: "Accessible", at: root)
        == [.array(of: "(so)", [reference(SampleApplication.window)])])
    #expect(app.results("GetRole", of: "Accessible", at: SampleApplication.window) == [.uint32(23)])
    #expect(app.property("ChildCount", of: "Accessible", at: SampleApplication.window) == .int32(2))
    #expect(
      app.results("GetChildAtIndex", of: "Accessible", at: SampleApplication.list, .int32(1))
        == [reference(SampleApplication.list + "/m_202")])
    let message = SampleApplication.message
    #expect(app.results("GetIndexInParent", of: "Accessible", at: message) == [.int32(0)])
    #expect(
      app.property("Parent", of: "Accessible", at: message) == reference(SampleApplication.list))
    #expect(app.results("GetApplication", of: "Accessible", at: message) == [reference(root)])
    #expect(app.results("GetRoleName", of: "Accessible", at: message) == [.string("list item")])
    #expect(app.property("AccessibleId", of: "Accessible", at: message) == .string("m1"))
    #expect(app.property("ToolkitName", of: "Application", at: root) == .string("Galley"))
  }

  @Test func `the registry sets the number of the application`() {
    let root = "/org/a11y/atspi/accessible/root"
    let interface = "org.a11y.atspi.Application"
    func set(_ name: String, _ value: DBus.Value) -> DBus.Message {
      app.call(
        "Set", of: "org.freedesktop.DBus.Properties", at: root,
        [.string(interface), .string(name), .variant(value)])
    }
    #expect(set("Id", .int32(42)).kind == .reply)
    #expect(app.property("Id", of: "Application", at: root) == .int32(42))
    #expect(set("Id", .string("x")).member == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(set("Version", .string("x")).member == "org.freedesktop.DBus.Error.PropertyReadOnly")
  }

  @Test func `states are bits in two words`() {
    let states = words(app.results("GetState", of: "Accessible", at: SampleApplication.message))
    // Enabled, focusable, multi-line, sensitive, showing and visible; selectable and read-only.
    #expect(states == [mask(8, 11, 17, 24, 25, 30), mask(38 - 32, 43 - 32)])
    let hidden = words(
      app.results("GetState", of: "Accessible", at: SampleApplication.list + "/m_202"))
    // Collapsed and expandable; below the window, so it is not showing.
    #expect(hidden == [mask(5, 8, 9, 24, 30), 0])
    app.window.isActive = false
    app.bridge.noteChange()
    let list = words(app.results("GetState", of: "Accessible", at: SampleApplication.list))
    // Nothing in an inactive window has the focus.
    #expect(list[0] & mask(12) == 0)
  }

  @Test func `attributes tell the position in the whole set, and the live region`() {
    #expect(
      app.results("GetAttributes", of: "Accessible", at: SampleApplication.message) == [
        .dictionary([
          "toolkit": "Galley", "id": "m1", "posinset": "2", "setsize": "7",
          "container-live": "polite",
        ])
      ])
    #expect(
      app.results("GetAttributes", of: "Accessible", at: SampleApplication.list) == [
        .dictionary([
          "toolkit": "Galley", "id": "list", "live": "polite", "container-live": "polite",
          "relevant": "additions",
        ])
      ])
  }

  @Test func `the cache describes every object`() throws {
    let reply = app.call("GetItems", of: "org.a11y.atspi.Cache", at: "/org/a11y/atspi/cache")
    let items = try #require(reply.arguments.first?.elements)
    #expect(reply.signature == "a((so)(so)(so)iiassusau)")
    #expect(items.count == 7)
    let names = items.compactMap { $0.elements?[6].string }
    #expect(
      names == [
        "app", "Title", "Messages", "see this page, ab hidden text", "this page", "second", "Send",
      ])
    #expect(reply.transmitted != nil)
  }

  // MARK: Component

  @Test func `extents are in the screen's units, relative to screen, window or parent`() {
    func extents(_ type: UInt32) -> [Int] {
      app.results("GetExtents", of: "Component", at: SampleApplication.message, .uint32(type))
        .first?.elements?.compactMap(\.integer) ?? []
    }
    #expect(extents(0) == [1_020, 520, 360, 60])
    #expect(extents(1) == [20, 20, 360, 60])
    #expect(extents(2) == [20, 20, 360, 60])
    let link = SampleApplication.message + "/link"
    #expect(
      app.results("GetExtents", of: "Component", at: link, .uint32(2)) == [
        .structure([.int32(80), .int32(0), .int32(180), .int32(20)])
      ])
    #expect(
      app.results("GetSize", of: "Component", at: link) == [.int32(180), .int32(20)])
  }

  @Test func `the deepest object at a point is found`() {
    func object(_ x: Int32, _ y: Int32, _ type: UInt32 = 1) -> DBus.Value? {
      app.results(
        "GetAccessibleAtPoint", of: "Component", at: SampleApplication.window, .int32(x),
        .int32(y), .uint32(type)
      ).first
    }
    #expect(object(110, 30) == reference(SampleApplication.message + "/link"))
    #expect(object(1_110, 530, 0) == reference(SampleApplication.message + "/link"))
    #expect(object(30, 50) == reference(SampleApplication.message))
    #expect(object(30, 90) == reference(SampleApplication.list))
    #expect(object(30, 170) == reference(SampleApplication.window + "/send"))
    #expect(object(30, 500) == .reference("/org/a11y/atspi/null", of: ""))
  }

  @Test func `scrolling asks the nearest object that can`() {
    let link = SampleApplication.message + "/link"
    #expect(app.results("ScrollTo", of: "Component", at: link, .uint32(6)) == [.boolean(true)])
    #expect(
      app.results("GrabFocus", of: "Component", at: SampleApplication.message) == [.boolean(true)])
    #expect(app.results("GrabFocus", of: "Component", at: link) == [.boolean(false)])
    #expect(app.log == ["scroll", "focus"])
  }

  // MARK: Action and links

  @Test func `an action is performed`() {
    let send = SampleApplication.window + "/send"
    #expect(app.property("NActions", of: "Action", at: send) == .int32(1))
    #expect(app.results("GetName", of: "Action", at: send, .int32(0)) == [.string("press")])
    #expect(app.results("DoAction", of: "Action", at: send, .int32(0)) == [.boolean(true)])
    #expect(app.log == ["send"])
    for index in [-1, 1, Int32.max, .min] {
      let reply = app.call("DoAction", of: "org.a11y.atspi.Action", at: send, [.int32(index)])
      #expect(reply.member == "org.freedesktop.DBus.Error.InvalidArgs")
    }
    #expect(app.log == ["send"])
  }

  @Test func `links have an address and a range of code points`() {
    let (text, link) = (SampleApplication.message, SampleApplication.message + "/link")
    #expect(app.results("GetNLinks", of: "Hypertext", at: text) == [.int32(1)])
    #expect(app.results("GetLink", of: "Hypertext", at: text, .int32(0)) == [reference(link)])
    #expect(app.results("GetLinkIndex", of: "Hypertext", at: text, .int32(4)) == [.int32(0)])
    #expect(app.results("GetLinkIndex", of: "Hypertext", at: text, .int32(13)) == [.int32(-1)])
    #expect(app.property("StartIndex", of: "Hyperlink", at: link) == .int32(4))
    #expect(app.property("EndIndex", of: "Hyperlink", at: link) == .int32(13))
    #expect(
      app.results("GetURI", of: "Hyperlink", at: link, .int32(0)) == [
        .string("https://example.org")
      ])
  }

  // MARK: Text

  @Test func `text is read by code points, without hidden words`() {
    let text = SampleApplication.message
    #expect(app.property("CharacterCount", of: "Text", at: text) == .int32(29))
    #expect(
      app.results("GetText", of: "Text", at: text, .int32(0), .int32(-1))
        == [.string("see this page, ab hidden text")])
    #expect(
      app.results("GetText", of: "Text", at: text, .int32(9), .int32(4)) == [.string("this ")])
    #expect(
      app.results("GetStringAtOffset", of: "Text", at: text, .int32(5), .uint32(1))
        == [.string("this "), .int32(4), .int32(9)])
    #expect(
      app.results("GetTextBeforeOffset", of: "Text", at: text, .int32(5), .uint32(1))
        == [.string("see "), .int32(0), .int32(4)])
    #expect(
      app.results("GetTextAfterOffset", of: "Text", at: text, .int32(5), .uint32(1))
        == [.string("page, "), .int32(9), .int32(15)])
    #expect(
      app.results("GetTextBeforeOffset", of: "Text", at: text, .int32(0), .uint32(1))
        == [.string(""), .int32(0), .int32(0)])
    #expect(app.results("GetCharacterAtOffset", of: "Text", at: text, .int32(0)) == [.int32(0x73)])
    #expect(
      app.results("GetCharacterExtents", of: "Text", at: text, .int32(1), .uint32(1))
        == [.int32(40), .int32(20), .int32(20), .int32(20)])
    #expect(
      app.results("GetOffsetAtPoint", of: "Text", at: text, .int32(45), .int32(25), .uint32(1))
        == [.int32(1)])
  }

  @Test func `a selection is made in the layout's offsets`() {
    let text = SampleApplication.message
    #expect(app.results("GetNSelections", of: "Text", at: text) == [.int32(0)])
    #expect(
      app.results("SetSelection", of: "Text", at: text, .int32(0), .int32(4), .int32(20))
        == [.boolean(true)])
    #expect(app.results("SetCaretOffset", of: "Text", at: text, .int32(3)) == [.boolean(true)])
    #expect(app.results("SetCaretOffset", of: "Text", at: text, .int32(99)) == [.boolean(false)])
    #expect(app.log == ["select 4..<24", "select 3..<3"])
    app.contents[0].children[0].text?.selection = 0..<3
    app.contents[0].children[0].text?.caret = 3
    app.bridge.noteChange()
    #expect(app.results("GetSelection", of: "Text", at: text, .int32(0)) == [.int32(0), .int32(3)])
    #expect(app.property("CaretOffset", of: "Text", at: text) == .int32(3))
    #expect(
      app.results("AddSelection", of: "Text", at: text, .int32(0), .int32(1)) == [.boolean(false)])
    #expect(app.results("RemoveSelection", of: "Text", at: text, .int32(0)) == [.boolean(true)])
    #expect(app.log.last == "select 3..<3")
  }
}
