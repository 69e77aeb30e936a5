public import GalleyDisplay
public import GalleyGeometry

/// A pager that shows one of several pages side by side, each as large as the pager.
///
/// A drag or fling moves by one page at most. The pages next to the visible one are drawn, and one
/// more on each side is preloaded.
@MainActor public final class PagerView {
  /// The list that scrolls the pages.
  public let list: ListView

  private let source: PagerItems

  /// Creates a pager that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: The data source, which is not retained.
  ///   - environment: The environment that draws nodes and ticks.
  ///   - isRightToLeft: Whether the first page is at the right.
  public init(
    _ dataSource: some DataSource, environment: DisplayEnvironment,
    isRightToLeft: Bool = false
  ) {
    source = PagerItems(dataSource)
    var configuration = ListConfiguration()
    configuration.axis = .horizontal
    configuration.isReversed = isRightToLeft
    configuration.snapping = .pages
    configuration.hasPages = true
    for mode in [RangeTuning.Mode.minimum, .full] {
      configuration.tuning[mode, .measure] = RangeTuning.Reach(leading: 1.5, trailing: 1.5)
      configuration.tuning[mode, .preload] = RangeTuning.Reach(leading: 1.5, trailing: 1.5)
      configuration.tuning[mode, .display] = RangeTuning.Reach(leading: 0.5, trailing: 0.5)
    }
    list = ListView(source, environment: environment, configuration: configuration)
    source.pager = self
  }

  /// The root node of the pager.
  public var node: DisplayNode { list.node }

  /// Sets the size of the pager and of each page, keeping the visible page.
  public func resize(to size: Size) { list.resize(to: size) }

  /// Loads the data if it has not been loaded.
  public func load() throws(ChangeSetError) { try list.load() }

  /// The number of pages; the first access loads the data.
  public var pageCount: Int {
    try? load()
    return list.itemCount
  }

  /// The page that fills most of the pager; 0 if there are no pages.
  public var currentPage: Int {
    let width = list.space.clearLength
    guard width > 0, pageCount > 0 else { return 0 }
    let page = ((list.offset + list.state.ends.leading) / width).rounded()
    return max(0, min(pageCount - 1, Int(max(-1, min(page, 1e9)))))
  }

  /// Scrolls to a page; an invalid page has no effect.
  public func scroll(toPage page: Int, animation: ListAnimation? = .standard) {
    list.scroll(to: ItemPath(item: page), at: .head(), animation: animation)
  }

  /// Returns the node of a page, creating it if needed; `nil` if there is no such page.
  public func node(ofPage page: Int) -> DisplayNode? { list.node(at: ItemPath(item: page)) }

  /// Returns the page that a node shows; `nil` if the node is not the pager's.
  public func page(of node: DisplayNode) -> Int? { list.path(of: node)?.item }
}

extension PagerView {
  /// The data source of a pager: pages, each with a closure that creates its node.
  @MainActor public protocol DataSource: AnyObject {
    /// Returns the current number of pages.
    func pageCount(of pager: PagerView) throws -> Int
    /// Returns a closure that creates the node of a page on any thread.
    func nodeMaker(forPage page: Int, of pager: PagerView)
      -> @Sendable (DisplayEnvironment) -> DisplayNode
  }
}

/// The data source of the pager's list.
@MainActor private final class PagerItems: ListDataSource {
  private weak var dataSource: (any PagerView.DataSource)?
  weak var pager: PagerView?

  init(_ dataSource: any PagerView.DataSource) { self.dataSource = dataSource }

  func sectionCount() -> Int { 1 }

  func itemCount(inSection section: Int) throws -> Int {
    guard let pager else { return 0 }
    return try dataSource?.pageCount(of: pager) ?? 0
  }

  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    guard let pager else { return nil }
    return dataSource?.nodeMaker(forPage: item.key, of: pager)
  }
}
