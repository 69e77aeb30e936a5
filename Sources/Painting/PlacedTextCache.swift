internal import GalleyGeometry
internal import GalleyTypesetting
internal import Synchronization

/// A cache of the placed texts of layouts that are painted more than once.
///
/// A text is kept when its layout is painted for the second time, so that layouts that are painted
/// once take no memory. Texts are evicted least recently used first, approximately: the older ones
/// are dropped when the newer ones take half of the budget.
final class PlacedTextCache: Sendable {
  /// The key of a placed text: a layout, and what its placement depends on.
  struct Key: Hashable {
    let layout: ObjectIdentifier
    let origin: Point
    let scale: Double
    let isHinted: Bool
    let parts: TextPainter.Parts
  }

  /// The state of a layout in the cache.
  enum Finding {
    /// The layout has not been painted lately.
    case new
    /// The layout has been painted before, and should be inserted.
    case repeated
    /// The text of the layout.
    case placed(PlacedText)
  }

  /// A part of the cache with a lock of its own.
  private final class Shard: Sendable {
    let state = Mutex(State())
  }

  private struct State {
    var newer: [Key: PlacedText] = [:]
    var older: [Key: PlacedText] = [:]
    /// The memory of the newer texts, in bytes.
    var byteCount = 0
    /// Hashes of the layouts painted lately, each in the slot that the hash itself selects.
    var painted: [UInt64] = []

    /// Returns the text of a layout, and moves it to the newer ones.
    mutating func text(for key: Key) -> PlacedText? {
      if let text = newer[key] { return text }
      guard let text = older.removeValue(forKey: key) else { return nil }
      newer[key] = text
      byteCount += text.byteCount
      return text
    }
  }

  private static let shardCount = 4
  private static let paintedCount = 512

  /// The maximum memory of the newer texts of a shard, in bytes, when another one is inserted.
  ///
  /// Older texts that are used again join them, so there may be twice as many, and as many older
  /// ones as there were newer ones.
  private let byteLimit: Int
  private let shards: [Shard]

  /// Creates an empty cache.
  init(byteBudget: Int) {
    byteLimit = byteBudget / Self.shardCount / 2
    shards = (0..<Self.shardCount).map { _ in Shard() }
  }

  /// The memory of all texts, in bytes.
  var byteCount: Int {
    shards.reduce(0) { sum, shard in
      sum + shard.state.withLock { $0.byteCount + $0.older.values.reduce(0) { $0 + $1.byteCount } }
    }
  }

  /// Returns whether the text of a layout is likely small enough to be kept.
  func mayKeep(_ layout: TextLayout) -> Bool {
    PlacedText.glyphSize * layout.text.length <= byteLimit
  }

  /// Returns the text of a layout of which a part is painted.
  func text(for key: Key) -> PlacedText? {
    shards[Self.shard(of: Self.hash(of: key))].state.withLock { $0.text(for: key) }
  }

  /// Returns the text of a layout, and notes that it is painted.
  func find(_ key: Key) -> Finding {
    let hash = Self.hash(of: key)
    return shards[Self.shard(of: hash)].state.withLock { state in
      if let text = state.text(for: key) { return .placed(text) }
      if state.painted.isEmpty { state.painted = Array(repeating: 0, count: Self.paintedCount) }
      let slot = Int(truncatingIfNeeded: hash >> 8) & (Self.paintedCount - 1)
      if state.painted[slot] == hash { return .repeated }
      state.painted[slot] = hash
      return .new
    }
  }

  /// Inserts the text of a layout, unless it is too large.
  func insert(_ text: PlacedText, for key: Key) {
    guard text.byteCount <= byteLimit else { return }
    // The evicted texts are released after the lock.
    _ = shards[Self.shard(of: Self.hash(of: key))].state.withLock { state in
      var evicted: [Key: PlacedText] = [:]
      if state.byteCount + text.byteCount > byteLimit {
        evicted = state.older
        state.older = state.newer
        (state.newer, state.byteCount) = ([:], 0)
      }
      if state.newer.updateValue(text, forKey: key) == nil { state.byteCount += text.byteCount }
      return evicted
    }
  }

  /// Removes all texts.
  func removeAll() {
    for shard in shards {
      _ = shard.state.withLock { state in
        defer { state = State() }
        return (state.newer, state.older)
      }
    }
  }

  /// Returns a hash whose lowest bits depend on all of the address.
  private static func hash(of key: Key) -> UInt64 {
    let address = UInt64(UInt(bitPattern: key.layout))
    let mixed = (address ^ key.scale.bitPattern &>> 20) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32 | 1 << 63
  }

  private static func shard(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (shardCount - 1)
  }
}
