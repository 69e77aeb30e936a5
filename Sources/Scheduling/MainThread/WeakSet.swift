/// A set of weakly referenced objects, compared by identity.
///
/// Deallocated objects are not members; their entries are purged as the set grows.
public struct WeakSet<Element: AnyObject> {
  fileprivate struct Entry {
    weak var element: Element?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The number of entries at which deallocated objects are purged.
  private var limit = 16

  /// Creates an empty set.
  public init() {}

  /// The live objects, in no particular order.
  ///
  /// - Complexity: O(*n*), as for the other properties.
  public var elements: [Element] { entries.values.compactMap(\.element) }

  /// The number of live objects.
  public var count: Int { entries.values.count { $0.element != nil } }

  /// Whether the set contains no live object.
  public var isEmpty: Bool { !entries.values.contains { $0.element != nil } }

  /// Returns whether the set contains an object.
  ///
  /// - Complexity: O(1)
  public func contains(_ element: Element) -> Bool {
    // The entry may be of a deallocated object whose address was reused.
    entries[ObjectIdentifier(element)]?.element === element
  }

  /// Inserts an object.
  ///
  /// - Returns: Whether the object was inserted; `false` if it was already a member.
  /// - Complexity: O(1), on average
  @discardableResult public mutating func insert(_ element: Element) -> Bool {
    guard !contains(element) else { return false }
    if entries.count >= limit {
      entries = entries.filter { $0.value.element != nil }
      limit = max(16, 2 * entries.count)
    }
    entries[ObjectIdentifier(element)] = Entry(element: element)
    return true
  }

  /// Removes an object.
  ///
  /// - Returns: Whether the object was a member.
  /// - Complexity: O(1)
  @discardableResult public mutating func remove(_ element: Element) -> Bool {
    guard contains(element) else { return false }
    entries[ObjectIdentifier(element)] = nil
    return true
  }

  /// Removes all objects.
  public mutating func removeAll() {
    entries = [:]
  }
}

extension WeakSet: Sendable where Element: Sendable {}

extension WeakSet.Entry: Sendable where Element: Sendable {}
