import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

@MainActor struct TransformImageTests {
  let test = TestEnvironment()
  let log = Log()

  private func makeNode(
    _ transition: DisplayNode.ContentsTransition = DisplayNode.ContentsTransition()
  ) -> TransformImageNode {
    let node = TransformImageNode(transition: transition, environment: test.environment)
    node.node.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    test.settle(showing: node.node)
    return node
  }

  /// Returns a transform that logs its calls and returns a bitmap of the requested size.
  private func transform(
    _ name: String, givesNothing: Bool = false
  ) -> TransformImageNode.Transform {
    { [log] arguments in
      let side = Int(arguments.boundingSize.width)
      log.add("\(name)\(side)")
      return givesNothing ? nil : try? Bitmap(width: side, height: side)
    }
  }

  private func arguments(_ side: Double) -> TransformImageNode.Arguments {
    let size = Size(width: side, height: side)
    return TransformImageNode.Arguments(imageSize: size, boundingSize: size)
  }

  private func width(of node: TransformImageNode) -> Int? { node.node.layer.contents?.width }

  @Test func `arguments compute the insets, drawing size and image rectangle`() {
    let arguments = TransformImageNode.Arguments(
      corners: ImageCorners(bottomLeft: .tail(8)), imageSize: Size(width: 120, height: 61),
      boundingSize: Size(width: 100, height: 50),
      intrinsicInsets: Insets(top: 1, left: 2, bottom: 3, right: 5))
    #expect(arguments.insets == Insets(top: 1, left: 6, bottom: 3, right: 5))
    #expect(arguments.drawingSize == Size(width: 111, height: 54))
    #expect(arguments.drawingRect == Rect(x: 6, y: 1, width: 100, height: 50))
    // The tail moves the image to the right, but not down.
    #expect(arguments.imageRect == Rect(x: -4, y: -5, width: 120, height: 61))
  }

  @Test func `every argument takes part in equality`() {
    let arguments = TransformImageNode.Arguments(
      imageSize: Size(width: 1, height: 2), boundingSize: Size(width: 3, height: 4))
    let changes: [(inout TransformImageNode.Arguments) -> Void] = [
      { $0.corners.topLeft = .round(1) }, { $0.imageSize.width = 9 },
      { $0.boundingSize.height = 9 }, { $0.intrinsicInsets.top = 1 },
      { $0.resizeMode = .blurBackground }, { $0.resizeMode = .fill(.white) },
      { $0.emptyColor = .white }, { $0.scale = 2 }, { $0.custom["a"] = "b" },
    ]
    for change in changes {
      var other = arguments
      change(&other)
      #expect(other != arguments)
    }
  }

  @Test func `nothing is drawn until a transform and arguments are set`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    test.settle()
    #expect(log.all.isEmpty)
    node.arguments = arguments(10)
    #expect(log.all.isEmpty)
    test.settle()
    #expect(log.all == ["a10"])
    #expect(width(of: node) == 10)
  }

  @Test func `setting equal arguments redraws nothing`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    for _ in 0..<3 {
      node.arguments = arguments(10)
      test.settle()
    }
    #expect(log.all == ["a10"])
  }

  @Test func `only the newest transform and arguments stay pending during a drawing`() throws {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(1)
    test.tick()
    let work = try #require(test.executor.startNext())
    for side in 2...5 {
      node.arguments = arguments(Double(side))
      test.tick()
      #expect(test.executor.waiting.isEmpty)
    }
    node.setTransform(transform("b"))
    test.executor.finish(work)
    test.tick()
    #expect(width(of: node) == 1)
    test.settle()
    #expect(log.all == ["a1", "b5"])
    #expect(width(of: node) == 5)
  }

  @Test func `changes within a tick are drawn once, at the screen's scale by default`() {
    let test = TestEnvironment(scale: 3)
    let node = TransformImageNode(environment: test.environment)
    test.show(node.node)
    node.setTransform(transform("a"))
    node.setTransform { [log] in
      log.add("b\($0.scale ?? 0)")
      return nil
    }
    node.arguments = arguments(1)
    var own = arguments(2)
    node.arguments = own
    test.settle()
    own.scale = 1
    node.arguments = own
    test.settle()
    #expect(log.all == ["b3.0", "b1.0"])
  }

  @Test func `a transform that returns nil keeps the old image and is reported`() {
    let node = makeNode()
    node.onUpdate = { [log] in log.add($0.map { "shown \($0.width)" } ?? "nothing") }
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    node.setTransform(transform("b", givesNothing: true))
    test.settle()
    #expect(log.all == ["a10", "shown 10", "b10", "nothing"])
    #expect(width(of: node) == 10)
    node.arguments = arguments(11)
    test.settle()
    #expect(width(of: node) == 10)
  }

  @Test func `transforms are accepted from a sequence, and arguments from any thread`() async {
    let node = makeNode()
    let transforms = FiniteSequence([transform("a"), transform("b")])
    node.setTransforms(transforms)
    await transforms.end()
    let size = arguments(10)
    await Task.detached { node.arguments = size }.value
    test.settle()
    #expect(log.all == ["b10"])
    #expect(width(of: node) == 10)
  }

  // D32: a better image replaces a worse one, never the reverse.
  @Test(arguments: [false, true])
  func `a better image replaces a worse one, never the reverse`(isAtOnce: Bool) throws {
    let node = makeNode()
    node.arguments = arguments(10)
    node.setTransform { _ in try? Bitmap(width: 2, height: 2) }
    test.tick()
    let thumbnail = try #require(test.executor.startNext())
    test.executor.draw(thumbnail)
    let full: TransformImageNode.Transform = { _ in try? Bitmap(width: 40, height: 40) }
    if isAtOnce { node.setTransformNow(full) } else { node.setTransform(full) }
    #expect(width(of: node) == (isAtOnce ? 40 : nil))
    test.executor.finish(thumbnail)
    test.tick()
    #expect(width(of: node) == (isAtOnce ? 40 : 2))
    test.settle()
    #expect(width(of: node) == 40)
    // A failed better image keeps the best available one.
    node.setTransform { _ in nil }
    test.settle()
    #expect(width(of: node) == 40)
  }

  // MARK: Layout

  @Test func `a layout draws once on its thread, and applying it shows the image`()
    async
  {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    let layout = node.asyncLayout()
    let size = arguments(20)
    let apply = await Task.detached { layout(size) }.value
    #expect(log.all == ["a10", "a20"])
    #expect(width(of: node) == 10)
    apply()
    #expect(width(of: node) == 20)
    #expect(node.arguments == size)
    test.settle()
    #expect(log.all == ["a10", "a20"])
  }

  @Test func `a layout with unchanged arguments draws nothing`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    node.asyncLayout()(arguments(10))()
    test.settle()
    #expect(log.all == ["a10"])
  }

  @Test func `a layout without a transform still sets the node's arguments`() {
    let node = makeNode()
    node.asyncLayout()(arguments(10))()
    node.setTransform(transform("a"))
    test.settle()
    #expect(log.all == ["a10"])
  }

  @Test func `a transform set between layout and apply redraws the image`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    let apply = node.asyncLayout()(arguments(20))
    node.setTransform(transform("b"))
    apply()
    #expect(width(of: node) == 20)
    test.settle()
    #expect(log.all == ["a20", "b20"])
  }

  @Test func `a stale drawing never replaces the layout's image`() throws {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.tick()
    let work = try #require(test.executor.startNext())
    test.executor.draw(work)
    node.asyncLayout()(arguments(20))()
    test.executor.finish(work)
    test.settle()
    #expect(width(of: node) == 20)
    #expect(log.all == ["a10", "a20"])
  }

  @Test func `a layout applied before the node loads is drawn once`() {
    let node = TransformImageNode(environment: test.environment)
    node.setTransform(transform("a"))
    node.asyncLayout()(arguments(10))()
    test.settle(showing: node.node)
    #expect(width(of: node) == 10)
    #expect(log.all == ["a10"])
  }

  @Test func `a layout for superseded arguments is not shown`() {
    let node = TransformImageNode(environment: test.environment)
    node.setTransform(transform("a"))
    node.asyncLayout()(arguments(10))()
    node.arguments = arguments(11)
    test.tick(showing: node.node)
    test.executor.runAll()
    test.tick()
    #expect(width(of: node) == 11)
    #expect(log.all == ["a10", "a11"])
  }

  @Test func `a layout without a result keeps the old image and is not retried`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    node.setTransform(transform("b", givesNothing: true))
    node.asyncLayout()(arguments(20))()
    test.settle()
    #expect(width(of: node) == 10)
    #expect(log.all == ["a10", "b20"])
  }

  @Test func `a node's size is that of its drawing, including tails`() {
    let node = makeNode()
    #expect(node.node.layoutThatFits(.unbounded).size == .zero)
    node.arguments = arguments(10)
    #expect(node.node.layoutThatFits(.unbounded).size == Size(width: 10, height: 10))
    var tailed = arguments(10)
    tailed.corners.bottomLeft = .tail(4)
    node.asyncLayout()(tailed)()
    #expect(node.node.layoutThatFits(.unbounded).size == Size(width: 14, height: 10))
  }

  // MARK: Transitions and reset

  @Test func `an immediate transform is drawn once, before the call returns`() {
    let node = makeNode(DisplayNode.ContentsTransition(fadeIn: 0.15))
    node.arguments = arguments(10)
    node.setTransformNow(transform("a"))
    #expect(width(of: node) == 10)
    #expect(node.node.layer.animationKeys.isEmpty)
    test.settle()
    #expect(log.all == ["a10"])
  }

  @Test func `the first image fades in, and the next one cross-fades`() throws {
    let node = makeNode(DisplayNode.ContentsTransition(fadeIn: 0.15, crossFade: 0.15))
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    let layer = node.node.layer
    #expect(layer.animation(forKey: DisplayNode.ContentsTransition.fadeInKey)?.duration == 0.15)
    node.arguments = arguments(11)
    test.settle()
    #expect(layer.animation(forKey: DisplayNode.ContentsTransition.crossFadeKey)?.duration == 0.15)
    test.frame()
    test.frame(after: 0.15)
    node.asyncLayout()(arguments(12))()
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `a reset discards the image, the arguments and any pending drawing`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    node.arguments = arguments(11)
    test.tick()
    node.reset()
    #expect(node.node.layer.contents == nil)
    test.settle()
    node.node.setNeedsDisplay()
    test.settle()
    #expect(node.node.layer.contents == nil)
    #expect(log.all == ["a10"])
    node.arguments = arguments(12)
    node.setTransform(transform("b"))
    test.settle()
    #expect(width(of: node) == 12)
  }

  @Test func `an image is redrawn on returning to the display range`() {
    let node = makeNode()
    node.setTransform(transform("a"))
    node.arguments = arguments(10)
    test.settle()
    node.node.isRangeManaged = true
    node.node.setInterfaceState(.preload)
    test.settle()
    node.asyncLayout()(arguments(20))()
    #expect(node.node.layer.contents == nil)
    node.node.setInterfaceState(.visible)
    test.settle()
    #expect(width(of: node) == 20)
  }

  // MARK: Any order

  @Test(arguments: 0..<32)
  func `the newest transform and arguments are shown after any sequence of changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let node = makeNode()
    node.node.isRangeManaged = true
    node.node.setInterfaceState(.visible)
    var names = 0
    for _ in 0..<60 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        names += 1
        node.setTransform(transform("\(names)."))
      case 1: node.arguments = arguments(Double.random(in: 1...9, using: &random).rounded())
      case 2: node.asyncLayout()(arguments(Double.random(in: 1...9, using: &random).rounded()))()
      case 3: node.node.setInterfaceState(Bool.random(using: &random) ? .visible : .preload)
      case 4: node.node.setNeedsDisplay()
      case 5: test.executor.startNext()
      case 6: test.executor.started.randomElement(using: &random).map(test.executor.finish)
      default: test.tick()
      }
    }
    node.node.setInterfaceState(.visible)
    names += 1
    node.setTransform(transform("\(names)."))
    if node.arguments == nil { node.arguments = arguments(3) }
    test.settle()
    let side = Int(node.arguments?.boundingSize.width ?? 0)
    #expect(width(of: node) == side)
    #expect(log.all.last == "\(names).\(side)")
  }
}
