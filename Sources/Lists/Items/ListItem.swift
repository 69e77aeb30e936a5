/// The identity and version of an item in a data source.
public struct ListItem: Hashable, Sendable {
  /// The data source's key for the item, such as a message identifier.
  ///
  /// Keys should be unique within a list; items with equal keys are told apart by their positions.
  public let key: Int
  /// The version of the item, which changes when for instance a message is edited.
  public let revision: Int

  /// Creates an item.
  public init(key: Int, revision: Int = 0) {
    self.key = key
    self.revision = revision
  }
}

/// The position of an item as section and item indices, both starting at 0.
public struct ItemPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The index of the section.
  public let section: Int
  /// The index of the item in its section.
  public let item: Int

  /// Creates a path.
  public init(section: Int = 0, item: Int) {
    self.section = section
    self.item = item
  }

  /// Returns whether one path precedes another.
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    left.section == right.section ? left.item < right.item : left.section < right.section
  }

  /// The two indices, separated by a period.
  public var description: String { "\(section).\(item)" }
}
