public import GalleyGeometry

extension Layer {
  /// The rectangle that the layer takes in its superlayer if it is not transformed, in points.
  ///
  /// It follows from ``bounds``, ``position`` and ``anchorPoint``. Setting it keeps the origin of the
  /// bounds and the anchor point.
  public var frame: Rect {
    get { state.frame }
    set {
      guard accepts(newValue.isFinite, "frame") else { return }
      let size = Size(width: max(0, newValue.size.width), height: max(0, newValue.size.height))
      bounds = Rect(origin: bounds.origin, size: size)
      position = Point(
        x: newValue.minX + anchorPoint.x * size.width,
        y: newValue.minY + anchorPoint.y * size.height)
    }
  }

  /// Where a point of this layer is in another layer's coordinates.
  ///
  /// - Parameters:
  ///   - point: A point in this layer's coordinates.
  ///   - other: The other layer; `nil` is the surface that the topmost superlayer stands on.
  /// - Returns: The point, or `nil` if the layers are not of one tree, or if the other one is made flat
  ///   by a transform.
  public func convert(_ point: Point, to other: Layer?) -> Point? {
    guard let other, other !== self else { return other === self ? point : surfacePoint(point) }
    guard topmost === other.topmost else { return nil }
    guard let back = other.transformToSurface(below: nil).inverse else { return nil }
    // Going over the surface only where it is needed keeps numbers exact.
    var chain: [Layer] = []
    var layer: Layer? = self
    while let current = layer {
      if current === other { return chain.reduce(point) { $0.applying($1.state.placement) } }
      chain.append(current)
      layer = current.superlayer
    }
    return surfacePoint(point).applying(back)
  }

  /// Where a point of another layer is in this layer's coordinates.
  ///
  /// - Parameters:
  ///   - point: A point in the other layer's coordinates.
  ///   - other: The other layer; `nil` is the surface that the topmost superlayer stands on.
  /// - Returns: The point, or `nil` as for ``convert(_:to:)``.
  public func convert(_ point: Point, from other: Layer?) -> Point? {
    if let other { return other.convert(point, to: self) }
    return transformToSurface(below: nil).inverse.map { point.applying($0) }
  }

  /// The least rectangle of another layer's coordinates that holds a rectangle of this one.
  ///
  /// - Returns: The rectangle, or `nil` as for ``convert(_:to:)``.
  public func convert(_ rect: Rect, to other: Layer?) -> Rect? {
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ].compactMap { convert($0, to: other) }
    guard corners.count == 4 else { return nil }
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// The layer or superlayer that is no sublayer.
  private var topmost: Layer {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer
  }

  private func surfacePoint(_ point: Point) -> Point {
    var point = point
    var layer: Layer? = self
    while let current = layer {
      point = point.applying(current.state.placement)
      layer = current.superlayer
    }
    return point
  }

  /// What takes a point of the layer to the coordinates of a superlayer, or of the surface.
  private func transformToSurface(below end: Layer?) -> AffineTransform {
    var transform = AffineTransform.identity
    var layer: Layer? = self
    while let current = layer, current !== end {
      transform = transform.concatenating(current.state.placement)
      layer = current.superlayer
    }
    return transform
  }
}
