import Testing

@testable import GalleyLists

/// The items that a list wants measured before it shows a change.
@MainActor @Suite(.endsStages) struct NeededItemTests {
  /// Returns the numbers of items that a list of a hundred needs for another order of keys.
  private func needs(at offset: Double, _ keys: some Sequence<Int>) throws -> Set<Int> {
    let stage = try ListStage(0..<100).loaded()
    stage.list.scroll(toOffset: offset)
    stage.settle()
    let map = stage.list.controller.visibleMap
    func snapshot(_ keys: some Sequence<Int>) -> ListSnapshot {
      ListSnapshot(sections: [ListSnapshot.Section(items: keys.map { ListItem(key: $0) })])
    }
    let plan = try ChangePlan(
      ChangeSet(from: snapshot(0..<100), to: snapshot(keys)), of: map,
      counts: [keys.reduce(0) { count, _ in count + 1 }])
    let count = plan.wantedItems.joined().count
    let first = ElementID.reserve(max(1, count))
    let items = SummedTree(count: count) { numbers in
      numbers.map { ListElement(id: first.advanced(by: $0), item: ListItem(key: 1_000 + $0)) }
    }
    let change = MapChange(plan, of: map, items: items, contexts: [])
    return Set(stage.list.neededItems(after: change, ListUpdate()).map(\.index))
  }

  @Test func `a change far from the viewport needs no items`() throws {
    #expect(try needs(at: 2_000, [-1] + Array(0..<100)).isEmpty)
    #expect(try needs(at: 2_000, 1..<100).isEmpty)
    #expect(try needs(at: 2_000, Array(0..<100) + [100]).isEmpty)
    #expect(try needs(at: 2_000, 0..<99).isEmpty)
  }

  @Test func `a change in the viewport needs the items in it`() throws {
    let needs = try needs(at: 2_000, Array(0..<42) + [-1] + Array(42..<100))
    // Eight items of 50 points in 400, and those within a fifth of that.
    #expect(needs == Set(38..<50))
  }

  @Test func `a change at an end needs the items at that end`() throws {
    #expect(try needs(at: 0, [-1] + Array(0..<100)).contains(0))
    #expect(try needs(at: 4_600, Array(0..<100) + [100]).contains(100))
  }
}
