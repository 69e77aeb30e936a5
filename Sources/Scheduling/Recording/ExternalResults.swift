internal import Synchronization

/// Results from outside of the program, such as messages from a server or the bytes of a picture.
///
/// Any thread posts a result; its receiver gets it on the main actor, at the start of a tick, in
/// the order of posting. A recording of a session contains the results, and its replay gets them
/// from there. So a receiver depends on nothing but the payload, and errors are posted as well.
public final class ExternalResults: Sendable {
  /// A result that has arrived.
  package struct Arrival: Hashable, Sendable {
    /// The name of the receiver.
    package let name: String
    /// The result.
    package let payload: String

    /// Creates a result.
    package init(name: String, payload: String) {
      self.name = name
      self.payload = payload
    }
  }

  private struct State {
    var arrivals: [Arrival] = []
    /// Called instead of requesting a tick, if a recorder or a replay delivers the results.
    var wakeHolder: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  @MainActor private var receivers: [String: @MainActor (String) -> Void] = [:]

  /// Creates an empty queue.
  ///
  /// - Parameter wake: Requests a tick, from any thread.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Posts a result; callable on any thread.
  ///
  /// - Parameters:
  ///   - name: The name of the receiver.
  ///   - payload: The result as text, such as JSON.
  public func post(_ name: String, _ payload: String) {
    let holder = state.withLock { state in
      state.arrivals.append(Arrival(name: name, payload: payload))
      return state.wakeHolder
    }
    (holder ?? wake)()
  }

  /// Sets the receiver of a name; results without a receiver are dropped.
  @MainActor public func receive(_ name: String, _ body: (@MainActor (String) -> Void)?) {
    receivers[name] = body
  }

  // MARK: For the loop and for recordings

  /// Keeps the loop from delivering results, which the caller does from now on.
  ///
  /// - Parameter wake: Called on any thread when a result has arrived.
  package func hold(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wakeHolder = wake }
  }

  /// Returns and removes the results that have arrived.
  package func take() -> [Arrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Delivers a result.
  @MainActor package func deliver(_ arrival: Arrival) {
    receivers[arrival.name]?(arrival.payload)
  }

  /// Delivers all results, unless they are held.
  @MainActor func deliverAll() {
    guard state.withLock({ $0.wakeHolder == nil }) else { return }
    for arrival in take() { deliver(arrival) }
  }
}
