/// An immutable snapshot of all items of a list, in sections.
///
/// An edit creates a new map that shares unchanged parts with the old one. Items have an *index*,
/// counted through all sections from 0, and a path.
package struct ElementMap: Sendable {
  /// A section: its context from the data source, and its number of items.
  struct Section: SummarizedElement {
    var context: (any Sendable)?
    var count: Int

    var summary: ItemCount { ItemCount(items: count) }
  }

  /// The total number of items in several sections.
  struct ItemCount: SequenceSummary {
    var items: Int

    static let zero = ItemCount(items: 0)
    static func + (left: ItemCount, right: ItemCount) -> ItemCount {
      ItemCount(items: left.items + right.items)
    }
  }

  let items: SummedTree<ListElement>
  let sections: SummedTree<Section>

  /// Creates a map without sections.
  package init() {
    self.init(items: SummedTree(), sections: SummedTree())
  }

  init(items: SummedTree<ListElement>, sections: SummedTree<Section>) {
    self.items = items
    self.sections = sections
  }

  /// The number of sections.
  package var sectionCount: Int { sections.count }

  /// The number of items in all sections.
  package var itemCount: Int { items.count }

  /// Returns the number of items in a section; `nil` if there is no such section.
  package func itemCount(in section: Int) -> Int? {
    sections[section]?.count
  }

  /// Returns the context of a section, if any.
  package func context(ofSection section: Int) -> (any Sendable)? {
    sections[section]?.context
  }

  /// Returns the indices of a section's items; `nil` if there is no such section.
  package func indices(ofSection section: Int) -> Range<Int>? {
    guard let count = itemCount(in: section) else { return nil }
    let start = sections.sum(upTo: section).items
    return start..<(start + count)
  }

  /// Returns the index of the item at a path; `nil` if there is none.
  package func index(of path: ItemPath) -> Int? {
    guard let indices = indices(ofSection: path.section), path.item >= 0,
      path.item < indices.count
    else { return nil }
    return indices.lowerBound + path.item
  }

  /// Returns the path of an item; `nil` if the index is out of bounds.
  package func path(of index: Int) -> ItemPath? {
    guard index >= 0, let found = sections.first(where: { $0.items > index }) else { return nil }
    return ItemPath(section: found.index, item: index - found.before.items)
  }

  /// The item at an index; `nil` if there is none.
  package subscript(index: Int) -> ListElement? { items[index] }

  /// The item at a path; `nil` if there is none.
  package subscript(path: ItemPath) -> ListElement? { index(of: path).flatMap { items[$0] } }

  /// Returns the items of a range of indices, clamped to the valid ones.
  package func elements(in range: Range<Int>) -> [ListElement] { items[range] }

  /// Returns the index of an element.
  ///
  /// - Parameters:
  ///   - id: The element.
  ///   - hint: The index at which the search starts.
  /// - Returns: The index, or `nil` if the element is not in this map.
  /// - Complexity: O(*d*), where *d* is the distance from the hint, or the number of items if there
  ///   is none.
  package func index(of id: ElementID, near hint: Int = 0) -> Int? {
    firstIndex(near: hint) { $0.id == id }
  }

  /// Returns the index of the item with a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - hint: The index at which the search starts; the nearest of several items is returned.
  /// - Returns: The index, or `nil` if there is none.
  /// - Complexity: O(*d*), where *d* is the distance from the hint, or the number of items if there
  ///   is none.
  package func index(ofKey key: Int, near hint: Int = 0) -> Int? {
    firstIndex(near: hint) { $0.item.key == key }
  }

  private func firstIndex(near hint: Int, where isWanted: (ListElement) -> Bool) -> Int? {
    let hint = max(0, min(hint, itemCount))
    var (reach, known) = (64, hint..<hint)
    while known != 0..<itemCount {
      let next = max(0, hint - reach)..<min(itemCount, hint + reach)
      var nearest: Int?
      for part in [next.lowerBound..<known.lowerBound, known.upperBound..<next.upperBound] {
        var index = part.lowerBound
        items.forEach(in: part) { element in
          if isWanted(element), nearest.map({ abs($0 - hint) > abs(index - hint) }) ?? true {
            nearest = index
          }
          index += 1
        }
      }
      if let nearest { return nearest }
      known = next
      reach *= 4
    }
    return nil
  }
}
