internal import Dispatch
internal import Synchronization

/// Threads that start together, however many cores there are.
public final class Threads: Sendable {
  private let group = DispatchGroup()

  /// Calls `body` on each thread, with the number of the thread.
  public init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let gate = DispatchSemaphore(value: 0)
    for thread in 0..<count {
      DispatchQueue(label: "thread \(thread)").async(group: group) {
        gate.wait()
        body(thread)
      }
    }
    for _ in 0..<count { gate.signal() }
  }

  /// Waits until all threads have ended.
  public func wait() { group.wait() }
}

/// Runs `body` on another thread, waits for it, and returns its result.
@discardableResult public func elsewhere<Value: Sendable>(
  _ body: @escaping @Sendable () -> Value
) -> Value? {
  let result = Shared<Value?>(nil)
  Threads(1) { _ in
    let value = body()
    result.change { $0 = value }
  }.wait()
  return result.current
}

/// A value that closures on several threads can share.
public final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  /// Creates a shared value.
  public init(_ value: Value) { self.value = Mutex(value) }

  /// The value.
  public var current: Value { value.withLock { $0 } }

  /// Changes the value.
  public func change(_ body: (inout Value) -> Void) { value.withLock { value in body(&value) } }
}
