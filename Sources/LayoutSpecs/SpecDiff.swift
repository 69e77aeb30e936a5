/// What makes one list of elements into another: removals first, then insertions and moves.
///
/// To carry it out, remove what is at ``removals``, from the last to the first; then, for each of
/// ``placements`` in order, put the element directly behind the one that precedes it in the new list,
/// taking it from where it is if it moves. What is not named keeps its place, so a tree of views is
/// changed as little as can be: no more elements are moved than necessary.
///
/// An element that is in a list twice counts where it is first.
public struct SpecDiff: Hashable, Sendable {
  /// An element that comes into the list, or moves in it.
  public struct Placement: Hashable, Sendable {
    /// Its index in the new list; ascending in ``SpecDiff/placements``.
    public let index: Int
    /// Its index in the old list if it moves, `nil` if it comes in.
    public let origin: Int?
  }

  /// The indices in the old list of what is not in the new one; ascending.
  public let removals: [Int]
  /// What comes in or moves, by ascending index in the new list.
  public let placements: [Placement]

  /// Whether nothing changes.
  public var isEmpty: Bool { removals.isEmpty && placements.isEmpty }

  /// Finds the difference of two lists of elements.
  ///
  /// - Complexity: O(*n* log *n*) for lists of *n* elements together.
  public init<ID: Hashable>(from old: [ID], to new: [ID]) {
    var origins: [ID: Int] = [:]
    for (index, element) in old.enumerated() where origins[element] == nil {
      origins[element] = index
    }
    var seen: Set<ID> = []
    // Old indices of the new list's elements; those that come in have none.
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

  /// Finds the difference of the elements of two flattened layouts.
  ///
  /// - Parameters:
  ///   - old: The layout before; `nil` if there was none.
  ///   - new: The layout after.
  public init(from old: NodeLayout?, to new: NodeLayout) {
    self.init(from: old?.identities ?? [], to: new.identities)
  }

  /// Carries the difference out on a list.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after, where the new elements are.
  /// - Returns: The new list, without what is in it twice.
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

  /// The members of a longest ascending part of a list of different numbers.
  private static func longestAscent(_ list: [Int]) -> Set<Int> {
    // For each length, the index of the least number that an ascent of that length ends with.
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
  /// The identities of the elements that stand in the layout directly.
  fileprivate var identities: [ObjectIdentifier] {
    sublayouts.compactMap { $0.element.map(ObjectIdentifier.init) }
  }
}
