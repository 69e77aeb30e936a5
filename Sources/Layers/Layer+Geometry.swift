public import GalleyGeometry

extension Layer {
  /// The layer's rectangle in the superlayer's coordinates before the transform, in points.
  ///
  /// Derived from ``bounds``, ``position`` and ``anchorPoint``. Setting it keeps the origin of the
  /// bounds and the anchor point.
  public var frame: Rect {
    get { state.frame }
    set {
      guard let frame = valid(LayerState.accepted(box: newValue), "frame") else { return }
      bounds.size = frame.size
      position = Point(
        x: frame.minX + anchorPoint.x * frame.size.width,
        y: frame.minY + anchorPoint.y * frame.size.height)
    }
  }

  /// Converts a point from this layer's coordinates to another layer's.
  ///
  /// - Parameters:
  ///   - point: A point in this layer's coordinates.
  ///   - other: The other layer; `nil` for the surface of the root layer.
  /// - Returns: The converted point; `nil` if the layers are not in one tree, or if a transform is
  ///   not invertible.
  public func convert(_ point: Point, to other: Layer?) -> Point? {
    guard let other, other !== self else { return other === self ? point : surfacePoint(point) }
    guard topmost === other.topmost else { return nil }
    guard let back = other.transformToSurface(below: nil).inverse else { return nil }
    // Going through the surface only if necessary keeps results exact.
    var chain: [Layer] = []
    var layer: Layer? = self
    while let current = layer {
      if current === other {
        return chain.reduce(point) { $0.applying($1.state.transformToSuperlayer) }
      }
      chain.append(current)
      layer = current.superlayer
    }
    return surfacePoint(point).applying(back)
  }

  /// Converts a point from another layer's coordinates to this layer's.
  ///
  /// - Parameters:
  ///   - point: A point in the other layer's coordinates.
  ///   - other: The other layer; `nil` for the surface of the root layer.
  /// - Returns: The converted point; `nil` as for `convert(_:to:)`.
  public func convert(_ point: Point, from other: Layer?) -> Point? {
    if let other { return other.convert(point, to: self) }
    return transformToSurface(below: nil).inverse.map { point.applying($0) }
  }

  /// Converts a rectangle to another layer's coordinates, as the bounding box of its corners.
  ///
  /// - Returns: The rectangle; `nil` as for `convert(_:to:)`.
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

  /// The root of the layer's tree.
  private var topmost: Layer {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer
  }

  private func surfacePoint(_ point: Point) -> Point {
    var point = point
    var layer: Layer? = self
    while let current = layer {
      point = point.applying(current.state.transformToSuperlayer)
      layer = current.superlayer
    }
    return point
  }

  /// Returns the transform from the layer to an ancestor, or to the surface.
  private func transformToSurface(below end: Layer?) -> AffineTransform {
    var transform = AffineTransform.identity
    var layer: Layer? = self
    while let current = layer, current !== end {
      transform = transform.concatenating(current.state.transformToSuperlayer)
      layer = current.superlayer
    }
    return transform
  }
}
