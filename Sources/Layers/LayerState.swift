package import GalleyGeometry
package import GalleyPixels

/// The properties of a layer, without its sublayers and animations.
///
/// ``Layer`` documents each. Nodes have the same ones, and both accept the same values; see
/// ``LayerValue``.
package struct LayerState: Sendable {
  package var bounds = Rect.zero
  package var position = Point.zero
  package var anchorPoint = Point(x: 0.5, y: 0.5)
  package var transform = AffineTransform.identity
  package var zPosition = 0.0
  package var opacity = 1.0
  package var isHidden = false
  package var isOpaque = true
  package var masksToBounds = false
  package var backgroundColor: Color?
  package var cornerRadii = CornerRadii.zero
  package var border = Layer.Border()
  package var shadow = Layer.Shadow()
  package var contents: Bitmap?
  package var contentsScale = 1.0
  package var contentsGravity = Layer.ContentsGravity.resize
  package var contentsRect = Rect.unit
  package var contentsCenter = Rect.unit
  package var contentsOutsets = Insets.zero
  package var needsDisplayOnBoundsChange = false
  package var displaysAsynchronously = true

  /// Creates the state of an empty layer.
  package init() {}

  /// The point of the bounds that lies at the position, in the layer's coordinates.
  package var anchor: Point { position(in: bounds) }

  /// The transform from the layer's coordinates to the enclosing ones.
  package var transformToSuperlayer: AffineTransform {
    let anchor = anchor
    return AffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: position.x, y: position.y))
  }

  /// The rectangle in the enclosing coordinates before the transform, in points.
  package var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.size.width,
        y: position.y - anchorPoint.y * bounds.size.height,
        width: bounds.size.width, height: bounds.size.height)
    }
    set {
      bounds.size = newValue.size
      position = position(in: newValue)
    }
  }

  /// Returns the position of the anchor point in a frame.
  func position(in frame: Rect) -> Point {
    Point(
      x: frame.minX + anchorPoint.x * frame.size.width,
      y: frame.minY + anchorPoint.y * frame.size.height)
  }

  /// Returns the indices of layers in back-to-front order; of equal ones, the later is in front.
  package static func backToFront(_ zPositions: [Double]) -> [Int] {
    // Sorting is not guaranteed to be stable, so indices break ties.
    zPositions.indices.sorted {
      let (first, second) = (zPositions[$0], zPositions[$1])
      return first != second ? first < second : $0 < $1
    }
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
    guard let first, let second else { return first == nil && second == nil }
    return first.sharesPixels(with: second)
  }
}
