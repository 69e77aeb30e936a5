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
    /// An element that went with this change and goes on as a new item, at an index; each is given
    /// once.
    var claim: (ListItem, Int) -> ElementID? = { _, _ in nil }
  }

  /// Carries a plan out.
  ///
  /// - Parameters:
  ///   - plan: What to do.
  ///   - old: The list before, which the plan was made for.
  ///   - items: What the data source said of the plan's wanted items, in their order.
  ///   - contexts: What it keeps with the plan's sections whose contexts were asked for, in their
  ///     order.
  ///   - continuity: Which items go on as the elements they were.
  init(
    _ plan: ChangePlan, of old: ElementMap, items: [ListItem], contexts: [(any Sendable)?],
    continuity: Continuity = Continuity()
  ) {
    self.old = old
    indexMap = plan.indexMap
    var tree = old.items
    var read = Reader(wanted: plan.wantedItems, items: items)
    let hasMoves = plan.indexMap.hasMoves
    tree.edit(removing: plan.indexMap.removed, inserting: plan.indexMap.inserted) { index in
      if hasMoves, let origin = plan.indexMap.oldIndex(of: index), let element = old[origin] {
        return element
      }
      let item = read.item(at: index)
      return Element(id: continuity.claim(item, index) ?? ElementID(), item: item)
    }
    var refreshes: [Refresh] = []
    read = Reader(wanted: plan.wantedItems, items: items)
    for refresh in plan.refreshes {
      guard let element = old[refresh.old] else { continue }
      let item = read.item(at: refresh.new)
      let keeps = continuity.keeps(element, item, refresh.isReload)
      tree.update(at: refresh.new) {
        $0 = Element(id: keeps ? element.id : ElementID(), item: item)
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

  /// Items that were read, found by ascending index.
  private struct Reader {
    let wanted: [Int]
    let items: [ListItem]
    var next = 0

    init(wanted: [Int], items: [ListItem]) {
      self.wanted = wanted
      self.items = items
    }

    mutating func item(at index: Int) -> ListItem {
      while next < wanted.count, wanted[next] < index { next += 1 }
      return next < items.count ? items[next] : ListItem(key: index)
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
