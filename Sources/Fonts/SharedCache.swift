internal import Synchronization

/// A thread-safe cache from which all threads get the same value for a key.
struct SharedCache<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  private let values = Mutex<[Key: Value]>([:])
  private let limit: Int

  /// Creates an empty cache; it is emptied before it grows beyond `limit` values.
  init(limit: Int) { self.limit = limit }

  /// Returns the value for a key, or that of `make`, which is called without holding the lock.
  ///
  /// If other threads make a value at the same time, all return the first one that is stored.
  func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let value = make()
    return values.withLock { values in
      if let earlier = values[key] { return earlier }
      if values.count >= limit { values.removeAll() }
      values[key] = value
      return value
    }
  }
}

/// A value that is computed on first use; threads that do so at the same time get the same one.
struct Lazy<Value: Sendable>: ~Copyable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box = AtomicLazyReference<Box>()

  /// Whether the value has been computed.
  var isComputed: Bool { box.load() != nil }

  /// Returns the value, or that of `compute` on first use.
  func value(_ compute: () -> Value) -> Value {
    box.load()?.value ?? box.storeIfNil(Box(compute())).value
  }
}
