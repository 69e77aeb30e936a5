internal import Synchronization

/// What a data source says of an item: which it is, and which version of it.
public struct ListItem: Hashable, Sendable {
  /// What the data source calls the item, such as a message's number.
  ///
  /// Within one list all keys should differ; where they do not, the items are told apart by their
  /// places.
  public let key: Int
  /// Tells versions of the item from each other, such as a message before and after it was edited.
  public let revision: Int

  /// Makes an item.
  public init(key: Int, revision: Int = 0) {
    self.key = key
    self.revision = revision
  }
}

/// The section and the place in it where an item is; both are counted from 0.
public struct ItemPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of the section.
  public let section: Int
  /// The number of the item in its section.
  public let item: Int

  /// Makes a path.
  public init(section: Int = 0, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one place is in front of another.
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    left.section == right.section ? left.item < right.item : left.section < right.section
  }

  /// The two numbers.
  public var description: String { "\(section).\(item)" }
}

/// A name for an item in a list that no other has in the process, and that it never changes.
///
/// An item keeps its name when it moves and when it is updated. An item that is reloaded has a new
/// one, unless its node can show the new version.
public struct ElementID: Hashable, Comparable, Sendable {
  private let number: UInt64

  // Relaxed: the numbers only have to differ.
  private static let count = Atomic<UInt64>(0)

  /// Makes a name that was not there before.
  init() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Makes a name of a row of names.
  fileprivate init(number: UInt64) {
    self.number = number
  }

  /// Takes names in a row that were not there before.
  ///
  /// - Returns: The first number.
  fileprivate static func take(_ many: Int) -> UInt64 {
    count.wrappingAdd(UInt64(many), ordering: .relaxed).oldValue + 1
  }

  /// Whether one name was made before another.
  public static func < (left: ElementID, right: ElementID) -> Bool { left.number < right.number }
}

/// Names in a row that were not there before, for many items at once.
struct ElementIDs {
  private let first: UInt64

  /// Makes so many names.
  init(count: Int) {
    first = ElementID.take(count)
  }

  /// One of the names, counted from 0.
  subscript(index: Int) -> ElementID { ElementID(number: first + UInt64(index)) }
}

/// An item as a list has it: 24 bytes.
public struct Element: Hashable, Sendable {
  /// Which element it is, as long as the list has it.
  public let id: ElementID
  /// What the data source says of it.
  public let item: ListItem
}

/// A sum of nothing, for sequences of which only the count matters.
struct NoSummary: SequenceSummary {
  static let zero = NoSummary()
  static func + (left: NoSummary, right: NoSummary) -> NoSummary { left }
}

extension Element: SummarizedElement {
  var summary: NoSummary { .zero }
}
