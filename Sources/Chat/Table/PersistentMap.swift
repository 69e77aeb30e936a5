/// A dictionary whose copies share what they have in common.
///
/// It is a hash trie of small buckets. Changing a copy copies only the path to the bucket, so that
/// every version of a large dictionary can be kept. There is no order to iterate in.
///
/// - Complexity: O(log *n*) to read and to change an entry.
struct PersistentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The slots of a node, one for each value of four bits of the hash.
  private enum Slot {
    case bucket([(key: Key, value: Value)])
    case node([Slot])
  }

  /// The number of hash bits that choose a slot.
  private static var bits: Int { 4 }
  /// The number of entries with which a bucket becomes a node.
  private static var bucketLimit: Int { 8 }

  private var root = Slot.bucket([])

  /// Creates an empty dictionary.
  init() {}

  /// The value of a key, or `nil` if there is none.
  ///
  /// Setting `nil` removes the entry.
  subscript(key: Key) -> Value? {
    get { Self.value(of: key, hash: UInt(bitPattern: key.hashValue), in: root) }
    set { Self.set(newValue, for: key, hash: UInt(bitPattern: key.hashValue), depth: 0, in: &root) }
  }

  private static func value(of key: Key, hash: UInt, in slot: Slot) -> Value? {
    switch slot {
    case .bucket(let entries): entries.first { $0.key == key }?.value
    case .node(let slots): value(of: key, hash: hash >> bits, in: slots[index(hash)])
    }
  }

  private static func set(
    _ value: Value?, for key: Key, hash: UInt, depth: Int, in slot: inout Slot
  ) {
    // The slot is emptied while its contents change, so that unshared arrays change in place.
    let old = slot
    slot = .bucket([])
    switch consume old {
    case .bucket(var entries):
      if let place = entries.firstIndex(where: { $0.key == key }) {
        if let value { entries[place].value = value } else { entries.remove(at: place) }
      } else if let value {
        entries.append((key, value))
      }
      // Keys whose hashes agree in all bits share a bucket of any size.
      let isFull = entries.count > bucketLimit && depth < UInt.bitWidth / bits
      slot = isFull ? split(entries, depth: depth) : .bucket(entries)
    case .node(var slots):
      set(value, for: key, hash: hash >> bits, depth: depth + 1, in: &slots[index(hash)])
      slot = .node(slots)
    }
  }

  private static func split(_ entries: [(key: Key, value: Value)], depth: Int) -> Slot {
    var slots = [Slot](repeating: .bucket([]), count: 1 << bits)
    for (key, value) in entries {
      let hash = UInt(bitPattern: key.hashValue) >> (depth * bits)
      set(value, for: key, hash: hash >> bits, depth: depth + 1, in: &slots[index(hash)])
    }
    return .node(slots)
  }

  private static func index(_ hash: UInt) -> Int { Int(hash & (1 << UInt(bits) - 1)) }
}
