/// Edits of a list that are applied together.
///
/// Deletions, reloads, updates and the sources of moves refer to paths before all edits; insertions
/// and the destinations of moves, to paths after all of them. The order in which edits are added
/// does not matter.
public struct ChangeSet: Hashable, Sendable {
  /// A move of an item, from a path before the edits to one after them.
  public struct ItemMove: Hashable, Sendable {
    /// The path before the edits.
    public let old: ItemPath
    /// The path after the edits.
    public let new: ItemPath

    /// Creates a move.
    public init(from old: ItemPath, to new: ItemPath) {
      self.old = old
      self.new = new
    }
  }

  /// A move of a section, from an index before the edits to one after them.
  public struct SectionMove: Hashable, Sendable {
    /// The section's index before the edits.
    public let old: Int
    /// The section's index after the edits.
    public let new: Int

    /// Creates a move.
    public init(from old: Int, to new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// The thread on which change sets are prepared.
  public enum Preparation: Hashable, Sendable {
    /// The main actor if that is likely to be faster, other threads otherwise.
    case automatic
    /// The main actor, so that a change is shown when its submission returns.
    case synchronous
    /// Other threads.
    case asynchronous
  }

  /// The deleted items.
  public var deletedItems: [ItemPath] = []
  /// The inserted items, by path after the edits.
  public var insertedItems: [ItemPath] = []
  /// The items replaced by others in the same place.
  public var reloadedItems: [ItemPath] = []
  /// The items with a new version.
  public var updatedItems: [ItemPath] = []
  /// The moved items.
  public var movedItems: [ItemMove] = []
  /// The deleted sections, including their items.
  public var deletedSections: [Int] = []
  /// The inserted sections, by index after the edits.
  public var insertedSections: [Int] = []
  /// The sections whose items and contexts are all replaced.
  public var reloadedSections: [Int] = []
  /// The moved sections, including their items.
  public var movedSections: [SectionMove] = []
  /// Whether all data is reloaded; all other edits are then ignored.
  public var reloadsData = false

  /// Creates an empty change set.
  public init() {}

  /// A change set that reloads all data.
  public static var reload: ChangeSet {
    var changes = ChangeSet()
    changes.reloadsData = true
    return changes
  }

  /// Whether there are no edits.
  public var isEmpty: Bool { self == ChangeSet() }

  /// Deletes items.
  public mutating func delete(_ paths: ItemPath...) { deletedItems += paths }
  /// Inserts items.
  public mutating func insert(_ paths: ItemPath...) { insertedItems += paths }
  /// Replaces items.
  public mutating func reload(_ paths: ItemPath...) { reloadedItems += paths }
  /// Updates items to their new versions.
  public mutating func update(_ paths: ItemPath...) { updatedItems += paths }
  /// Moves an item.
  public mutating func move(_ old: ItemPath, to new: ItemPath) {
    movedItems.append(ItemMove(from: old, to: new))
  }
  /// Deletes sections.
  public mutating func deleteSections(_ sections: Int...) { deletedSections += sections }
  /// Inserts sections.
  public mutating func insertSections(_ sections: Int...) { insertedSections += sections }
  /// Reloads sections.
  public mutating func reloadSections(_ sections: Int...) { reloadedSections += sections }
  /// Moves a section.
  public mutating func moveSection(_ old: Int, to new: Int) {
    movedSections.append(SectionMove(from: old, to: new))
  }

  /// Adds the edits of another change set that refers to the same previous list.
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
