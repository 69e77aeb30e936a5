import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor @Suite struct LayerTreeTests {
  let delegate = RecordingDelegate()
  let parent: Layer
  let children: [Layer]

  init() {
    parent = delegate.layer("parent")
    children = ["a", "b", "c"].map { [delegate] in delegate.layer($0) }
    for child in children { parent.addSublayer(child) }
    parent.layoutIfNeeded()
    _ = delegate.takeLog()
  }

  private var order: String {
    parent.sublayers.map { layer in delegate.names[layer.id] ?? "?" }.joined()
  }

  @Test func `a tree of maximum depth is drawn, and a deeper one is refused`() throws {
    let limit = Layer.maximumDepth
    let host = LayerHost(size: Size(width: 4, height: 4))
    let layers = (0..<limit).map { _ in Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4)) }
    layers[limit - 2].backgroundColor = .white
    for (upper, lower) in zip(layers, layers.dropFirst()).reversed() {
      #expect(upper.addSublayer(lower))
    }
    #expect(!host.root.addSublayer(layers[0]))
    layers[limit - 1].removeFromSuperlayer()
    #expect(host.root.addSublayer(layers[0]))
    #expect(!layers[limit - 2].addSublayer(layers[limit - 1]))
    let bitmap = try host.commit(at: 0).bitmap(at: 0)
    #expect(bitmap == (try Bitmap(width: 4, height: 4, color: .white)))
  }

  // L05: default values before and after loading.
  @Test func `a new layer has the documented default values`() {
    let layer = Layer()
    #expect(layer.isOpaque && layer.opacity == 1 && !layer.isHidden && !layer.masksToBounds)
    #expect(layer.bounds == .zero && layer.position == .zero)
    #expect(layer.anchorPoint == Point(x: 0.5, y: 0.5) && layer.transform == .identity)
    #expect(layer.zPosition == 0 && layer.contentsScale == 1 && layer.contents == nil)
    #expect(layer.contentsGravity == .resize)
    #expect(layer.contentsRect == Rect(0, 0, 1, 1) && layer.contentsCenter == Rect(0, 0, 1, 1))
    #expect(layer.backgroundColor == nil && layer.cornerRadii == .zero)
    #expect(layer.border == Layer.Border(width: 0, color: .black))
    #expect(layer.shadow.opacity == 0 && layer.shadow.radius == 3 && layer.shadow.color == .black)
    #expect(layer.shadow.offset == Size(width: 0, height: -3))
    #expect(layer.displaysAsynchronously && !layer.needsDisplayOnBoundsChange)
    #expect(!layer.needsLayout && !layer.needsDisplay && !layer.isDisplaySuspended)
  }

  // L19: subnodes are in order of insertion, without duplicates.
  @Test func `adding a sublayer again has no effect`() {
    #expect(parent.addSublayer(children[0]))
    #expect(order == "abc")
    #expect(!parent.needsLayout)
  }

  // L21: insertion and moves at any index.
  @Test(arguments: [(0, "bac"), (1, "abc"), (2, "acb")])
  func `the index of a moved sublayer counts only its siblings`(index: Int, result: String) {
    #expect(parent.insertSublayer(children[1], at: index))
    #expect(order == result)
  }

  // L26: a subnode cannot be inserted relative to itself.
  @Test func `an out-of-range index is refused and has no effect`() {
    #expect(!parent.insertSublayer(children[0], at: 3))
    #expect(!parent.insertSublayer(Layer(), at: -1))
    #expect(!parent.insertSublayer(Layer(), at: 4))
    #expect(order == "abc")
  }

  // L22: insertion above and below a sibling.
  @Test func `a layer is inserted above or below a sibling`() {
    #expect(parent.insertSublayer(children[0], above: children[1]))
    #expect(order == "bac")
    #expect(parent.insertSublayer(children[2], below: children[1]))
    #expect(order == "cba")
    #expect(parent.insertSublayer(delegate.layer("d"), below: children[1]))
    #expect(order == "cdba")
    #expect(!parent.insertSublayer(children[0], above: Layer()))
    #expect(order == "cdba")
  }

  // L20: a replacement takes the old index.
  @Test func `a replacement takes the index of the replaced layer`() {
    #expect(parent.replaceSublayer(children[1], with: delegate.layer("d")))
    #expect(order == "adc")
    #expect(children[1].superlayer == nil)
    #expect(parent.replaceSublayer(children[2], with: children[0]))
    #expect(order == "da")
  }

  @Test func `adding a layer to another superlayer removes it from the old one`() {
    let other = Layer()
    #expect(other.addSublayer(children[1]))
    #expect(order == "ac")
    #expect(children[1].superlayer === other)
  }

  @Test func `a layer cannot be added to itself or its descendants`() {
    let grandchild = Layer()
    children[0].addSublayer(grandchild)
    var faults: [Layer.Fault] = []
    Layer.onFault = { faults.append($1) }
    defer { Layer.onFault = nil }
    #expect(!parent.addSublayer(parent))
    #expect(!grandchild.addSublayer(parent))
    #expect(!grandchild.insertSublayer(children[0], at: 0))
    #expect(faults == [.cycle, .cycle, .cycle])
    #expect(order == "abc" && parent.superlayer == nil)
  }

  // L16: supernodes retain subnodes, and a surface its topmost nodes.
  // L17: no reference cycle keeps a tree alive.
  @Test func `superlayers and sublayers form no reference cycle`() {
    weak var weakChild: Layer?
    weak var weakParent: Layer?
    do {
      let parent = Layer()
      let child = Layer()
      parent.addSublayer(child)
      (weakParent, weakChild) = (parent, child)
    }
    #expect(weakParent == nil && weakChild == nil)
  }

  // R31: a new layer needs no layout; adding or removing sublayers requests it.
  @Test func `new layers need no layout, and changing sublayers invalidates the superlayer`() {
    #expect(!Layer(frame: Rect(0, 0, 5, 5)).needsLayout)
    children[0].removeFromSuperlayer()
    #expect(parent.needsLayout && !children[0].needsLayout)
    parent.layoutIfNeeded()
    parent.addSublayer(children[0])
    #expect(parent.needsLayout && !children[0].needsLayout)
  }

  // R32: a layout request affects neither superlayers nor sublayers.
  @Test func `a layout request affects neither superlayers nor sublayers`() {
    children[0].setNeedsLayout()
    #expect(!parent.needsLayout)
    children[0].layoutIfNeeded()
    parent.setNeedsLayout()
    #expect(!children[0].needsLayout)
  }

  // R33: superlayers are laid out first.
  @Test func `layout proceeds from the top down, wherever it is requested`() {
    let grandchild = delegate.layer("grandchild")
    children[1].addSublayer(grandchild)
    grandchild.setNeedsLayout()
    parent.setNeedsLayout()
    grandchild.layoutIfNeeded()
    #expect(delegate.takeLog() == ["layout parent", "layout b", "layout grandchild"])
    grandchild.layoutIfNeeded()
    #expect(delegate.takeLog() == [])
  }

  @Test func `layout stays within the subtree if no superlayer needs it`() {
    children[0].setNeedsLayout()
    children[1].setNeedsLayout()
    children[0].layoutIfNeeded()
    #expect(delegate.takeLog() == ["layout a"])
    parent.layoutIfNeeded()
    #expect(delegate.takeLog() == ["layout b"])
  }

  @Test func `layout requested during layout runs in the same call, up to a limit`() {
    delegate.onLayout = { [parent] layer in if layer !== parent { parent.setNeedsLayout() } }
    children[0].setNeedsLayout()
    parent.layoutIfNeeded()
    #expect(delegate.takeLog() == ["layout a", "layout parent"])

    delegate.onLayout = { $0.setNeedsLayout() }
    parent.setNeedsLayout()
    parent.layoutIfNeeded()
    #expect(delegate.takeLog().count == Layer.layoutPassLimit)
  }

  @Test func `a size change needs layout, an origin change does not`() {
    parent.bounds = Rect(5, 5, 0, 0)
    #expect(!parent.needsLayout)
    parent.bounds = Rect(5, 5, 1, 0)
    #expect(parent.needsLayout)
  }

  @Test func `delegates are told of a host top down, of its loss bottom up`() {
    let host = LayerHost(size: Size(width: 10, height: 10))
    let grandchild = delegate.layer("grandchild")
    children[0].addSublayer(grandchild)
    host.root.addSublayer(parent)
    #expect(delegate.takeLog() == ["parent", "a", "grandchild", "b", "c"].map { $0 + " entered" })
    children[1].addSublayer(grandchild)
    #expect(delegate.takeLog() == [])
    parent.removeFromSuperlayer()
    #expect(delegate.takeLog() == ["a", "grandchild", "b", "c", "parent"].map { $0 + " left" })
    #expect(grandchild.host == nil)
  }

  @Test func `delegates are told of valid scale changes from the top down`() {
    let host = LayerHost(size: Size(width: 10, height: 10))
    children[0].addSublayer(delegate.layer("grandchild"))
    host.root.addSublayer(parent)
    _ = delegate.takeLog()
    for scale in [2, 2, .nan, 0, -1, .infinity] { host.scale = scale }
    #expect(delegate.takeLog() == ["parent", "a", "grandchild", "b", "c"].map { $0 + " rescaled" })
    #expect(host.scale == 2)
  }
}
