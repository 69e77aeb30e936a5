/// All items of a list at one moment, in their sections.
///
/// A map never changes; an edit gives another map, which shares with the first all that stayed as it
/// was. Items have an *index*, counted through all sections from 0, and a path.
public struct ElementMap: Sendable {
  /// A section: what the data source keeps with it, and how many items it has.
  struct Section: SummarizedElement {
    var context: (any Sendable)?
    var count: Int

    var summary: ItemCount { ItemCount(items: count) }
  }

  /// How many items are in some sections together.
  struct ItemCount: SequenceSummary {
    var items: Int

    static let zero = ItemCount(items: 0)
    static func + (left: ItemCount, right: ItemCount) -> ItemCount {
      ItemCount(items: left.items + right.items)
    }
  }

  let items: SummedTree<Element>
  let sections: SummedTree<Section>

  /// Makes a map without sections.
  public init() {
    self.init(items: SummedTree(), sections: SummedTree())
  }

  init(items: SummedTree<Element>, sections: SummedTree<Section>) {
    self.items = items
    self.sections = sections
  }

  /// How many sections there are.
  public var sectionCount: Int { sections.count }

  /// How many items there are in all sections.
  public var itemCount: Int { items.count }

  /// How many items a section has, or `nil` if there is no such section.
  public func itemCount(in section: Int) -> Int? {
    sections[section]?.count
  }

  /// What the data source keeps with a section, if there is such a section and it has something.
  public func context(ofSection section: Int) -> (any Sendable)? {
    sections[section]?.context
  }

  /// The indices of a section's items, or `nil` if there is no such section.
  public func indices(ofSection section: Int) -> Range<Int>? {
    guard let count = itemCount(in: section) else { return nil }
    let start = sections.sum(upTo: section).items
    return start..<(start + count)
  }

  /// The index of the item at a path, or `nil` if there is none.
  public func index(of path: ItemPath) -> Int? {
    guard let indices = indices(ofSection: path.section), path.item >= 0,
      path.item < indices.count
    else { return nil }
    return indices.lowerBound + path.item
  }

  /// The path of an item, or `nil` if there is no item with that index.
  public func path(of index: Int) -> ItemPath? {
    guard index >= 0, let found = sections.first(where: { $0.items > index }) else { return nil }
    return ItemPath(section: found.index, item: index - found.before.items)
  }

  /// The item with an index, or `nil` if there is none.
  public subscript(index: Int) -> Element? { items[index] }

  /// The item at a path, or `nil` if there is none.
  public subscript(path: ItemPath) -> Element? { index(of: path).flatMap { items[$0] } }

  /// The items of a range of indices, as far as there are such.
  public func elements(in range: Range<Int>) -> [Element] { items[range] }

  /// Finds an element.
  ///
  /// - Parameters:
  ///   - id: The element.
  ///   - hint: Where it may be near.
  /// - Returns: Its index, or `nil` if it is not in this map.
  /// - Complexity: O(*d*), where *d* is how far it is from the hint, or how many items there are.
  public func index(of id: ElementID, near hint: Int = 0) -> Int? {
    firstIndex(near: hint) { $0.id == id }
  }

  /// Finds an item that the data source calls by a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - hint: Where it may be near; of several the nearest is found.
  /// - Returns: Its index, or `nil` if there is none.
  /// - Complexity: O(*d*), where *d* is how far it is from the hint, or how many items there are.
  public func index(ofKey key: Int, near hint: Int = 0) -> Int? {
    firstIndex(near: hint) { $0.item.key == key }
  }

  private func firstIndex(near hint: Int, where isWanted: (Element) -> Bool) -> Int? {
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
