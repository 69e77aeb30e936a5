package import GalleyGeometry
package import GalleyPixels

/// The visual properties of a layer, without its sublayers and animations.
package struct LayerState: Sendable {
  /// The layer's rectangle in its own coordinates, in points.
  package var bounds = Rect.zero
  /// The position of the anchor point, in points.
  package var position = Point.zero
  /// The point of the bounds that lies at the position, in unit coordinates.
  package var anchorPoint = Point(x: 0.5, y: 0.5)
  /// The transform about the anchor point.
  package var transform = AffineTransform.identity
  /// The depth order among siblings.
  package var zPosition = 0.0
  /// The opacity, 0...1.
  package var opacity = 1.0
  /// Whether the layer and its sublayers are hidden.
  package var isHidden = false
  /// Whether the drawing covers the layer completely.
  package var isOpaque = true
  /// Whether contents and sublayers are clipped to the bounds.
  package var masksToBounds = false
  /// The color behind the contents.
  package var backgroundColor: Color?
  /// The corner radii, in points.
  package var cornerRadii = CornerRadii.zero
  /// The border inside the bounds.
  package var border = Layer.Border()
  /// The shadow behind the layer.
  package var shadow = Layer.Shadow()
  /// The bitmap shown in the layer.
  package var contents: Bitmap?
  /// The number of contents pixels per point.
  package var contentsScale = 1.0
  /// The placement of the contents in the bounds.
  package var contentsGravity = Layer.ContentsGravity.resize
  /// The part of the bitmap that is shown.
  package var contentsRect = Rect.unit
  /// The stretchable part of the contents.
  package var contentsCenter = Rect.unit
  /// The distances that the contents extend beyond the bounds, in points.
  package var contentsOutsets = Insets.zero

  /// Creates the state of an empty layer.
  package init() {}

  /// The point of the bounds that lies at the position, in the layer's coordinates.
  package var anchor: Point {
    Point(
      x: bounds.minX + anchorPoint.x * bounds.size.width,
      y: bounds.minY + anchorPoint.y * bounds.size.height)
  }

  /// The transform from the layer's coordinates to the enclosing ones.
  package var transformToSuperlayer: AffineTransform {
    let anchor = anchor
    return AffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: position.x, y: position.y))
  }

  /// The rectangle in the enclosing coordinates before the transform, in points.
  package var frame: Rect {
    Rect(
      x: position.x - anchorPoint.x * bounds.size.width,
      y: position.y - anchorPoint.y * bounds.size.height,
      width: bounds.size.width, height: bounds.size.height)
  }

  /// Whether neither the layer nor its sublayers are visible.
  var isInvisible: Bool { isHidden || opacity <= 0 }

  /// Returns whether both states show the sublayers in the same way.
  func showsSublayers(like other: LayerState) -> Bool {
    opacity == other.opacity && isHidden == other.isHidden
      && masksToBounds == other.masksToBounds
      && (!masksToBounds
        || bounds == other.bounds && cornerRadii == other.cornerRadii && border == other.border)
  }

  /// Returns whether the layer itself, without its sublayers, looks the same in both states.
  func looks(like other: LayerState) -> Bool {
    bounds == other.bounds && backgroundColor == other.backgroundColor
      && cornerRadii == other.cornerRadii && border == other.border && shadow == other.shadow
      && Self.areSame(contents, other.contents)
      && (contents == nil
        || contentsScale == other.contentsScale && contentsGravity == other.contentsGravity
          && contentsRect == other.contentsRect && contentsCenter == other.contentsCenter
          && contentsOutsets == other.contentsOutsets)
  }

  /// Returns whether both bitmaps share their pixels, or both are `nil`.
  static func areSame(_ first: Bitmap?, _ second: Bitmap?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): first.sharesPixels(with: second)
    default: false
    }
  }
}
