internal import GalleyDisplay

/// The scheduling of loads, without loading: which begin, which end early, and what is kept.
///
/// Requests with the same key share one load. The load of the subscriber nearest to the screen
/// begins first; a load ends early when its last subscriber leaves. What was loaded stays while it
/// has subscribers, and after that within a byte budget, the least recently used leaving first.
struct MediaLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The result of a load.
  enum Outcome: Sendable {
    case loaded(Value)
    case absent
    case failed
  }

  /// A step to take.
  enum Step: Sendable {
    /// Beginning a load, which ends with ``MediaLoads/finish(_:of:_:byteCount:)``.
    case begin(Key, load: UInt64)
    /// Canceling a load, whose result no longer counts.
    case cancel(load: UInt64)
    /// Telling subscribers an outcome.
    case deliver(Outcome, to: [UInt64])
  }

  private enum Phase: Sendable {
    case waiting
    case loading(UInt64)
    case done(Outcome, byteCount: Int)
  }

  private struct Entry: Sendable {
    var phase = Phase.waiting
    /// The interface states of the subscribers, by their numbers.
    var subscribers: [UInt64: InterfaceState] = [:]
    /// A counter that orders first requests and last uses.
    var order: UInt64
  }

  private let byteLimit: Int
  private let loadLimit: Int
  private var entries: [Key: Entry] = [:]
  private var count: UInt64 = 0
  private var loadingCount = 0
  /// The size of everything that is kept, in bytes.
  private(set) var byteCount = 0

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - byteLimit: The maximum size of what is kept without subscribers, in bytes.
  ///   - loadLimit: The maximum number of loads at the same time.
  init(byteLimit: Int, loadLimit: Int) {
    self.byteLimit = byteLimit
    self.loadLimit = max(1, loadLimit)
  }

  private mutating func nextNumber() -> UInt64 {
    count += 1
    return count
  }

  /// Adds a subscriber.
  ///
  /// - Returns: Its number, the outcome if it is known, and the steps.
  mutating func subscribe(
    to key: Key, in state: InterfaceState
  ) -> (subscriber: UInt64, known: Outcome?, steps: [Step]) {
    let number = nextNumber()
    var entry = entries[key] ?? Entry(order: number)
    entry.subscribers[number] = state
    entries[key] = entry
    if case .done(let outcome, _) = entry.phase { return (number, outcome, []) }
    return (number, nil, begin())
  }

  /// Changes the interface state of a subscriber.
  mutating func update(_ subscriber: UInt64, of key: Key, to state: InterfaceState) {
    guard entries[key]?.subscribers[subscriber] != nil else { return }
    entries[key]?.subscribers[subscriber] = state
  }

  /// Removes a subscriber.
  mutating func unsubscribe(_ subscriber: UInt64, from key: Key) -> [Step] {
    guard var entry = entries[key], entry.subscribers.removeValue(forKey: subscriber) != nil else {
      return []
    }
    entry.order = nextNumber()
    entries[key] = entry
    guard entry.subscribers.isEmpty else { return [] }
    switch entry.phase {
    case .waiting: entries[key] = nil
    case .loading(let load):
      entries[key] = nil
      loadingCount -= 1
      return [.cancel(load: load)] + begin()
    // A failure is forgotten, so that the next subscriber tries again.
    case .done(.failed, _): entries[key] = nil
    case .done: evict(to: byteLimit)
    }
    return []
  }

  /// Returns whether a load has begun and not ended.
  func isRunning(_ load: UInt64, of key: Key) -> Bool {
    if case .loading(load) = entries[key]?.phase { true } else { false }
  }

  /// Ends a load.
  mutating func finish(
    _ load: UInt64, of key: Key, _ outcome: Outcome, byteCount size: Int = 0
  ) -> [Step] {
    guard var entry = entries[key], case .loading(load) = entry.phase else { return [] }
    entry.phase = .done(outcome, byteCount: size)
    entries[key] = entry
    loadingCount -= 1
    byteCount += size
    evict(to: byteLimit)
    return [.deliver(outcome, to: entry.subscribers.keys.sorted())] + begin()
  }

  /// Loads a key again if it has failed.
  mutating func retry(_ key: Key) -> [Step] {
    guard let entry = entries[key], case .done(.failed, _) = entry.phase else { return [] }
    entries[key]?.phase = .waiting
    return begin()
  }

  /// Releases everything without subscribers.
  mutating func releaseUnused() { evict(to: 0) }

  /// Begins as many loads as are allowed, nearest to the screen first.
  private mutating func begin() -> [Step] {
    var steps: [Step] = []
    while loadingCount < loadLimit {
      let waiting = entries.filter { entry in
        if case .waiting = entry.value.phase { true } else { false }
      }
      let first = waiting.min { left, right in
        let near = left.value.subscribers.values.max() ?? .none
        let other = right.value.subscribers.values.max() ?? .none
        return near == other ? left.value.order < right.value.order : near > other
      }
      guard let key = first?.key else { break }
      let load = nextNumber()
      entries[key]?.phase = .loading(load)
      loadingCount += 1
      steps.append(.begin(key, load: load))
    }
    return steps
  }

  /// Releases what has no subscribers, least recently used first, until a budget is met.
  private mutating func evict(to limit: Int) {
    guard byteCount > limit else { return }
    let unused = entries.filter { $0.value.subscribers.isEmpty }
    for (key, entry) in unused.sorted(by: { $0.value.order < $1.value.order }) {
      guard byteCount > limit, case .done(_, let size) = entry.phase else { return }
      byteCount -= size
      entries[key] = nil
    }
  }
}
