import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Tables and pagers over lists.
@MainActor @Suite(.endsStages) struct ListContainerTests {
  private final class Rows: TableView.DataSource, PagerView.DataSource {
    var sections: [[Int]] = [Array(0..<30), Array(100..<130)]
    let made = KeyLog()

    func sectionCount(in table: TableView) -> Int { sections.count }
    func rowCount(inSection section: Int, of table: TableView) -> Int { sections[section].count }

    func nodeMaker(at path: ItemPath, of table: TableView)
      -> @Sendable (DisplayEnvironment) -> DisplayNode
    {
      maker(sections[path.section][path.item], height: 40)
    }

    func header(
      ofSection section: Int, of table: TableView
    ) -> (length: Double, node: DisplayNode)? {
      let node = DisplayNode(environment: table.list.environment)
      return (20, node)
    }

    func pageCount(of pager: PagerView) -> Int { sections[0].count }
    func nodeMaker(forPage page: Int, of pager: PagerView)
      -> @Sendable (DisplayEnvironment) -> DisplayNode
    {
      maker(sections[0][page], height: nil)
    }

    private func maker(_ key: Int, height: Double?) -> @Sendable (DisplayEnvironment) -> DisplayNode
    {
      { [made] environment in
        made.add(key)
        let node = DisplayNode(
          SolidContent(Color(red: 1, green: 2, blue: 3)), environment: environment)
        node.name = "\(key)"
        if let height { node.style.height = .points(height) }
        return node
      }
    }
  }

  private let clock = ManualClock()
  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let rows: Rows

  init() {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    surface = NodeSurface(LayerHost(size: Size(width: 200, height: 400)), environment: environment)
    rows = Rows()
    StageLog.current?.whenOver { [executor, weak surface, weak loop = environment.loop] in
      surface?.rootNode = nil
      finish(executor, loop)
    }
  }

  private func settle() {
    for _ in 0..<12 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  private func run(_ seconds: Double) {
    for _ in 0..<Int(seconds * 60) {
      clock.advance(by: 1.0 / 60)
      executor.runAll()
      environment.loop.tick()
    }
  }

  private func table() throws -> TableView {
    let table = TableView(rows, environment: environment)
    table.list.controller.preparation = .asynchronous
    table.list.resize(to: Size(width: 200, height: 400))
    surface.rootNode = table.node
    try table.load()
    settle()
    return table
  }

  private func shown(_ table: TableView) -> [String] {
    table.list.accessibilityOrder.compactMap { table.list.node(at: $0)?.name }
  }

  @Test func `a table creates nodes of nearby rows, in their sections`() throws {
    let table = try table()
    #expect(table.sectionCount == 2)
    #expect(table.rowCount(inSection: 1) == 30)
    #expect(table.rowCount(inSection: 7) == 0)
    #expect(shown(table) == (0..<10).map { "\($0)" })
    #expect(rows.made.count < 30)
    table.list.scroll(to: ItemPath(section: 1, item: 5), at: .head())
    settle()
    #expect(table.visibleRows.first == ItemPath(section: 1, item: 5))
    #expect(shown(table).first == "105")
    #expect(table.list.headerFrames.first { $0.frame.minY == 0 }?.id.id == 1)
    let node = try #require(table.node(at: ItemPath(section: 1, item: 6)))
    #expect(node.name == "106")
    #expect(table.path(of: node) == ItemPath(section: 1, item: 6))
  }

  // E01: the first request loads the data.
  @Test func `the first request for counts or nodes loads all data`() throws {
    let tables = (0..<3).map { _ in TableView(rows, environment: environment) }
    #expect(tables[0].sectionCount == 2)
    #expect(tables[1].rowCount(inSection: 1) == 30)
    let pagers = (0..<2).map { _ in PagerView(rows, environment: environment) }
    #expect(pagers[0].pageCount == 30)
    #expect(pagers[1].node(ofPage: 3)?.name == "3")
    let table = tables[2]
    table.list.controller.preparation = .asynchronous
    table.list.resize(to: Size(width: 200, height: 400))
    surface.rootNode = table.node
    #expect(table.node(at: ItemPath(section: 1, item: 2))?.name == "102")
    #expect(table.sectionCount == 2)
    // The load is shown at once, and the edit after it with its own animation.
    rows.sections[0].insert(500, at: 0)
    try table.list.edit(.animated) { $0.insert(ItemPath(item: 0)) }
    settle()
    #expect(table.list.frame(at: 1)?.minY == 0)
    run(0.2)
    #expect(table.list.frame(at: 1)?.minY == 38)
  }

  @Test func `rows and sections can be inserted, deleted, moved and reloaded`() throws {
    let table = try table()
    rows.sections[0].removeFirst()
    rows.sections[0].insert(500, at: 3)
    rows.sections.insert([900, 901], at: 0)
    try table.list.performBatch(.animated) { () throws(ChangeSetError) in
      try table.list.edit { $0.delete(ItemPath(item: 0)) }
      try table.list.edit { $0.insert(ItemPath(section: 1, item: 3)) }
      try table.list.edit { $0.insertSections(0) }
    }
    settle()
    run(0.5)
    #expect(table.sectionCount == 3)
    table.list.scroll(.end(.head))
    settle()
    #expect(shown(table).prefix(7) == ["900", "901", "1", "2", "3", "500", "4"])
    rows.sections[1].swapAt(0, 1)
    try table.list.edit {
      $0.move(ItemPath(section: 1, item: 0), to: ItemPath(section: 1, item: 1))
    }
    rows.sections[0][0] = 950
    try table.list.edit { $0.reload(ItemPath(item: 0)) }
    settle()
    #expect(shown(table).prefix(4) == ["950", "901", "2", "1"])
    rows.sections.remove(at: 0)
    try table.list.edit { $0.deleteSections(0) }
    rows.sections[0] = [7, 8]
    try table.list.edit { $0.reloadSections(0) }
    settle()
    #expect(shown(table).prefix(3) == ["7", "8", "100"])
    rows.sections = [[1]]
    try table.list.reloadData()
    settle()
    #expect(shown(table) == ["1"])
    #expect(throws: ChangeSetError.self) { try table.list.edit { $0.delete(ItemPath(item: 3)) } }
  }

  @Test func `a pager moves from page to page and creates neighboring pages`() throws {
    for isRightToLeft in [false, true] {
      let pager = PagerView(rows, environment: environment, isRightToLeft: isRightToLeft)
      pager.list.controller.preparation = .asynchronous
      pager.resize(to: Size(width: 200, height: 400))
      surface.rootNode = pager.node
      try pager.load()
      settle()
      #expect(pager.pageCount == 30)
      #expect(pager.currentPage == 0)
      #expect(pager.list.frame(at: 0) == Rect(x: 0, y: 0, width: 200, height: 400))
      #expect(pager.list.displayedItems.live == 0..<3)
      let way = isRightToLeft ? -1.0 : 1
      pager.list.fling(velocity: 9_000 * way)
      run(2)
      #expect(pager.currentPage == 1)
      #expect(pager.list.offset == 200)
      pager.scroll(toPage: 12)
      settle()
      run(0.5)
      #expect(pager.currentPage == 12)
      let node = try #require(pager.node(ofPage: 12))
      #expect(pager.page(of: node) == 12)
      #expect(pager.page(of: DisplayNode(environment: environment)) == nil)
      pager.resize(to: Size(width: 150, height: 400))
      settle()
      #expect(pager.currentPage == 12)
      #expect(pager.list.offset == 1_800)
      #expect(pager.list.frame(at: 12)?.size.width == 150)
      // Insets at the sides make pages narrower, and the same page stays visible.
      for insets in [
        Insets(left: 20, right: 10), Insets(left: 60, right: 10), Insets(left: 5), .zero,
      ] {
        pager.list.resize(to: Size(width: 150, height: 400), insets: insets)
        settle()
        #expect(pager.currentPage == 12)
        let frame = Rect(x: insets.left, y: 0, width: 150 - insets.left - insets.right, height: 400)
        #expect(pager.list.frame(at: 12) == frame)
      }
      pager.scroll(toPage: 500)
      settle()
      #expect(pager.currentPage == 12)
    }
  }

  @Test func `a pager on its last page stays there as it grows and shrinks`() throws {
    let pager = PagerView(rows, environment: environment)
    pager.resize(to: Size(width: 100, height: 400))
    surface.rootNode = pager.node
    try pager.load()
    settle()
    pager.scroll(toPage: 29)
    settle()
    run(0.5)
    for width in [200, 350, 120] as [Double] {
      pager.resize(to: Size(width: width, height: 400))
      settle()
      #expect(pager.currentPage == 29)
      #expect(pager.list.offset == 29 * width)
    }
  }

  // MARK: Limits

  @Test func `a pager pulled past either end stays at its first or last page`() throws {
    let pager = PagerView(rows, environment: environment)
    pager.list.controller.preparation = .asynchronous
    pager.resize(to: Size(width: 200, height: 400))
    surface.rootNode = pager.node
    try pager.load()
    settle()
    let router = PointerRouter(root: pager.node)
    func pull(by way: Double) {
      let start = PointerEvent(.began, at: Point(x: 100, y: 200), time: clock.now, pointer: 1)
      var event = start
      router.send(event)
      event.phase = .moved
      for step in [20 * way, 1_000 * way] {
        event.position.x = start.position.x + step
        router.send(event)
      }
      settle()
    }
    pull(by: 1)
    // More than half of a page beyond the end.
    #expect(pager.list.offset < -100)
    #expect(pager.currentPage == 0)
    router.cancel(1)
    run(2)
    pager.scroll(toPage: 29)
    settle()
    run(1)
    #expect(pager.currentPage == 29)
    pull(by: -1)
    #expect(pager.list.offset > 29 * 200 + 100)
    #expect(pager.currentPage == 29)
    router.cancel(1)
  }

  @Test func `a pager has a current page at any width, and none without pages`() throws {
    let pager = PagerView(rows, environment: environment)
    pager.list.controller.preparation = .asynchronous
    #expect(pager.currentPage == 0)
    pager.resize(to: Size(width: 200, height: 400))
    surface.rootNode = pager.node
    try pager.load()
    settle()
    pager.scroll(toPage: 12, animation: nil)
    settle()
    // The page of which more than half is visible.
    for (offset, page) in [(2_400.0, 12), (2_499, 12), (2_501, 13), (2_301, 12), (2_299, 11)] {
      pager.list.scroll(toOffset: offset)
      #expect(pager.currentPage == page)
    }
    pager.list.scroll(toOffset: 2_400)
    pager.resize(to: Size(width: 1, height: 400))
    settle()
    #expect(pager.currentPage == 12)
    pager.resize(to: Size(width: 0, height: 400))
    #expect(pager.currentPage == 0)
    rows.sections[0] = []
    let empty = PagerView(rows, environment: environment)
    empty.resize(to: Size(width: 200, height: 400))
    #expect(empty.pageCount == 0 && empty.currentPage == 0)
    #expect(empty.node(ofPage: 0) == nil)
  }

  @Test func `a table or pager whose data source has been released is empty`() throws {
    var source: Rows? = Rows()
    let table = TableView(try #require(source), environment: environment)
    let pager = PagerView(try #require(source), environment: environment)
    source = nil
    #expect(table.sectionCount == 0 && table.rowCount(inSection: 0) == 0)
    #expect(table.node(at: ItemPath(item: 0)) == nil)
    #expect(pager.pageCount == 0 && pager.currentPage == 0)
    #expect(pager.node(ofPage: 0) == nil)
  }

  @Test func `a table has one section without headers by default`() throws {
    let source = PlainRows()
    let table = TableView(source, environment: environment)
    table.list.controller.preparation = .asynchronous
    table.list.resize(to: Size(width: 200, height: 400))
    surface.rootNode = table.node
    #expect(table.sectionCount == 1 && table.rowCount(inSection: 0) == 3)
    settle()
    #expect(table.visibleRows == (0..<3).map { ItemPath(item: $0) })
    #expect(table.list.headerFrames.isEmpty)
  }

  /// Three rows of 40 points.
  private final class PlainRows: TableView.DataSource {
    func rowCount(inSection section: Int, of table: TableView) -> Int { 3 }
    func nodeMaker(at path: ItemPath, of table: TableView)
      -> @Sendable (DisplayEnvironment) -> DisplayNode
    {
      { environment in
        let node = DisplayNode(environment: environment)
        node.style.height = .points(40)
        return node
      }
    }
  }
}
