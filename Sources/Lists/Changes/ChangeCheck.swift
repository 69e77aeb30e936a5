/// Holds a change set against the list before it and the data source's counts after it.
struct ChangeCheck {
  typealias Problem = ChangeSetError.Problem
  typealias Edit = ChangeSetError.Edit

  /// Where a section comes from.
  struct Origin {
    /// Its number before, if it was there.
    var section: Int?
    /// Whether it has been moved there.
    var isMoved = false
    /// Whether all that is in it is new: it was inserted or reloaded.
    var isFresh = false
  }

  let oldCounts: [Int]
  let newCounts: [Int]
  /// Where each section after the edits comes from.
  private(set) var origins: [Origin] = []
  /// What goes from each section before the edits, and what comes to each after them: numbers of
  /// items.
  private var deletions: [Int: Set<Int>] = [:]
  private var insertions: [Int: Set<Int>] = [:]

  init(_ changes: ChangeSet, of old: ElementMap, counts: [Int]) throws(Problem) {
    oldCounts = old.sections.elements.map(\.count)
    newCounts = counts
    try checkSections(changes)
    try checkItems(changes)
    try checkCounts()
  }

  /// Those items of a section that are still in it, by their numbers before and after.
  func survivors(from old: Int, to new: Int) -> [(old: Int, new: Int)] {
    let gone = deletions[old] ?? []
    let come = insertions[new] ?? []
    let remaining = (0..<oldCounts[old]).filter { !gone.contains($0) }
    let places = (0..<newCounts[new]).filter { !come.contains($0) }
    return zip(remaining, places).map { (old: $0, new: $1) }
  }

  // MARK: Sections

  private mutating func checkSections(_ changes: ChangeSet) throws(Problem) {
    var before: [Int: Edit] = [:]
    func note(
      _ section: Int, _ edit: Edit, count: Int, in seen: inout [Int: Edit]
    ) throws(Problem) {
      guard section >= 0, section < count else {
        throw .sectionOutOfRange(edit, section: section, count: count)
      }
      if let other = seen.updateValue(edit, forKey: section) {
        throw .sectionNamedTwice(other, edit, section: section)
      }
    }
    let (oldCount, newCount) = (oldCounts.count, newCounts.count)
    for section in changes.deletedSections {
      try note(section, .delete, count: oldCount, in: &before)
    }
    for section in changes.reloadedSections {
      try note(section, .reload, count: oldCount, in: &before)
    }
    for move in changes.movedSections {
      try note(move.old, .move, count: oldCount, in: &before)
    }
    var after: [Int: Edit] = [:]
    for section in changes.insertedSections {
      try note(section, .insert, count: newCount, in: &after)
    }
    for move in changes.movedSections { try note(move.new, .move, count: newCount, in: &after) }
    let moves = changes.movedSections.count
    let counts = ChangeSetError.Counts(
      old: oldCount, new: newCount, inserted: changes.insertedSections.count + moves,
      deleted: changes.deletedSections.count + moves)
    guard newCount == oldCount + counts.inserted - counts.deleted else {
      throw .sectionCount(counts)
    }
    origins = sectionOrigins(changes)
  }

  private func sectionOrigins(_ changes: ChangeSet) -> [Origin] {
    let map = IndexMap(
      oldCount: oldCounts.count,
      deleted: changes.deletedSections + changes.movedSections.map(\.old),
      inserted: changes.insertedSections + changes.movedSections.map(\.new),
      moves: changes.movedSections.map { ($0.old, $0.new) })
    let reloaded = Set(changes.reloadedSections)
    let moved = Set(changes.movedSections.map(\.new))
    return newCounts.indices.map { section in
      guard let old = map.oldIndex(of: section) else { return Origin(isFresh: true) }
      return Origin(
        section: old, isMoved: moved.contains(section), isFresh: reloaded.contains(old))
    }
  }

  // MARK: Items

  private mutating func checkItems(_ changes: ChangeSet) throws(Problem) {
    let before =
      changes.deletedItems.map { ($0, Edit.delete) } + changes.movedItems.map { ($0.old, .move) }
    var seen: [ItemPath: Edit] = [:]
    for (path, edit) in before {
      try Self.check(path, edit, counts: oldCounts)
      if let other = seen.updateValue(edit, forKey: path) {
        throw .itemNamedTwice(other, edit, path)
      }
      deletions[path.section, default: []].insert(path.item)
    }
    let again =
      changes.reloadedItems.map { ($0, Edit.reload) } + changes.updatedItems.map { ($0, .update) }
    for (path, edit) in again {
      try Self.check(path, edit, counts: oldCounts)
      if seen[path] == .delete { throw .itemNamedTwice(.delete, edit, path) }
    }
    let after =
      changes.insertedItems.map { ($0, Edit.insert) } + changes.movedItems.map { ($0.new, .move) }
    var places: [ItemPath: Edit] = [:]
    for (path, edit) in after {
      try Self.check(path, edit, counts: newCounts)
      if let other = places.updateValue(edit, forKey: path) {
        throw .itemNamedTwice(other, edit, path)
      }
      insertions[path.section, default: []].insert(path.item)
    }
  }

  private static func check(
    _ path: ItemPath, _ edit: Edit, counts: [Int]
  ) throws(Problem) {
    guard path.section >= 0, path.section < counts.count else {
      throw .sectionOutOfRange(edit, section: path.section, count: counts.count)
    }
    let count = counts[path.section]
    guard path.item >= 0, path.item < count else {
      throw .itemOutOfRange(edit, path, count: count)
    }
  }

  /// Sections that stay have as many items as the edits leave them; in others anything may be.
  private func checkCounts() throws(Problem) {
    for (section, origin) in origins.enumerated() {
      guard let old = origin.section, !origin.isFresh else { continue }
      let counts = ChangeSetError.Counts(
        old: oldCounts[old], new: newCounts[section], inserted: insertions[section]?.count ?? 0,
        deleted: deletions[old]?.count ?? 0)
      guard counts.new == counts.old + counts.inserted - counts.deleted else {
        throw .itemCount(section: section, counts)
      }
    }
  }
}
