/// A list that grows at its end and shares its storage with copies.
///
/// The elements are kept in full chunks, which never change, and a short last one. Appending to a
/// list while a copy exists copies the last chunk and the references to the others, instead of all
/// elements.
///
/// It is inlinable because other modules use it with types of their own, and public because the
/// compiler specializes no `package` generics of other modules.
public struct ChunkedList<Element: Sendable>: RandomAccessCollection, Sendable {
  /// The number of elements of a full chunk.
  @usableFromInline static var capacity: Int { 32 }

  @usableFromInline var full: [[Element]] = []
  @usableFromInline var recent: [Element] = []

  /// Creates an empty list.
  @inlinable public init() {}

  /// The position of the first element, zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { full.count * Self.capacity + recent.count }

  /// The number of elements.
  @inlinable public var count: Int { endIndex }

  /// The element at a position.
  @inlinable public subscript(position: Int) -> Element {
    let (chunk, index) = (position / Self.capacity, position % Self.capacity)
    return chunk < full.count ? full[chunk][index] : recent[index]
  }

  /// The last element; `nil` if the list is empty.
  @inlinable public var last: Element? { recent.last ?? full.last?.last }

  /// Appends an element.
  @inlinable public mutating func append(_ element: Element) {
    if recent.count == Self.capacity {
      full.append(recent)
      recent = []
      recent.reserveCapacity(Self.capacity)
    }
    recent.append(element)
  }

  /// Replaces the last element, if the list is not empty.
  ///
  /// The last chunk is never empty unless the list is.
  @inlinable public mutating func updateLast(_ change: (inout Element) -> Void) {
    guard !recent.isEmpty else { return }
    change(&recent[recent.count - 1])
  }

  /// Removes all elements behind the first `count`.
  ///
  /// - Complexity: O(*k*), where *k* is the number of chunks.
  @inlinable public mutating func truncate(to count: Int) {
    while !full.isEmpty, full.count * Self.capacity >= count {
      recent = full.removeLast()
    }
    recent.removeLast(Swift.max(0, recent.count - (count - full.count * Self.capacity)))
  }
}

extension ChunkedList: Equatable where Element: Equatable {}
extension ChunkedList: Hashable where Element: Hashable {}
