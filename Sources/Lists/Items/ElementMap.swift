/// An immutable snapshot of all items of a list, in sections.
///
/// An edit creates a new map that shares unchanged parts with the old one. Items have an *index*,
/// counted through all sections from 0, and a path.
struct ElementMap: Sendable {
  /// A section: its context from the data source, and its number of items.
  struct Section: SummarizedElement {
    var context: (any Sendable)?
    var count: Int

    var summary: Int { count }
  }

  var items = SummedTree<ListElement>()
  var sections = SummedTree<Section>()

  /// The number of sections.
  var sectionCount: Int { sections.count }

  /// The number of items in all sections.
  var itemCount: Int { items.count }

  /// Returns the number of items in a section; `nil` if there is no such section.
  func itemCount(in section: Int) -> Int? { sections[section]?.count }

  /// Returns the context of a section, if any.
  func context(ofSection section: Int) -> (any Sendable)? { sections[section]?.context }

  /// Returns the indices of a section's items; `nil` if there is no such section.
  func indices(ofSection section: Int) -> Range<Int>? {
    guard let count = itemCount(in: section) else { return nil }
    let start = sections.sum(upTo: section)
    return start..<(start + count)
  }

  /// Returns the index of the item at a path; `nil` if there is none.
  func index(of path: ItemPath) -> Int? {
    guard let indices = indices(ofSection: path.section), path.item >= 0,
      path.item < indices.count
    else { return nil }
    return indices.lowerBound + path.item
  }

  /// Returns the path of an item; `nil` if the index is out of bounds.
  func path(of index: Int) -> ItemPath? {
    guard index >= 0, let found = sections.first(where: { $0 > index }) else { return nil }
    return ItemPath(section: found.index, item: index - found.before)
  }

  /// The item at an index; `nil` if there is none.
  subscript(index: Int) -> ListElement? { items[index] }

  /// The item at a path; `nil` if there is none.
  subscript(path: ItemPath) -> ListElement? { index(of: path).flatMap { items[$0] } }

  /// Returns the items of a range of indices, clamped to the valid ones.
  func elements(in range: Range<Int>) -> [ListElement] { items[range] }

  /// Returns the index of an element.
  ///
  /// - Parameters:
  ///   - id: The element.
  ///   - hint: The index at which the search starts.
  /// - Returns: The index, or `nil` if the element is not in this map.
  /// - Complexity: O(*d*), where *d* is the distance from the hint, or the number of items if there
  ///   is none.
  func index(of id: ElementID, near hint: Int = 0) -> Int? {
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
  func index(ofKey key: Int, near hint: Int = 0) -> Int? {
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

/// The total number of items in several sections.
extension Int: SequenceSummary {}
