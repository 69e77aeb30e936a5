internal import Synchronization

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

/// The identity of an item in a list, unique within the process.
///
/// An item keeps its identity when it is moved or updated. A reloaded item gets a new one, unless
/// its node can show the new version.
public struct ElementID: Hashable, Comparable, Sendable {
  private let number: UInt64

  // Relaxed: the numbers only have to be unique.
  private static let count = Atomic<UInt64>(0)

  /// Creates a new identifier.
  init() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Creates an identifier from a reserved number.
  fileprivate init(number: UInt64) {
    self.number = number
  }

  /// Reserves consecutive new numbers.
  ///
  /// - Returns: The first number.
  fileprivate static func take(_ many: Int) -> UInt64 {
    count.wrappingAdd(UInt64(many), ordering: .relaxed).oldValue + 1
  }

  /// Returns whether one identifier was created before another.
  public static func < (left: ElementID, right: ElementID) -> Bool { left.number < right.number }
}

/// Consecutive new identifiers, for many items at once.
struct ElementIDs {
  private let first: UInt64

  /// Creates a sequence of reserved identifiers.
  init(count: Int) {
    first = ElementID.take(count)
  }

  /// The identifier at an index.
  subscript(index: Int) -> ElementID { ElementID(number: first + UInt64(index)) }
}

/// An item with its identity in a list, 24 bytes in size.
public struct Element: Hashable, Sendable {
  /// The identity of the item in the list.
  public let id: ElementID
  /// The item of the data source.
  public let item: ListItem
}

/// An empty summary, for sequences that need only the count.
struct NoSummary: SequenceSummary {
  static let zero = NoSummary()
  static func + (left: NoSummary, right: NoSummary) -> NoSummary { left }
}

extension Element: SummarizedElement {
  var summary: NoSummary { .zero }
}
