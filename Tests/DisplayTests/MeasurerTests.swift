import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
import TestSupport
import Testing

/// Nodes whose sizes belong to a measurer, such as the rows of a list.
@MainActor struct MeasurerTests {
  private let test = TestEnvironment()
  private let measurer = LoggingMeasurer()
  private let nodes: [DisplayNode]
  /// The indices of the nodes in the column, which the measured node shows in this order.
  private let order = Shared([0, 1])
  private let column: DisplayNode
  private let size = Size(width: 50, height: 50)

  init() {
    let environment = test.environment
    nodes = (0..<3).map { index in
      let content = SizedContent(size: Size(width: 10, height: 10), log: Log())
      let node = DisplayNode(content, environment: environment)
      node.name = "\(index)"
      return node
    }
    let (order, nodes) = (order, nodes)
    column = test.makeParent { _, _ in
      StackSpec.column { order.current.map { nodes[$0] } }
    }
    column.frame = Rect(origin: .zero, size: size)
    test.settle(showing: column)
    column.measurer = measurer
  }

  /// Measures the column in its size, as a measurer does.
  private func measure() {
    column.layoutThatFits(SizeRange(exactly: size))
  }

  @Test func `a change below a spec is a matter for the measurer`() {
    nodes[0].invalidateLayout()
    #expect(measurer.log.take() == ["asked"])
  }

  @Test func `a change below a node without a spec does not concern the measurer`() {
    let plain = DisplayNode(environment: test.environment)
    plain.addSubnode(nodes[2])
    plain.measurer = measurer
    nodes[2].invalidateLayout()
    #expect(measurer.log.all.isEmpty)
    plain.invalidateLayout()
    #expect(measurer.log.take() == ["asked"])
  }

  @Test func `a changed node keeps its layout until a measurement is adopted`() {
    order.change { $0 = [1, 2, 0] }
    column.invalidateLayout()
    test.settle()
    #expect(names(column) == "01")
    measure()
    test.settle()
    #expect(names(column) == "01")
    column.adoptMeasurement(size, nil)
    test.settle()
    #expect(names(column) == "120")
  }

  @Test func `a node without its measurer lays itself out`() {
    column.measurer = nil
    order.change { $0 = [2] }
    column.invalidateLayout()
    test.settle()
    #expect(names(column) == "2")
  }

  @Test func `a node that changes during each measurement is laid out after a few`() {
    order.change { $0 = [2] }
    column.invalidateLayout()
    var count = 0
    while names(column) == "01", count < 20 {
      measure()
      column.invalidateLayout()
      column.adoptMeasurement(size, nil)
      test.settle()
      count += 1
      if count == 1 { #expect(names(column) == "01") }
    }
    #expect(names(column) == "2")
  }
}

/// A measurer that logs its calls.
private final class LoggingMeasurer: NodeMeasurer {
  let log = Log()

  func nodeNeedsMeasurement(_ transition: LayoutTransition?) { log.add("asked") }
}
