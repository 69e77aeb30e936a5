internal import GalleyHarfBuzz
internal import Synchronization

/// Selections that were made before, for one set of fonts.
///
/// For clusters of one character, reading takes no lock: the character, its script and the number of
/// the selection share one atomic word. Longer clusters go behind a mutex that is held for a look-up.
final class SelectionCache: Sendable {
  /// How many different selections are remembered.
  ///
  /// A set of fonts has few more than it has fonts in use; what comes after is worked out each time.
  private static let capacity = 256

  private let scalars = InlineArray<1024, Atomic<UInt64>> { _ in Atomic(0) }
  private let clusters = Mutex(ClusterTable())
  private let selections = InlineArray<256, AtomicLazyReference<Entry>> { _ in
    AtomicLazyReference()
  }
  private let writers = Mutex([SelectionKey: Int]())

  private final class Entry: Sendable {
    let selection: FontSelection

    init(_ selection: FontSelection) {
      self.selection = selection
    }
  }

  private struct SelectionKey: Hashable {
    let instance: UInt32
    let reason: FontSelection.Reason
    let isComplete: Bool
  }

  /// The selection for a cluster of one character, if it is remembered.
  func selection(for scalar: UInt32, script: Tag) -> FontSelection? {
    let key = Self.key(scalar, script)
    // Acquiring pairs with the release below: what the number stands for was put there before it.
    let word = scalars[Self.slot(scalar)].load(ordering: .acquiring)
    guard word >> 8 == key else { return nil }
    return selections[Int(word & 0xFF)].load()?.selection
  }

  /// Remembers the selection for a cluster of one character.
  func store(_ selection: FontSelection, for scalar: UInt32, script: Tag) {
    guard let number = number(of: selection) else { return }
    let word = Self.key(scalar, script) << 8 | UInt64(number)
    scalars[Self.slot(scalar)].store(word, ordering: .releasing)
  }

  /// The selection for a longer cluster, if it is remembered.
  func selection(for cluster: Span<UInt32>, script: Tag) -> FontSelection? {
    let number = clusters.withLock { $0.number(of: cluster, script) }
    return number.flatMap { selections[$0].load()?.selection }
  }

  /// Remembers the selection for a longer cluster.
  func store(_ selection: FontSelection, for cluster: Span<UInt32>, script: Tag) {
    guard let number = number(of: selection) else { return }
    clusters.withLock { $0.insert(number, for: cluster, script) }
  }

  /// 21 bits of character and 32 of script, which leaves 11 and uses 8 for the number.
  private static func key(_ scalar: UInt32, _ script: Tag) -> UInt64 {
    UInt64(script.rawValue) << 21 | UInt64(scalar & 0x1FFFFF)
  }

  private static func slot(_ scalar: UInt32) -> Int {
    // Neighboring characters go side by side; scripts far apart do not fall together.
    Int((scalar ^ scalar &>> 8 &* 97) & 1023)
  }

  /// The number under which a selection is kept; `nil` if there is no room for it.
  private func number(of selection: FontSelection) -> Int? {
    let key = SelectionKey(
      instance: selection.instance.id, reason: selection.reason, isComplete: selection.isComplete)
    return writers.withLock { numbers in
      if let number = numbers[key] { return number }
      guard numbers.count < Self.capacity else { return nil }
      let number = numbers.count
      numbers[key] = number
      _ = selections[number].storeIfNil(Entry(selection))
      return number
    }
  }
}

/// A hash table from clusters to small numbers that is asked without making a key.
private struct ClusterTable {
  private struct Slot {
    var hash: UInt64
    var script: Tag
    var scalars: Range<Int>
    var number: Int
  }

  private static let capacity = 2048
  /// What is longer is mostly noise, and would fill the table.
  private static let longest = 24

  private var slots: [Slot?] = []
  private var scalars: [UInt32] = []
  private var count = 0

  func number(of cluster: Span<UInt32>, _ script: Tag) -> Int? {
    guard !slots.isEmpty, cluster.count <= Self.longest else { return nil }
    let hash = Self.hash(cluster, script)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let slot = slots[place] {
      if slot.hash == hash, slot.script == script, isEqual(slot, cluster) { return slot.number }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func insert(_ number: Int, for cluster: Span<UInt32>, _ script: Tag) {
    guard cluster.count <= Self.longest, self.number(of: cluster, script) == nil else { return }
    if slots.isEmpty || count >= Self.capacity {
      slots = Array(repeating: nil, count: Self.capacity * 2)
      scalars.removeAll(keepingCapacity: true)
      count = 0
    }
    let hash = Self.hash(cluster, script)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
    let start = scalars.count
    for index in cluster.indices { scalars.append(cluster[index]) }
    slots[place] = Slot(
      hash: hash, script: script, scalars: start..<scalars.count, number: number)
    count += 1
  }

  private func isEqual(_ slot: Slot, _ cluster: Span<UInt32>) -> Bool {
    guard slot.scalars.count == cluster.count else { return false }
    for index in cluster.indices where scalars[slot.scalars.lowerBound + index] != cluster[index] {
      return false
    }
    return true
  }

  private static func hash(_ cluster: Span<UInt32>, _ script: Tag) -> UInt64 {
    // FNV-1a over words, and a last mix so that the low bits depend on all.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(script.rawValue)
    for index in cluster.indices {
      hash = (hash ^ UInt64(cluster[index])) &* 0x0000_0100_0000_01B3
    }
    return hash ^ hash &>> 29
  }
}
