import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Nodes of the display module in a list, created off the main actor, with the states of the
/// ranges.
@MainActor @Suite(.endsStages) struct NodeListTests {
  private final class Source: ListDataSource {
    var count = 200

    func sectionCount() -> Int { 1 }
    func itemCount(inSection section: Int) -> Int { count }
    func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

    func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
      { environment in
        let node = DisplayNode(environment: environment)
        node.style.height = .points(100)
        node.isRangeManaged = true
        return node
      }
    }
  }

  /// A minimal list view, which maintains a geometry and ranges, and applies states.
  private final class Container: ListContainer {
    var geometry = ItemGeometry()
    var ranges = RangeState()
    weak var controller: DataController<DisplayNode>?

    func neededItems(after change: MapChange, _ presentation: ListUpdate) -> [NeededItem] {
      (0..<min(10, change.new.itemCount)).map { NeededItem(index: $0) }
    }

    func show(_ delivery: ListDelivery<DisplayNode>, accept: @MainActor () -> Void) {
      accept()
      if geometry.count == 0 {
        geometry = ItemGeometry(count: delivery.change.new.itemCount, estimate: 100)
      } else {
        geometry.apply(delivery.change)
      }
      _ = ranges.follow(delivery.change.indexMap, replacing: delivery.change.replacedIndices)
      for item in delivery.items { geometry.setLength(item.size.height, of: item.index) }
    }

    func didMeasure(_ items: [MeasuredItem<DisplayNode>]) {
      for item in items {
        geometry.setLength(item.size.height, of: item.index)
        item.node.setInterfaceState(ranges.state(of: item.index))
      }
    }

    func scroll(to y: Double) {
      let input = RangeInput(viewport: y..<(y + 1_000), geometry: geometry, breadth: 400)
      let update = ranges.update(input)
      for change in update.changes {
        controller?.measuredItem(at: change.index)?.node.setInterfaceState(change.new)
      }
      controller?.requestNodes(update.keys.map { NeededItem(index: $0.index, key: $0.key) })
    }
  }

  @Test func `nodes are created on demand, with the states of their ranges`() throws {
    let clock = ManualClock()
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let loop = environment.loop
    let source = Source()
    let container = Container()
    let controller = DataController(
      source, range: SizeRange(upTo: Size(width: 400, height: 10_000)), environment: environment)
    controller.container = container
    controller.preparation = .asynchronous
    container.controller = controller
    try controller.loadIfNeeded()
    loop.settle()
    #expect(controller.liveNodeCount == 10)
    container.scroll(to: 0)
    loop.settle()
    #expect(controller.liveNodeCount == 20)
    func state(_ index: Int) -> InterfaceState? {
      controller.measuredItem(at: index)?.node.interfaceState
    }
    #expect(
      [0, 9, 10, 13, 15, 20].map(state) == [
        .visible, .visible, .display, .preload, .measureLayout, nil,
      ])
    let node = try #require(controller.measuredItem(at: 0)?.node)
    container.scroll(to: 5_000)
    loop.settle()
    #expect(node.interfaceState == .none)
    #expect(state(50) == .visible)
    #expect(container.geometry.lengths.summary.measured == 45)
  }
}
