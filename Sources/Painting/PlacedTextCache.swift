internal import GalleyGeometry
internal import GalleyTypesetting
internal import Synchronization

/// A cache of the placed texts of layouts that are painted more than once.
///
/// A text is kept when its layout is painted for the second time, so that layouts that are painted
/// once take no memory. Texts are evicted least recently used first, approximately: the older ones
/// are dropped when the newer ones take half of the budget. Those of layouts that ended are dropped
/// when they can be as many as the others.
final class PlacedTextCache: Sendable {
  /// The key of a placed text: a layout, and what its placement depends on.
  struct Key: Hashable {
    let layout: ObjectIdentifier
    let origin: Point
    let scale: Double
    let isHinted: Bool
    let parts: TextPainter.Parts

    // A layout has few keys.
    func hash(into hasher: inout Hasher) { hasher.combine(layout) }
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
    /// Tags of the layouts painted lately: sets of four, the latest first.
    var painted: [SIMD4<UInt32>] = []
    /// The number of texts at which those of layouts that ended are removed.
    var sweepCount = leastSweepCount

    /// Returns the text of a layout, and moves it to the newer ones.
    mutating func text(for key: Key, of layout: TextLayout) -> PlacedText? {
      if let text = newer[key] { return text.isPlaced(layout) ? text : nil }
      guard let text = older.removeValue(forKey: key), text.isPlaced(layout) else { return nil }
      newer[key] = text
      byteCount += text.byteCount
      return text
    }

    /// Removes the texts of layouts that ended, if there may be many, and returns them.
    mutating func removeStale() -> [PlacedText] {
      guard newer.count + older.count >= sweepCount else { return [] }
      let stale = [newer, older].flatMap { $0.values.filter { $0.isStale } }
      newer = newer.filter { !$0.value.isStale }
      older = older.filter { !$0.value.isStale }
      byteCount = newer.values.reduce(0) { $0 + $1.byteCount }
      sweepCount = max(leastSweepCount, 2 * (newer.count + older.count))
      return stale
    }

    /// Notes that a layout is painted, and returns whether it has been painted lately.
    ///
    /// Layouts that are painted in turns, as by a list that scrolls back and forth, would replace
    /// each other in a table with one place for each hash.
    mutating func notePainted(_ hash: UInt64) -> Bool {
      if painted.isEmpty { painted = Array(repeating: .zero, count: paintedSetCount) }
      let set = Int(truncatingIfNeeded: hash >> 8) & (paintedSetCount - 1)
      let tag = UInt32(truncatingIfNeeded: hash >> 32) | 1
      let tags = painted[set]
      if tags.x == tag || tags.y == tag || tags.z == tag || tags.w == tag { return true }
      painted[set] = SIMD4(tag, tags.x, tags.y, tags.z)
      return false
    }
  }

  private static let shardCount = 4
  private static let paintedSetCount = 512
  /// The minimum number of texts in a shard at which those of layouts that ended are removed.
  private static let leastSweepCount = 32
  /// The maximum number of bytes in the text of a layout that is kept.
  ///
  /// Recording a text grows arrays, which takes as long as the text is. A drawing that is no longer
  /// needed stops only between lines, so that the work for one line is bounded.
  private static let lengthLimit = 8_192

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
    let length = layout.textLength
    return length <= Self.lengthLimit && PlacedText.glyphSize * length <= byteLimit
  }

  /// Returns the text of a layout of which a part is painted.
  func text(for key: Key, of layout: TextLayout) -> PlacedText? {
    shards[Self.shard(of: Self.hash(of: key))].state.withLock { $0.text(for: key, of: layout) }
  }

  /// Returns the text of a layout, and notes that it is painted.
  ///
  /// - Parameters:
  ///   - key: The key of the layout.
  ///   - layout: The layout.
  /// - Returns: The text, or whether the layout has been painted lately.
  func find(_ key: Key, of layout: TextLayout) -> Finding {
    let hash = Self.hash(of: key)
    let tag = Self.tag(of: layout, hash)
    return shards[Self.shard(of: hash)].state.withLock { state in
      if let text = state.text(for: key, of: layout) { return .placed(text) }
      return state.notePainted(tag) ? .repeated : .new
    }
  }

  /// Inserts the text of a layout, unless it is too large.
  func insert(_ text: PlacedText, for key: Key) {
    guard text.byteCount <= byteLimit else { return }
    // The evicted texts are released after the lock.
    _ = shards[Self.shard(of: Self.hash(of: key))].state.withLock { state in
      let stale = state.removeStale()
      var evicted: [Key: PlacedText] = [:]
      if state.byteCount + text.byteCount > byteLimit {
        evicted = state.older
        state.older = state.newer
        (state.newer, state.byteCount) = ([:], 0)
      }
      let replaced = state.newer.updateValue(text, forKey: key)
      state.byteCount += text.byteCount - (replaced?.byteCount ?? 0)
      return (stale, evicted, replaced)
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

  /// Returns a hash that also differs from those of most layouts that were at the same address.
  private static func tag(of layout: TextLayout, _ hash: UInt64) -> UInt64 {
    let shaped = UInt64(UInt(bitPattern: ObjectIdentifier(layout.shaped)))
    var mixed = (hash ^ shaped) &* 0x9E37_79B9_7F4A_7C15 ^ layout.size.width.bitPattern
    mixed = (mixed ^ mixed >> 29 ^ UInt64(layout.textLength)) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 32 ^ layout.size.height.bitPattern) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }

  private static func shard(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (shardCount - 1)
  }
}
