public import GalleyGeometry

extension Layer {
  /// The layer's rectangle in the superlayer's coordinates before the transform, in points.
  ///
  /// Derived from ``bounds``, ``position`` and ``anchorPoint``. Setting it keeps the origin of the
  /// bounds and the anchor point.
  public var frame: Rect {
    get { state.frame }
    set {
      guard let frame = LayerState.valid(box: newValue) else {
        return report(.invalidValue(property: "frame"))
      }
      bounds.size = frame.size
      position = state.position(in: frame)
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
    // Going through the surface only if necessary keeps results exact.
    let path = Array(lineage.prefix { $0 !== other })
    let outward = path.reduce(point) { $0.applying($1.state.transformToSuperlayer) }
    guard let other, other !== self else { return outward }
    guard let back = other.transformToSurface.inverse else { return nil }
    if path.last?.superlayer === other { return outward }
    return other.lineage.contains { $0 === path.last } ? outward.applying(back) : nil
  }

  /// Converts a point from another layer's coordinates to this layer's.
  ///
  /// - Parameters:
  ///   - point: A point in the other layer's coordinates.
  ///   - other: The other layer; `nil` for the surface of the root layer.
  /// - Returns: The converted point; `nil` as for `convert(_:to:)`.
  public func convert(_ point: Point, from other: Layer?) -> Point? {
    if let other { return other.convert(point, to: self) }
    return transformToSurface.inverse.map { point.applying($0) }
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

  /// The transform from the layer to the surface.
  private var transformToSurface: AffineTransform {
    lineage.reduce(.identity) { $0.concatenating($1.state.transformToSuperlayer) }
  }
}
