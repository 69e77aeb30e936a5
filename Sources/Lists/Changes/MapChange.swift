/// The result of a change set: the maps before and after, and their differences.
struct MapChange: Sendable {
  /// A reloaded or updated item.
  struct Refresh: Sendable {
    /// The index before the change.
    let old: Int
    /// The index after the change.
    let new: Int
    /// Whether the element is the same, which keeps its node; otherwise a new element replaces it.
    let keepsElement: Bool
  }

  /// The list before the change.
  let old: ElementMap
  /// The list after the change.
  let new: ElementMap
  /// The mapping of indices.
  let indexMap: IndexMap
  /// The reloaded and updated items, by ascending new index.
  let refreshes: [Refresh]

  /// The old indices of items whose elements were replaced.
  let replacedIndices: Set<Int>

  /// The policy that decides whether items keep their elements.
  struct Continuity {
    /// A predicate that tells whether an element can be kept for the new version of its item; its
    /// last argument is whether the item was reloaded.
    var keeps: (ListElement, ListItem, Bool) -> Bool = { _, _, isReload in !isReload }
    /// A closure that returns a removed element to reuse for the inserted item at an index, each at
    /// most once.
    ///
    /// `nil` if no removed element can be reused.
    var claim: ((ListItem, Int) -> ElementID?)?
  }

  /// Creates the result of applying a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - old: The list before, for which the plan was created.
  ///   - items: New elements for the plan's wanted items, in order.
  ///   - contexts: The contexts of the plan's wanted sections, in order.
  ///   - continuity: The policy that decides which items keep their elements.
  init(
    _ plan: ChangePlan, of old: ElementMap, items: SummedTree<ListElement>,
    contexts: [(any Sendable)?],
    continuity: Continuity = Continuity()
  ) {
    self.old = old
    indexMap = plan.indexMap
    let fresh = Self.elements(items, of: plan, claim: continuity.claim)
    var tree = Self.edited(old, plan, fresh)
    var refreshes: [Refresh] = []
    var read = plan.refreshes.isEmpty ? Reader() : Reader(plan.wantedItems, fresh)
    for refresh in plan.refreshes {
      guard let element = old[refresh.old] else { continue }
      let new = read.element(at: refresh.new)
      let keeps = continuity.keeps(element, new.item, refresh.isReload)
      tree.update(at: refresh.new) {
        $0 = ListElement(id: keeps ? element.id : new.id, item: new.item)
      }
      refreshes.append(Refresh(old: refresh.old, new: refresh.new, keepsElement: keeps))
    }
    self.refreshes = refreshes
    replacedIndices = Set(refreshes.lazy.filter { !$0.keepsElement }.map { $0.old })
    new = ElementMap(items: tree, sections: Self.sections(plan, of: old, contexts: contexts))
  }

  /// Creates a change without effect.
  init(of map: ElementMap) {
    (old, new) = (map, map)
    indexMap = .identity(count: map.itemCount)
    (refreshes, replacedIndices) = ([], [])
  }

  /// Returns the new index of an item; `nil` if it was deleted or replaced.
  func newIndex(ofKept old: Int) -> Int? {
    replacedIndices.contains(old) ? nil : indexMap.newIndex(of: old)
  }

  /// Returns the elements of the items that were read, with reused identifiers where possible.
  private static func elements(
    _ items: SummedTree<ListElement>, of plan: ChangePlan, claim: ((ListItem, Int) -> ElementID?)?
  ) -> SummedTree<ListElement> {
    guard let claim else { return items }
    var (number, claimed): (Int, [(number: Int, id: ElementID)]) = (0, [])
    var indices = plan.wantedItems.joined().makeIterator()
    items.forEach(in: 0..<items.count) { element in
      if let index = indices.next(), plan.indexMap.oldIndex(of: index) == nil,
        let id = claim(element.item, index)
      {
        claimed.append((number, id))
      }
      number += 1
    }
    var elements = items
    for (number, id) in claimed {
      elements.update(at: number) { $0 = ListElement(id: id, item: $0.item) }
    }
    return elements
  }

  /// Returns the old elements in their new order, with new ones inserted.
  private static func edited(
    _ old: ElementMap, _ plan: ChangePlan, _ fresh: SummedTree<ListElement>
  ) -> SummedTree<ListElement> {
    let map = plan.indexMap
    // An entirely new list needs no copy.
    if plan.refreshes.isEmpty, plan.wantedItems == [0..<map.newCount] { return fresh }
    var tree = old.items
    var read = Reader(plan.wantedItems, fresh)
    tree.edit(removing: map.departures, inserting: map.arrivals) { index in
      let origin = map.hasMoves ? map.oldIndex(of: index) : nil
      return origin.flatMap { old[$0] } ?? read.element(at: index)
    }
    return tree
  }

  /// Newly read elements, looked up by ascending index.
  private struct Reader {
    private var wanted: ArraySlice<Range<Int>> = []
    private var elements: [ListElement] = []
    /// The number of elements before the first wanted range.
    private var before = 0

    init() {}

    init(_ wanted: [Range<Int>], _ elements: SummedTree<ListElement>) {
      self.wanted = wanted[...]
      self.elements = elements.elements
    }

    mutating func element(at index: Int) -> ListElement {
      while let range = wanted.first, range.upperBound <= index {
        before += range.count
        wanted.removeFirst()
      }
      let number = before + index - (wanted.first?.lowerBound ?? index)
      return elements.indices.contains(number)
        ? elements[number] : ListElement(id: .reserve(), item: ListItem(key: index))
    }
  }

  private static func sections(
    _ plan: ChangePlan, of old: ElementMap, contexts: [(any Sendable)?]
  ) -> SummedTree<ElementMap.Section> {
    if plan.isInPlace { return old.sections }
    let known = old.sections.elements
    var next = 0
    return SummedTree(
      plan.sectionOrigins.enumerated().map { section, origin in
        if let origin {
          return ElementMap.Section(context: known[origin].context, count: plan.counts[section])
        }
        defer { next += 1 }
        return ElementMap.Section(
          context: next < contexts.count ? contexts[next] : nil, count: plan.counts[section])
      })
  }
}
