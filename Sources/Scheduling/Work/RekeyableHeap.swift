/// A binary heap over small numbers, whose keys may change while they are in it.
///
/// What is in the heap is named by a *slot*, a number that its owner gives out and uses again.
struct RekeyableHeap<Key: Comparable> {
  private var nodes: [(key: Key, slot: Int)] = []
  /// Where each slot stands in `nodes`; -1 for what is not in the heap.
  private var positions: [Int] = []

  var count: Int { nodes.count }

  /// The slot with the least key.
  var first: Int? { nodes.first?.slot }

  /// The key of a slot, or `nil` if it is not in the heap.
  func key(of slot: Int) -> Key? {
    guard slot < positions.count, positions[slot] >= 0 else { return nil }
    return nodes[positions[slot]].key
  }

  /// Puts a slot in that is not there yet.
  ///
  /// - Complexity: O(log *n*)
  mutating func insert(_ slot: Int, key: Key) {
    while positions.count <= slot { positions.append(-1) }
    nodes.append((key, slot))
    positions[slot] = nodes.count - 1
    siftUp(nodes.count - 1)
  }

  /// Takes a slot out, if it is there.
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

  /// Gives a slot another key.
  ///
  /// - Complexity: O(log *n*)
  mutating func rekey(_ slot: Int, key: Key) {
    guard slot < positions.count, positions[slot] >= 0 else { return }
    nodes[positions[slot]].key = key
    settle(positions[slot])
  }

  /// Gives many slots other keys at once.
  ///
  /// - Complexity: O(*n*), however many there are.
  mutating func rekey(_ keys: [(slot: Int, key: Key)]) {
    for (slot, key) in keys where slot < positions.count && positions[slot] >= 0 {
      nodes[positions[slot]].key = key
    }
    for position in (0..<nodes.count / 2).reversed() { siftDown(position) }
  }

  /// Moves a node to where its key belongs.
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
