/// A validated change set, resolved to individual items.
///
/// Creating a plan is the first of three steps, and the only one that can refuse a change set. Then
/// the data source is asked for ``wantedContexts`` and ``wantedItems``, in order, and the plan is
/// applied with the results.
struct ChangePlan: Sendable {
  /// The maximum number of items in a list.
  static let itemLimit = 16_777_216

  /// A reloaded or updated item, with its index before and after, and whether it is replaced
  /// instead of updated to a new version.
  typealias Refresh = (old: Int, new: Int, isReload: Bool)

  let indexMap: IndexMap
  /// The previous index of each section after the edits; `nil` if it was inserted or reloaded.
  let sectionOrigins: [Int?]
  /// The number of items in each section after the edits.
  let counts: [Int]
  /// The reloads and updates of remaining items, by ascending new index.
  let refreshes: [Refresh]
  /// The sections whose contexts are needed, ascending.
  let wantedContexts: [Int]
  /// The ranges of items that are needed, ascending and disjoint.
  let wantedItems: [Range<Int>]
  /// Whether the numbers and the order of items and sections are unchanged.
  let isInPlace: Bool

  /// Creates the plan of a change set.
  ///
  /// - Parameters:
  ///   - changes: The edits.
  ///   - old: The previous list.
  ///   - counts: The number of items in each section after the edits, according to the data source.
  /// - Throws: The first problem found in the edits.
  init(_ changes: ChangeSet, of old: ElementMap, counts: [Int]) throws(ChangeSetError.Problem) {
    if let section = counts.firstIndex(where: { $0 < 0 }) {
      throw .negativeCount(section: section, count: counts[section])
    }
    var total = 0
    for count in counts {
      total += min(count, Self.itemLimit + 1)
      if total > Self.itemLimit { throw .tooManyItems(limit: Self.itemLimit) }
    }
    var changes = changes
    if changes.reloadsData {
      changes = ChangeSet()
      changes.deletedSections = Array(0..<old.sectionCount)
      changes.insertedSections = Array(counts.indices)
    }
    let check = try ChangeCheck(changes, of: old, counts: counts)
    self.init(check, changes: changes, old: old)
  }

  private init(_ check: ChangeCheck, changes: ChangeSet, old: ElementMap) {
    let stretches = ChangedStretches(check, changes: changes, old: old)
    let map = IndexMap(
      oldCount: old.itemCount, departures: stretches.removed, arrivals: stretches.inserted,
      moves: stretches.moves)
    indexMap = map
    counts = check.newCounts
    sectionOrigins = check.origins.map { $0.isFresh ? nil : $0.section }
    wantedContexts = check.origins.indices.filter { check.origins[$0].isFresh }

    refreshes = Self.refreshes(changes, of: old, map)
    if refreshes.isEmpty, stretches.moves.isEmpty {
      wantedItems = stretches.inserted
    } else {
      let moved = Set(stretches.moves.map { $0.new })
      let come = stretches.inserted.joined().filter { !moved.contains($0) }
      wantedItems = IndexMap.runs(of: come + refreshes.map { $0.new })
    }
    isInPlace =
      map.isIdentity && check.newCounts.count == old.sectionCount
      && check.origins.enumerated().allSatisfy { !$1.isFresh && $1.section == $0 }
  }

  /// Returns the items to refresh, each once; a reload takes precedence over an update.
  private static func refreshes(
    _ changes: ChangeSet, of old: ElementMap, _ map: IndexMap
  ) -> [Refresh] {
    func found(_ paths: [ItemPath], isReload: Bool) -> [Refresh] {
      paths.compactMap { path in
        guard let index = old.index(of: path), let new = map.newIndex(of: index) else { return nil }
        return (index, new, isReload)
      }
    }
    let named =
      found(changes.reloadedItems, isReload: true) + found(changes.updatedItems, isReload: false)
    let sorted = named.sorted {
      $0.new == $1.new ? $0.isReload && !$1.isReload : $0.new < $1.new
    }
    var refreshes: [Refresh] = []
    for refresh in sorted where refresh.new != refreshes.last?.new { refreshes.append(refresh) }
    return refreshes
  }
}

/// The ranges of a list that a validated change set removes, inserts and moves.
private struct ChangedStretches {
  var removed: [Range<Int>] = []
  var inserted: [Range<Int>] = []
  var moves: [(old: Int, new: Int)] = []

  init(_ check: ChangeCheck, changes: ChangeSet, old: ElementMap) {
    let oldStarts = Self.starts(of: check.oldCounts)
    let newStarts = Self.starts(of: check.newCounts)
    var removedSections = Set(changes.deletedSections + changes.reloadedSections)
    var insertedSections: Set<Int> = []
    for (section, origin) in check.origins.enumerated() {
      if origin.isFresh {
        insertedSections.insert(section)
      } else if origin.isMoved, let from = origin.section {
        insertedSections.insert(section)
        removedSections.insert(from)
        moves += check.survivors(from: from, to: section).map {
          (oldStarts[from] + $0.old, newStarts[section] + $0.new)
        }
      }
    }
    moves += changes.movedItems.map {
      (oldStarts[$0.old.section] + $0.old.item, newStarts[$0.new.section] + $0.new.item)
    }
    /// Returns the indices of the items outside the given sections.
    func indices(_ paths: [ItemPath], outside sections: Set<Int>, _ starts: [Int]) -> [Int] {
      paths.compactMap {
        !sections.isEmpty && sections.contains($0.section) ? nil : starts[$0.section] + $0.item
      }
    }
    let gone =
      indices(changes.deletedItems, outside: removedSections, oldStarts)
      + indices(changes.movedItems.map { $0.old }, outside: removedSections, oldStarts)
    let come =
      indices(changes.insertedItems, outside: insertedSections, newStarts)
      + indices(changes.movedItems.map { $0.new }, outside: insertedSections, newStarts)
    removed = Self.merged(
      IndexMap.runs(of: gone)
        + removedSections.map { oldStarts[$0]..<(oldStarts[$0] + check.oldCounts[$0]) })
    inserted = Self.merged(
      IndexMap.runs(of: come)
        + insertedSections.map { newStarts[$0]..<(newStarts[$0] + check.newCounts[$0]) })
  }

  /// Returns ranges in ascending order, with adjacent ones merged.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.count < 2 ? ranges.filter { !$0.isEmpty } : Array(RangeSet(ranges).ranges)
  }

  private static func starts(of counts: [Int]) -> [Int] {
    var start = 0
    return counts.map { count in
      defer { start += count }
      return start
    }
  }
}
