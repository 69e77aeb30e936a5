internal import GalleyGeometry
internal import GalleyPixels

/// Everything of a layer that shows, apart from its sublayers and animations.
struct LayerState: Sendable {
  var bounds = Rect.zero
  var position = Point.zero
  var anchorPoint = Point(x: 0.5, y: 0.5)
  var transform = AffineTransform.identity
  var zPosition = 0.0
  var opacity = 1.0
  var isHidden = false
  var isOpaque = true
  var masksToBounds = false
  var backgroundColor: Color?
  var cornerRadii = CornerRadii.zero
  var border = LayerBorder()
  var shadow = LayerShadow()
  var contents: Bitmap?
  var contentsScale = 1.0
  var contentsGravity = ContentsGravity.resize
  var contentsRect = Rect(x: 0, y: 0, width: 1, height: 1)
  var contentsCenter = Rect(x: 0, y: 0, width: 1, height: 1)

  /// The point of the bounds that stands at the position.
  var anchor: Point {
    Point(
      x: bounds.minX + anchorPoint.x * bounds.size.width,
      y: bounds.minY + anchorPoint.y * bounds.size.height)
  }

  /// What takes a point of the layer to the coordinates around it.
  var placement: AffineTransform {
    let anchor = anchor
    return AffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: position.x, y: position.y))
  }

  /// The rectangle that the layer takes if it is not transformed, in the coordinates around it.
  var frame: Rect {
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
          && contentsRect == other.contentsRect && contentsCenter == other.contentsCenter)
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
