/// Work that waits, in the order of its keys, which may change meanwhile.
///
/// Work with equal keys leaves in the order it came in. So that nothing waits for ever behind what is
/// wanted more, every ``agingInterval``-th piece that leaves is the oldest, whatever its key: with
/// *n* older pieces before it, a piece leaves after at most `agingInterval × (n + 1)` others.
struct WorkQueue {
  /// How often the oldest piece leaves, unless said otherwise.
  ///
  /// A guess: an eighth of the threads' time may go to what is not seen.
  static let defaultAgingInterval = 8

  /// A piece of work that waits.
  struct Entry {
    let work: DisplayWork
    /// When the work was submitted, in the seconds of the executor's clock.
    let submission: Double
    fileprivate let age: UInt64
    /// The slots of the next older and the next younger piece.
    fileprivate var older: Int?
    fileprivate var younger: Int?
  }

  private struct Key: Comparable {
    var key: WorkKey
    let age: UInt64

    static func < (left: Key, right: Key) -> Bool {
      left.key == right.key ? left.age < right.age : left.key < right.key
    }
  }

  private let agingInterval: Int
  private var heap = RekeyableHeap<Key>()
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var slots: [WorkID: Int] = [:]
  private var oldest: Int?
  private var youngest: Int?
  private var age: UInt64 = 0
  private var takings = 0

  /// Makes an empty queue that gives every `agingInterval`-th time what is oldest; 0 is never.
  init(agingInterval: Int = Self.defaultAgingInterval) {
    self.agingInterval = max(0, agingInterval)
  }

  /// How much work waits.
  var count: Int { heap.count }

  /// The names of what waits, oldest first.
  var ids: [WorkID] {
    var ids: [WorkID] = []
    var slot = oldest
    while let current = slot, let entry = entries[current] {
      ids.append(entry.work.id)
      slot = entry.younger
    }
    return ids
  }

  /// Puts work in; what is there already stays as it is.
  ///
  /// - Returns: Whether it was not there.
  mutating func insert(_ work: DisplayWork, key: WorkKey, at time: Double) -> Bool {
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

  /// Takes the next piece out.
  mutating func takeNext() -> Entry? {
    guard let first = heap.first else { return nil }
    takings += 1
    let isOldestsTurn = agingInterval > 0 && takings.isMultiple(of: agingInterval)
    return remove(slot: isOldestsTurn ? oldest ?? first : first)
  }

  /// Takes a certain piece out, if it waits.
  mutating func remove(_ id: WorkID) -> Entry? {
    slots[id].flatMap { remove(slot: $0) }
  }

  /// Gives pieces that wait other keys; their ages stay.
  ///
  /// - Complexity: O(min(*m* log *n*, *n*)), where *m* pieces of *n* change.
  mutating func rekey(_ keys: [WorkID: WorkKey]) {
    let changes = keys.compactMap { id, key -> (slot: Int, key: Key)? in
      guard let slot = slots[id], let entry = entries[slot] else { return nil }
      return (slot, Key(key: key, age: entry.age))
    }
    // Sifting one node is O(log n), building the heap anew O(n).
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
