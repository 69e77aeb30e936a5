internal import Synchronization

/// The identity of an item in a list, unique within the process.
///
/// An item keeps its identity when it is moved or updated. A reloaded item gets a new one, unless
/// its node can show the new version.
struct ElementID: Hashable, Comparable, Sendable {
  fileprivate let number: UInt64

  // Relaxed: the numbers only have to be unique.
  private static let count = Atomic<UInt64>(0)

  /// Reserves consecutive new identifiers, and returns the first.
  static func reserve(_ many: Int = 1) -> ElementID {
    ElementID(number: count.wrappingAdd(UInt64(many), ordering: .relaxed).oldValue + 1)
  }

  /// Returns the identifier at a distance from the first of several reserved ones.
  func advanced(by distance: Int) -> ElementID { ElementID(number: number + UInt64(distance)) }

  /// Returns whether one identifier was created before another.
  static func < (left: ElementID, right: ElementID) -> Bool { left.number < right.number }
}

/// An item with its identity in a list, 24 bytes in size.
struct ListElement: Hashable, Sendable {
  /// The identity of the item in the list.
  let id: ElementID
  /// The item of the data source.
  let item: ListItem
}

/// An empty summary, for sequences that need only the count.
struct NoSummary: SequenceSummary {
  static let zero = NoSummary()
  static func + (left: NoSummary, right: NoSummary) -> NoSummary { left }
}

extension ListElement: SummarizedElement {
  var summary: NoSummary { .zero }
}
