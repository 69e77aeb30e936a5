import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyScheduling
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
    #expect(count == 3)
    #expect(names(column) == "2")
  }

  // MARK: Transitions

  private let transition = LayoutTransition(duration: 0.5, curve: .linear)

  /// Shows nodes in an order, and adopts their measurement.
  private func adopt(_ indices: [Int], _ transition: LayoutTransition?) {
    order.change { $0 = indices }
    column.invalidateLayout()
    measure()
    column.adoptMeasurement(size, transition)
  }

  @Test func `a measurement is adopted with a transition of the nodes that stay`() {
    test.frame()
    adopt([2, 1, 0], transition)
    #expect(names(column) == "210")
    #expect(nodes.map(\.frame.minY) == [20, 10, 0])
    test.frame()
    let start = test.clock.now
    /// The middle of a node, which is ten points high.
    func middle(_ index: Int, after seconds: Double) -> Double {
      nodes[index].layer.presentation(at: start + seconds).position.y
    }
    #expect(middle(0, after: 0) == 5)
    #expect(abs(middle(0, after: 0.25) - 15) < 1e-9)
    #expect(middle(0, after: 0.5) == 25)
    // One stays where it is, and one is new.
    #expect(nodes[1].layer.animationKeys.isEmpty && nodes[2].layer.animationKeys.isEmpty)
    test.frame(after: 0.6)
    #expect(nodes[0].layer.animationKeys.isEmpty)
    adopt([1], transition)
    #expect(names(column) == "1")
  }

  @Test func `a measurement adopted without a transition is laid out with the next tick`() {
    adopt([1, 0], nil)
    #expect(names(column) == "01")
    test.tick()
    #expect(names(column) == "10")
    #expect(nodes.allSatisfy { !$0.isLoaded || $0.layer.animationKeys.isEmpty })
  }

  @Test func `a measurement adopted off a host is laid out without a transition`() {
    column.layer.removeFromSuperlayer()
    test.settle()
    adopt([1, 0], transition)
    #expect(names(column) == "01")
    column.layoutIfNeeded()
    #expect(names(column) == "10")
    #expect(nodes[0].layer.animationKeys.isEmpty)
  }

  @Test func `a measurement that was not awaited changes nothing`() {
    order.change { $0 = [1, 0] }
    column.adoptMeasurement(size, transition)
    test.settle()
    #expect(names(column) == "01")
  }

  @Test func `the size of a node is known in the range that it was measured in`() {
    let range = SizeRange(upTo: Size(width: 100, height: 100))
    #expect(column.knownSize(in: range) == nil)
    let measured = column.layoutThatFits(range).size
    #expect(column.knownSize(in: range) == measured)
    #expect(column.knownSize(in: SizeRange(upTo: Size(width: 99, height: 100))) == nil)
    nodes[0].invalidateLayout()
    #expect(column.knownSize(in: range) == nil)
  }

  // MARK: Movements

  private func rect(_ y: Double, _ height: Double) -> Rect {
    Rect(x: 0, y: y, width: 10, height: height)
  }

  @Test func `a movement begins at the presented frame, and is cut short without a transition`() {
    let node = DisplayNode(environment: test.environment)
    node.frame = rect(0, 10)
    test.settle(showing: node)
    test.frame()
    node.move(to: rect(40, 30), transition)
    #expect(node.frame == rect(40, 30))
    test.frame()
    test.frame(after: 0.25)
    // Half of the way of the middle, from 5 to 55, and of the height.
    var shown = node.layer.presentation(at: test.clock.now)
    #expect(abs(shown.position.y - 30) < 1e-9 && abs(shown.bounds.size.height - 20) < 1e-9)
    node.move(to: rect(0, 10), transition)
    test.frame()
    shown = node.layer.presentation(at: test.clock.now)
    #expect(abs(shown.position.y - 30) < 1e-9 && abs(shown.bounds.size.height - 20) < 1e-9)
    node.move(to: rect(0, 10), nil)
    #expect(node.layer.animationKeys.isEmpty)
    #expect(node.layer.presentation(at: test.clock.now).position.y == 5)
  }

  @Test func `a node moves at once without a duration, without a layer and off a host`() {
    let node = DisplayNode(environment: test.environment)
    node.move(to: rect(10, 20), transition)
    #expect(node.frame == rect(10, 20) && !node.isLoaded)
    _ = node.layer
    node.move(to: rect(20, 20), transition)
    #expect(node.frame == rect(20, 20) && node.layer.animationKeys.isEmpty)
    test.settle(showing: node)
    node.move(to: rect(30, 20), LayoutTransition(duration: 0))
    #expect(node.frame == rect(30, 20) && node.layer.animationKeys.isEmpty)
    node.move(to: rect(30, 20), transition)
    #expect(node.layer.animationKeys.isEmpty)
  }
}

/// A measurer that logs its calls.
private final class LoggingMeasurer: NodeMeasurer {
  let log = Log()

  func nodeNeedsMeasurement(_ transition: LayoutTransition?) { log.add("asked") }
}
