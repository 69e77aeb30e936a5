/// The difference between two lists of elements: removals first, then insertions and moves.
///
/// To apply it, remove the elements at ``removals`` from the last to the first; then, for each of
/// ``placements`` in order, insert the element directly after its predecessor in the new list,
/// moving it from its current place if necessary. Other elements keep their places, and the number
/// of moves is minimal.
///
/// Of an element that occurs twice in a list, the first occurrence counts.
public struct SpecDiff: Hashable, Sendable {
  /// An inserted or moved element.
  public struct Placement: Hashable, Sendable {
    /// The index in the new list; ascending in ``SpecDiff/placements``.
    public let index: Int
    /// The index in the old list of a moved element; `nil` for an inserted one.
    public let origin: Int?
  }

  /// The indices in the old list of removed elements; ascending.
  public let removals: [Int]
  /// The insertions and moves, by ascending index in the new list.
  public let placements: [Placement]

  /// Whether the lists are equal.
  public var isEmpty: Bool { removals.isEmpty && placements.isEmpty }

  /// Creates the difference of two lists of elements.
  ///
  /// - Complexity: O(*n* log *n*) for lists of *n* elements together.
  public init<ID: Hashable>(from old: [ID], to new: [ID]) {
    var origins: [ID: Int] = [:]
    for (index, element) in old.enumerated() where origins[element] == nil {
      origins[element] = index
    }
    var seen: Set<ID> = []
    // The old indices of the new list's elements; `nil` for inserted ones.
    var wanted: [(index: Int, origin: Int?)] = []
    for (index, element) in new.enumerated() where seen.insert(element).inserted {
      wanted.append((index, origins[element]))
    }
    removals = old.indices.filter { origins[old[$0]] != $0 || !seen.contains(old[$0]) }
    let kept = Self.longestAscent(wanted.compactMap(\.origin))
    placements = wanted.compactMap { index, origin in
      if let origin, kept.contains(origin) { return nil }
      return Placement(index: index, origin: origin)
    }
  }

  /// Creates the difference between the elements of two flattened layouts.
  ///
  /// - Parameters:
  ///   - old: The layout before; `nil` if there was none.
  ///   - new: The layout after.
  public init(from old: NodeLayout?, to new: NodeLayout) {
    self.init(from: old?.identities ?? [], to: new.identities)
  }

  /// Applies the difference to a list.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after, which provides the new elements.
  /// - Returns: The new list, without duplicates.
  public func applied<ID: Hashable>(to old: [ID], new: [ID]) -> [ID] {
    var list = old
    for index in removals.reversed() { list.remove(at: index) }
    for placement in placements {
      let element = new[placement.index]
      if placement.origin != nil { list.removeAll { $0 == element } }
      let before = new[..<placement.index].last { $0 != element }
      let place = before.flatMap(list.firstIndex).map { $0 + 1 } ?? 0
      list.insert(element, at: place)
    }
    return list
  }

  /// Returns the members of a longest increasing subsequence of distinct numbers.
  private static func longestAscent(_ list: [Int]) -> Set<Int> {
    // For each length, the index of the smallest number that ends a subsequence of that length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: list.count)
    for index in list.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if list[ends[middle]] < list[index] { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var ascent: Set<Int> = []
    var next = ends.last
    while let index = next {
      ascent.insert(list[index])
      next = previous[index]
    }
    return ascent
  }
}

extension NodeLayout {
  /// The identities of the direct elements of the layout.
  fileprivate var identities: [ObjectIdentifier] {
    sublayouts.compactMap { $0.element.map(ObjectIdentifier.init) }
  }
}
