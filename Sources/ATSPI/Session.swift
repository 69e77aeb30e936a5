internal import GalleyDBus
internal import GalleySystem
internal import Synchronization

/// The connection of an application to the accessibility bus.
///
/// Connecting, sending and receiving happen on a queue; the bridge receives what happened on the
/// main actor, in order. A connection that is lost, or refused by a busy bus, is opened again with
/// growing delays.
final class Session: Sendable {
  /// Something that happened.
  enum Occurrence: Hashable, Sendable {
    /// The application is registered under a name; the desktop, and the events with the clients
    /// that have registered for them.
    case opened(name: String, desktop: DBus.Value, events: DBus.Value)
    case message(DBus.Message)
    case closed
  }

  private struct State {
    var occurrences: [Occurrence] = []
    var address: String?
    var notify: @Sendable () -> Void = {}
    var delay = Session.shortestDelay
  }

  private let state = Mutex(State())
  private let port = Mutex<DBus.Port?>(nil)

  /// The first and the longest delay before a connection is opened again, in seconds.
  private static let shortestDelay = 2.0
  private static let longestDelay = 60.0

  /// Whether the environment allows a connection: `NO_AT_BRIDGE=1` forbids it for all toolkits.
  static var isAllowed: Bool { FileSystem.environment("NO_AT_BRIDGE") != "1" }

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: The address of the accessibility bus; `nil` to find it.
  ///   - notify: Called on any thread when the first of some occurrences can be taken.
  func open(at address: String?, notify: @escaping @Sendable () -> Void) {
    guard Self.isAllowed else { return }
    state.withLock { state in (state.address, state.notify) = (address, notify) }
    let new = DBus.Port(label: "galley.accessibility") { [weak self] in self?.receive($0) }
    port.withLock { $0 = new }
    connect(after: 0)
  }

  /// Sends messages; callable on any thread.
  func send(_ messages: [DBus.Message]) { port.withLock { $0 }?.send(messages) }

  /// Returns up to a number of occurrences, in order.
  func take(_ limit: Int) -> [Occurrence] {
    let taken = state.withLock { state in
      let taken = Array(state.occurrences.prefix(limit))
      state.occurrences.removeFirst(taken.count)
      return taken
    }
    let messages = taken.count { if case .message = $0 { true } else { false } }
    port.withLock { $0 }?.didHandle(messages)
    return taken
  }

  /// Whether occurrences wait.
  var hasOccurrences: Bool { state.withLock { !$0.occurrences.isEmpty } }

  private func connect(after delay: Double) {
    port.withLock { $0 }?.open(after: delay) { [weak self] in
      guard DBus.failure == nil, let self,
        let address = state.withLock({ $0.address }) ?? Self.address
      else { return nil }
      guard let connection = Self.registered(at: address, { self.add([$0]) }) else {
        reconnect()
        return nil
      }
      state.withLock { $0.delay = Self.shortestDelay }
      return connection
    }
  }

  private func receive(_ messages: [DBus.Message]?) {
    if let messages { return add(messages.map { .message($0) }) }
    add([.closed])
    reconnect()
  }

  private func reconnect() {
    let delay = state.withLock { state in
      defer { state.delay = min(state.delay * 2, Self.longestDelay) }
      return state.delay
    }
    connect(after: delay)
  }

  private func add(_ occurrences: [Occurrence]) {
    let notify = state.withLock { state in
      defer { state.occurrences += occurrences }
      return state.occurrences.isEmpty ? state.notify : nil
    }
    notify?()
  }
}

extension Session {
  /// Connects to the accessibility bus and registers the application; `nil` if either fails.
  private static func registered(
    at address: String, _ add: (Occurrence) -> Void
  ) -> DBus.Connection? {
    guard let connection = try? DBus.Connection(address: address) else { return nil }
    // Names of clients that end, and what they listen to.
    let rules = [
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
      "type='signal',interface='\(Names.registry)'",
    ]
    do {
      for rule in rules {
        _ = try connection.call(
          DBus.Message(
            call: "AddMatch", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            on: "org.freedesktop.DBus", [.string(rule)]))
      }
      let desktop = try connection.call(embedding(connection.name))
      let events = try? connection.call(
        DBus.Message(
          call: "GetRegisteredEvents", of: Names.registry, at: Names.registryPath,
          on: Names.registry))
      add(
        .opened(
          name: connection.name, desktop: desktop.first ?? .nullReference,
          events: events?.first ?? .array(of: "(ss)", [])))
    } catch { return nil }
    return connection
  }

  /// Returns the call that registers the application.
  static func embedding(_ name: String) -> DBus.Message {
    DBus.Message(
      call: "Embed", of: Names.interface("Socket"), at: Names.root, on: Names.registry,
      [.reference(Names.root, of: name)])
  }

  /// The address of the accessibility bus, which the session bus tells unless the environment does;
  /// `nil` on systems without assistive technology.
  private static var address: String? {
    if let address = FileSystem.environment("AT_SPI_BUS_ADDRESS") {
      return address
    }
    guard let session = sessionAddress, let bus = try? DBus.Connection(address: session) else {
      return nil
    }
    let reply = try? bus.call(
      DBus.Message(call: "GetAddress", of: "org.a11y.Bus", at: "/org/a11y/bus", on: "org.a11y.Bus"))
    return reply?.first?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address of the session bus; libdbus would start a bus if there is none.
  private static var sessionAddress: String? {
    if let address = FileSystem.environment("DBUS_SESSION_BUS_ADDRESS") {
      return address
    }
    return FileSystem.environment("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
  }
}
