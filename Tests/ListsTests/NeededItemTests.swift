@testable import GalleyLists
import GalleyScheduling
import Testing

/// The items that a list wants measured before it shows a change.
@MainActor @Suite(.endsStages) struct NeededItemTests {
  /// Returns the numbers of items that a list of a hundred needs for another order of keys.
  private func needs(at offset: Double, _ keys: some Sequence<Int>) throws -> Set<Int> {
    let stage = try ListStage(0..<100).loaded()
    stage.list.scroll(toOffset: offset)
    stage.settle()
    func snapshot(_ keys: some Sequence<Int>) -> ListSnapshot {
      ListSnapshot(sections: [ListSnapshot.Section(items: keys.map { ListItem(key: $0) })])
    }
    let changes = ChangeSet(from: snapshot(0..<100), to: snapshot(keys))
    let count = keys.reduce(0) { count, _ in count + 1 }
    return Set(try needs(of: stage, changes, count: count).map(\.index))
  }

  /// Returns the items that a list of a hundred needs for edits that leave a number of items.
  private func needs(
    of stage: ListStage, _ changes: ChangeSet, count: Int = 100,
    _ update: ListUpdate = ListUpdate()
  ) throws -> [NeededItem] {
    let map = stage.list.controller.visibleMap
    let plan = try ChangePlan(changes, of: map, counts: [count])
    let wanted = plan.wantedItems.joined().count
    let first = ElementID.reserve(max(1, wanted))
    let items = SummedTree(count: wanted) { numbers in
      numbers.map { ListElement(id: first.advanced(by: $0), item: ListItem(key: 1_000 + $0)) }
    }
    let change = MapChange(plan, of: map, items: items, contexts: [])
    return stage.list.neededItems(after: change, update)
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

  @Test func `a list at an end needs no items for a change far from it`() throws {
    #expect(try needs(at: 0, 0..<99).isEmpty)
    #expect(try needs(at: 0, Array(0..<100) + [100]).isEmpty)
    #expect(try needs(at: 4_600, 1..<100).isEmpty)
    #expect(try needs(at: 4_600, [-1] + Array(0..<100)).isEmpty)
  }

  @Test func `an update needs items within a fifth of the viewport around it`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 2_000) }
    for (index, isNear) in [(37, false), (38, true), (44, true), (49, true), (50, false)] {
      var changes = ChangeSet()
      changes.update(ItemPath(item: index))
      let needs = try needs(of: stage, changes).map(\.index)
      #expect(needs.sorted() == (isNear ? Array(38..<50) : []))
      changes = ChangeSet()
      changes.delete(ItemPath(item: index))
      #expect(try self.needs(of: stage, changes, count: 99).isEmpty != isNear)
    }
  }

  @Test func `visible items are needed first, and the others by their distance`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 2_010) }
    var changes = ChangeSet()
    changes.update(ItemPath(item: 44))
    // From 2,010 to 2,410: item 39 ends 10 points before it, and item 49 begins 40 after it.
    let needs = try needs(of: stage, changes)
    #expect(needs.map(\.index) == Array(40...48) + [39, 49, 38])
    #expect(needs.map(\.key.distance) == Array(repeating: 0, count: 9) + [10, 40, 60])
    #expect(needs.map { $0.key.rank == .visible } == (0..<12).map { $0 < 9 })
    // Half a point before the viewport is not in it.
    stage.settle { $0.scroll(toOffset: 2_000.5) }
    let nearer = try self.needs(of: stage, changes)
    #expect(nearer.prefix(10).map(\.index) == Array(40...48) + [39])
    #expect(nearer.map { $0.key.rank == .visible } == (0..<12).map { $0 < 9 })
  }

  @Test func `a change that scrolls to an item needs the items around its destination`() throws {
    let stage = try ListStage(0..<100).loaded()
    var update = ListUpdate()
    update.scroll = ListUpdate.ScrollTarget(ItemPath(item: 60), at: .head())
    var changes = ChangeSet()
    changes.update(ItemPath(item: 90))
    let needs = try needs(of: stage, changes, update).map(\.index).sorted()
    #expect(needs == Array(58..<70))
  }
}
