/// A set of objects, by identity, that does not keep them alive.
///
/// Objects that have died are not in the set; the room they took is used again as the set grows.
public struct WeakSet<Element: AnyObject> {
  fileprivate struct Entry {
    weak var element: Element?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// How many entries there may be before the dead ones are looked for.
  private var limit = 16

  /// Makes an empty set.
  public init() {}

  /// The objects that are alive, in no order.
  ///
  /// - Complexity: O(*n*), as for the other properties.
  public var elements: [Element] { entries.values.compactMap(\.element) }

  /// How many objects are alive.
  public var count: Int { entries.values.count { $0.element != nil } }

  /// Whether no object is alive.
  public var isEmpty: Bool { !entries.values.contains { $0.element != nil } }

  /// Whether `element` is in the set.
  ///
  /// - Complexity: O(1)
  public func contains(_ element: Element) -> Bool {
    // An identity may be of something dead that stood where `element` does.
    entries[ObjectIdentifier(element)]?.element === element
  }

  /// Puts an object in.
  ///
  /// - Returns: Whether it was not in the set.
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

  /// Takes an object out.
  ///
  /// - Returns: Whether it was in the set.
  /// - Complexity: O(1)
  @discardableResult public mutating func remove(_ element: Element) -> Bool {
    guard contains(element) else { return false }
    entries[ObjectIdentifier(element)] = nil
    return true
  }

  /// Takes all objects out.
  public mutating func removeAll() {
    entries = [:]
  }
}

extension WeakSet: Sendable where Element: Sendable {}

extension WeakSet.Entry: Sendable where Element: Sendable {}
