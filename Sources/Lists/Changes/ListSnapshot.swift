/// A snapshot of an application's items, to be compared with the state of a list.
public struct ListSnapshot: Hashable, Sendable {
  /// A section of a snapshot.
  public struct Section: Hashable, Sendable {
    /// The key of the section, unique within a snapshot.
    public let key: Int
    /// The section's items, in order.
    public let items: [ListItem]

    /// Creates a section.
    public init(key: Int = 0, items: [ListItem]) {
      self.key = key
      self.items = items
    }
  }

  /// The sections, in order.
  public let sections: [Section]

  /// Creates a snapshot.
  public init(sections: [Section]) { self.sections = sections }

  fileprivate subscript(path: ItemPath) -> ListItem { sections[path.section].items[path.item] }

  fileprivate func paths(inSection section: Int) -> [ItemPath] {
    sections[section].items.indices.map { ItemPath(section: section, item: $0) }
  }
}

extension ChangeSet {
  /// Creates the edits that turn one snapshot into another.
  ///
  /// Items are identified by their keys across sections; those with a new revision are updated.
  /// This initializer can be called on any thread.
  ///
  /// - Complexity: O(*n*) for *n* items outside the common beginnings and ends of their sections,
  ///   plus O(*m* log *m*) for *m* items whose order differs.
  public init(from old: ListSnapshot, to new: ListSnapshot) {
    self.init()
    let diff = IdentityDiff(from: old.sections.map(\.key), to: new.sections.map(\.key))
    deletedSections = diff.removals
    insertedSections = diff.insertions
    movedSections = diff.moves.map { SectionMove(from: $0.old, to: $0.new) }
    let map = diff.indexMap(oldCount: old.sections.count)
    for index in old.sections.indices {
      guard let other = map.newIndex(of: index) else { continue }
      addEdits(of: (index, old.sections[index].items), to: (other, new.sections[other].items))
    }
    joinMoves(old: old, new: new, deleted: diff.removals, inserted: diff.insertions)
  }

  /// Adds the edits that turn the items of a section into its new items.
  private mutating func addEdits(
    of old: (section: Int, items: [ListItem]), to new: (section: Int, items: [ListItem])
  ) {
    let diff = IdentityDiff(from: old.items.map(\.key), to: new.items.map(\.key))
    deletedItems += diff.removals.map { ItemPath(section: old.section, item: $0) }
    insertedItems += diff.insertions.map { ItemPath(section: new.section, item: $0) }
    func update(_ first: Int, _ second: Int) {
      guard old.items[first].revision != new.items[second].revision else { return }
      updatedItems.append(ItemPath(section: old.section, item: first))
    }
    for index in 0..<diff.commonStart { update(index, index) }
    for move in diff.kept { update(move.old, move.new) }
    for move in diff.moves {
      update(move.old, move.new)
      self.move(
        ItemPath(section: old.section, item: move.old),
        to: ItemPath(section: new.section, item: move.new))
    }
    for back in 0..<diff.commonEnd {
      update(old.items.count - 1 - back, new.items.count - 1 - back)
    }
  }

  /// Joins a deletion and an insertion of the same item in different sections into a move.
  private mutating func joinMoves(
    old: ListSnapshot, new: ListSnapshot, deleted: [Int], inserted: [Int]
  ) {
    let gone = deletedItems + deleted.flatMap { old.paths(inSection: $0) }
    let come = insertedItems + inserted.flatMap { new.paths(inSection: $0) }
    guard !gone.isEmpty, !come.isEmpty else { return }
    let diff = IdentityDiff(from: gone.map { old[$0].key }, to: come.map { new[$0].key })
    let pairs =
      (0..<diff.commonStart).map { (old: $0, new: $0) } + diff.kept + diff.moves
      + (0..<diff.commonEnd).map { (old: gone.count - 1 - $0, new: come.count - 1 - $0) }
    guard !pairs.isEmpty else { return }
    var (movedOld, movedNew): (Set<ItemPath>, Set<ItemPath>) = ([], [])
    for (first, second) in pairs {
      let (from, to) = (gone[first], come[second])
      movedOld.insert(from)
      movedNew.insert(to)
      move(from, to: to)
      if old[from].revision != new[to].revision { updatedItems.append(from) }
    }
    deletedItems.removeAll { movedOld.contains($0) }
    insertedItems.removeAll { movedNew.contains($0) }
  }
}
