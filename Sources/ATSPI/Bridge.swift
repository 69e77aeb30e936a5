package import GalleyAccessibility
package import GalleyDBus

/// The bridge from an application's objects to screen readers, through AT-SPI.
///
/// The bridge is idle until a screen reader asks or listens: then it takes a snapshot of the
/// objects, answers calls from it, and reports the differences between snapshots as events. A
/// snapshot is valid until ``noteChange()``.
@MainActor package final class Bridge {
  /// The source of what the bridge presents.
  package struct Source {
    /// Returns the window.
    var window: @MainActor () -> WindowDescription
    /// Returns the objects in the window, with frames in the window's coordinates.
    var contents: @MainActor () -> [Accessible]

    /// Creates a source.
    package init(
      window: @escaping @MainActor () -> WindowDescription,
      contents: @escaping @MainActor () -> [Accessible]
    ) {
      (self.window, self.contents) = (window, contents)
    }
  }

  /// The name of the connection on the bus; empty without one.
  package private(set) var connectionName = ""
  /// The desktop, the parent of the application.
  private(set) var desktop = DBus.Value.nullReference
  /// The number that the registry has assigned.
  var applicationID = 0

  private let source: Source
  private let send: @MainActor ([DBus.Message]) -> Void
  private let application: String
  private(set) var listeners = Listeners()
  /// The current snapshot; `nil` if the interface may have changed since the last one.
  private var current: ObjectTree?
  /// The snapshot that was reported last; `nil` while nobody listens.
  private var reported: ObjectTree?

  /// Creates a bridge.
  ///
  /// - Parameters:
  ///   - application: The name of the application.
  ///   - source: The source of what the bridge presents.
  ///   - send: Sends messages to the bus.
  package init(
    application: String, source: Source,
    send: @escaping @MainActor ([DBus.Message]) -> Void
  ) {
    (self.application, self.source, self.send) = (application, source, send)
  }

  /// The snapshot of the objects.
  var tree: ObjectTree {
    let window = source.window()
    // A window is moved and focused without notice.
    if let current, current.window == window { return current }
    let tree = ObjectTree(application: application, window: window, contents: source.contents())
    current = tree
    return tree
  }

  /// Whether events are computed.
  package var isListenedTo: Bool { !connectionName.isEmpty && !listeners.isEmpty }

  /// Notes that the interface may have changed: the snapshot becomes invalid.
  package func noteChange() { current = nil }

  // MARK: The bus

  /// Notes that the application is registered.
  package func open(name: String, desktop: DBus.Value, events: DBus.Value) {
    (connectionName, self.desktop) = (name, desktop)
    listeners = Listeners()
    for event in events.elements ?? [] {
      guard let words = event.elements, words.count == 2, let client = words[0].string,
        let name = words[1].string
      else { continue }
      listeners.register(name, of: client)
    }
    let title = tree.window.title
    emit([Event(window: "Create", title: title)])
    if tree.window.isActive { emit([Event(window: "Activate", title: title)]) }
  }

  /// Notes that the bus has gone away.
  package func close() {
    (connectionName, desktop) = ("", .nullReference)
    listeners = Listeners()
    reported = nil
  }

  /// Handles a message from the bus; replies are sent at once.
  package func receive(_ message: DBus.Message) {
    switch message.kind {
    case .call:
      let reply = reply(to: message)
      if message.expectsReply { send([reply]) }
    case .signal: receive(signal: message)
    case .reply, .fault: break
    }
  }

  private func receive(signal: DBus.Message) {
    let words = signal.arguments.compactMap(\.string)
    switch (signal.interface, signal.member) {
    case (Names.registry, "EventListenerRegistered") where words.count >= 2:
      listeners.register(words[1], of: words[0])
    case (Names.registry, "EventListenerDeregistered") where words.count >= 2:
      listeners.deregister(words[1], of: words[0])
    case ("org.freedesktop.DBus", "NameOwnerChanged") where words.count == 3:
      if words[2].isEmpty { listeners.remove(client: words[0]) }
      // A new registry knows no applications.
      if words[0] == Names.registry, !words[2].isEmpty {
        send([Session.embedding(connectionName)])
      }
    default: break
    }
    if listeners.isEmpty { reported = nil }
  }

  /// Returns the reply to a call.
  package func reply(to call: DBus.Message) -> DBus.Message {
    do throws(DBus.Fault) {
      return DBus.Message(replyTo: call, try results(of: call))
    } catch {
      return DBus.Message(replyTo: call, error)
    }
  }

  private func results(of call: DBus.Message) throws(DBus.Fault) -> [DBus.Value] {
    if call.interface == StandardInterfaces.peer { return try StandardInterfaces.peer(call) }
    note(client: call.sender)
    let tree = tree
    if call.path == Names.cache, call.interface == Cache.interface {
      return try Cache.reply(to: call, tree, of: self)
    }
    guard let index = tree.node(at: call.path) else { throw .unknownObject(call.path) }
    let target = ObjectTarget(bridge: self, tree: tree, index: index)
    switch call.interface {
    case StandardInterfaces.properties: return try StandardInterfaces.properties(call, on: target)
    case StandardInterfaces.introspection where call.member == "Introspect":
      return [.string(StandardInterfaces.introspection(of: target))]
    default:
      guard let interface = target.interfaces.first(where: { $0.name == call.interface }) else {
        throw .unknownInterface(call.interface)
      }
      return try interface.call(call.member, on: target, call)
    }
  }

  /// Notes a client, whose cache of objects has to be kept current from now on.
  private func note(client: String) {
    // The registry calls applications to number them.
    guard !client.isEmpty, client != desktop.elements?.first?.string else { return }
    listeners.add(client: client)
    if reported == nil { reported = tree }
  }

  // MARK: Events

  /// Reports what has changed since the last time.
  package func reportChanges() {
    guard isListenedTo else { return }
    let tree = tree
    guard let old = reported else {
      reported = tree
      return
    }
    reported = tree
    let changes = TreeChange.changes(from: old, to: tree)
    var messages = changes.flatMap { cacheMessages($0, from: old, to: tree) }
    var events = changes.map { Event($0, connection: connectionName) }
    if old.window.isActive != tree.window.isActive {
      let member = tree.window.isActive ? "Activate" : "Deactivate"
      events.insert(Event(window: member, title: tree.window.title), at: 0)
    }
    if let focus = tree.focus, focus != old.focus { events.append(Event(focus: focus)) }
    messages += events.filter { listeners.want($0) }.map(\.message)
    send(messages)
  }

  /// Notes that the window has been closed.
  package func noteDestruction() {
    guard isListenedTo else { return }
    emit([Event(window: "Destroy", title: tree.window.title)])
  }

  private func emit(_ events: [Event]) {
    send(events.filter { listeners.want($0) }.map(\.message))
  }

  /// Returns the signals of the cache for a change.
  private func cacheMessages(
    _ change: TreeChange, from old: ObjectTree, to new: ObjectTree
  ) -> [DBus.Message] {
    guard !listeners.clients.isEmpty else { return [] }
    switch change {
    case .added(let path, _, _):
      guard let index = new.node(at: path) else { return [] }
      return new.subtree(of: index).map { index in
        let target = ObjectTarget(bridge: self, tree: new, index: index)
        return DBus.Message(
          signal: "AddAccessible", of: Cache.interface, at: Names.cache, [Cache.item(target)])
      }
    case .removed(let path, _, _):
      guard let index = old.node(at: path) else { return [] }
      return old.subtree(of: index).reversed().map { index in
        DBus.Message(
          signal: "RemoveAccessible", of: Cache.interface, at: Names.cache,
          [.reference(old.nodes[index].path, of: connectionName)])
      }
    default: return []
    }
  }
}

extension ObjectTree {
  /// Returns the indices of an object and its descendants, parents first.
  func subtree(of index: Int) -> [Int] {
    [index] + nodes[index].children.flatMap { subtree(of: $0) }
  }
}
