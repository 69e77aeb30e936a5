import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import TestSupport
import Testing

@MainActor @Suite(.endsStages) struct ItemReaderTests {
  private let source = ReadingSource([Array(0..<200), [], Array(500..<530)])
  private let controller: DataController<TestNode>
  private let loop: DisplayLoop

  init() {
    let clock = ManualClock()
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    loop = environment.loop
    controller = DataController(
      source, range: SizeRange(upTo: Size(width: 100, height: 10_000)), environment: environment)
  }

  @Test func `identifiers of elements differ, and those reserved together follow each other`() {
    let (one, other) = (ElementID.reserve(), ElementID.reserve())
    #expect(one < other)
    let many = ElementID.reserve(5)
    #expect(other < many && many.advanced(by: 4) < ElementID.reserve())
  }

  @Test func `consecutive items are read by one reader per section`() throws {
    try controller.loadIfNeeded()
    #expect(TestList.keys(controller.pendingMap) == source.sections.flatMap { $0 })
    #expect(source.readers == [0, 2])
  }

  @Test func `an edit reads only the items it names`() throws {
    try controller.loadIfNeeded()
    let before = controller.pendingMap
    (source.readers, source.reads) = ([], [])
    source.sections[0].replaceSubrange(3..<3, with: [1_000, 1_001])
    source.sections[1] = [1_002]
    try controller.edit { changes in
      changes.insert(ItemPath(item: 3), ItemPath(item: 4), ItemPath(section: 1, item: 0))
      changes.update(ItemPath(item: 7), ItemPath(item: 7))
      changes.update(ItemPath(section: 2, item: 29))
      changes.reload(ItemPath(section: 2, item: 29))
    }
    let after = controller.pendingMap
    #expect(TestList.keys(after) == source.sections.flatMap { $0 })
    #expect(
      source.reads == [
        ItemPath(item: 3), ItemPath(item: 4), ItemPath(item: 9), ItemPath(section: 1, item: 0),
        ItemPath(section: 2, item: 29),
      ])
    #expect(source.readers == [0, 0, 1, 2])
    #expect(after[9]?.id == before[7]?.id)
    #expect(after[232]?.id != before[229]?.id)
    let ids = Set(after.elements(in: 0..<after.itemCount).map(\.id))
    #expect(ids.count == after.itemCount)
  }

  /// Runs 20 seeds of 10 batches each, and compares with the data source.
  @Test(arguments: 0..<20)
  func `moved, updated and inserted items are read at their new indices`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try controller.loadIfNeeded()
    for round in 0..<10 {
      let old = source.sections
      var keys = old.map { $0.filter { _ in Int.random(in: 0..<9, using: &random) > 0 } }
      keys[0].append(2_000 + round)
      keys[2].insert(3_000 + round, at: Int.random(in: 0...keys[2].count, using: &random))
      keys[1] = [keys[0].remove(at: Int.random(in: 0..<keys[0].count, using: &random))]
      source.sections = keys
      func snapshot(_ sections: [[Int]], _ revision: Int) -> ListSnapshot {
        ListSnapshot(
          sections: sections.enumerated().map { section, keys in
            ListSnapshot.Section(
              key: section,
              items: keys.map { ListItem(key: $0, revision: $0 % 5 == 0 ? revision : 0) })
          })
      }
      source.revision = round + 1
      try controller.submit(ChangeSet(from: snapshot(old, round), to: snapshot(keys, round + 1)))
      let map = controller.pendingMap
      let items = map.elements(in: 0..<map.itemCount).map(\.item)
      #expect(items == snapshot(keys, round + 1).sections.flatMap(\.items))
    }
  }

  @Test func `a failing reader leaves the list unchanged, and the error names its source`() throws {
    try controller.loadIfNeeded()
    let before = controller.pendingMap
    source.failsAt = ItemPath(section: 2, item: 17)
    let error = #expect(throws: ChangeSetError.self) { try controller.submit(.reload) }
    #expect(error?.dataSource == "ReadingSource")
    #expect(error?.problem == .dataSourceFailed("NoItem()"))
    let after = controller.pendingMap
    #expect(after.elements(in: 0..<230) == before.elements(in: 0..<230))
  }
}

/// A data source that reads consecutive items at once.
@MainActor private final class ReadingSource: ListDataSource {
  private struct NoItem: Error {}

  var sections: [[Int]]
  var revision = 0
  var failsAt: ItemPath?
  /// The sections requested from a reader.
  var readers: [Int] = []
  var reads: [ItemPath] = []

  init(_ sections: [[Int]]) { self.sections = sections }

  func sectionCount() -> Int { sections.count }

  func itemCount(inSection section: Int) -> Int { sections[section].count }

  func item(at path: ItemPath) throws -> ListItem {
    Issue.record("items are read in rows")
    return ListItem(key: path.item)
  }

  func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    readers.append(section)
    let (keys, revision) = (sections[section], revision)
    return { number in
      let path = ItemPath(section: section, item: number)
      self.reads.append(path)
      guard path != self.failsAt else { throw NoItem() }
      return ListItem(key: keys[number], revision: keys[number] % 5 == 0 ? revision : 0)
    }
  }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> TestNode)? { nil }
}
