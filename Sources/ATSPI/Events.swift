internal import GalleyDBus

/// The signals of AT-SPI.
@MainActor struct Event {
  /// The interface without its prefix, such as `Object`.
  var kind = "Object"
  var member: String
  var detail = ""
  var first = 0
  var second = 0
  var value = DBus.Value.int32(0)
  var path: String

  init(_ member: String, _ detail: String = "", of path: String) {
    (self.member, self.detail, self.path) = (member, detail, path)
  }

  /// Creates the event for a difference.
  init(_ change: TreeChange, connection: String) {
    switch change {
    case .added(let child, let parent, let index):
      self.init("ChildrenChanged", "add", of: parent)
      first = index
      value = .reference(child, of: connection)
    case .removed(let child, let parent, let index):
      self.init("ChildrenChanged", "remove", of: parent)
      first = index
      value = .reference(child, of: connection)
    case .state(let name, let path, let isSet):
      self.init("StateChanged", name, of: path)
      first = isSet ? 1 : 0
    case .name(let name, let path):
      self.init("PropertyChange", "accessible-name", of: path)
      value = .string(name)
    case .details(let details, let path):
      self.init("PropertyChange", "accessible-description", of: path)
      value = .string(details)
    case .inserted(let text, let index, let path):
      self.init("TextChanged", "insert", of: path)
      (first, second, value) = (index, text.unicodeScalars.count, .string(text))
    case .deleted(let text, let index, let path):
      self.init("TextChanged", "delete", of: path)
      (first, second, value) = (index, text.unicodeScalars.count, .string(text))
    case .caret(let index, let path):
      self.init("TextCaretMoved", of: path)
      first = index
    case .selection(let path): self.init("TextSelectionChanged", of: path)
    case .announcement(let text, let path):
      self.init("Announcement", of: path)
      // ATSPI_LIVE_POLITE.
      (first, value) = (1, .string(text))
    }
  }

  /// Creates an event of the window.
  init(window member: String, title: String) {
    self.init(member, of: Names.window)
    kind = "Window"
    value = .string(title)
  }

  /// Creates the event of an object that gets the keyboard focus.
  init(focus path: String) {
    self.init("Focus", of: path)
    kind = "Focus"
  }

  /// Whether clients need the event to keep their caches, without having registered for it.
  var isStructural: Bool {
    kind == "Object" && ["ChildrenChanged", "StateChanged", "PropertyChange"].contains(member)
  }

  var message: DBus.Message {
    DBus.Message(
      signal: member, of: Names.interface("Event." + kind), at: path,
      [
        .string(detail), .int(first), .int(second), .variant(value),
        .array(of: "{sv}", []),
      ])
  }
}

/// The events for which clients have registered, and the clients.
struct Listeners: Hashable, Sendable {
  private struct Registration: Hashable {
    var client: String
    /// The class, the type and the detail, without hyphens and in lower case.
    var words: [String]
  }

  private var registrations: [Registration] = []
  /// The connections that have called an object.
  private(set) var clients: Set<String> = []

  /// Whether nobody listens, so that no events need to be computed.
  var isEmpty: Bool { registrations.isEmpty && clients.isEmpty }

  /// Notes that a client has registered for an event such as `object:state-changed:focused`.
  mutating func register(_ event: String, of client: String) {
    registrations.append(Registration(client: client, words: Self.words(event)))
  }

  mutating func deregister(_ event: String, of client: String) {
    let registration = Registration(client: client, words: Self.words(event))
    if let index = registrations.firstIndex(of: registration) { registrations.remove(at: index) }
  }

  mutating func add(client: String) { clients.insert(client) }

  /// Notes that a connection has ended.
  mutating func remove(client: String) {
    clients.remove(client)
    registrations.removeAll { $0.client == client }
  }

  /// Returns whether an event is sent.
  @MainActor func want(_ event: Event) -> Bool {
    if event.isStructural, !clients.isEmpty { return true }
    let words = Self.words("\(event.kind):\(event.member):\(event.detail)")
    return registrations.contains { registration in
      zip(registration.words, words).allSatisfy { $0.isEmpty || $0 == $1 }
    }
  }

  private static func words(_ event: String) -> [String] {
    event.lowercased().filter { $0 != "-" }.split(
      separator: ":", omittingEmptySubsequences: false
    ).map(String.init)
  }
}
