internal import GalleySystem
import Synchronization

/// A thread-safe cache of shaped texts, limited by size.
///
/// The cache is sharded by hash, with a mutex per shard. A text requested by several threads at
/// once is shaped by one of them, without holding a lock, while the others wait. Keys are compared
/// in full. A full shard evicts the older of its two generations.
package final class ShapedTextCache: Sendable {
  private static let shardCount = 16
  private let shards: [Shard]

  /// Creates an empty cache with a limit of about `byteLimit` bytes.
  package init(byteLimit: Int) {
    let share = byteLimit / ShapedTextCache.shardCount
    shards = (0..<ShapedTextCache.shardCount).map { _ in Shard(byteLimit: share) }
  }

  /// Returns the shaped text for `input`, calling `shape` if it is not cached.
  ///
  /// A text that is not complete is not kept, and threads that wait for it shape it themselves.
  package func value(
    for input: ShapingInput, shape: () -> (text: ShapedText, isComplete: Bool)
  ) -> ShapedText {
    let hash = input.hashValue
    return shards[Int(UInt(bitPattern: hash) >> 60)].value(for: input, shape: shape)
  }

  /// The approximate size of the cached texts, in bytes.
  package var byteCount: Int { shards.reduce(0) { $0 + $1.byteCount } }
}

private final class Shard: Sendable {
  fileprivate struct State {
    var young: [ShapingInput: ShapedText] = [:]
    var old: [ShapingInput: ShapedText] = [:]
    var youngBytes = 0
    var oldBytes = 0
    var flights = Flights<ShapingInput, ShapedText>()
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var byteCount: Int { state.withLock { $0.youngBytes + $0.oldBytes } }

  func value(
    for input: ShapingInput, shape: () -> (text: ShapedText, isComplete: Bool)
  ) -> ShapedText {
    while true {
      switch state.withLock({ $0.find(input) }) {
      case .known(let text):
        return text
      case .underWay(let waiter):
        if let text = waiter.wait() { return text }
      case .unknown:
        let (text, isComplete) = shape()
        let waiters = state.withLock { state in
          if isComplete { state.insert(text, for: input, limit: byteLimit / 2) }
          return state.flights.land(input)
        }
        for waiter in waiters { waiter.resume(with: isComplete ? text : nil) }
        return text
      }
    }
  }
}

extension Shard.State {
  enum Finding {
    case known(ShapedText)
    /// Another thread is shaping the text.
    case underWay(Waiter<ShapedText>)
    /// The caller must shape the text.
    case unknown
  }

  mutating func find(_ input: ShapingInput) -> Finding {
    if let text = young[input] { return .known(text) }
    if let text = old.removeValue(forKey: input) {
      oldBytes -= text.byteCount
      young[input] = text
      youngBytes += text.byteCount
      return .known(text)
    }
    return flights.join(input).map { .underWay($0) } ?? .unknown
  }

  /// Inserts a text.
  mutating func insert(_ text: ShapedText, for input: ShapingInput, limit: Int) {
    if youngBytes + text.byteCount > limit {
      (old, oldBytes) = (young, youngBytes)
      (young, youngBytes) = ([:], 0)
    }
    young[input] = text
    youngBytes += text.byteCount
  }
}
