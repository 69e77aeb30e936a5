/// A binary min-heap of slots whose keys may change.
///
/// A *slot* is a small number that the owner assigns and reuses.
struct RekeyableHeap<Key: Comparable> {
  private var nodes: [(key: Key, slot: Int)] = []
  /// The position of each slot in `nodes`; -1 for slots not in the heap.
  private var positions: [Int] = []

  var count: Int { nodes.count }

  /// The slot with the smallest key.
  var first: Int? { nodes.first?.slot }

  /// Returns the key of a slot; `nil` if it is not in the heap.
  func key(of slot: Int) -> Key? {
    guard slot < positions.count, positions[slot] >= 0 else { return nil }
    return nodes[positions[slot]].key
  }

  /// Inserts a slot that is not in the heap.
  ///
  /// - Complexity: O(log *n*)
  mutating func insert(_ slot: Int, key: Key) {
    while positions.count <= slot { positions.append(-1) }
    nodes.append((key, slot))
    positions[slot] = nodes.count - 1
    siftUp(nodes.count - 1)
  }

  /// Removes a slot, if it is in the heap.
  ///
  /// - Complexity: O(log *n*)
  mutating func remove(_ slot: Int) {
    guard slot < positions.count, positions[slot] >= 0 else { return }
    let position = positions[slot]
    let last = nodes.count - 1
    swap(position, last)
    nodes.removeLast()
    positions[slot] = -1
    if position < last { settle(position) }
  }

  /// Changes the key of a slot.
  ///
  /// - Complexity: O(log *n*)
  mutating func rekey(_ slot: Int, key: Key) {
    guard slot < positions.count, positions[slot] >= 0 else { return }
    nodes[positions[slot]].key = key
    settle(positions[slot])
  }

  /// Changes the keys of many slots at once.
  ///
  /// - Complexity: O(*n*), regardless of the number of changes.
  mutating func rekey(_ keys: [(slot: Int, key: Key)]) {
    for (slot, key) in keys where slot < positions.count && positions[slot] >= 0 {
      nodes[positions[slot]].key = key
    }
    for position in (0..<nodes.count / 2).reversed() { siftDown(position) }
  }

  /// Restores the heap order at a position.
  private mutating func settle(_ position: Int) {
    siftUp(position)
    siftDown(position)
  }

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0, case let parent = (position - 1) / 2,
      nodes[position].key < nodes[parent].key
    {
      swap(position, parent)
      position = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      let left = 2 * position + 1
      var least = position
      for child in left..<(left + 2) where child < nodes.count {
        if nodes[child].key < nodes[least].key { least = child }
      }
      guard least != position else { return }
      swap(position, least)
      position = least
    }
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    guard left != right else { return }
    nodes.swapAt(left, right)
    positions[nodes[left].slot] = left
    positions[nodes[right].slot] = right
  }
}
