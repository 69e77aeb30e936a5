internal import GalleyHarfBuzz
internal import Synchronization

/// A cache of font selections for one font set.
///
/// Clusters are distributed over shards, each with a mutex held only for a lookup, so contention is
/// rare. (A table of atomic words was slower: reading an `AtomicLazyReference` takes longer than an
/// uncontended mutex.)
final class SelectionCache: Sendable {
  private let shards = InlineArray<16, Mutex<SelectionTable>> { _ in Mutex(SelectionTable()) }

  /// Returns the cached selection for a cluster, if any.
  func selection(for cluster: Span<UInt32>, script: FontTag) -> FontSelection? {
    let hash = SelectionTable.hash(cluster, script)
    return shards[Int(hash >> 60)].withLock { $0.selection(for: cluster, script, hash: hash) }
  }

  /// Caches the selection for a cluster.
  func store(_ selection: FontSelection, for cluster: Span<UInt32>, script: FontTag) {
    let hash = SelectionTable.hash(cluster, script)
    shards[Int(hash >> 60)].withLock { $0.insert(selection, for: cluster, script, hash: hash) }
  }
}

/// A hash table from clusters to selections that needs no key object for lookups.
private struct SelectionTable {
  private struct Slot {
    var hash: UInt64
    var script: FontTag
    /// The range of the cluster in `scalars`.
    var range: Range<Int>
    var selection: FontSelection
  }

  private static let capacity = 1024
  /// The maximum length of a cached cluster; longer ones are mostly noise and would fill the table.
  private static let longest = 24

  private var slots: [Slot?] = []
  private var scalars: [UInt32] = []
  private var count = 0

  static func hash(_ cluster: Span<UInt32>, _ script: FontTag) -> UInt64 {
    // Multiplication carries differences to the high bits, which select the shard; the last step
    // brings them back to the low bits, which select the slot.
    var hash = UInt64(script.rawValue) &* 0x9E37_79B9_7F4A_7C15
    for index in cluster.indices {
      hash = (hash ^ UInt64(cluster[index])) &* 0x9E37_79B9_7F4A_7C15
    }
    return hash ^ hash &>> 32
  }

  func selection(for cluster: Span<UInt32>, _ script: FontTag, hash: UInt64) -> FontSelection? {
    guard !slots.isEmpty else { return nil }
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let slot = slots[place] {
      if slot.hash == hash, slot.script == script, isEqual(slot.range, cluster) {
        return slot.selection
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func insert(
    _ selection: FontSelection, for cluster: Span<UInt32>, _ script: FontTag, hash: UInt64
  ) {
    guard cluster.count <= Self.longest else { return }
    // Another thread may have been first.
    guard self.selection(for: cluster, script, hash: hash) == nil else { return }
    makeRoom()
    let start = scalars.count
    for index in cluster.indices { scalars.append(cluster[index]) }
    put(Slot(hash: hash, script: script, range: start..<scalars.count, selection: selection))
    count += 1
  }

  /// Grows the table so that at most half of the slots are used; a full table is emptied.
  private mutating func makeRoom() {
    if count >= Self.capacity { self = SelectionTable() }
    guard count * 2 >= slots.count else { return }
    let old = slots
    slots = Array(repeating: nil, count: max(old.count * 2, 16))
    for case let slot? in old { put(slot) }
  }

  private mutating func put(_ slot: Slot) {
    var place = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private func isEqual(_ range: Range<Int>, _ cluster: Span<UInt32>) -> Bool {
    guard range.count == cluster.count else { return false }
    for index in cluster.indices where scalars[range.lowerBound + index] != cluster[index] {
      return false
    }
    return true
  }
}
