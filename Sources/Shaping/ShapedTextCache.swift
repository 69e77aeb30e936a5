import Dispatch
import Synchronization

/// Keeps shaped texts by what they were made of, up to a number of bytes.
///
/// Sharded by hash, with one mutex each. A text that several threads want at once is shaped by one of
/// them, while the others wait; no lock is held meanwhile. Keys are compared whole. When a shard is
/// full it forgets the texts of the older of its two generations.
package final class ShapedTextCache: Sendable {
  private static let shardCount = 16
  private let shards: [Shard]

  /// Makes an empty cache that keeps about `byteLimit` bytes.
  package init(byteLimit: Int) {
    let share = byteLimit / ShapedTextCache.shardCount
    shards = (0..<ShapedTextCache.shardCount).map { _ in Shard(byteLimit: share) }
  }

  /// The shaped text of `input`, which `shape` makes if it is not known.
  package func value(for input: ShapingInput, shape: () -> ShapedText) -> ShapedText {
    let hash = input.hashValue
    return shards[Int(UInt(bitPattern: hash) >> 60)].value(for: input, shape: shape)
  }

  /// How many bytes the kept texts take, about.
  package var byteCount: Int { shards.reduce(0) { $0 + $1.byteCount } }
}

private final class Shard: Sendable {
  fileprivate struct State {
    var young: [ShapingInput: ShapedText] = [:]
    var old: [ShapingInput: ShapedText] = [:]
    var youngBytes = 0
    var oldBytes = 0
    /// The texts that are being shaped, with those who wait for them.
    var underWay: [ShapingInput: [DispatchSemaphore]] = [:]
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  var byteCount: Int { state.withLock { $0.youngBytes + $0.oldBytes } }

  func value(for input: ShapingInput, shape: () -> ShapedText) -> ShapedText {
    while true {
      switch state.withLock({ $0.find(input) }) {
      case .known(let text):
        return text
      case .underWay(let landing):
        landing.wait()
      case .unknown:
        let text = shape()
        let waiting = state.withLock { $0.insert(text, for: input, limit: byteLimit / 2) }
        for landing in waiting { landing.signal() }
        return text
      }
    }
  }
}

extension Shard.State {
  enum Finding {
    case known(ShapedText)
    /// Another thread is shaping the text, and will signal.
    case underWay(DispatchSemaphore)
    /// The caller is to shape the text.
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
    guard underWay[input] != nil else {
      underWay[input] = []
      return .unknown
    }
    let landing = DispatchSemaphore(value: 0)
    underWay[input]?.append(landing)
    return .underWay(landing)
  }

  /// Keeps a text, and gives those who wait for it.
  mutating func insert(
    _ text: ShapedText, for input: ShapingInput, limit: Int
  ) -> [DispatchSemaphore] {
    if youngBytes + text.byteCount > limit {
      (old, oldBytes) = (young, youngBytes)
      (young, youngBytes) = ([:], 0)
    }
    young[input] = text
    youngBytes += text.byteCount
    return underWay.removeValue(forKey: input) ?? []
  }
}
