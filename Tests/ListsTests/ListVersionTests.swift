import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Synchronization
import Testing

/// Nodes that stay while their items get other versions.
@MainActor @Suite(.endsStages) struct ListVersionTests {
  /// A content that shows another version once the node has its size, as messages do.
  private final class Versions: NodeContent {
    static let drawing: DisplayNode.DrawingModes = []
    private let versions: Mutex<(shown: Int, next: Int)>

    init(_ revision: Int) { versions = Mutex((revision, revision)) }

    var shown: Int { versions.withLock { $0.shown } }
    var next: Int { versions.withLock { $0.next } }

    static func height(_ revision: Int) -> Double { Double(50 + 100 * revision) }

    @MainActor func parameters(for node: DisplayNode) {}

    func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
      ContentMeasurement(size: Size(width: range.max.width, height: Self.height(next)))
    }

    @MainActor func nodeDidLayOut(_ node: DisplayNode) {
      let height = node.bounds.size.height
      versions.withLock { if Self.height($0.next) == height { $0.shown = $0.next } }
    }

    @MainActor func update(to revision: Int, on node: DisplayNode) {
      versions.withLock { $0.next = revision }
      node.invalidateLayout()
    }
  }

  private final class Source: ListDataSource {
    var items = (0..<100).map { ListItem(key: $0) }

    func sectionCount() -> Int { 1 }
    func itemCount(inSection section: Int) -> Int { items.count }
    func item(at path: ItemPath) -> ListItem { items[path.item] }

    func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
      { environment in
        DisplayNode(Versions(item.revision), environment: environment)
      }
    }

    func update(_ node: DisplayNode, to item: ListItem) -> Bool {
      (node.content as? Versions)?.update(to: item.revision, on: node)
      return true
    }
  }

  @Test func `a live item far from the viewport gets the size of its new version`() throws {
    let live = try #require(list.displayedItems.live)
    let far = live.upperBound - 1
    #expect(Double(far) * 50 > 600)
    source.items[far] = ListItem(key: far, revision: 1)
    try list.edit { $0.update(ItemPath(item: far)) }
    settle()
    #expect(list.frame(at: far)?.size.height == 150)
  }

  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let source: Source
  private let list: ListView

  init() throws {
    let clock = ManualClock()
    let size = Size(width: 100, height: 400)
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    surface = NodeSurface(LayerHost(size: size), environment: environment)
    source = Source()
    list = ListView(source, environment: environment)
    list.controller.preparation = .asynchronous
    list.resize(to: size)
    surface.rootNode = list.node
    try list.load()
    settle()
    StageLog.current?.whenOver { [executor, weak surface, weak loop = environment.loop] in
      surface?.rootNode = nil
      finish(executor, loop)
    }
  }

  private func settle() {
    for _ in 0..<8 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  private func edit(_ index: Int, to revision: Int) throws {
    source.items[index] = ListItem(key: index, revision: revision)
    try list.edit { $0.update(ItemPath(item: index)) }
  }

  @Test func `a node shows a new version in the same tick as the list`() throws {
    let node = try #require(list.node(at: 2))
    let content = try #require(node.content as? Versions)
    try edit(2, to: 1)
    // The list knows of it, and so do lookups of the data source's state.
    #expect(content.next == 1)
    #expect(list.controller.pendingMap[2]?.item.revision == 1)
    for _ in 0..<4 { environment.loop.tick() }
    #expect(list.controller.visibleMap[2]?.item.revision == 0)
    #expect(content.shown == 0)
    #expect(list.frame(at: 2)?.size.height == 50)
    executor.runAll()
    environment.loop.tick()
    #expect(list.controller.visibleMap[2]?.item.revision == 1)
    #expect(content.shown == 1)
    #expect(list.frame(at: 2)?.size.height == 150)
    #expect(list.frame(at: 3)?.minY == 250)
    #expect(list.node(at: 2) === node)
  }

  @Test func `consecutive edits show the node's latest version`() throws {
    let node = try #require(list.node(at: 1))
    let content = try #require(node.content as? Versions)
    try edit(1, to: 1)
    try edit(1, to: 2)
    settle()
    #expect(content.shown == 2)
    #expect(list.frame(at: 1)?.size.height == 250)
    #expect(list.controller.visibleMap[1]?.item.revision == 2)
  }
}
