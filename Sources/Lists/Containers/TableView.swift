public import GalleyDisplay
internal import GalleyGeometry

extension TableView.DataSource {
  /// Returns one section.
  public func sectionCount(in table: TableView) throws -> Int { 1 }
  /// Returns no header.
  public func header(
    ofSection section: Int, of table: TableView
  ) -> (length: Double, node: DisplayNode)? { nil }
}

/// A table of rows in sections, which are identified only by their paths.
///
/// Rows are self-sizing: each is as broad as the table and as high as its node's measured height.
/// Only measured rows are shown. Notify ``list`` of edits after making them in the data source,
/// with paths before the edits for deletions and after them for insertions.
@MainActor public final class TableView {
  /// The list that scrolls the rows, and takes edits.
  public let list: ListView

  private let source: TableItems

  /// Creates a table that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: The data source, which is not retained.
  ///   - environment: The environment that draws nodes and ticks.
  ///   - configuration: The configuration of the list.
  public init(
    _ dataSource: some DataSource, environment: DisplayEnvironment,
    configuration: ListConfiguration = ListConfiguration()
  ) {
    source = TableItems(dataSource)
    list = ListView(source, environment: environment, configuration: configuration)
    source.table = self
    list.delegate = source
  }

  /// The root node of the table.
  public var node: DisplayNode { list.node }

  /// The number of sections.
  ///
  /// The first access to the data source's state loads the data.
  public var sectionCount: Int {
    try? load()
    return list.sectionCount
  }

  /// Returns the number of rows in a section; 0 if there is no such section.
  public func rowCount(inSection section: Int) -> Int {
    try? load()
    return list.itemCount(inSection: section) ?? 0
  }

  /// Returns the node of a row, creating it if needed; `nil` if there is no such row.
  public func node(at path: ItemPath) -> DisplayNode? { list.node(at: path) }

  /// Returns the path of a node's row; `nil` if it has been deleted.
  public func path(of node: DisplayNode) -> ItemPath? { list.path(of: node) }

  /// The rows on screen, from top to bottom.
  public var visibleRows: [ItemPath] {
    list.accessibilityOrder.compactMap { list.path(ofVisible: $0) }
  }

  /// Loads the data if it has not been loaded.
  public func load() throws(ChangeSetError) { try list.load() }
}

extension TableView {
  /// The data source of a table: sections of rows, each with a closure that creates its node.
  ///
  /// It is called on the main actor; the closures run on any thread when a row comes near the
  /// viewport.
  @MainActor public protocol DataSource: AnyObject {
    /// Returns the current number of sections.
    func sectionCount(in table: TableView) throws -> Int
    /// Returns the current number of rows in a section.
    func rowCount(inSection section: Int, of table: TableView) throws -> Int
    /// Returns a closure that creates the node of a row.
    func nodeMaker(at path: ItemPath, of table: TableView)
      -> @Sendable (DisplayEnvironment) -> DisplayNode
    /// Returns the header of a section, which sticks to the top while the section is on screen;
    /// `nil` for no header.
    func header(ofSection section: Int, of table: TableView) -> (length: Double, node: DisplayNode)?
  }
}

/// The rows of a table as items with unique keys.
@MainActor private final class TableItems: ListDataSource, ListViewDelegate {
  private weak var dataSource: (any TableView.DataSource)?
  weak var table: TableView?
  private var lastKey = 0
  /// The index of the last row found, since rows are usually looked up near each other.
  private var hint = 0

  init(_ dataSource: any TableView.DataSource) { self.dataSource = dataSource }

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

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    guard let table, let path = path(of: item, in: table.list.controller.pendingMap) else {
      return nil
    }
    return dataSource?.nodeMaker(at: path, of: table)
  }

  func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] {
    guard let table, let section = path(of: item, in: list.controller.visibleMap)?.section,
      let (length, node) = dataSource?.header(ofSection: section, of: table)
    else { return [] }
    return [ListHeader(id: section, length: length) { _ in node }]
  }

  private func path(of item: ListItem, in map: ElementMap) -> ItemPath? {
    guard let index = map.index(ofKey: item.key, near: hint) else { return nil }
    hint = index
    return map.path(of: index)
  }
}
