public import GalleyDisplay
internal import GalleyGeometry

/// What a table shows: sections of rows, each with a closure that makes its node.
///
/// It is asked on the main actor; the closures run on any thread, when a row comes near to being seen.
@MainActor public protocol TableDataSource: AnyObject {
  /// How many sections there are now.
  func sectionCount(in table: TableView) throws -> Int
  /// How many rows a section has now.
  func rowCount(inSection section: Int, of table: TableView) throws -> Int
  /// What makes the node of a row.
  func nodeMaker(at path: ItemPath, of table: TableView) -> @Sendable () -> DisplayNode
  /// What stands over a section and stays at the top while it is on screen; `nil` is nothing.
  func header(ofSection section: Int, of table: TableView) -> (length: Double, node: DisplayNode)?
}

extension TableDataSource {
  /// There is one section.
  public func sectionCount(in table: TableView) throws -> Int { 1 }
  /// Nothing stands over sections.
  public func header(
    ofSection section: Int, of table: TableView
  ) -> (length: Double, node: DisplayNode)? { nil }
}

/// Rows in sections, told apart by their places only.
///
/// Rows size themselves: each is as broad as the table and as high as its node wants to be. Nothing is
/// shown that was not measured. Edits are told when the data source has made them, by the places before
/// them for what goes, and after them for what comes.
@MainActor public final class TableView {
  /// What scrolls the rows; for all that is not about rows.
  public let list: ListView

  private let source: TableItems

  /// Makes a table that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: What has the rows; it is not kept alive.
  ///   - environment: What draws nodes and ticks.
  ///   - configuration: What kind of list it is.
  public init(
    _ dataSource: some TableDataSource, environment: DisplayEnvironment = .shared,
    configuration: ListConfiguration = ListConfiguration()
  ) {
    source = TableItems(dataSource)
    list = ListView(source, environment: environment, configuration: configuration)
    source.table = self
    list.delegate = source
  }

  /// What shows the table.
  public var node: DisplayNode { list.node }

  /// How many sections there are.
  ///
  /// As each question for what the data source has, the first of them loads everything.
  public var sectionCount: Int { map.sectionCount }

  /// How many rows a section has; 0 if there is no such section.
  public func rowCount(inSection section: Int) -> Int {
    map.itemCount(in: section) ?? 0
  }

  /// What the data source has, which is loaded if it was not.
  private var map: ElementMap {
    try? load()
    return list.controller.pendingMap
  }

  /// The node of a row, which is made if need be; `nil` if there is no such row.
  public func node(at path: ItemPath) -> DisplayNode? {
    try? load()
    return list.controller.node(at: path)
  }

  /// Where a node's row is, or `nil` if it has gone.
  public func path(of node: DisplayNode) -> ItemPath? { list.controller.path(of: node) }

  /// The rows on screen, from the top.
  public var visibleRows: [ItemPath] {
    list.accessibilityOrder.compactMap { list.controller.visibleMap.path(of: $0) }
  }

  // MARK: Edits

  /// Loads everything, if that was not done.
  public func load() throws(ChangeSetError) { try list.load() }

  /// Has everything be asked for again.
  public func reloadData(completion: ((Bool) -> Void)? = nil) throws(ChangeSetError) {
    try list.reloadData(completion: completion)
  }

  /// Makes edits together.
  ///
  /// - Parameters:
  ///   - animation: How they are shown; `nil` is at once.
  ///   - edits: Calls the methods for rows and sections.
  ///   - completion: Is told when they are shown.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed.
  public func performBatch(
    animation: ListAnimation? = .standard,
    _ edits: @escaping () throws(ChangeSetError) -> Void, completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try list.performBatch(ListUpdate(animation: animation), edits, completion: completion)
  }

  /// Has rows come, by their places after all edits.
  public func insertRows(
    at paths: [ItemPath], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.insertedItems += paths }
  }

  /// Has rows go, by their places before all edits.
  public func deleteRows(
    at paths: [ItemPath], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.deletedItems += paths }
  }

  /// Has rows become others.
  public func reloadRows(
    at paths: [ItemPath], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.reloadedItems += paths }
  }

  /// Has a row move.
  public func moveRow(
    at old: ItemPath, to new: ItemPath, animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.move(old, to: new) }
  }

  /// Has sections come.
  public func insertSections(
    _ sections: [Int], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.insertedSections += sections }
  }

  /// Has sections go.
  public func deleteSections(
    _ sections: [Int], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.deletedSections += sections }
  }

  /// Has sections become others.
  public func reloadSections(
    _ sections: [Int], animation: ListAnimation? = nil
  ) throws(ChangeSetError) {
    try list.edit(ListUpdate(animation: animation)) { $0.reloadedSections += sections }
  }
}

/// The rows of a table as items with keys that never come again.
@MainActor private final class TableItems: ListDataSource, ListViewDelegate {
  private weak var dataSource: (any TableDataSource)?
  weak var table: TableView?
  private var lastKey = 0
  /// Where a row was found last: others that are asked for are near.
  private var hint = 0

  init(_ dataSource: any TableDataSource) {
    self.dataSource = dataSource
  }

  func sectionCount() throws -> Int {
    guard let table else { return 0 }
    return try dataSource?.sectionCount(in: table) ?? 0
  }

  func itemCount(inSection section: Int) throws -> Int {
    guard let table else { return 0 }
    return try dataSource?.rowCount(inSection: section, of: table) ?? 0
  }

  func item(at path: ItemPath) -> ListItem {
    lastKey += 1
    return ListItem(key: lastKey)
  }

  func nodeMaker(for item: ListItem) -> (@Sendable () -> DisplayNode)? {
    guard let table, let path = path(of: item, in: table.list.controller.pendingMap) else {
      return nil
    }
    return dataSource?.nodeMaker(at: path, of: table)
  }

  func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] {
    guard let table, let section = path(of: item, in: list.controller.visibleMap)?.section,
      let (length, node) = dataSource?.header(ofSection: section, of: table)
    else { return [] }
    return [ListHeader(id: section, length: length) { node }]
  }

  private func path(of item: ListItem, in map: ElementMap) -> ItemPath? {
    guard let index = map.index(ofKey: item.key, near: hint) else { return nil }
    hint = index
    return map.path(of: index)
  }
}
