import GalleyAccessibility
import GalleyDBus
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyATSPI

/// The events that are sent for differences between snapshots.
@MainActor @Suite struct EventTests {
  let app = SampleApplication()

  /// Reports the difference to the previous state, which a first report has stored.
  private func events(after change: () -> Void) -> [String] {
    app.bridge.noteChange()
    app.bridge.reportChanges()
    _ = app.takeEvents()
    change()
    app.bridge.noteChange()
    app.bridge.reportChanges()
    return app.takeEvents()
  }

  @Test func `nothing is computed while nobody listens`() {
    app.open()
    #expect(!app.bridge.isListenedTo)
    #expect(events { app.contents = [] } == [])
    _ = app.results("GetRole", of: "Accessible", at: SampleApplication.list)
    #expect(app.bridge.isListenedTo)
  }

  @Test func `opening and closing a window are events`() {
    app.bridge.open(
      name: ":1.5", desktop: .nullReference,
      events: .array(of: "(ss)", [.structure([.string(":1.9"), .string("window:")])]))
    #expect(
      app.takeEvents() == ["Window Create  window 0 0 Title", "Window Activate  window 0 0 Title"])
    #expect(events { app.window.isActive = false } == ["Window Deactivate  window 0 0 Title"])
    app.bridge.noteDestruction()
    #expect(app.takeEvents() == ["Window Destroy  window 0 0 Title"])
  }

  @Test func `children that appear and disappear are events`() {
    app.open(listening: ["object:children-changed"])
    let removed = events { app.contents[0].children.removeFirst() }
    #expect(removed == ["Object ChildrenChanged remove list 0 0 \(SampleApplication.message)"])
    var child = Accessible(.listItem, "third", id: "m3")
    child.children = [Accessible(.link, "inner", id: "link")]
    let added = events { app.contents[0].children.append(child) }
    #expect(added == ["Object ChildrenChanged add list 1 0 \(SampleApplication.list)/m3"])
  }

  @Test func `clients that have called get the objects of their caches`() {
    app.open()
    _ = app.results("GetRole", of: "Accessible", at: SampleApplication.list)
    app.contents[0].children.removeFirst()
    app.bridge.noteChange()
    app.bridge.reportChanges()
    let cache = app.sent.filter { $0.interface == "org.a11y.atspi.Cache" }
    #expect(cache.map(\.member) == ["RemoveAccessible", "RemoveAccessible"])
    #expect(
      cache.compactMap { $0.arguments.first?.elements?[1].string }
        == [SampleApplication.message + "/link", SampleApplication.message])
    #expect(app.takeEvents().count == 1)
    #expect(
      events { app.contents[0].name = "New" } == [
        "Object PropertyChange accessible-name list 0 0 New"
      ])
    app.bridge.receive(ownerChange(of: ":1.9", from: ":1.9", to: ""))
    #expect(!app.bridge.isListenedTo)
    #expect(events { app.contents[0].name = "Newer" } == [])
  }

  @Test func `changed states are events`() {
    app.open(listening: ["object:state-changed"])
    let changed = events {
      app.contents[0].children[1].states = .expanded
      app.contents[0].children[1].frame = Rect(x: 0, y: 40, width: 10, height: 10)
    }
    #expect(
      changed == [
        "Object StateChanged collapsed m_202 0 0 ", "Object StateChanged expanded m_202 1 0 ",
        "Object StateChanged showing m_202 1 0 ",
      ])
  }

  @Test func `an event is sent only to those who registered for it`() {
    app.open(listening: ["object:state-changed:expanded", "Focus:"])
    let changed = events { app.contents[0].children[1].states = [.expanded, .focused] }
    #expect(
      changed == ["Object StateChanged expanded m_202 1 0 "])
    let moved = events { app.contents[0].states = [] }
    #expect(moved == ["Focus Focus  m_202 0 0 "])
    app.bridge.receive(registration("EventListenerDeregistered", "object:state-changed:expanded"))
    #expect(events { app.contents[0].children[1].states = .focused } == [])
    app.bridge.receive(registration("EventListenerRegistered", "object:state-changed:"))
    #expect(
      events { app.contents[0].children[1].states = [] }
        == ["Object StateChanged focusable m_202 0 0 ", "Object StateChanged focused m_202 0 0 "])
  }

  @Test(arguments: [
    ("see it", "see the it", ["insert 4 4 the "]),
    ("see 👩‍👩‍👧 it", "see it", ["delete 4 6 👩‍👩‍👧 "]),
    ("hidden text", "the gardener", ["delete 0 11 hidden text", "insert 0 12 the gardener"]),
    ("caf\u{e9}", "cafe\u{301}", ["delete 3 1 \u{e9}", "insert 3 2 e\u{301}"]),
    ("aa", "aaa", ["insert 2 1 a"]),
    ("same", "same", []),
  ])
  func `a changed text is deleted and inserted between its common ends`(
    old: String, new: String, expected: [String]
  ) {
    app.open(listening: ["object:text-changed"])
    func set(_ string: String) {
      let layout = TestFonts.engine().layout(AttributedText(string), options: LayoutOptions())
      app.contents[0].children[0].text = Accessible.Text(layout)
    }
    set(old)
    #expect(
      events { set(new) }
        == expected.map { change in
          let words = change.split(separator: " ", maxSplits: 3)
          return "Object TextChanged \(words[0]) m1 \(words[1]) \(words[2]) \(words[3])"
        })
  }

  @Test func `a moved caret and a selection are events`() {
    app.open(listening: ["object:text-caret-moved", "object:text-selection-changed"])
    let changed = events {
      app.contents[0].children[0].text?.selection = 2..<5
      app.contents[0].children[0].text?.caret = 5
    }
    #expect(
      changed == ["Object TextCaretMoved  m1 5 0 ", "Object TextSelectionChanged  m1 0 0 "])
  }

  private func announcements(_ before: [String], _ after: [String]) -> [String] {
    app.open(listening: ["object:announcement"])
    func live(_ entries: [String]) -> Accessible.Live {
      Accessible.Live(entries) { $0 == "own" ? nil : "new \($0)" }
    }
    app.contents[0].live = live(before)
    return events { app.contents[0].live = live(after) }.map {
      String($0.dropFirst("Object Announcement  list 1 0 ".count))
    }
  }

  @Test func `entries after the last known one are announced`() {
    #expect(announcements(["1", "2"], ["1", "2", "3", "4"]) == ["new 3", "new 4"])
    #expect(announcements(["1", "2"], ["2", "own", "4"]) == ["new 4"])
    #expect(announcements([], ["1"]) == ["new 1"])
    // Older entries at the beginning, a deleted last entry, and a replaced region.
    #expect(announcements(["2", "3"], ["0", "1", "2", "3"]) == [])
    #expect(announcements(["2", "3"], ["1", "2"]) == [])
    #expect(announcements(["2", "3"], ["7", "8"]) == [])
    #expect(
      announcements(["0"], ["0"] + (1...9).map(String.init)) == (6...9).map { "new \($0)" })
  }

  @Test func `a new registry gets the application again`() {
    app.open()
    app.bridge.receive(ownerChange(of: "org.a11y.atspi.Registry", from: ":1.1", to: ":1.30"))
    #expect(app.sent.map(\.member) == ["Embed"])
    #expect(app.sent.first?.destination == "org.a11y.atspi.Registry")
  }

  @Test func `the bridge is silent after the bus has gone away`() {
    app.open(listening: ["object:"])
    app.bridge.close()
    #expect(events { app.contents = [] } == [])
    #expect(app.sent.isEmpty)
  }

  private func registration(_ member: String, _ event: String) -> DBus.Message {
    DBus.Message(
      signal: member, of: "org.a11y.atspi.Registry", at: "/org/a11y/atspi/registry",
      [.string(":1.9"), .string(event)])
  }

  private func ownerChange(of name: String, from old: String, to new: String) -> DBus.Message {
    DBus.Message(
      signal: "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
      [.string(name), .string(old), .string(new)])
  }
}
