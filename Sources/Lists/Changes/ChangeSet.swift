/// Edits of a list that happen together.
///
/// What goes, moves or is looked at again is named by its place before all edits; where something
/// comes or moves to, by its place after all of them. The order in which edits are put in does not
/// matter.
public struct ChangeSet: Hashable, Sendable {
  /// An item that moves: from a place before the edits to one after them.
  public struct ItemMove: Hashable, Sendable {
    /// The item's place before.
    public let old: ItemPath
    /// The item's place after.
    public let new: ItemPath

    /// Makes a move.
    public init(from old: ItemPath, to new: ItemPath) {
      self.old = old
      self.new = new
    }
  }

  /// A section that moves: from a number before the edits to one after them.
  public struct SectionMove: Hashable, Sendable {
    /// The section's number before.
    public let old: Int
    /// The section's number after.
    public let new: Int

    /// Makes a move.
    public init(from old: Int, to new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// Items that go.
  public var deletedItems: [ItemPath] = []
  /// Items that come, by their places after.
  public var insertedItems: [ItemPath] = []
  /// Items that become others in the same place.
  public var reloadedItems: [ItemPath] = []
  /// Items of which the data source has another version.
  public var updatedItems: [ItemPath] = []
  /// Items that move.
  public var movedItems: [ItemMove] = []
  /// Sections that go, with all their items.
  public var deletedSections: [Int] = []
  /// Sections that come, by their numbers after.
  public var insertedSections: [Int] = []
  /// Sections whose items and contexts all become others.
  public var reloadedSections: [Int] = []
  /// Sections that move, with their items.
  public var movedSections: [SectionMove] = []
  /// Whether everything becomes something else; then no other edit counts.
  public var reloadsData = false

  /// Makes a set without edits.
  public init() {}

  /// The set that makes everything something else.
  public static var reload: ChangeSet {
    var changes = ChangeSet()
    changes.reloadsData = true
    return changes
  }

  /// Whether there are no edits.
  public var isEmpty: Bool { self == ChangeSet() }

  /// Has items go.
  public mutating func delete(_ paths: ItemPath...) { deletedItems += paths }
  /// Has items come.
  public mutating func insert(_ paths: ItemPath...) { insertedItems += paths }
  /// Has items become others.
  public mutating func reload(_ paths: ItemPath...) { reloadedItems += paths }
  /// Has the list look at the new version of items.
  public mutating func update(_ paths: ItemPath...) { updatedItems += paths }
  /// Has an item move.
  public mutating func move(_ old: ItemPath, to new: ItemPath) {
    movedItems.append(ItemMove(from: old, to: new))
  }
  /// Has sections go.
  public mutating func deleteSections(_ sections: Int...) { deletedSections += sections }
  /// Has sections come.
  public mutating func insertSections(_ sections: Int...) { insertedSections += sections }
  /// Has sections become others.
  public mutating func reloadSections(_ sections: Int...) { reloadedSections += sections }
  /// Has a section move.
  public mutating func moveSection(_ old: Int, to new: Int) {
    movedSections.append(SectionMove(from: old, to: new))
  }

  /// Takes in the edits of another set, which has the same state of the list before it.
  public mutating func merge(_ other: ChangeSet) {
    deletedItems += other.deletedItems
    insertedItems += other.insertedItems
    reloadedItems += other.reloadedItems
    updatedItems += other.updatedItems
    movedItems += other.movedItems
    deletedSections += other.deletedSections
    insertedSections += other.insertedSections
    reloadedSections += other.reloadedSections
    movedSections += other.movedSections
    reloadsData = reloadsData || other.reloadsData
  }
}
