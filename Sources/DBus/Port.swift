internal import Dispatch
internal import Synchronization

extension DBus {
  /// A connection that a queue of its own reads and writes, so that no caller waits for the bus.
  package final class Port: Sendable {
    private struct State {
      var outbox: [Message] = []
      /// The number of received messages that have not been handled.
      var backlog = 0
      var isPaused = false
    }

    /// The number of messages that are read at once.
    private static let batch = 256
    /// The backlog from which reading pauses, so that a flood fills the sender's queue instead.
    private static let backlogLimit = 1_024

    private let queue: DispatchQueue
    private let receive: @Sendable ([Message]?) -> Void
    private let link = Mutex<Link?>(nil)
    private let state = Mutex(State())

    /// Creates a port that is not connected.
    ///
    /// - Parameters:
    ///   - label: The label of its queue.
    ///   - receive: Called on the queue with received messages, in order, and with `nil` when the
    ///     connection has ended. The receiver calls ``didHandle(_:)`` after handling messages.
    package init(label: String, receive: @escaping @Sendable ([Message]?) -> Void) {
      queue = DispatchQueue(label: label)
      self.receive = receive
    }

    deinit { link.withLock { $0.take() }?.close() }

    /// Connects on the queue, after a delay in seconds.
    ///
    /// `connect` may block; it returns `nil` on failure, which ends the attempt.
    package func open(
      after delay: Double = 0, _ connect: @escaping @Sendable () -> Connection?
    ) {
      queue.asyncAfter(deadline: .now() + delay) { [weak self] in
        guard let connection = connect(), let self else { return }
        let new = Link(connection, on: queue) { [weak self] in self?.read() }
        link.withLock { $0 = new }
        // Messages may have arrived during the calls of `connect`.
        read()
      }
    }

    /// Sends messages in order; callable on any thread.
    package func send(_ messages: [Message]) {
      guard !messages.isEmpty else { return }
      let isFirst = state.withLock { state in
        defer { state.outbox += messages }
        return state.outbox.isEmpty
      }
      if isFirst { queue.async { [weak self] in self?.write() } }
    }

    /// Notes that received messages have been handled; callable on any thread.
    package func didHandle(_ count: Int) {
      let resumes = state.withLock { state in
        state.backlog -= count
        guard state.isPaused, state.backlog < Self.backlogLimit / 2 else { return false }
        state.isPaused = false
        return true
      }
      guard resumes else { return }
      queue.async { [weak self] in
        self?.link.withLock { $0 }?.resume()
        self?.read()
      }
    }

    private func write() {
      let messages = state.withLock { state in
        defer { state.outbox = [] }
        return state.outbox
      }
      guard let link = link.withLock({ $0 }) else { return }
      link.withConnection { connection in
        for message in messages { connection.send(message) }
        connection.flush()
      }
      // Writing reads what has arrived as well.
      read()
    }

    private func read() {
      guard let link = link.withLock({ $0 }), !state.withLock({ $0.isPaused }) else { return }
      let (messages, isOpen) = link.withConnection { connection in
        (connection.receive(limit: Self.batch), connection.isOpen)
      }
      guard !messages.isEmpty else {
        if !isOpen { close() }
        return
      }
      let pauses = state.withLock { state in
        state.backlog += messages.count
        state.isPaused = state.backlog >= Self.backlogLimit
        return state.isPaused
      }
      receive(messages)
      if pauses { return link.pause() }
      // Messages that libdbus has already read do not make the descriptor readable.
      queue.async { [weak self] in self?.read() }
    }

    private func close() {
      link.withLock { $0.take() }?.close()
      state.withLock { $0 = State() }
      receive(nil)
    }
  }
}

/// A connection with the source that tells when it is readable.
@safe private final class Link: Sendable {
  private let connection: Mutex<DBus.Connection>
  // SAFETY: Dispatch sources are thread-safe.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?
  private let isPaused = Mutex(false)

  /// Creates a link that calls a closure on a queue when the connection becomes readable.
  init(
    _ connection: consuming sending DBus.Connection, on queue: DispatchQueue,
    _ notify: @escaping @Sendable () -> Void
  ) {
    unsafe source = connection.descriptor.map {
      DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue)
    }
    self.connection = Mutex(connection)
    unsafe source?.setEventHandler(handler: notify)
    unsafe source?.resume()
  }

  func withConnection<Result: Sendable>(
    _ body: (borrowing DBus.Connection) -> Result
  ) -> Result {
    connection.withLock { body($0) }
  }

  func pause() { setPaused(true) }

  func resume() { setPaused(false) }

  private func setPaused(_ pauses: Bool) {
    isPaused.withLock { isPaused in
      guard isPaused != pauses else { return }
      isPaused = pauses
      if pauses { unsafe source?.suspend() } else { unsafe source?.resume() }
    }
  }

  /// Ends the notifications, then the connection, whose descriptor the source still watches.
  func close() {
    unsafe source?.setCancelHandler { withExtendedLifetime(self) {} }
    unsafe source?.cancel()
    // Dispatch does not release paused sources.
    resume()
  }
}
