/// What became of a list with one change set: the maps before and after, and how they differ.
public struct MapChange: Sendable {
  /// An item that was looked at again.
  public struct Refresh: Hashable, Sendable {
    /// Its index before.
    public let old: Int
    /// Its index after.
    public let new: Int
    /// Whether it is the same element, so that its node stays; otherwise it is another in its place.
    public let keepsElement: Bool
  }

  /// The list before.
  public let old: ElementMap
  /// The list after.
  public let new: ElementMap
  /// Where each item went.
  public let indexMap: IndexMap
  /// Items that were reloaded or updated, by ascending new index.
  public let refreshes: [Refresh]

  /// The old indices of items that became others in their places.
  var replacedIndices: Set<Int> {
    refreshes.contains { !$0.keepsElement }
      ? Set(refreshes.lazy.filter { !$0.keepsElement }.map { $0.old }) : []
  }

  /// What decides whether items keep their elements.
  struct Continuity {
    /// Whether an element goes on with what its item has become; the last says whether that is a
    /// reload.
    var keeps: (Element, ListItem, Bool) -> Bool = { _, _, isReload in !isReload }
    /// An element that went with this change and goes on as a new item, at an index; each is given once.
    ///
    /// It is `nil` if none went that could.
    var claim: ((ListItem, Int) -> ElementID?)?
  }

  /// Carries a plan out.
  ///
  /// - Parameters:
  ///   - plan: What to do.
  ///   - old: The list before, which the plan was made for.
  ///   - items: What the data source said of the plan's wanted items, in their order, as new elements.
  ///   - contexts: What it keeps with the plan's sections whose contexts were asked for, in their
  ///     order.
  ///   - continuity: Which items go on as the elements they were.
  init(
    _ plan: ChangePlan, of old: ElementMap, items: SummedTree<Element>, contexts: [(any Sendable)?],
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
        $0 = Element(id: keeps ? element.id : new.id, item: new.item)
      }
      refreshes.append(Refresh(old: refresh.old, new: refresh.new, keepsElement: keeps))
    }
    self.refreshes = refreshes
    new = ElementMap(items: tree, sections: Self.sections(plan, of: old, contexts: contexts))
  }

  /// Makes the change that changes nothing.
  init(of map: ElementMap) {
    (old, new) = (map, map)
    indexMap = .identity(count: map.itemCount)
    refreshes = []
  }

  /// The elements of what was read, of which some go on from before.
  private static func elements(
    _ items: SummedTree<Element>, of plan: ChangePlan, claim: ((ListItem, Int) -> ElementID?)?
  ) -> SummedTree<Element> {
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
      elements.update(at: number) { $0 = Element(id: id, item: $0.item) }
    }
    return elements
  }

  /// The elements of the list before, where they are after, and what came between them.
  private static func edited(
    _ old: ElementMap, _ plan: ChangePlan, _ fresh: SummedTree<Element>
  ) -> SummedTree<Element> {
    let map = plan.indexMap
    // Of a list that is new altogether nothing is copied.
    if plan.refreshes.isEmpty, plan.wantedItems == [0..<map.newCount] { return fresh }
    var tree = old.items
    var read = Reader(plan.wantedItems, fresh)
    tree.edit(removing: map.removed, inserting: map.inserted) { index in
      let origin = map.hasMoves ? map.oldIndex(of: index) : nil
      return origin.flatMap { old[$0] } ?? read.element(at: index)
    }
    return tree
  }

  /// Elements that were read, found by ascending index.
  private struct Reader {
    private var wanted: ArraySlice<Range<Int>> = []
    private var elements: [Element] = []
    /// How many elements are before the first wanted range.
    private var before = 0

    init() {}

    init(_ wanted: [Range<Int>], _ elements: SummedTree<Element>) {
      self.wanted = wanted[...]
      self.elements = elements.elements
    }

    mutating func element(at index: Int) -> Element {
      while let range = wanted.first, range.upperBound <= index {
        before += range.count
        wanted.removeFirst()
      }
      let number = before + index - (wanted.first?.lowerBound ?? index)
      return elements.indices.contains(number)
        ? elements[number] : Element(id: ElementID(), item: ListItem(key: index))
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
