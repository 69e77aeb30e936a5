import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import TestSupport
import Testing

@MainActor struct PendingStateTests {
  let test = TestEnvironment()

  // L01: a node created off the main actor has no layer until the main actor needs it.
  @Test func `a node created off the main actor gets its layer on first access`() {
    nonisolated(unsafe) var made: DisplayNode?
    let environment = test.environment
    elsewhere { unsafe made = DisplayNode(environment: environment) }
    let node = unsafe made
    #expect(node?.isLoaded == false)
    #expect(node?.layer.delegate === node)
    #expect(node?.isLoaded == true)
  }

  // L05: default values before and after loading.
  @Test func `properties have their defaults before and after loading`() {
    let node = DisplayNode(environment: test.environment)
    for _ in 0..<2 {
      #expect(node.bounds == .zero)
      #expect(node.frame == .zero)
      #expect(node.position == .zero)
      #expect(node.anchorPoint == Point(x: 0.5, y: 0.5))
      #expect(node.transform == .identity)
      #expect(node.zPosition == 0)
      #expect(node.opacity == 1)
      #expect(!node.isHidden)
      #expect(node.isOpaque)
      #expect(!node.masksToBounds)
      #expect(node.backgroundColor == nil)
      #expect(node.cornerRadii == .zero)
      #expect(node.cornerRounding == .layer)
      #expect(node.border == Layer.Border())
      #expect(node.shadow == Layer.Shadow())
      #expect(node.contentsScale == 1)
      #expect(node.contentsGravity == .resize)
      #expect(node.contentsRect == Rect(x: 0, y: 0, width: 1, height: 1))
      #expect(node.contentsCenter == Rect(x: 0, y: 0, width: 1, height: 1))
      #expect(!node.needsDisplayOnBoundsChange)
      #expect(node.displaysAsynchronously)
      _ = node.layer
    }
  }

  // L06: properties set off the main actor before loading reach the layer.
  @Test func `properties set off the main actor before loading reach the layer`() {
    let node = DisplayNode(environment: test.environment)
    let values = SetValues()
    elsewhere { values.set(on: node) }
    #expect(!node.isLoaded)
    #expect(elsewhere { node.frame } == node.frame)
    values.check(node)
    values.check(node.layer)
    values.check(node)
  }

  // L07: a hosted layer keeps the properties that were never set.
  @Test func `a foreign layer keeps properties that were never set`() {
    let layer = Layer()
    layer.opacity = 0.25
    layer.backgroundColor = .white
    let node = DisplayNode(environment: test.environment) { layer }
    elsewhere { node.backgroundColor = .black }
    #expect(!node.isLoaded)
    #expect(layer.backgroundColor == .white)
    #expect(node.layer === layer)
    #expect(node.isSynchronous)
    #expect(layer.opacity == 0.25)
    #expect(layer.backgroundColor == .black)
    #expect(node.opacity == 0.25)
    #expect(elsewhere { node.opacity } == 0.25)
    let (other, values) = (Layer(), SetValues())
    let full = DisplayNode(environment: test.environment) { other }
    elsewhere { values.set(on: full) }
    values.check(full.layer, isSynchronous: true)
  }

  // L08: properties set on the main actor reach a hosted layer at once.
  @Test func `properties set on the main actor reach a foreign layer at once`() {
    let (layer, values) = (Layer(), SetValues())
    let node = DisplayNode(environment: test.environment) { layer }
    _ = node.layer
    values.set(on: node)
    values.check(layer, isSynchronous: true)
    values.check(node)
    #expect(!test.environment.loop.needsTick)
  }

  // L09: the frame follows from position, bounds and anchor point.
  // L10: setting the frame sets bounds and position.
  @Test func `a frame follows from position, bounds and anchor point before and after loading`() {
    let node = DisplayNode(environment: test.environment)
    for _ in 0..<2 {
      node.bounds = Rect(x: 3, y: 4, width: 20, height: 10)
      node.anchorPoint = Point(x: 0.25, y: 1)
      node.position = Point(x: 100, y: 50)
      #expect(node.frame == Rect(x: 95, y: 40, width: 20, height: 10))
      node.frame = Rect(x: 0, y: 0, width: 40, height: 20)
      #expect(node.bounds == Rect(x: 3, y: 4, width: 40, height: 20))
      #expect(node.position == Point(x: 10, y: 20))
      _ = node.layer
    }
  }

  // L27: background color and opaqueness are independent.
  @Test func `background color and opaqueness are independent`() {
    let node = DisplayNode(environment: test.environment)
    for _ in 0..<2 {
      node.isOpaque = true
      node.backgroundColor = .clear
      #expect(node.isOpaque)
      node.isOpaque = false
      #expect(node.backgroundColor == .clear)
      node.backgroundColor = .black
      #expect(!node.isOpaque)
      _ = node.layer
    }
  }

  // L11: setting the frame keeps the origin of the bounds.
  @Test func `setting the frame keeps the origin of the bounds`() {
    let node = DisplayNode(environment: test.environment)
    node.bounds = Rect(x: 1, y: 2, width: 3, height: 4)
    node.frame = Rect(x: 5, y: 6, width: 7, height: 8)
    #expect(node.bounds == Rect(x: 1, y: 2, width: 7, height: 8))
    #expect(node.position == Point(x: 8.5, y: 10))
  }

  // L40: changes off the main actor appear with the next tick.
  @Test func `properties set on another thread reach a loaded layer in the next tick`() {
    let node = DisplayNode(environment: test.environment)
    let layer = node.layer
    elsewhere { node.opacity = 0.5 }
    #expect(layer.opacity == 1)
    #expect(node.opacity == 1)
    test.tick()
    #expect(layer.opacity == 0.5)
    let values = SetValues()
    elsewhere { values.set(on: node) }
    #expect(layer.opacity == 0.5)
    #expect(layer.bounds == .zero)
    test.tick()
    values.check(layer)
  }

  // L41: a loaded node may be read off the main actor. The reference forbids it because the layer
  // is not synchronized.
  @Test func `other threads read the last value set, never a partial one`() {
    let node = DisplayNode(environment: test.environment)
    let layer = node.layer
    node.opacity = 0.5
    #expect(elsewhere { node.opacity } == 0.5)
    // Properties set directly on the layer are not properties of the node.
    layer.opacity = 0.75
    #expect(elsewhere { node.opacity } == 0.5)
    node.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    layer.frame = Rect(x: 5, y: 6, width: 7, height: 8)
    #expect(elsewhere { node.frame } == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(elsewhere { node.position } == Point(x: 2.5, y: 4))
    let faults = Log()
    // The reader sees enough values to have read between writes, and in the middle of them.
    let (wanted, seen) = (1_000, Shared(0))
    let reader = Threads(1) { _ in
      var last = 0.0
      while seen.current < wanted {
        let frame = node.frame
        let side = frame.size.height
        guard side != last, side != 4 else { continue }
        if frame != Rect(x: side, y: side, width: side, height: side) { faults.add("\(frame)") }
        if side < last { faults.add("\(side) after \(last)") }
        last = side
        seen.change { $0 += 1 }
      }
    }
    var side = 4.0
    while seen.current < wanted {
      side += 1
      node.frame = Rect(x: side, y: side, width: side, height: side)
    }
    reader.wait()
    #expect(faults.all.isEmpty)
  }

  // L42: applying pending state leaves nothing for the tick.
  @Test func `pending states can be applied without a tick`() {
    let node = DisplayNode(environment: test.environment)
    let layer = node.layer
    elsewhere { node.opacity = 0.5 }
    test.environment.applyPendingStates()
    #expect(layer.opacity == 0.5)
    // Nothing is left for the requested tick.
    layer.opacity = 0.75
    test.tick()
    #expect(layer.opacity == 0.75)
  }

  // L44: changes on the main actor reach the layer at once.
  @Test func `properties set on the main actor reach a loaded layer at once`() {
    let node = DisplayNode(environment: test.environment)
    let layer = node.layer
    test.settle()
    node.opacity = 0.5
    #expect(layer.opacity == 0.5)
    #expect(!test.environment.loop.needsTick)
  }

  // L46: layout requested off the main actor happens in the next tick.
  // L48: layout requested off the main actor, in a cell.
  @Test(arguments: [false, true])
  func `layout requested off the main actor is scheduled for the next tick`(isManaged: Bool) {
    let node = DisplayNode(environment: test.environment)
    node.isRangeManaged = isManaged
    test.settle(showing: node)
    elsewhere { node.invalidateLayout() }
    #expect(!node.layer.needsLayout)
    #expect(test.environment.loop.needsTick)
    test.environment.applyPendingStates()
    #expect(node.layer.needsLayout)
    test.tick()
    #expect(!node.layer.needsLayout)
  }

  // L47: display requested off the main actor happens in the next tick.
  @Test func `display requested off the main actor is scheduled for the next tick`() {
    let log = Log()
    let node = DisplayNode(ProbeContent(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.settle(showing: node)
    elsewhere { node.setNeedsDisplay() }
    #expect(!node.layer.needsDisplay)
    test.settle()
    #expect(log.count(of: "draw") == 2)
  }

  @Test(arguments: [false, true])
  func `only a changed background or opaqueness redraws a node, once`(isElsewhere: Bool) {
    let log = Log()
    let node = DisplayNode(ProbeContent(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.settle(showing: node)
    func draws(_ change: @escaping @Sendable () -> Void) -> Int {
      _ = log.take()
      if isElsewhere { elsewhere(change) } else { change() }
      test.settle()
      return log.count(of: "draw")
    }
    for count in [1, 0] {
      #expect(draws { node.isOpaque = false } == count)
      #expect(draws { node.backgroundColor = .black } == count)
    }
    let both = draws {
      node.isOpaque = true
      node.backgroundColor = .white
    }
    #expect(both == 1)
    #expect(draws { node.opacity = 0.5 } == 0)
  }

  @Test func `a node reusing a released node's address is not mistaken for it`() {
    var kept: [DisplayNode] = []
    for _ in 0..<100 {
      // The next node reuses the memory of the released one.
      let (node, dying) = (
        DisplayNode(environment: test.environment), DisplayNode(environment: test.environment)
      )
      _ = (dying.layer, node.layer)
      elsewhere { [weak dying, weak node] in
        dying?.opacity = 0.5
        node?.opacity = 0.5
      }
      kept.append(node)
    }
    test.tick()
    #expect(kept.allSatisfy { $0.layer.opacity == 0.5 })
  }

  // L49: a node with pending changes may be released.
  @Test func `a node with pending changes may be released`() {
    var node: DisplayNode? = DisplayNode(environment: test.environment)
    _ = node?.layer
    weak let reference = node
    // Not retained by the thread, which may release its closure after signaling completion.
    elsewhere { [weak node] in node?.opacity = 0.5 }
    node = nil
    #expect(reference == nil)
    test.tick()
  }

  // D08: non-finite positions and transforms are refused.
  @Test(arguments: [Double.nan, .infinity, -.infinity], [false, true])
  func `non-finite property values are ignored`(bad: Double, isLoaded: Bool) {
    let (node, values) = (DisplayNode(environment: test.environment), SetValues())
    if isLoaded { _ = node.layer }
    values.set(on: node)
    node.frame = Rect(x: bad, y: 0, width: 1, height: 1)
    node.bounds = Rect(x: 0, y: 0, width: 1, height: bad)
    node.position = Point(x: bad, y: 0)
    node.anchorPoint = Point(x: 0, y: bad)
    node.transform = AffineTransform(a: bad)
    node.zPosition = bad
    node.opacity = .nan
    node.cornerRadii = CornerRadii(bad)
    node.border = Layer.Border(width: bad)
    node.shadow = Layer.Shadow(radius: bad)
    node.contentsScale = bad
    node.contentsRect = Rect(x: bad, y: 0, width: 1, height: 1)
    node.contentsCenter = Rect(x: 0, y: bad, width: 1, height: 1)
    values.check(node)
    values.check(node.layer)
  }

  // D08: non-finite positions and transforms are refused.
  @Test(arguments: [-1, 0, 2, Double.nan, .infinity, -.infinity])
  func `nodes and layers accept the same values`(value: Double) {
    let (node, layer) = (DisplayNode(environment: test.environment), Layer())
    let values = SetValues()
    node.contentsScale = 2
    layer.contentsScale = 2
    (node.bounds, layer.bounds) = (values.bounds, values.bounds)
    func set<Value: Equatable>(
      _ path: ReferenceWritableKeyPath<DisplayNode, Value>,
      _ other: ReferenceWritableKeyPath<Layer, Value>, _ value: Value
    ) {
      node[keyPath: path] = value
      layer[keyPath: other] = value
      #expect(node[keyPath: path] == layer[keyPath: other])
    }
    set(\.bounds, \.bounds, Rect(x: 0, y: 0, width: value, height: 3))
    set(\.frame, \.frame, Rect(x: 0, y: 0, width: value, height: 3))
    set(\.position, \.position, Point(x: value, y: 0))
    set(\.anchorPoint, \.anchorPoint, Point(x: 0, y: value))
    set(\.transform, \.transform, AffineTransform(a: value))
    set(\.zPosition, \.zPosition, value)
    set(\.opacity, \.opacity, value)
    set(\.cornerRadii, \.cornerRadii, CornerRadii(value))
    set(\.border, \.border, Layer.Border(width: value))
    set(\.shadow, \.shadow, Layer.Shadow(opacity: value, radius: value))
    set(\.contentsScale, \.contentsScale, value)
    set(\.contentsRect, \.contentsRect, Rect(x: value, y: 0, width: 1, height: 1))
    set(\.contentsCenter, \.contentsCenter, Rect(x: 0, y: value, width: 1, height: 1))
    #expect(!node.isLoaded)
  }
}

/// A non-default value for each property of a node.
private struct SetValues: Sendable {
  let bounds = Rect(x: 1, y: 2, width: 30, height: 40)
  let position = Point(x: 5, y: 6)
  let anchorPoint = Point(x: 0.25, y: 0.75)
  let transform = AffineTransform(scaleX: 2, y: 3)
  let border = Layer.Border(width: 2, color: .white)
  let shadow = Layer.Shadow(opacity: 0.5, radius: 7)
  let part = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)

  func set(on node: DisplayNode) {
    node.bounds = bounds
    node.position = position
    node.anchorPoint = anchorPoint
    node.transform = transform
    node.zPosition = 3
    node.opacity = 0.25
    node.isHidden = true
    node.isOpaque = false
    node.masksToBounds = true
    node.backgroundColor = .black
    node.cornerRadii = CornerRadii(2)
    node.border = border
    node.shadow = shadow
    node.contentsScale = 2
    node.contentsGravity = .topLeft
    node.contentsRect = part
    node.contentsCenter = part
    node.needsDisplayOnBoundsChange = true
    node.displaysAsynchronously = false
  }

  func check(_ node: DisplayNode) {
    #expect(node.bounds == bounds && node.position == position)
    #expect(node.anchorPoint == anchorPoint && node.transform == transform)
    #expect(node.zPosition == 3 && node.opacity == 0.25)
    #expect(node.isHidden && !node.isOpaque && node.masksToBounds)
    #expect(node.backgroundColor == .black && node.cornerRadii == CornerRadii(2))
    #expect(node.border == border && node.shadow == shadow)
    #expect(node.contentsScale == 2 && node.contentsGravity == .topLeft)
    #expect(node.contentsRect == part && node.contentsCenter == part)
    #expect(node.needsDisplayOnBoundsChange && !node.displaysAsynchronously)
  }

  @MainActor func check(_ layer: Layer, isSynchronous: Bool = false) {
    #expect(layer.bounds == bounds && layer.position == position)
    #expect(layer.anchorPoint == anchorPoint && layer.transform == transform)
    #expect(layer.zPosition == 3 && layer.opacity == 0.25)
    #expect(layer.isHidden && !layer.isOpaque && layer.masksToBounds)
    #expect(layer.backgroundColor == .black && layer.cornerRadii == CornerRadii(2))
    #expect(layer.border == border && layer.shadow == shadow)
    #expect(layer.contentsScale == 2 && layer.contentsGravity == .topLeft)
    #expect(layer.contentsRect == part && layer.contentsCenter == part)
    #expect(layer.needsDisplayOnBoundsChange)
    // The creator of a layer determines when it is drawn.
    #expect(layer.displaysAsynchronously == isSynchronous)
  }
}
