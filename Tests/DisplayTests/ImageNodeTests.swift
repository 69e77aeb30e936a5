import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct ImageNodeTests {
  let test = TestEnvironment()
  let log = Log()

  private func makeNode(_ options: ImageNode.Options = ImageNode.Options()) -> ImageNode {
    let node = ImageNode(options: options, environment: test.environment)
    node.node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    test.settle(showing: node.node)
    return node
  }

  private func options(_ change: (inout ImageNode.Options) -> Void) -> ImageNode.Options {
    var options = ImageNode.Options()
    change(&options)
    return options
  }

  private func color(of node: ImageNode) -> UInt32? {
    node.node.layer.contents?.pixel(x: 0, y: 0)
  }

  @Test func `the first image fades in over 0.18 s`() throws {
    let node = makeNode()
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    #expect(color(of: node) == Color.green.argb)
    test.frame()
    let start = test.clock.now
    let layer = node.node.layer
    #expect(layer.presentation(at: start).opacity == 0)
    #expect(abs(layer.presentation(at: start + 0.09).opacity - 0.5) < 1e-6)
    #expect(layer.presentation(at: start + 0.17).opacity < 1)
    test.frame(after: 0.18)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `only the first image fades in, and only if enabled`() throws {
    let node = makeNode()
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    test.frame(after: 1)
    test.frame(after: 1)
    node.clearContents()
    node.setImage(.file(try .square(40, .red)))
    test.settle()
    #expect(color(of: node) == Color.red.argb)
    #expect(node.node.layer.animationKeys.isEmpty)

    let other = makeNode(options { $0.animatesFirst = false })
    other.setImage(.file(try .square(40, .green)))
    test.settle()
    #expect(color(of: other) == Color.green.argb)
    #expect(other.node.layer.animationKeys.isEmpty)
  }

  @Test func `later images replace the old one without animation by default`() throws {
    let node = makeNode(options { $0.animatesFirst = false })
    for color in [Color.green, .red] {
      node.setImage(.file(try .square(40, color)))
      test.settle()
      #expect(self.color(of: node) == color.argb)
      #expect(node.node.layer.animationKeys.isEmpty)
    }
  }

  @Test func `cross-fading takes 0.2 s and eases in and out`() throws {
    let node = makeNode(
      options {
        $0.animatesFirst = false
        $0.crossFades = true
      })
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    node.setImage(.file(try .square(40, .red)))
    test.settle()
    #expect(color(of: node) == Color.red.argb)
    test.frame()
    let (layer, start) = (node.node.layer, test.clock.now)
    for (time, share) in [(0.0, 0.0), (0.05, 0.129_16), (0.1, 0.5), (0.15, 0.870_83)] {
      let opacity = try #require(layer.presentation(at: start + time).fadingContents.first)
      #expect(abs(opacity - (1 - share)) < 1e-4)
    }
    test.frame(after: 0.2)
    #expect(layer.presentation(at: test.clock.now).fadingContents.isEmpty)
  }

  @Test func `only the last image set within a tick is drawn`() async throws {
    let node = makeNode()
    let colors = [Color.green, .black, .red]
    for color in colors { node.setImage(.file(try .square(40, color))) }
    #expect(test.executor.waiting.isEmpty)
    let started = test.executor.counters.started
    test.settle()
    #expect(test.executor.counters.started == started + 1)
    #expect(color(of: node) == Color.red.argb)
  }

  @Test func `an image may be set on any thread`() async throws {
    let node = makeNode()
    let file = try ImageFile.square(40, .green)
    await Task.detached { node.setImage(.file(file)) }.value
    #expect(node.node.layer.contents == nil)
    test.settle()
    #expect(color(of: node) == Color.green.argb)
  }

  @Test func `the old image stays until the new one is ready`() throws {
    let node = makeNode()
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    node.setImage(.file(try .square(40, .red)))
    test.tick()
    #expect(color(of: node) == Color.green.argb)
    test.settle()
    #expect(color(of: node) == Color.red.argb)
  }

  @Test(arguments: [true, false])
  func `a nil image clears the old one only if enabled`(clears: Bool) throws {
    let node = makeNode(options { $0.clearsForNone = clears })
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    let started = test.executor.counters.started
    node.setImage(nil)
    test.settle()
    #expect((node.node.layer.contents == nil) == clears)
    #expect(test.executor.counters.started == started)
    node.node.setNeedsDisplay()
    test.settle()
    #expect((node.node.layer.contents == nil) == clears)
  }

  @Test func `clearing removes an image that is fading out`() throws {
    let node = makeNode(
      options {
        $0.animatesFirst = false
        $0.crossFades = true
      })
    for color in [Color.green, .red] {
      node.setImage(.file(try .square(40, color)))
      test.settle()
    }
    test.frame()
    #expect(try test.image().pixel(x: 5, y: 5) != 0)
    node.clearContents()
    #expect(try test.image().pixel(x: 5, y: 5) == 0)
  }

  @Test func `a bitmap is displayed without copying`() throws {
    let node = makeNode()
    let bitmap = try Bitmap(width: 3, height: 3, color: .red)
    node.setImage(.bitmap(bitmap))
    test.settle()
    #expect(node.node.layer.contents?.sharesPixels(with: bitmap) == true)
  }

  @Test func `a node measures at the size of its current image`() throws {
    let node = makeNode().node
    #expect(node.layoutThatFits(.unbounded).size == .zero)
    let images = makeNode()
    images.setImage(.file(try .square(40, .green)))
    test.tick()
    #expect(images.node.layoutThatFits(.unbounded).size == Size(width: 40, height: 40))
    images.setImage(.bitmap(try Bitmap(width: 3, height: 5)))
    test.tick()
    #expect(images.node.layoutThatFits(.unbounded).size == Size(width: 3, height: 5))
  }

  @Test func `only a different appearance redraws the image`() throws {
    let node = makeNode()
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    node.appearance.rendering = .template(.red)
    test.settle()
    #expect(color(of: node) == Color.red.argb)
    let started = test.executor.counters.started
    node.appearance.rendering = .template(.red)
    test.settle()
    #expect(test.executor.counters.started == started)
  }

  @Test func `an error is reported and kept until an image is displayed`() throws {
    let node = makeNode()
    node.onError = { [log] in log.add("\($0)") }
    node.setImage(.file(ImageFile([1])))
    test.settle()
    #expect(node.error == .unknownFormat)
    #expect(log.all == ["\(ImageError.unknownFormat)"])
    #expect(!node.isContentReady)
    node.setImage(.file(try .square(40, .green)))
    test.settle()
    #expect(node.error == nil)
    #expect(node.isContentReady)
  }

  @Test func `images are drawn into and removed from the bitmap of a rasterized ancestor`() throws {
    let (parent, node, transformed) = (
      DisplayNode(environment: test.environment),
      ImageNode(options: options { $0.clearsForNone = true }, environment: test.environment),
      TransformImageNode(environment: test.environment)
    )
    parent.rasterizesSubtree = true
    parent.addSubnode(node.node)
    parent.addSubnode(transformed.node)
    let size = Size(width: 10, height: 10)
    parent.frame = Rect(x: 0, y: 0, width: 20, height: 10)
    node.node.frame = Rect(origin: .zero, size: size)
    transformed.node.frame = Rect(origin: Point(x: 10, y: 0), size: size)
    test.show(parent)
    node.setImage(.file(try .square(10, .green)))
    transformed.arguments = TransformImageNode.Arguments(imageSize: size, boundingSize: size)
    for color in [Color.black, .red] {
      transformed.setTransform { _ in try? Bitmap(width: 1, height: 1, color: color) }
      test.settle()
      #expect(parent.layer.contents?.pixel(x: 5, y: 5) == Color.green.argb)
      #expect(parent.layer.contents?.pixel(x: 15, y: 5) == color.argb)
    }
    #expect(node.isContentReady)
    node.setImage(nil)
    transformed.reset()
    test.settle()
    #expect(parent.layer.contents?.pixel(x: 5, y: 5) == 0)
    #expect(parent.layer.contents?.pixel(x: 15, y: 5) == 0)
  }

  // MARK: Readiness

  @Test func `a node is ready after the first value of its source, even nil`() {
    let node = makeNode(options { $0.tracksReadiness = true })
    node.whenReady { log.add("ready") }
    #expect(!node.isReady)
    node.setImage(nil)
    #expect(!node.isReady)
    test.settle()
    #expect(node.isReady)
    node.setImage(nil)
    #expect(!node.isReady)
    test.settle()
    #expect(log.all == ["ready"])
    #expect(makeNode().isReady)
  }

  @Test func `content becomes ready once, with the first displayed image`() throws {
    let node = makeNode()
    node.whenContentReady { log.add("content") }
    node.setImage(nil)
    test.settle()
    #expect(log.all.isEmpty)
    for color in [Color.green, .red] {
      node.setImage(.file(try .square(40, color)))
      test.settle()
    }
    #expect(log.all == ["content"])
    node.whenContentReady { log.add("late") }
    #expect(log.all == ["content", "late"])
  }

  // MARK: Reading

  @Test func `a node displays the latest image of an asynchronous sequence`() async throws {
    let node = makeNode()
    let images = FiniteSequence<ImageNode.Image?>(
      [.file(try .square(40, .green)), .file(try .square(40, .red))])
    node.setImages(images)
    await images.end()
    test.settle()
    #expect(color(of: node) == Color.red.argb)
  }

  // D32: the images of a sequence are shown as they arrive, the later ones in place of the earlier.
  @Test func `each image of a sequence is shown until the next one is ready`() async throws {
    let node = makeNode()
    let images = SteppedSequence<ImageNode.Image?>()
    node.setImages(images)
    await images.send(.file(try .square(40, .green)))
    test.tick()
    let worse = try #require(test.executor.startNext())
    test.executor.draw(worse)
    await images.send(.file(try .square(40, .red)))
    #expect(color(of: node) == nil)
    // The worse image is late, and is shown only until the better one is ready.
    test.executor.finish(worse)
    test.tick()
    #expect(color(of: node) == Color.green.argb)
    test.settle()
    #expect(color(of: node) == Color.red.argb)
    await images.send(nil)
    test.settle()
    #expect(color(of: node) == Color.red.argb)
    await images.send(.file(try .square(40, .green)))
    #expect(color(of: node) == Color.red.argb)
    test.settle()
    #expect(color(of: node) == Color.green.argb)
  }

  @Test func `images of a new source replace those of the old one`() async throws {
    let node = makeNode()
    let (first, old) = AsyncStream.makeStream(of: ImageNode.Image?.self)
    let second = FiniteSequence<ImageNode.Image?>([.file(try .square(40, .red))])
    node.setImages(first)
    node.setImages(second)
    old.yield(.file(try .square(40, .green)))
    old.finish()
    await second.end()
    test.settle()
    #expect(color(of: node) == Color.red.argb)
  }

  // D28: a new source ends the previous one. If the stream did not end, the test would wait
  // forever; the limit includes all earlier tests on the main actor.
  @Test(.timeLimit(.minutes(20)))
  func `a new source cancels the old one`() async throws {
    let node = makeNode()
    let (first, reading) = Reading.make()
    let second = FiniteSequence<ImageNode.Image?>([.file(try .square(40, .red))])
    node.setImages(first)
    node.setImages(second)
    await reading.end()
    await second.end()
    test.settle()
    #expect(color(of: node) == Color.red.argb)
  }

  // D28: a new source ends the previous one.
  @Test(.timeLimit(.minutes(20)))
  func `setting an image cancels the current source`() async throws {
    let node = makeNode()
    let (images, reading) = Reading.make()
    node.setImages(images)
    node.setImage(.file(try .square(40, .green)))
    await reading.end()
    test.settle()
    #expect(color(of: node) == Color.green.argb)
  }

  @Test(.timeLimit(.minutes(20)))
  func `clearing drops the image and cancels its source`() async throws {
    let node = makeNode()
    let file = try ImageFile.square(40, .green)
    node.setImage(.file(file))
    test.settle()
    let (images, reading) = Reading.make()
    node.setImages(images)
    node.clearContents()
    #expect(node.node.layer.contents == nil)
    reading.images.yield(.file(file))
    await reading.end()
    test.settle()
    node.node.setNeedsDisplay()
    test.settle()
    #expect(node.node.layer.contents == nil)
  }

  @Test(.timeLimit(.minutes(20)))
  func `releasing the node cancels its source`() async throws {
    let (images, reading) = Reading.make()
    var node: ImageNode? = ImageNode(environment: test.environment)
    node?.setImages(images)
    node = nil
    await reading.end()
    #expect(node == nil)
  }

  // D29: an image survives leaving and entering the preload range.
  // N04: leaving the display state cancels drawing, and a tick later clears contents.
  @Test(arguments: [true, false])
  func `an image is restored when its node returns to display`(isFile: Bool) throws {
    let node = makeNode()
    node.setImage(
      isFile
        ? .file(try .square(40, .green)) : .bitmap(try Bitmap(width: 3, height: 3, color: .green)))
    test.settle()
    node.node.isRangeManaged = true
    node.node.setInterfaceState(.preload)
    test.settle()
    #expect(node.node.layer.contents == nil)
    node.node.setInterfaceState(.visible)
    test.settle()
    #expect(color(of: node) == Color.green.argb)
  }
}

/// A sequence of images that reports when it is no longer read.
private struct Reading {
  let images: AsyncStream<ImageNode.Image?>.Continuation
  private let ending: AsyncStream<Never>

  static func make() -> (AsyncStream<ImageNode.Image?>, Reading) {
    let (stream, images) = AsyncStream.makeStream(of: ImageNode.Image?.self)
    let (ending, end) = AsyncStream.makeStream(of: Never.self)
    images.onTermination = { _ in end.finish() }
    return (stream, Reading(images: images, ending: ending))
  }

  /// Waits until the sequence is no longer read.
  func end() async {
    for await _ in ending {}
  }
}
