import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor @Suite struct DamageTests {
  @Test(arguments: 0..<24)
  func `redrawing only the damage gives the same bytes as redrawing everything`(
    seed: UInt64
  ) throws {
    let tree = try RandomTree(seed: seed, scale: [1, 2, 1.5][Int(seed % 3)])
    let sink = BitmapSink()
    let shown = Compositor(sinks: [sink])
    for step in 0..<9 {
      // Some frames have no change.
      if step % 3 != 2 { tree.change() }
      let time = Double(step) * 0.05
      tree.host.tick(at: time)
      let committed = tree.host.commit(at: time)
      shown.present(committed, at: time)
      let expected = try committed.bitmap(at: time)
      let frame = try #require(sink.lastFrame)
      #expect(frame.bitmap == expected, "step \(step)")
    }
  }

  @Test(arguments: 0..<12)
  func `composing into a used bitmap leaves no old pixels`(seed: UInt64) throws {
    let tree = try RandomTree(seed: seed, scale: [1, 2, 1.5][Int(seed % 3)])
    // An opaque column of pixels hides the background; a translucent one does not.
    var column = try Bitmap(width: 1, height: 48)
    column.fill(with: seed % 2 == 0 ? .green : Color(argb: 0x8000_FF00))
    let ground = Layer(frame: Rect(0, 0, seed % 4 == 3 ? 59.5 : 60, 48))
    ground.contents = column
    ground.masksToBounds = seed % 5 == 1
    if seed % 5 == 2 { ground.opacity = 0.5 }
    if seed % 5 == 3 { ground.contentsRect = Rect(0, 0, 1, 0) }
    if seed % 5 == 4 { ground.cornerRadii = CornerRadii(4) }
    tree.host.root.insertSublayer(ground, at: 0)
    let committed = tree.host.commit(at: 0)
    let expected = try committed.bitmap(at: 0)
    var used = try committed.bitmap(at: 0)
    used.fill(with: .red)
    committed.compose(at: 0, into: &used)
    #expect(used == expected)
  }

  @Test(arguments: 0..<4)
  func `the bands of a large surface give the same bytes as its rows`(seed: UInt64) throws {
    let tree = try RandomTree(seed: seed, scale: 9)
    for layer in tree.layers { layer.position.y += 0.3 }
    let committed = tree.host.commit(at: 0)
    let whole = try committed.bitmap(at: 0)
    #expect(whole.width * whole.height > 200_000)
    var rows = try Bitmap(width: whole.width, height: whole.height)
    for y in 0..<whole.height {
      committed.compose(
        at: 0, into: &rows, within: PixelRect(minX: 0, minY: y, maxX: whole.width, maxY: y + 1))
    }
    #expect(rows == whole)
  }

  let host = LayerHost(size: Size(width: 40, height: 40), backgroundColor: .white)
  let compositor = Compositor(sinks: [])
  let layer = Layer(frame: Rect(2, 3, 10, 8))
  let other = Layer(frame: Rect(20, 20, 5, 5))

  init() {
    for layer in [layer, other] {
      layer.backgroundColor = .red
      host.root.addSublayer(layer)
    }
    show()
  }

  @discardableResult private func show(at time: Double = 0) -> [PixelRect] {
    compositor.present(host.commit(at: time), at: time)?.damage ?? []
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  @Test func `the damage of a layer and its descendants can be left out`() {
    let overlay = Layer(frame: Rect(0, 0, 40, 40))
    let mark = Layer(frame: Rect(30, 30, 2, 2))
    mark.backgroundColor = .green
    overlay.addSublayer(mark)
    layer.addSublayer(overlay)
    let before = host.commit(at: 0)
    mark.frame = Rect(1, 1, 4, 4)
    let marked = host.commit(at: 1)
    #expect(marked.damage(at: 1, after: before, at: 0, ignoring: overlay.id).isEmpty)
    #expect(!marked.damage(at: 1, after: before, at: 0, ignoring: other.id).isEmpty)
    other.position.x += 3
    overlay.removeFromSuperlayer()
    let moved = host.commit(at: 2)
    #expect(
      moved.damage(at: 2, after: before, at: 0, ignoring: overlay.id) == [rect(20, 20, 8, 5)])
  }

  @Test func `the first frame is drawn whole, and unchanged frames are skipped`() {
    let compositor = Compositor(sinks: [])
    #expect(compositor.present(host.commit(at: 0), at: 0)?.damage == [rect(0, 0, 40, 40)])
    #expect(compositor.present(host.commit(at: 1), at: 1) == nil)
    #expect(compositor.counters.unchangedFrames == 1 && compositor.counters.drawnPixels == 1600)
  }

  @Test func `a moved layer damages its old and new frames`() {
    layer.position.x += 20
    #expect(show() == [rect(2, 3, 10, 8), rect(22, 3, 10, 8)])
  }

  @Test func `a color change damages the layer, an opacity change its subtree`() {
    let sublayer = Layer(frame: Rect(-2, 0, 1, 1))
    sublayer.backgroundColor = .blue
    layer.addSublayer(sublayer)
    #expect(show() == [rect(0, 3, 1, 1)])
    layer.backgroundColor = .green
    #expect(show() == [rect(2, 3, 10, 8)])
    layer.opacity = 0.5
    #expect(show() == [rect(0, 3, 12, 8)])
  }

  @Test func `adding, removing, hiding and reordering damage only the layers involved`() {
    layer.isHidden = true
    #expect(show() == [rect(2, 3, 10, 8)])
    layer.isHidden = false
    #expect(show() == [rect(2, 3, 10, 8)])
    other.removeFromSuperlayer()
    #expect(show() == [rect(20, 20, 5, 5)])
    host.root.insertSublayer(other, at: 0)
    #expect(show() == [rect(20, 20, 5, 5)])
    other.zPosition = 1
    let damage = show()
    #expect(!damage.isEmpty && damage.allSatisfy { rect(2, 3, 23, 22).intersection($0) == $0 })
  }

  @Test func `changes without visible effect cause no damage`() {
    layer.zPosition = -1
    show()
    layer.isOpaque = false
    layer.contentsGravity = .center
    #expect(show() == [])
    layer.masksToBounds = true
    let hidden = Layer(frame: Rect(20, 20, 5, 5))
    layer.addSublayer(hidden)
    show()
    hidden.backgroundColor = .blue
    #expect(show() == [])
  }

  @Test func `an animation damages its layer until it ends`() {
    layer.add(
      LayerAnimation(.opacity(from: 0, to: nil), duration: 1, curve: .linear), forKey: "fade")
    #expect(show(at: 1) == [rect(2, 3, 10, 8)])
    #expect(show(at: 1.5) == [rect(2, 3, 10, 8)])
    #expect(show(at: 2.5) == [rect(2, 3, 10, 8)])
    #expect(show(at: 3) == [])
  }

  @Test func `a layer that becomes a group is redrawn entirely`() throws {
    let sink = BitmapSink()
    let compositor = Compositor(sinks: [sink])
    let sublayer = Layer(frame: Rect(1, 1, 2, 2))
    sublayer.backgroundColor = .green
    layer.addSublayer(sublayer)
    layer.backgroundColor = Color(argb: 0x9B7D_31C3)
    for step in 0..<200 {
      layer.opacity = Double(step / 2) / 100
      sublayer.isHidden = step % 2 == 0
      let tree = host.commit(at: 0)
      compositor.present(tree, at: 0)
      #expect(try sink.lastFrame?.bitmap == tree.bitmap(at: 0))
    }
  }

  @Test func `a change of surface size, scale or background redraws everything`() {
    host.size = Size(width: 30, height: 20)
    #expect(show() == [rect(0, 0, 30, 20)])
    host.scale = 2
    #expect(show() == [rect(0, 0, 60, 40)])
    host.backgroundColor = .black
    #expect(show() == [rect(0, 0, 60, 40)])
  }
}
