import GalleyAccessibility
import GalleyDBus
import GalleyGeometry
import GalleyTypesetting
import TestSupport

@testable import GalleyATSPI

/// An application with a list of two messages and a button, and a bridge without a bus.
@MainActor final class SampleApplication {
  /// The messages in the list, which tests change.
  var contents: [Accessible] = []
  var window = WindowDescription(
    title: "Title", size: Size(width: 200, height: 100), position: Point(x: 1_000, y: 500),
    unitsPerPoint: 2)
  /// The actions that were performed.
  private(set) var log: [String] = []
  /// The messages that were sent.
  private(set) var sent: [DBus.Message] = []

  private(set) lazy var bridge = Bridge(
    application: "app",
    source: Bridge.Source(
      window: { [weak self] in self?.window ?? WindowDescription(title: "", size: .zero) },
      contents: { [weak self] in self?.contents ?? [] }),
    send: { [weak self] in self?.sent += $0 })

  static let window = "/org/a11y/atspi/accessible/window"
  static let list = window + "/list"
  static let message = list + "/m1"

  init() {
    let engine = TestFonts.engine()
    var source = AttributedText("see this page, ab secret", style: TestFonts.style())
    source.annotate(4..<13, as: .link(type: "text_link", url: "https://example.org"))
    source.annotate(18..<24, as: .spoiler)
    let layout = engine.layout(source, options: LayoutOptions(width: 200))

    var first = Accessible(.listItem, "see this page, ab hidden text", id: "m1")
    first.frame = Rect(x: 10, y: 10, width: 180, height: 30)
    first.text = Accessible.Text(layout, at: Point(x: 10, y: 10))
    first.text?.onSelect = { [weak self] in self?.note("select \($0)") ?? false }
    first.position = Accessible.Position(1, of: 7)
    first.onFocus = { [weak self] in self?.note("focus") ?? false }
    var link = Accessible(.link, "this page", id: "link") { [weak self] in
      self?.note("link") ?? false
    }
    link.frame = Rect(x: 50, y: 10, width: 90, height: 10)
    link.link = Accessible.Link(4..<13, address: "https://example.org")
    first.children = [link]
    var second = Accessible(.listItem, "second", id: "m 2")
    second.frame = Rect(x: 10, y: 150, width: 180, height: 20)
    second.states = .collapsed

    var list = Accessible(.list, "Messages", id: "list")
    list.frame = Rect(x: 0, y: 0, width: 200, height: 80)
    list.states = .focused
    list.onScroll = { [weak self] in self?.note("scroll") ?? false }
    list.live = Accessible.Live(["1", "2"]) { "new \($0)" }
    list.children = [first, second]
    var button = Accessible(.button, "Send", id: "send") { [weak self] in
      self?.note("send") ?? false
    }
    button.frame = Rect(x: 0, y: 80, width: 200, height: 20)
    contents = [list, button]
  }

  private func note(_ event: String) -> Bool {
    log.append(event)
    return true
  }

  /// Registers the application, with clients that listen to events.
  func open(listening events: [String] = []) {
    bridge.open(
      name: ":1.5", desktop: .reference("/desktop", of: ":1.1"),
      events: .array(of: "(ss)", events.map { .structure([.string(":1.9"), .string($0)]) }))
    sent = []
  }

  /// Returns the reply to a call of a client.
  func call(
    _ member: String, of interface: String, at path: String, _ arguments: [DBus.Value] = []
  ) -> DBus.Message {
    var call = DBus.Message(call: member, of: interface, at: path, on: ":1.5", arguments)
    call.sender = ":1.9"
    call.serial = 3
    return bridge.reply(to: call)
  }

  /// Returns the results of a call of an interface of AT-SPI.
  func results(
    _ member: String, of interface: String, at path: String, _ arguments: DBus.Value...
  ) -> [DBus.Value] {
    call(member, of: "org.a11y.atspi." + interface, at: path, arguments).arguments
  }

  /// Returns a property.
  func property(_ name: String, of interface: String, at path: String) -> DBus.Value? {
    let reply = call(
      "Get", of: "org.freedesktop.DBus.Properties", at: path,
      [.string("org.a11y.atspi." + interface), .string(name)])
    guard reply.kind == .reply, case .variant(let value)? = reply.arguments.first else {
      return nil
    }
    return value
  }

  /// Takes the events that were sent, as member, detail, path, numbers and value.
  func takeEvents() -> [String] {
    defer { sent = [] }
    return sent.filter { $0.interface.hasPrefix("org.a11y.atspi.Event") }.map { event in
      let words = event.arguments
      let kind = event.interface.split(separator: ".").last ?? ""
      let path = event.path.split(separator: "/").last ?? ""
      var value = ""
      if case .variant(let inner) = words[3] {
        value = inner.string ?? inner.elements?[1].string ?? ""
      }
      return "\(kind) \(event.member) \(words[0].string ?? "") \(path) "
        + "\(words[1].integer ?? 0) \(words[2].integer ?? 0) \(value)"
    }
  }
}
