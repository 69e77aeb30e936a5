import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor @Suite struct LayerAnimationTests {
  let host = LayerHost(size: Size(width: 100, height: 100))
  let layer = Layer(frame: Rect(0, 0, 10, 10))

  init() {
    host.root.addSublayer(layer)
    _ = host.commit(at: 10)
  }

  @Test func `an animation starts at the next commit and interpolates its values`() {
    layer.add(
      LayerAnimation(.opacity(from: 0, to: nil), duration: 2, curve: .linear), forKey: "fade")
    #expect(layer.presentation().opacity == 0)
    _ = host.commit(at: 11)
    #expect(layer.presentation(at: 11).opacity == 0)
    #expect(layer.presentation(at: 11.5).opacity == 0.25)
    #expect(layer.presentation(at: 12).opacity == 0.5)
    #expect(layer.presentation(at: 13).opacity == 1)
    #expect(layer.opacity == 1)
  }

  @Test func `a completion runs once at the last tick, and the animation is removed`() {
    var reports: [Bool] = []
    layer.add(
      LayerAnimation(.opacity(from: 0, to: nil), duration: 1), forKey: "fade"
    ) { reports.append($0) }
    host.tick(at: 50)
    #expect(reports == [] && layer.animationKeys == ["fade"])
    _ = host.commit(at: 50)
    host.tick(at: 50.999)
    #expect(reports == [] && host.isAnimating)
    host.tick(at: 51)
    #expect(reports == [true] && layer.animationKeys == [] && !host.isAnimating)
    host.tick(at: 52)
    #expect(reports == [true])
  }

  @Test
  func
    `animations that are removed or replaced, or whose layer leaves, are reported as not finished`()
  {
    var reports: [String] = []
    func add(_ name: String, key: String = "key") {
      layer.add(LayerAnimation(.opacity(from: 0, to: nil), duration: 1), forKey: key) {
        reports.append("\(name) \($0)")
      }
    }
    add("first")
    add("second")
    #expect(reports == [])
    host.tick(at: 11)
    #expect(reports == ["first false"])
    layer.removeAnimation(forKey: "key")
    add("third")
    add("fourth", key: "other")
    layer.removeFromSuperlayer()
    #expect(layer.animationKeys == [])
    host.tick(at: 11)
    #expect(reports == ["first false", "second false", "third false", "fourth false"])
  }

  @Test func `implicit animations add up and start from the current values`() {
    Layer.animate(duration: 2, curve: .linear) { layer.position = Point(x: 25, y: 5) }
    _ = host.commit(at: 20)
    #expect(layer.position == Point(x: 25, y: 5))
    #expect(layer.presentation(at: 21).position == Point(x: 15, y: 5))
    host.tick(at: 21)
    Layer.animate(duration: 2, curve: .linear) { layer.position = Point(x: 5, y: 5) }
    #expect(layer.presentation(at: 21).position == Point(x: 15, y: 5))
    _ = host.commit(at: 21)
    #expect(layer.presentation(at: 22).position == Point(x: 15, y: 5))
    #expect(layer.presentation(at: 23).position == Point(x: 5, y: 5))
  }

  @Test func `additive animations add to replacing ones in any order`() {
    let shift = LayerAnimation.Change.position(from: Point(x: 10, y: 0), to: Point(x: 10, y: 0))
    layer.add(LayerAnimation(shift, duration: 1, isAdditive: true), forKey: "shift")
    layer.add(
      LayerAnimation(.position(from: Point(x: 50, y: 5), to: nil), duration: 1, curve: .linear),
      forKey: "move")
    _ = host.commit(at: 25)
    #expect(layer.presentation(at: 25).position == Point(x: 60, y: 5))
    #expect(layer.presentation(at: 25.5).position == Point(x: 37.5, y: 5))
  }

  @Test func `bounds, opacity, transform, color and contents animate together`() throws {
    layer.backgroundColor = .red
    layer.contents = try bitmap(2, 2, .red)
    var reports: [Bool] = []
    Layer.animate(duration: 1, curve: .linear) {
      layer.bounds = Rect(4, 0, 30, 10)
      layer.opacity = 0.5
      layer.transform = AffineTransform(scaleX: 3, y: 1)
      layer.backgroundColor = .blue
      layer.contents = try? bitmap(2, 2, .blue)
      layer.isHidden = false
    } completion: {
      reports.append($0)
    }
    _ = host.commit(at: 30)
    let shown = layer.presentation(at: 30.5)
    #expect(shown.bounds == Rect(2, 0, 20, 10) && shown.opacity == 0.75)
    #expect(shown.transform == AffineTransform(scaleX: 2, y: 1))
    #expect(shown.backgroundColor == Color(red: 128, green: 0, blue: 128))
    #expect(shown.fadingContents == [0.5])
    host.tick(at: 30.9)
    #expect(reports == [])
    host.tick(at: 31)
    #expect(reports == [true] && layer.animationKeys == [])
  }

  @Test func `changes without a host or with animations disabled add no animations`() {
    var reports: [Bool] = []
    let loose = Layer()
    Layer.animate(duration: 1) {
      loose.opacity = 0
    } completion: {
      reports.append($0)
    }
    Layer.animate(duration: 1) { Layer.withoutAnimation { layer.opacity = 0.5 } }
    #expect(reports == [true] && loose.animationKeys == [] && layer.animationKeys == [])
  }

  @Test func `an animation applies its delay, repeat count and autoreverse`() {
    var animation = LayerAnimation(.opacity(from: 0, to: 1), duration: 1, curve: .linear)
    animation.delay = 1
    animation.repeatCount = 2
    animation.autoreverses = true
    layer.add(animation, forKey: "pulse")
    _ = host.commit(at: 40)
    let shown = [40, 41, 41.25, 42, 42.25, 43, 43.5, 44.5].map {
      layer.presentation(at: $0).opacity
    }
    #expect(shown == [0, 0, 0.25, 1, 0.75, 0, 0.5, 0.5])
    #expect(animation.totalDuration == 5)
    host.tick(at: 45)
    #expect(layer.animationKeys == [])
  }

  @Test(arguments: [Double.nan, .infinity])
  func `an animation with non-finite values is refused`(bad: Double) {
    var reports: [Bool] = []
    for change: LayerAnimation.Change in [
      .opacity(from: bad, to: nil), .position(from: nil, to: Point(x: bad, y: 0)),
      .bounds(from: Rect(0, 0, bad, 0), to: nil),
      .transform(from: AffineTransform(a: bad), to: nil),
    ] {
      layer.add(LayerAnimation(change, duration: 1), forKey: "bad") { reports.append($0) }
    }
    #expect(layer.animationKeys == [])
    host.tick(at: 60)
    #expect(reports == [false, false, false, false])
    #expect(LayerAnimation(.opacity(from: 0, to: 1), duration: bad).totalDuration == 0)
  }

  @Test func `old contents fade out over the new ones`() throws {
    layer.contents = try bitmap(10, 10, .black)
    host.backgroundColor = .black
    Layer.animate(duration: LayerAnimation.crossFadeDuration, curve: .easeInOut) {
      layer.contents = try? bitmap(10, 10, .white)
    }
    let tree = host.commit(at: 70)
    let values = try [70, 70.1, 70.2].map { try tree.bitmap(at: $0).pixel(x: 5, y: 5) & 255 }
    #expect(values == [0, 127, 255] || values == [0, 128, 255])
  }
}
