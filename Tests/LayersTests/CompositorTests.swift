import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleySystem
import Synchronization
import Testing

@MainActor @Suite struct CompositorTests {
  let host = LayerHost(size: Size(width: 8, height: 8), scale: 2, backgroundColor: .white)

  @Test func `every frame is presented to all sinks in order`() {
    let numbers = Mutex<[Int]>([])
    let sink = BitmapSink()
    let sequence = PNGSequenceSink { number, png in
      let isImage = (try? png.get())?.starts(with: [0x89, 0x50, 0x4E, 0x47]) ?? false
      numbers.withLock { $0.append(isImage ? number : -number) }
    }
    let compositor = Compositor(sinks: [sink, sequence])
    for (time, color) in [Color.red, .green, .blue].enumerated() {
      host.root.backgroundColor = color
      compositor.submit(host.commit(at: Double(time)), at: Double(time))
      compositor.waitUntilIdle()
      #expect(sink.lastFrame?.bitmap.pixel(x: 3, y: 3) == color.argb)
    }
    #expect(numbers.withLock { $0 } == [1, 2, 3])
    #expect(sink.lastFrame?.time == 2 && sink.lastFrame?.scale == 2)
  }

  @Test func `running out of memory leaves the bitmap unchanged or omits the group`() throws {
    let pool = Bitmap.Pool(byteLimit: 0, usedByteLimit: 4_096)
    var surface = try Bitmap(width: 16, height: 16, color: .black, pool: pool)
    let group = Layer(frame: Rect(0, 0, 4, 4))
    group.backgroundColor = .red
    group.opacity = 0.5
    let part = Layer(frame: Rect(0, 0, 2, 2))
    part.backgroundColor = .blue
    group.addSublayer(part)
    host.root.addSublayer(group)
    let tree = host.commit(at: 0)
    do {
      let copy = surface
      tree.compose(at: 0, into: &surface)
      #expect(surface == copy)
    }
    tree.compose(at: 0, into: &surface)
    #expect(surface.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(pool.failureCount == 2)
  }

  @Test func `frames are drawn on a thread with batch scheduling`() {
    final class PolicySink: FrameSink {
      let isBatch = Mutex(false)
      func present(_ frame: CompositedFrame) { isBatch.withLock { $0 = hasBatchScheduling } }
    }
    let sink = PolicySink()
    let compositor = Compositor(sinks: [sink])
    host.root.backgroundColor = .red
    compositor.submit(host.commit(at: 0), at: 0)
    compositor.waitUntilIdle()
    #expect(sink.isBatch.withLock { $0 })
  }

  @Test func `a surface prepared at another size still presents a full frame`() {
    let sink = BitmapSink()
    let compositor = Compositor(sinks: [sink])
    for (width, height) in [(16, 16), (3, 900), (0, -1), (1 << 40, 1)] {
      compositor.prepare(width: width, height: height)
      host.root.backgroundColor = Color(red: UInt8(width & 7), green: 2, blue: 3)
      compositor.submit(host.commit(at: 0), at: 0)
      compositor.waitUntilIdle()
      let frame = sink.lastFrame
      #expect(frame?.bitmap.width == 16 && frame?.bitmap.height == 16)
      #expect(frame?.bitmap.pixel(x: 9, y: 15) == host.root.backgroundColor?.argb)
      #expect(frame?.damage == [PixelRect(minX: 0, minY: 0, maxX: 16, maxY: 16)])
    }
  }

  @Test func `a resized surface shows whole frames`() throws {
    let compositor = Compositor(sinks: [])
    for (width, color) in [(8.0, Color.red), (7, .green), (8, .blue), (4, .black), (40, .white)] {
      host.size = Size(width: width, height: 8)
      host.root.backgroundColor = color
      let tree = host.commit(at: 0)
      let frame = try #require(compositor.present(tree, at: 0))
      #expect(try frame.bitmap == tree.bitmap(at: 0))
      #expect(frame.damage == [frame.bitmap.bounds])
    }
  }

  @Test func `frames that a sink keeps stay unchanged while the surface is resized`() throws {
    let compositor = Compositor(sinks: [])
    var kept: [(frame: CompositedFrame, pixels: Bitmap)] = []
    for step in 0..<24 {
      host.size = Size(width: 40 - Double(step % 7), height: 30 + Double(step % 3))
      host.root.backgroundColor = Color(red: UInt8(step), green: 100, blue: 0)
      let tree = host.commit(at: 0)
      let frame = try #require(compositor.present(tree, at: 0))
      kept.append((frame, try tree.bitmap(at: 0)))
      for (frame, pixels) in kept { #expect(frame.bitmap == pixels) }
      if step.isMultiple(of: 3) { kept.removeFirst() }
    }
  }

  @Test func `intermediate frames may be skipped, but the last tree is drawn`() {
    let sink = BitmapSink()
    let compositor = Compositor(sinks: [sink])
    for step in 0..<100 {
      host.root.backgroundColor = Color(red: UInt8(step), green: 0, blue: 0)
      compositor.submit(host.commit(at: Double(step)), at: Double(step))
    }
    compositor.waitUntilIdle()
    #expect(sink.lastFrame?.bitmap.pixel(x: 0, y: 0) == 0xFF63_0000)
    let counters = compositor.counters
    #expect(counters.drawnFrames + counters.skippedFrames == 100)
  }

  @Test func `trees that nothing sees are not drawn unless they are asked for`() {
    let compositor = Compositor(sinks: [])
    host.root.backgroundColor = .black
    let tree = host.commit(at: 0)
    compositor.submit(tree, at: 0)
    compositor.waitUntilIdle()
    #expect(compositor.counters.submittedFrames == 1 && compositor.counters.drawnFrames == 0)
    #expect(compositor.present(tree, at: 0)?.bitmap.pixel(x: 0, y: 0) == 0xFF00_0000)
  }

  @Test func `animations advance without a commit`() {
    let sink = BitmapSink()
    let compositor = Compositor(sinks: [sink])
    compositor.advance(to: 5)
    host.root.backgroundColor = .black
    host.root.add(
      LayerAnimation(.backgroundColor(from: .white, to: nil), duration: 1, curve: .linear),
      forKey: "color")
    compositor.submit(host.commit(at: 0), at: 0)
    compositor.waitUntilIdle()
    #expect(sink.lastFrame?.isAnimating == true)
    compositor.advance(to: 0.5)
    compositor.waitUntilIdle()
    #expect(sink.lastFrame?.bitmap.pixel(x: 1, y: 1) == 0xFF80_8080)
    compositor.advance(to: 1)
    compositor.waitUntilIdle()
    #expect(sink.lastFrame?.bitmap.pixel(x: 1, y: 1) == 0xFF00_0000)
    #expect(sink.lastFrame?.isAnimating == false)
  }

  @Test func `a commit reuses the records of unchanged subtrees`() {
    let layers = (0..<5).map { _ in Layer(frame: Rect(0, 0, 2, 2)) }
    for layer in layers { host.root.addSublayer(layer) }
    let below = Layer()
    layers[1].addSublayer(below)
    let first = host.commit(at: 0)
    #expect(host.commit(at: 1).root === first.root)
    below.opacity = 0.5
    let second = host.commit(at: 2)
    #expect(second.root !== first.root && second.version == first.version + 2)
    for (index, pair) in zip(first.root.sublayers, second.root.sublayers).enumerated() {
      #expect((pair.0 === pair.1) == (index != 1))
    }
    layers[3].zPosition = -1
    let third = host.commit(at: 3)
    #expect(third.root.sublayers.map(\.id) == [3, 0, 1, 2, 4].map { layers[$0].id })
    #expect(third.root.sublayers[2] === second.root.sublayers[1])
    below.opacity = 1
    let fourth = host.commit(at: 4)
    #expect(fourth.root.sublayers[2] !== third.root.sublayers[2])
    #expect(fourth.root.sublayers[0] === third.root.sublayers[0])
  }

  @Test func `the record of a removed layer is released`() {
    weak var record: LayerRecord?
    let (parent, child) = (Layer(), Layer())
    parent.addSublayer(child)
    do {
      host.root.addSublayer(parent)
      record = host.commit(at: 0).root.sublayers[0].sublayers[0]
      #expect(record != nil)
      parent.removeFromSuperlayer()
      _ = host.commit(at: 1)
    }
    #expect(record == nil)
    host.root.addSublayer(parent)
    #expect(host.commit(at: 2).root.sublayers[0].sublayers[0].id == child.id)
  }

  @Test func `a delegate can remove a layer as it enters a host`() {
    let delegate = LeavingDelegate()
    let (parent, child) = (Layer(), Layer())
    parent.delegate = delegate
    parent.addSublayer(child)
    host.root.addSublayer(parent)
    #expect(parent.host == nil && child.host == nil && host.root.sublayers.isEmpty)
  }

  @Test func `a host reports changes once until the next commit`() {
    var calls = 0
    host.onChange = { calls += 1 }
    let layer = Layer(frame: Rect(0, 0, 2, 2))
    host.root.addSublayer(layer)
    layer.opacity = 0.5
    layer.setNeedsDisplay()
    #expect(calls == 1)
    _ = host.commit(at: 0)
    layer.opacity = 0.5
    #expect(calls == 1)
    layer.opacity = 0.25
    layer.isHidden = true
    #expect(calls == 2)
  }
}

/// A delegate that removes its layer as soon as it enters a host.
private final class LeavingDelegate: LayerDelegate {
  func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {
    if layer.host != nil { layer.removeFromSuperlayer() }
  }
}
