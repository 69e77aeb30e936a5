internal import GalleyBasics

/// The difference between two lists of elements: removals first, then insertions and moves.
///
/// To apply it, remove the elements at ``removals`` from the last to the first; then, for each of
/// ``placements`` in order, insert the element directly after its predecessor in the new list,
/// moving it from its current place if necessary. Other elements keep their places, and the number
/// of moves is minimal.
///
/// Of an element that occurs twice in a list, the first occurrence counts.
package struct SpecDiff: Sendable {
  /// An inserted or moved element.
  package struct Placement: Sendable {
    /// The index in the new list; ascending in ``SpecDiff/placements``.
    package let index: Int
    /// The index in the old list of a moved element; `nil` for an inserted one.
    package let origin: Int?
  }

  /// The indices in the old list of removed elements; ascending.
  package let removals: [Int]
  /// The insertions and moves, by ascending index in the new list.
  package let placements: [Placement]

  /// Creates the difference of two lists of elements.
  ///
  /// - Complexity: O(*n* log *n*) for lists of *n* elements together.
  package init<ID: Hashable>(from old: [ID], to new: [ID]) {
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
  package init(from old: NodeLayout?, to new: NodeLayout) {
    self.init(from: old?.identities ?? [], to: new.identities)
  }

  /// Returns the members of a longest increasing subsequence of distinct numbers.
  private static func longestAscent(_ list: [Int]) -> Set<Int> {
    // For each length, the index of the smallest number that ends a subsequence of that length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: list.count)
    for index in list.indices {
      let place = ends.partitioningIndex { list[$0] >= list[index] }
      previous[index] = place > 0 ? ends[place - 1] : nil
      if place == ends.count { ends.append(index) } else { ends[place] = index }
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
