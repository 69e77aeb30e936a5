import GalleyGeometry
import GalleyLayers
import Testing

@MainActor @Suite struct LayerGeometryTests {
  // L09: the frame follows from position, bounds and anchor point.
  // L10: setting the frame sets bounds and position.
  @Test func `the frame follows from position, bounds and anchor point`() {
    let layer = Layer()
    layer.bounds = Rect(3, 4, 20, 10)
    layer.position = Point(x: 100, y: 50)
    layer.anchorPoint = Point(x: 0.25, y: 1)
    #expect(layer.frame == Rect(95, 40, 20, 10))
    layer.frame = Rect(0, 0, 40, 20)
    #expect(layer.position == Point(x: 10, y: 20))
    layer.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(layer.frame == Rect(0, 0, 40, 20))
  }

  // L11: setting the frame keeps the origin of the bounds.
  @Test func `setting the frame keeps the bounds origin`() {
    let layer = Layer()
    layer.bounds = Rect(1, 2, 3, 4)
    layer.frame = Rect(5, 6, 7, 8)
    #expect(layer.bounds == Rect(1, 2, 7, 8))
  }

  // L12: conversion accounts for frames, origins and anchor points.
  @Test func `point conversion accounts for frame, bounds origin, anchor and transform`() {
    let (parent, child) = (Layer(frame: Rect(0, 0, 100, 100)), Layer(frame: Rect(10, 20, 30, 40)))
    parent.addSublayer(child)
    let point = Point(x: 1, y: 2)
    #expect(child.convert(point, to: child) == point)
    #expect(child.convert(point, to: parent) == Point(x: 11, y: 22))
    #expect(child.convert(Point(x: 11, y: 22), from: parent) == point)
    child.bounds.origin = Point(x: 1, y: 1)
    #expect(child.convert(point, to: parent) == Point(x: 10, y: 21))
    child.anchorPoint = .zero
    #expect(child.convert(point, to: parent) == Point(x: 25, y: 41))
    child.transform = AffineTransform(scaleX: 2, y: 4)
    #expect(child.convert(point, to: parent) == Point(x: 25, y: 44))
    #expect(parent.convert(Point(x: 25, y: 44), to: child) == point)
    #expect(child.convert(Rect(1, 1, 10, 10), to: parent) == Rect(25, 40, 20, 40))
  }

  // L13: six levels at (1, 1) convert (55, 55) to (61, 61).
  @Test func `points are converted through deep trees`() {
    let root = Layer()
    var layer = root
    for _ in 0..<6 {
      let sublayer = Layer()
      sublayer.position = Point(x: 1, y: 1)
      layer.addSublayer(sublayer)
      layer = sublayer
    }
    #expect(layer.convert(Point(x: 55, y: 55), to: root) == Point(x: 61, y: 61))
    #expect(root.convert(Point(x: 61, y: 61), to: layer) == Point(x: 55, y: 55))
  }

  // L14: conversion between trees returns nil.
  @Test func `conversion between trees or into a non-invertible layer returns nil`() {
    let (first, second) = (Layer(), Layer())
    #expect(first.convert(Point.zero, to: second) == nil)
    first.addSublayer(second)
    second.transform = AffineTransform(scaleX: 0, y: 1)
    #expect(first.convert(Point.zero, to: second) == nil)
    #expect(second.convert(Point.zero, to: first) != nil)
  }

  // L15: without a target, points convert to the surface.
  @Test func `conversion without a target uses surface coordinates`() {
    let host = LayerHost(size: Size(width: 50, height: 50))
    let layer = Layer(frame: Rect(10, 10, 5, 5))
    host.root.addSublayer(layer)
    #expect(layer.convert(Point(x: 1, y: 1), to: nil) == Point(x: 11, y: 11))
    #expect(layer.convert(Point(x: 11, y: 11), from: nil) == Point(x: 1, y: 1))
  }

  // D08: non-finite positions and transforms are refused.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `non-finite values are refused and keep the old ones`(bad: Double) {
    var faults = 0
    Layer.onFault = { _, _ in faults += 1 }
    defer { Layer.onFault = nil }
    let layer = Layer(frame: Rect(1, 2, 3, 4))
    layer.bounds = Rect(0, bad, 1, 1)
    layer.position = Point(x: bad, y: 0)
    layer.frame = Rect(0, 0, bad, 1)
    layer.anchorPoint = Point(x: 0, y: bad)
    layer.transform = AffineTransform(a: bad)
    layer.zPosition = bad
    layer.contentsScale = bad
    layer.contentsRect = Rect(0, 0, bad, 1)
    layer.contentsCenter = Rect(0, 0, bad, 1)
    layer.cornerRadii = CornerRadii(bad)
    layer.border = Layer.Border(width: bad)
    layer.shadow = Layer.Shadow(radius: bad)
    #expect(faults == 12)
    #expect(layer.frame == Rect(1, 2, 3, 4) && layer.transform == .identity)
    #expect(layer.zPosition == 0 && layer.contentsScale == 1 && layer.cornerRadii == .zero)
  }

  @Test func `negative sizes become zero, and opacity is clamped between 0 and 1`() {
    let layer = Layer(frame: Rect(0, 0, -5, -6))
    #expect(layer.bounds == .zero)
    layer.opacity = 7
    #expect(layer.opacity == 1)
    layer.opacity = -.infinity
    #expect(layer.opacity == 0)
    layer.opacity = .nan
    #expect(layer.opacity == 0)
  }
}
