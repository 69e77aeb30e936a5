internal import GalleyPixels

/// The strikes that a worker used last, to avoid the shared cache.
///
/// The keys are apart from the objects, so that comparing them counts no references.
struct StrikeShelf {
  private var keys: [StrikeKey] = []
  private var times: [UInt64] = []
  private var strikes: [GlyphStrike] = []
  private var evictionCount: UInt64 = 0

  private static let limit = 16

  /// Whether the shelf should be emptied before another strike is added.
  var isFull: Bool { strikes.count >= Self.limit }

  subscript(index: Int) -> GlyphStrike { strikes[index] }

  /// Returns whether the cache has evicted strikes since the last call.
  mutating func isOutdated(in cache: GlyphCache) -> Bool {
    let count = cache.evictionCount
    defer { evictionCount = count }
    return evictionCount != count
  }

  /// Returns the index of a strike, if it is on the shelf, and notes its use.
  mutating func index(of key: StrikeKey, at time: UInt64) -> Int? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    if times[index] != time {
      times[index] = time
      strikes[index].masks.noteUse(at: time)
    }
    return index
  }

  /// Appends a strike, and notes its use.
  mutating func append(_ strike: GlyphStrike, at time: UInt64) {
    strike.masks.noteUse(at: time)
    keys.append(strike.key)
    times.append(time)
    strikes.append(strike)
  }

  /// Removes all strikes.
  mutating func removeAll() {
    keys = []
    times = []
    strikes = []
  }
}
