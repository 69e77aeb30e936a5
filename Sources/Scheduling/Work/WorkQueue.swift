/// A priority queue of pending work whose keys may change.
///
/// Work with equal keys leaves in insertion order. To prevent starvation, every
/// ``agingInterval``-th item taken is the oldest, whatever its key: with *n* older items before it,
/// an item leaves after at most `agingInterval × (n + 1)` others.
struct WorkQueue {
  /// The default number of items after which the oldest takes a turn.
  ///
  /// A guess: an eighth of the threads' time may go to content that is not visible.
  static let defaultAgingInterval = 8

  /// A pending work item.
  struct Entry {
    let work: DisplayWork
    /// The submission time, in seconds of the executor's clock.
    let submission: Double
    fileprivate let age: UInt64
    /// The slots of the next older and the next younger item.
    fileprivate var older: Int?
    fileprivate var younger: Int?
  }

  private struct Key: Comparable {
    var key: DisplayWork.Key
    let age: UInt64

    static func < (left: Key, right: Key) -> Bool {
      left.key == right.key ? left.age < right.age : left.key < right.key
    }
  }

  private let agingInterval: Int
  private var heap = RekeyableHeap<Key>()
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var slots: [DisplayWork.ID: Int] = [:]
  private var oldest: Int?
  private var youngest: Int?
  private var age: UInt64 = 0
  private var takings = 0

  /// Creates an empty queue; an aging interval of 0 disables aging.
  init(agingInterval: Int = Self.defaultAgingInterval) {
    self.agingInterval = max(0, agingInterval)
  }

  /// The number of pending items.
  var count: Int { heap.count }

  /// The identifiers of pending items, oldest first.
  var ids: [DisplayWork.ID] {
    var ids: [DisplayWork.ID] = []
    var slot = oldest
    while let current = slot, let entry = entries[current] {
      ids.append(entry.work.id)
      slot = entry.younger
    }
    return ids
  }

  /// Inserts work, unless it is already in the queue.
  ///
  /// - Returns: Whether the work was inserted.
  mutating func insert(_ work: DisplayWork, key: DisplayWork.Key, at time: Double) -> Bool {
    guard slots[work.id] == nil else { return false }
    age += 1
    let entry = Entry(work: work, submission: time, age: age, older: youngest, younger: nil)
    let slot = free.popLast() ?? entries.count
    if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
    if let youngest { entries[youngest]?.younger = slot } else { oldest = slot }
    youngest = slot
    slots[work.id] = slot
    heap.insert(slot, key: Key(key: key, age: age))
    return true
  }

  /// Removes and returns the next item.
  mutating func takeNext() -> Entry? {
    guard let first = heap.first else { return nil }
    takings += 1
    let isOldestsTurn = agingInterval > 0 && takings.isMultiple(of: agingInterval)
    return remove(slot: isOldestsTurn ? oldest ?? first : first)
  }

  /// Removes and returns a given item, if it is pending.
  mutating func remove(_ id: DisplayWork.ID) -> Entry? {
    slots[id].flatMap { remove(slot: $0) }
  }

  /// Changes the keys of pending items, keeping their ages.
  ///
  /// - Complexity: O(min(*m* log *n*, *n*)), where *m* of *n* items change.
  mutating func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key]) {
    let changes = keys.compactMap { id, key -> (slot: Int, key: Key)? in
      guard let slot = slots[id], let entry = entries[slot] else { return nil }
      return (slot, Key(key: key, age: entry.age))
    }
    // Sifting one node is O(log n), rebuilding the heap O(n).
    if changes.count * (Int.bitWidth - heap.count.leadingZeroBitCount) > 2 * heap.count {
      heap.rekey(changes)
    } else {
      for (slot, key) in changes { heap.rekey(slot, key: key) }
    }
  }

  private mutating func remove(slot: Int) -> Entry? {
    guard let entry = entries[slot] else { return nil }
    heap.remove(slot)
    if let older = entry.older {
      entries[older]?.younger = entry.younger
    } else {
      oldest = entry.younger
    }
    if let younger = entry.younger {
      entries[younger]?.older = entry.older
    } else {
      youngest = entry.older
    }
    entries[slot] = nil
    free.append(slot)
    slots[entry.work.id] = nil
    return entry
  }
}
