import Synchronization

/// A result that a thread hands to the main actor.
package final class OperationResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Creates a result that is not there yet.
  package init() {}

  /// Stores the result.
  package func store(_ value: Value?) {
    self.value.withLock { $0 = value }
  }

  /// Takes the result, if there is one.
  package func take() -> Value? {
    value.withLock { $0.take() }
  }
}
