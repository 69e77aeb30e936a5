internal import GalleyBasics

/// A validator of a change set against the previous list and the data source's new counts.
struct ChangeCheck {
  typealias Problem = ChangeSetError.Problem
  typealias Edit = ChangeSetError.Edit

  /// The origin of a section.
  struct Origin {
    /// The previous index of the section, if it existed.
    var section: Int?
    /// Whether the section has been moved.
    var isMoved = false
    /// Whether all items are new, because the section was inserted or reloaded.
    var isFresh = false
  }

  let oldCounts: [Int]
  let newCounts: [Int]
  /// The origin of each section after the edits.
  private(set) var origins: [Origin] = []
  /// The items deleted or moved from paths before the edits, and inserted or moved to paths after
  /// them.
  private var deletions = NamedItems()
  private var insertions = NamedItems()

  init(_ changes: ChangeSet, of old: ElementMap, counts: [Int]) throws(Problem) {
    oldCounts = old.sections.elements.map(\.count)
    newCounts = counts
    try checkSections(changes)
    let moves = changes.movedItems
    deletions = try NamedItems(
      [(.delete, changes.deletedItems), (.move, moves.map(\.old))], counts: oldCounts)
    for (edit, paths) in [(Edit.reload, changes.reloadedItems), (.update, changes.updatedItems)] {
      for path in paths {
        try NamedItems.check(path, edit, counts: oldCounts)
        if deletions[path] == .delete { throw .itemNamedTwice(.delete, edit, path) }
      }
    }
    insertions = try NamedItems(
      [(.insert, changes.insertedItems), (.move, moves.map(\.new))], counts: newCounts)
    try checkCounts()
  }

  /// Returns the items that stay in a section, by their indices before and after.
  func survivors(from old: Int, to new: Int) -> [(old: Int, new: Int)] {
    let gone = Set(deletions[section: old].map { $0.path.item })
    let come = Set(insertions[section: new].map { $0.path.item })
    let remaining = (0..<oldCounts[old]).filter { !gone.contains($0) }
    let places = (0..<newCounts[new]).filter { !come.contains($0) }
    return zip(remaining, places).map { (old: $0, new: $1) }
  }

  // MARK: Sections

  private mutating func checkSections(_ changes: ChangeSet) throws(Problem) {
    let (oldCount, newCount) = (oldCounts.count, newCounts.count)
    let moves = changes.movedSections
    try Self.check(
      [
        (.delete, changes.deletedSections), (.reload, changes.reloadedSections),
        (.move, moves.map(\.old)),
      ], count: oldCount)
    try Self.check(
      [(.insert, changes.insertedSections), (.move, moves.map(\.new))], count: newCount)
    let counts = ChangeSetError.Counts(
      old: oldCount, new: newCount, inserted: changes.insertedSections.count + moves.count,
      deleted: changes.deletedSections.count + moves.count)
    guard newCount == oldCount + counts.inserted - counts.deleted else {
      throw .sectionCount(counts)
    }
    origins = sectionOrigins(changes)
  }

  /// Throws if a section is out of bounds or named twice.
  private static func check(_ edits: [(Edit, sections: [Int])], count: Int) throws(Problem) {
    var seen: [Int: Edit] = [:]
    for (edit, sections) in edits {
      for section in sections {
        guard section >= 0, section < count else {
          throw .sectionOutOfRange(edit, section: section, count: count)
        }
        if let other = seen.updateValue(edit, forKey: section) {
          throw .sectionNamedTwice(other, edit, section: section)
        }
      }
    }
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
      return Origin(section: old, isMoved: moved.contains(section), isFresh: reloaded.contains(old))
    }
  }

  // MARK: Items

  /// Checks that the item counts of kept sections agree with the edits; new sections may have any
  /// count.
  private func checkCounts() throws(Problem) {
    for (section, origin) in origins.enumerated() {
      guard let old = origin.section, !origin.isFresh else { continue }
      let counts = ChangeSetError.Counts(
        old: oldCounts[old], new: newCounts[section], inserted: insertions[section: section].count,
        deleted: deletions[section: old].count)
      guard counts.new == counts.old + counts.inserted - counts.deleted else {
        throw .itemCount(section: section, counts)
      }
    }
  }
}

/// The items named by edits, each once, sorted by path.
private struct NamedItems {
  typealias Problem = ChangeSetError.Problem
  typealias Edit = ChangeSetError.Edit

  private var all: [(path: ItemPath, edit: Edit)] = []

  init() {}

  /// Creates the items of edits, or throws if one is out of bounds or named twice.
  init(_ edits: [(Edit, paths: [ItemPath])], counts: [Int]) throws(Problem) {
    for (edit, paths) in edits {
      for path in paths {
        try Self.check(path, edit, counts: counts)
        all.append((path, edit))
      }
    }
    // Most edits are in ascending order, which excludes duplicates.
    guard zip(all, all.dropFirst()).contains(where: { $0.path >= $1.path }) else { return }
    all.sort { $0.path < $1.path }
    for (one, other) in zip(all, all.dropFirst()) where one.path == other.path {
      throw .itemNamedTwice(one.edit, other.edit, one.path)
    }
  }

  /// The edit of an item.
  subscript(path: ItemPath) -> Edit? {
    let place = all.partitioningIndex { $0.path >= path }
    return place < all.count && all[place].path == path ? all[place].edit : nil
  }

  /// The items of a section.
  subscript(section section: Int) -> ArraySlice<(path: ItemPath, edit: Edit)> {
    let start = all.partitioningIndex { $0.path.section >= section }
    let end = all.partitioningIndex { $0.path.section > section }
    return all[start..<end]
  }

  /// Throws if an item is out of bounds.
  static func check(_ path: ItemPath, _ edit: Edit, counts: [Int]) throws(Problem) {
    guard path.section >= 0, path.section < counts.count else {
      throw .sectionOutOfRange(edit, section: path.section, count: counts.count)
    }
    let count = counts[path.section]
    guard path.item >= 0, path.item < count else {
      throw .itemOutOfRange(edit, path, count: count)
    }
  }
}
