public import GalleyDisplay
public import GalleyGeometry

/// What a pager shows: pages, each with a closure that makes its node.
@MainActor public protocol PagerDataSource: AnyObject {
  /// How many pages there are now.
  func pageCount(of pager: PagerView) throws -> Int
  /// What makes the node of a page, on any thread.
  func nodeMaker(forPage page: Int, of pager: PagerView) -> @Sendable () -> DisplayNode
}

/// Pages side by side, each as large as the pager, of which one is seen.
///
/// A drag or a fling goes to a neighbor at most. The pages next to the one that is seen are drawn, and
/// one more on each side is loaded.
@MainActor public final class PagerView {
  /// What scrolls the pages.
  public let list: ListView

  private let source: PagerItems

  /// Makes a pager that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: What has the pages; it is not kept alive.
  ///   - environment: What draws nodes and ticks.
  ///   - isRightToLeft: Whether the first page is at the right.
  public init(
    _ dataSource: some PagerDataSource, environment: DisplayEnvironment = .shared,
    isRightToLeft: Bool = false
  ) {
    source = PagerItems(dataSource)
    var configuration = ListConfiguration()
    configuration.axis = .horizontal
    configuration.isReversed = isRightToLeft
    configuration.snapping = .pages
    configuration.hasPages = true
    for mode in [RangeMode.minimum, .full] {
      configuration.tuning[mode, .measure] = RangeReach(leading: 1.5, trailing: 1.5)
      configuration.tuning[mode, .preload] = RangeReach(leading: 1.5, trailing: 1.5)
      configuration.tuning[mode, .display] = RangeReach(leading: 0.5, trailing: 0.5)
    }
    list = ListView(source, environment: environment, configuration: configuration)
    source.pager = self
  }

  /// What shows the pager.
  public var node: DisplayNode { list.node }

  /// Gives the pager its size, which is that of each page; the page that is seen stays.
  public func resize(to size: Size) { list.resize(to: size) }

  /// Loads everything, if that was not done.
  public func load() throws(ChangeSetError) { try list.load() }

  /// Has all pages be asked for again.
  public func reloadData() throws(ChangeSetError) { try list.reloadData() }

  /// How many pages there are; the first question for that loads everything.
  public var pageCount: Int {
    try? load()
    return list.controller.pendingMap.itemCount
  }

  /// The page that is seen, or most of which is; 0 if there are none.
  public var currentPage: Int {
    let width = list.space.length(of: list.pageSize)
    guard width > 0, pageCount > 0 else { return 0 }
    let page = ((list.offset + list.state.ends.leading) / width).rounded()
    return max(0, min(pageCount - 1, Int(max(-1, min(page, 1e9)))))
  }

  /// Goes to a page; does nothing if there is none with that number.
  public func scroll(toPage page: Int, animation: ListAnimation? = .standard) {
    list.scroll(to: ItemPath(item: page), at: .head(), animation: animation)
  }

  /// The node of a page, which is made if need be; `nil` if there is no such page.
  public func node(ofPage page: Int) -> DisplayNode? {
    try? load()
    return list.controller.node(at: ItemPath(item: page))
  }

  /// The page that a node shows; `nil` if it is none of the pager's.
  public func page(of node: DisplayNode) -> Int? { list.controller.path(of: node)?.item }
}

/// The pages of a pager as items.
@MainActor private final class PagerItems: ListDataSource {
  private weak var dataSource: (any PagerDataSource)?
  weak var pager: PagerView?

  init(_ dataSource: any PagerDataSource) {
    self.dataSource = dataSource
  }

  func sectionCount() -> Int { 1 }

  func itemCount(inSection section: Int) throws -> Int {
    guard let pager else { return 0 }
    return try dataSource?.pageCount(of: pager) ?? 0
  }

  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable () -> DisplayNode)? {
    guard let pager else { return nil }
    return dataSource?.nodeMaker(forPage: item.key, of: pager)
  }
}
