package import GalleyGeometry
package import GalleyPixels

/// Everything of a layer that shows, apart from its sublayers and animations.
package struct LayerState: Sendable {
  /// The layer's own rectangle, in points.
  package var bounds = Rect.zero
  /// Where the anchor point stands, in points.
  package var position = Point.zero
  /// The point of the bounds that stands at the position, as parts of width and height.
  package var anchorPoint = Point(x: 0.5, y: 0.5)
  /// What is done around the anchor point.
  package var transform = AffineTransform.identity
  /// How far the layer is in front.
  package var zPosition = 0.0
  /// How opaque the layer is, 0 to 1.
  package var opacity = 1.0
  /// Whether the layer is left out.
  package var isHidden = false
  /// Whether whoever draws the layer covers all of it.
  package var isOpaque = true
  /// Whether contents and sublayers are cut off at the bounds.
  package var masksToBounds = false
  /// What is behind the contents.
  package var backgroundColor: Color?
  /// How round the corners are, in points.
  package var cornerRadii = CornerRadii.zero
  /// The line inside of the edge.
  package var border = LayerBorder()
  /// The shadow behind.
  package var shadow = LayerShadow()
  /// The picture.
  package var contents: Bitmap?
  /// How many pixels of the contents stand for a point.
  package var contentsScale = 1.0
  /// How the contents stand in the bounds.
  package var contentsGravity = ContentsGravity.resize
  /// The part of the bitmap that is shown.
  package var contentsRect = Rect.unit
  /// The part of the contents that is stretched.
  package var contentsCenter = Rect.unit
  /// The distances that the contents reach beyond the bounds, in points.
  package var contentsOutsets = Insets.zero

  /// Makes the state of a layer without extent.
  package init() {}

  /// The point of the bounds that stands at the position.
  package var anchor: Point {
    Point(
      x: bounds.minX + anchorPoint.x * bounds.size.width,
      y: bounds.minY + anchorPoint.y * bounds.size.height)
  }

  /// What takes a point of the layer to the coordinates around it.
  package var placement: AffineTransform {
    let anchor = anchor
    return AffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: position.x, y: position.y))
  }

  /// The rectangle that the layer takes if it is not transformed, in the coordinates around it.
  package var frame: Rect {
    Rect(
      x: position.x - anchorPoint.x * bounds.size.width,
      y: position.y - anchorPoint.y * bounds.size.height,
      width: bounds.size.width, height: bounds.size.height)
  }

  /// Whether nothing of the layer and its sublayers shows.
  var isInvisible: Bool { isHidden || opacity <= 0 }

  /// Whether a transition between the states changes how sublayers show.
  func placesSublayers(like other: LayerState) -> Bool {
    opacity == other.opacity && isHidden == other.isHidden
      && masksToBounds == other.masksToBounds
      && (!masksToBounds
        || bounds == other.bounds && cornerRadii == other.cornerRadii && border == other.border)
  }

  /// Whether the layer itself, without its sublayers, looks the same in both states.
  func looks(like other: LayerState) -> Bool {
    bounds == other.bounds && backgroundColor == other.backgroundColor
      && cornerRadii == other.cornerRadii && border == other.border && shadow == other.shadow
      && Self.areSame(contents, other.contents)
      && (contents == nil
        || contentsScale == other.contentsScale && contentsGravity == other.contentsGravity
          && contentsRect == other.contentsRect && contentsCenter == other.contentsCenter
          && contentsOutsets == other.contentsOutsets)
  }

  /// Whether both are the same pixels in memory, or none.
  static func areSame(_ first: Bitmap?, _ second: Bitmap?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): first.sharesPixels(with: second)
    default: false
    }
  }
}
