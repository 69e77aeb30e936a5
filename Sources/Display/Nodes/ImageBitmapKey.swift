internal import GalleyGeometry
internal import GalleyImages

/// The key of a shared image bitmap.
package struct ImageBitmapKey: Hashable, Sendable {
  /// The image, its pixel size and its modifications.
  var image: ImageRecipe.Key
  /// The frame of an animation; 0 for a still image.
  var frame = 0
  /// The corners, and the size in points and the scale that they were cut at; zero without corners.
  var corners: ImageCorners
  var bounds: Size
  var scale: Double
}
