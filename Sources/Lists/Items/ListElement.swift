internal import Synchronization

/// The identity of an item in a list, unique within the process.
///
/// An item keeps its identity when it is moved or updated. A reloaded item gets a new one, unless
/// its node can show the new version.
package struct ElementID: Hashable, Comparable, Sendable {
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
  package static func < (left: ElementID, right: ElementID) -> Bool { left.number < right.number }
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
package struct ListElement: Hashable, Sendable {
  /// The identity of the item in the list.
  package let id: ElementID
  /// The item of the data source.
  package let item: ListItem
}

/// An empty summary, for sequences that need only the count.
struct NoSummary: SequenceSummary {
  static let zero = NoSummary()
  static func + (left: NoSummary, right: NoSummary) -> NoSummary { left }
}

extension ListElement: SummarizedElement {
  var summary: NoSummary { .zero }
}
