package import GalleyGeometry

/// The values that visual properties accept, which are the same for layers and nodes.
///
/// Each function returns the value that the property takes, or `nil` for an invalid value, which
/// has no effect. Numbers that are not finite are invalid, except infinite opacities.
extension LayerState {
  /// Returns a rectangle whose negative sides become zero, for bounds and frames.
  package static func accepted(box: Rect) -> Rect? {
    guard box.isFinite else { return nil }
    let size = Size(width: max(0, box.size.width), height: max(0, box.size.height))
    return Rect(origin: box.origin, size: size)
  }

  /// Returns an opacity clamped to 0...1.
  package static func accepted(opacity: Double) -> Double? {
    opacity.isNaN ? nil : min(max(opacity, 0), 1)
  }

  /// Returns a positive scale.
  package static func accepted(scale: Double) -> Double? {
    scale.isFinite && scale > 0 ? scale : nil
  }

  /// Returns a finite number.
  package static func accepted(_ number: Double) -> Double? { number.isFinite ? number : nil }

  /// Returns a finite point.
  package static func accepted(_ point: Point) -> Point? { point.isFinite ? point : nil }

  /// Returns a finite rectangle.
  package static func accepted(_ rect: Rect) -> Rect? { rect.isFinite ? rect : nil }

  /// Returns a finite transform.
  package static func accepted(_ transform: AffineTransform) -> AffineTransform? {
    transform.isFinite ? transform : nil
  }

  /// Returns finite insets.
  package static func accepted(_ insets: Insets) -> Insets? {
    [insets.top, insets.left, insets.bottom, insets.right].allSatisfy(\.isFinite) ? insets : nil
  }

  /// Returns radii that are not negative.
  package static func accepted(_ radii: CornerRadii) -> CornerRadii? {
    radii.isValid ? radii : nil
  }

  /// Returns a border whose width is not negative.
  package static func accepted(_ border: Layer.Border) -> Layer.Border? {
    border.width.isFinite && border.width >= 0 ? border : nil
  }

  /// Returns a shadow whose radius is not negative.
  package static func accepted(_ shadow: Layer.Shadow) -> Layer.Shadow? {
    let numbers = [shadow.opacity, shadow.offset.width, shadow.offset.height, shadow.radius]
    return numbers.allSatisfy(\.isFinite) && shadow.radius >= 0 ? shadow : nil
  }
}
