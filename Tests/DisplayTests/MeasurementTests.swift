import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

@MainActor struct MeasurementTests {
  let test = TestEnvironment()

  /// Returns a node of a fixed size that counts measurements.
  private func makeLeaf(_ name: String, _ width: Double, _ height: Double) -> (DisplayNode, Log) {
    let log = Log()
    let content = SizedContent(size: Size(width: width, height: height), log: log)
    let node = DisplayNode(content, environment: test.environment)
    node.name = name
    return (node, log)
  }

  // R07: nested specs determine the order of subnodes.
  // R13: the order is that of the spec after any changes.
  @Test func `the nodes of a spec become subnodes in spec order`() {
    let (a, b, c) = (makeLeaf("a", 10, 10).0, makeLeaf("b", 20, 5).0, makeLeaf("c", 5, 5).0)
    let parent = test.makeParent { _, _ in
      StackSpec.column { [a, StackSpec.row { [b, c] }] }
    }
    let layout = parent.layoutThatFits(SizeRange(upTo: Size(width: 100, height: 100)))
    #expect(layout.size == Size(width: 25, height: 15))
    #expect(parent.subnodes.isEmpty)
    parent.frame = Rect(x: 0, y: 0, width: 25, height: 15)
    parent.layoutIfNeeded()
    #expect(names(parent) == "abc")
    #expect(c.frame == Rect(x: 20, y: 10, width: 5, height: 5))
    #expect(!parent.isLoaded)
  }

  // R09: subnodes change from 1, 2 to 1, 3, 2.
  @Test func `a new layout inserts and removes only differing subnodes`() {
    let nodes = [makeLeaf("1", 10, 10).0, makeLeaf("2", 10, 10).0, makeLeaf("3", 10, 10).0]
    let order = Mutex([0, 1])
    let parent = test.makeParent { _, _ in
      StackSpec.column { order.withLock { $0.map { nodes[$0] } } }
    }
    parent.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    test.settle(showing: parent)
    #expect(names(parent) == "12")
    order.withLock { $0 = [0, 2, 1] }
    parent.invalidateLayout()
    test.settle()
    #expect(names(parent) == "132")
    #expect(parent.layer.sublayers.map(\.id) == parent.subnodes.map(\.layer.id))
    order.withLock { $0 = [1] }
    parent.invalidateLayout()
    test.settle()
    #expect(names(parent) == "2")
  }

  // R10: measuring off the main actor does not change the tree.
  @Test func `measuring off the main actor does not change the tree until layout`() {
    let (a, _) = makeLeaf("a", 10, 10)
    let parent = test.makeParent { _, _ in
      InsetSpec(Insets(top: 1, left: 1, bottom: 1, right: 1), a)
    }
    test.show(parent)
    _ = a.layer
    elsewhere { parent.layoutThatFits(SizeRange(upTo: Size(width: 100, height: 100))) }
    #expect(parent.subnodes.isEmpty)
    #expect(parent.layer.sublayers.isEmpty)
    parent.frame = Rect(x: 0, y: 0, width: 12, height: 12)
    test.settle()
    #expect(names(parent) == "a")
    #expect(a.frame == Rect(x: 1, y: 1, width: 10, height: 10))
  }

  // R17: an equal size range is not measured again.
  // R21: the first layout measures each node once, in its available size.
  // R22: only changed nodes are measured again.
  @Test func `only changed nodes are measured again`() {
    let ((a, countsA), (b, countsB)) = (makeLeaf("a", 10, 10), makeLeaf("b", 10, 10))
    let specs = Log()
    let parent = test.makeParent { _, _ in
      specs.add("spec")
      return StackSpec.column { [a, b] }
    }
    let range = SizeRange(upTo: Size(width: 100, height: 100))
    let size = parent.layoutThatFits(range).size
    parent.layoutThatFits(range)
    parent.frame = Rect(origin: .zero, size: size)
    test.settle(showing: parent)
    #expect(specs.all.count == 1)
    let before = (countsA.all.count, countsB.all.count)
    a.invalidateLayout()
    parent.layoutThatFits(range)
    #expect(specs.all.count == 2)
    #expect(countsA.all.count > before.0)
    #expect(countsB.all.count == before.1)
  }

  // R08: preloading inserts and sizes subnodes without loading layers.
  @Test func `a range-managed node gets its subnodes on entering preload, without layers`() {
    let (a, _) = makeLeaf("a", 10, 10)
    let parent = test.makeParent { _, _ in a }
    parent.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    parent.isRangeManaged = true
    parent.setInterfaceState(.preload)
    test.tick()
    #expect(names(parent) == "a")
    #expect(a.frame.size == Size(width: 10, height: 10))
    #expect(a.interfaceState == .preload)
    #expect(!a.isLoaded)
    #expect(!parent.isLoaded)
  }

  // R16: an unmeasured node is measured with its bounds.
  // R17: an equal size range is not measured again.
  @Test func `an unmeasured node is measured once, with its bounds`() {
    let (a, _) = makeLeaf("a", 10, 10)
    let specs = Log()
    let parent = test.makeParent { _, range in
      specs.add("\(range.max.width)")
      return RelativeSpec.center(a)
    }
    parent.frame = Rect(x: 0, y: 0, width: 30, height: 20)
    test.settle(showing: parent)
    #expect(a.frame == Rect(x: 10, y: 5, width: 10, height: 10))
    parent.layoutThatFits(SizeRange(exactly: parent.bounds.size))
    parent.frame.origin.x = 3
    test.settle()
    #expect(specs.all == ["30.0"])
    // Positions are relative to the corner of the bounds, independent of their origin.
    parent.bounds.origin = Point(x: 1, y: 2)
    parent.layer.setNeedsLayout()
    test.settle()
    #expect(a.frame == Rect(x: 11, y: 7, width: 10, height: 10))
  }

  @Test func `an older measurement does not replace a newer one`() {
    let specs = Log()
    let range = SizeRange(upTo: Size(width: 100, height: 100))
    let leaf = makeLeaf("a", 10, 10).0
    let parent = test.makeParent { node, _ in
      specs.add("spec")
      if specs.all.count == 1 {
        // Meanwhile the node has changed and has been measured elsewhere.
        node.invalidateLayout()
        elsewhere { node.layoutThatFits(range) }
      }
      return leaf
    }
    parent.layoutThatFits(range)
    #expect(specs.all.count == 2)
    parent.layoutThatFits(range)
    #expect(specs.all.count == 2)
  }

  // R18: the tree does not change during layout.
  @Test func `the tree cannot be changed during measurement`() throws {
    let (a, b) = (makeLeaf("a", 10, 10).0, makeLeaf("b", 10, 10).0)
    let insertions = Log()
    let change: @Sendable (DisplayNode) -> Void = { node in
      b.removeFromSupernode()
      for isInserted in [
        node.addSubnode(a), node.insertSubnode(a, at: 0),
        node.insertSubnode(a, above: b), node.replaceSubnode(b, with: a),
      ] {
        insertions.add("\(isInserted)")
      }
    }
    let parent = test.makeParent(
      { node, _ in
        change(node)
        return a
      }, isManaged: false)
    parent.addSubnode(b)
    let leaf = DisplayNode(
      VaryingContent {
        change(parent)
        return .zero
      }, environment: test.environment)
    for node in [parent, leaf] {
      node.layoutThatFits(SizeRange(upTo: Size(width: 100, height: 100)))
      #expect(insertions.take() == ["false", "false", "false", "false"])
      #expect(names(parent) == "b")
    }
    b.removeFromSupernode()
    #expect(names(parent) == "")
  }

  // R20: nodes created while measuring live until they are applied.
  @Test func `nodes created by a spec live until they are applied`() {
    let environment = test.environment
    let parent = test.makeParent { _, _ in
      let node = DisplayNode(
        SizedContent(size: Size(width: 7, height: 7), log: Log()), environment: environment)
      node.name = "made"
      return node
    }
    elsewhere { parent.layoutThatFits(SizeRange(upTo: Size(width: 100, height: 100))) }
    parent.frame = Rect(x: 0, y: 0, width: 7, height: 7)
    parent.layoutIfNeeded()
    #expect(names(parent) == "made")
    #expect(parent.subnodes.first?.frame.size == Size(width: 7, height: 7))
  }

  // R06: subnodes follow the layout only if managed automatically.
  @Test func `subnodes are managed automatically only if requested`() throws {
    let (a, b) = (makeLeaf("a", 10, 10).0, makeLeaf("b", 10, 10).0)
    #expect(!a.managesSubnodes)
    let parent = test.makeParent({ _, _ in StackSpec.column { [a, b] } }, isManaged: false)
    parent.addSubnode(b)
    parent.frame = Rect(x: 0, y: 0, width: 10, height: 20)
    parent.layoutIfNeeded()
    #expect(names(parent) == "b")
    #expect(b.frame == Rect(x: 0, y: 10, width: 10, height: 10))
    parent.managesSubnodes = true
    #expect(parent.managesSubnodes)
  }

  // R21: the first layout measures each node once, in its available size.
  @Test func `each node is measured once, with its available size`() {
    let (a, b) = (makeLeaf("a", 10, 10), makeLeaf("b", 20, 5))
    let parent = test.makeParent { _, _ in
      InsetSpec(
        Insets(top: 1, left: 2, bottom: 3, right: 4),
        StackSpec.column(alignItems: .start) { [a.0, b.0] })
    }
    parent.frame = Rect(x: 0, y: 0, width: 100, height: 50)
    test.settle(showing: parent)
    #expect(a.1.all == ["measure 94.0 inf"])
    #expect(b.1.all == ["measure 94.0 inf"])
    #expect(a.0.frame == Rect(x: 2, y: 1, width: 10, height: 10))
    #expect(b.0.frame == Rect(x: 2, y: 11, width: 20, height: 5))
  }

  // R29: measuring without a limit in one dimension.
  @Test func `a node may be measured with a limit in one dimension only`() {
    let (a, b) = (makeLeaf("a", 200, 300), makeLeaf("b", 20, 500))
    let parent = test.makeParent { _, _ in StackSpec.column(alignItems: .start) { [a.0, b.0] } }
    let range = SizeRange(min: .zero, max: Size(width: 100, height: .infinity))
    #expect(parent.layoutThatFits(range).size == Size(width: 100, height: 800))
    #expect(a.1.all == ["measure 100.0 inf"])
  }

  @Test func `the scale of an environment is positive and finite, and rounds sizes off hosts`() {
    let environment = test.environment
    #expect(environment.scale == 1)
    for scale in [0.5, 2] {
      environment.scale = scale
      for invalid in [0, -1, .nan, .infinity] { environment.scale = invalid }
      #expect(environment.scale == scale)
      let leaf = makeLeaf("a", 10.25, 10).0
      let parent = test.makeParent { _, _ in StackSpec.row { [leaf] } }
      #expect(parent.layoutThatFits(.unbounded).size.width == (scale == 2 ? 10.5 : 12))
    }
  }

  // L52: style properties.
  @Test func `a new style invalidates the measurement of the supernode`() {
    let leaf = makeLeaf("a", 10, 10).0
    let parent = test.makeParent { _, _ in StackSpec.row { [leaf] } }
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(.unbounded).size)
    parent.layoutIfNeeded()
    #expect(leaf.frame.size.width == 10)
    var style = LayoutStyle()
    style.width = 30
    leaf.style = style
    #expect(leaf.style.width == 30)
    #expect(parent.layoutThatFits(.unbounded).size.width == 30)
  }

  // R26: a growing subnode makes its root grow. The reference keeps the old size.
  @Test func `a growing subnode makes its root grow`() {
    let log = Log()
    let size = Mutex(Size(width: 10, height: 10))
    let leaf = DisplayNode(VaryingContent { size.withLock { $0 } }, environment: test.environment)
    let parent = test.makeParent { _, _ in StackSpec.column { [leaf] } }
    let range = SizeRange(upTo: Size(width: 100, height: 100))
    parent.frame = Rect(origin: Point(x: 3, y: 4), size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    size.withLock { $0 = Size(width: 10, height: 30) }
    leaf.invalidateLayout()
    test.settle()
    #expect(parent.frame == Rect(x: 3, y: 4, width: 10, height: 30))
    #expect(leaf.frame.size.height == 30)
    #expect(log.all.isEmpty)
  }
}

/// A content of one size.
struct SizedContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = []
  let size: Size
  let log: Log

  func parameters(for node: DisplayNode) {}

  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    log.add("measure \(range.max.width) \(range.max.height)")
    return ContentMeasurement(size: range.clamp(size))
  }
}

/// A content whose size changes.
struct VaryingContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = []
  let size: @Sendable () -> Size

  func parameters(for node: DisplayNode) {}

  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    ContentMeasurement(size: range.clamp(size()))
  }
}
