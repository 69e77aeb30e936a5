@testable import GalleyLists
import Testing

@MainActor @Suite(.endsStages) struct ChangeSetTests {
  private let list = TestList([[0, 1, 2], [10, 11, 12]])

  private func problem(
    _ prepare: () -> Void = {}, _ edit: (inout ChangeSet) -> Void
  ) throws -> ChangeSetError.Problem? {
    try list.load()
    prepare()
    var changes = ChangeSet()
    edit(&changes)
    let before = TestList.keys(list.controller.pendingMap)
    do throws(ChangeSetError) {
      try list.controller.submit(changes)
      return nil
    } catch {
      // A refused change set has no effect, and the next one is accepted.
      #expect(TestList.keys(list.controller.pendingMap) == before)
      #expect(!list.controller.isProcessing)
      list.source.counts = nil
      list.source.isFailing = false
      try list.controller.submit(.reload)
      return error.problem
    }
  }

  // E02: valid edits are applied.
  @Test func `valid edits are applied`() throws {
    let problem = try problem {
      list.source.sections[0].insert(ListItem(key: 9), at: 3)
      list.source.sections[1][0] = ListItem(key: 8)
    } _: {
      $0.insert(path(0, 3))
      $0.reload(path(1, 0))
    }
    #expect(problem == nil)
    #expect(TestList.keys(list.controller.pendingMap) == [0, 1, 2, 9, 8, 11, 12])
  }

  // E03: edits of missing items throw.
  @Test(
    arguments: [
      (Edits.insert(path(0, 4)), .itemOutOfRange(.insert, path(0, 4), count: 3)),
      (.insert(path(2, 0)), .sectionOutOfRange(.insert, section: 2, count: 2)),
      (.delete(path(0, 3)), .itemOutOfRange(.delete, path(0, 3), count: 3)),
      (.delete(path(-1, 0)), .sectionOutOfRange(.delete, section: -1, count: 2)),
      (.reload(path(1, -1)), .itemOutOfRange(.reload, path(1, -1), count: 3)),
      (.update(path(1, 3)), .itemOutOfRange(.update, path(1, 3), count: 3)),
      (.move(path(0, 9), path(0, 0)), .itemOutOfRange(.move, path(0, 9), count: 3)),
      (.move(path(0, 0), path(0, 9)), .itemOutOfRange(.move, path(0, 9), count: 3)),
      (.insertSection(2), .sectionOutOfRange(.insert, section: 2, count: 2)),
      (.deleteSection(2), .sectionOutOfRange(.delete, section: 2, count: 2)),
      (.reloadSection(-1), .sectionOutOfRange(.reload, section: -1, count: 2)),
      (.moveSection(0, 5), .sectionOutOfRange(.move, section: 5, count: 2)),
    ] as [(Edits, ChangeSetError.Problem)])
  func `edits with out-of-range indices are refused`(
    edit: Edits, expected: ChangeSetError.Problem
  ) throws {
    #expect(try problem { edit.add(to: &$0) } == expected)
  }

  // E04: deleting and reloading the same item throws.
  @Test func `conflicting edits are refused`() throws {
    #expect(
      try problem {
        $0.delete(path(0, 1))
        $0.reload(path(0, 1))
      } == .itemNamedTwice(.delete, .reload, path(0, 1)))
    #expect(
      try problem {
        $0.deleteSections(1)
        $0.reloadSections(1)
      } == .sectionNamedTwice(.delete, .reload, section: 1))
    #expect(
      try problem { $0.delete(path(0, 0), path(0, 0)) }
        == .itemNamedTwice(.delete, .delete, path(0, 0)))
    #expect(
      try problem {
        $0.delete(path(0, 0))
        $0.move(path(0, 0), to: path(0, 1))
      } == .itemNamedTwice(.delete, .move, path(0, 0)))
    #expect(
      try problem {
        $0.insert(path(0, 1))
        $0.move(path(0, 0), to: path(0, 1))
      } == .itemNamedTwice(.insert, .move, path(0, 1)))
  }

  // E05: counts that contradict the edits throw.
  @Test func `counts that contradict the edits are refused`() throws {
    #expect(
      try problem({ list.source.counts = [3, 4] }) { $0.insert(path(1, 0), path(1, 1)) }
        == .itemCount(section: 1, .init(old: 3, new: 4, inserted: 2, deleted: 0)))
    #expect(
      try problem({ list.source.counts = [3, 3, 3, 3] }) { $0.insertSections(0) }
        == .sectionCount(.init(old: 2, new: 4, inserted: 1, deleted: 0)))
    #expect(
      try problem({ list.source.counts = [3, -1] }) { $0.deleteSections(1) }
        == .negativeCount(section: 1, count: -1))
    #expect(
      try problem({ list.source.counts = [.max, .max] }) { $0.reloadsData = true }
        == .tooManyItems(limit: 16_777_216))
    // As many as the limit are refused for another reason only.
    #expect(
      try problem({ list.source.counts = [16_777_216 - 3, 3] }) { $0.insert(path(0, 0)) }
        == .itemCount(section: 0, .init(old: 3, new: 16_777_213, inserted: 1, deleted: 0)))
    #expect(
      try problem({ list.source.counts = [16_777_216 - 3, 4] }) { $0.insert(path(0, 0)) }
        == .tooManyItems(limit: 16_777_216))
  }

  @Test(
    arguments: [
      ([16_777_216], true), ([0, 16_777_215, 1], true), ([16_777_217], false), ([.max], false),
      ([16_777_216, 1], false), ([1, .max, .max], false), ([-1], false), ([5, -1, 5], false),
    ] as [([Int], Bool)])
  func `a list holds up to 2^24 items in any number of sections`(
    counts: [Int], isAccepted: Bool
  ) {
    let plan = try? ChangePlan(.reload, of: ElementMap(), counts: counts)
    #expect((plan != nil) == isAccepted)
    #expect(plan.map { $0.indexMap.newCount == 16_777_216 } ?? true)
  }

  // E06: changed counts without edits throw.
  @Test func `changed counts without edits are refused`() throws {
    #expect(
      try problem({ list.source.counts = [3, 2] }) { _ in }
        == .itemCount(section: 1, .init(old: 3, new: 2, inserted: 0, deleted: 0)))
  }

  // E07: the error names the data source.
  @Test func `an error names the data source and the indices`() throws {
    try list.load()
    list.source.counts = [3, 5]
    let error = #expect(throws: ChangeSetError.self) {
      try list.controller.edit { $0.insert(path(1, 2)) }
    }
    #expect(
      error?.description == "TestSource: section 1 has 5 items, but 3 + 1 inserted - 0 deleted = 4")
    let other = #expect(throws: ChangeSetError.self) {
      try list.controller.edit { $0.delete(path(1, 7)) }
    }
    #expect(other?.description == "TestSource: cannot delete item 7: section 1 has 3 items")
  }

  @Test func `a data source failure is reported and leaves the list unchanged`() throws {
    let problem = try problem {
      list.source.sections[0].append(ListItem(key: 3))
      list.source.isFailing = true
    } _: {
      $0.insert(path(0, 3))
    }
    #expect(problem == .dataSourceFailed("Failure()"))
  }

  @Test func `edits made while items are being read are refused`() throws {
    var inner: ChangeSetError.Problem?
    list.source.whenRead = { [list] in
      do throws(ChangeSetError) {
        try list.controller.submit(.reload)
      } catch {
        inner = error.problem
      }
    }
    try list.controller.loadIfNeeded()
    #expect(inner == .editWhileReading)
    #expect(list.controller.pendingMap.itemCount == 6)
  }

  @Test func `edits within deleted or reloaded sections are ignored`() throws {
    let problem = try problem {
      list.source.sections.removeFirst()
      list.source.sections[0] = [ListItem(key: 5)]
    } _: {
      $0.deleteSections(0)
      $0.reloadSections(1)
      $0.delete(path(0, 1), path(1, 1))
      $0.update(path(0, 2))
      $0.insert(path(0, 0))
    }
    #expect(problem == nil)
    #expect(TestList.keys(list.controller.pendingMap) == [5])
  }

  @Test func `the difference of two snapshots moves and updates their common items`() {
    let old = ListSnapshot(sections: [
      .init(key: 1, items: [ListItem(key: 1), ListItem(key: 2), ListItem(key: 3)]),
      .init(key: 2, items: [ListItem(key: 4)]),
    ])
    let new = ListSnapshot(sections: [
      .init(key: 2, items: [ListItem(key: 4, revision: 1), ListItem(key: 1)]),
      .init(key: 1, items: [ListItem(key: 3), ListItem(key: 2), ListItem(key: 9)]),
    ])
    var expected = ChangeSet()
    expected.moveSection(0, to: 1)
    expected.insert(path(1, 2))
    expected.update(path(1, 0))
    expected.move(path(0, 1), to: path(1, 1))
    expected.move(path(0, 0), to: path(0, 1))
    #expect(ChangeSet(from: old, to: new) == expected)
    #expect(ChangeSet(from: old, to: old).isEmpty)
  }
}

/// One edit, for lists of arguments.
enum Edits: Sendable {
  case insert(ItemPath), delete(ItemPath), reload(ItemPath), update(ItemPath)
  case move(ItemPath, ItemPath)
  case insertSection(Int), deleteSection(Int), reloadSection(Int), moveSection(Int, Int)

  func add(to changes: inout ChangeSet) {
    switch self {
    case .insert(let path): changes.insert(path)
    case .delete(let path): changes.delete(path)
    case .reload(let path): changes.reload(path)
    case .update(let path): changes.update(path)
    case .move(let old, let new): changes.move(old, to: new)
    case .insertSection(let section): changes.insertSections(section)
    case .deleteSection(let section): changes.deleteSections(section)
    case .reloadSection(let section): changes.reloadSections(section)
    case .moveSection(let old, let new): changes.moveSection(old, to: new)
    }
  }
}
