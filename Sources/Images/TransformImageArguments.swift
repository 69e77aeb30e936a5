public import GalleyGeometry

/// For what an image is to be made: its size, place and corners in a bubble.
///
/// Arguments that are equal make the same picture; all of them count.
public struct TransformImageArguments: Hashable, Sendable {
  /// What is beside an image that does not fill its box.
  public enum ResizeMode: Hashable, Sendable {
    /// A color.
    case fill(Color)
    /// Nothing: the image is made as large as it has to be.
    case aspectFill
    /// The image itself, blurred.
    case blurBackground
  }

  /// The corners of the box.
  public var corners: ImageCorners
  /// The size of the image, in points.
  public var imageSize: Size
  /// The size of the box in which it is seen, in points.
  public var boundingSize: Size
  /// The room around the box, in points.
  public var intrinsicInsets: Insets
  /// What is beside an image that does not fill its box.
  public var resizeMode: ResizeMode
  /// The color of the box as long as there is no image; `nil` for none.
  public var emptyColor: Color?
  /// How many pixels stand for a point; `nil` for as many as the screen has.
  public var scale: Double?
  /// What else whoever makes the picture has to know.
  public var custom: [String: String] = [:]

  /// Makes arguments.
  public init(
    corners: ImageCorners = ImageCorners(), imageSize: Size, boundingSize: Size,
    intrinsicInsets: Insets = .zero, resizeMode: ResizeMode = .fill(.black),
    emptyColor: Color? = nil, scale: Double? = nil
  ) {
    self.corners = corners
    self.imageSize = imageSize
    self.boundingSize = boundingSize
    self.intrinsicInsets = intrinsicInsets
    self.resizeMode = resizeMode
    self.emptyColor = emptyColor
    self.scale = scale
  }

  /// The room around the box, that of tails included, in points.
  public var insets: Insets {
    let edges = corners.extendedEdges
    return Insets(
      top: edges.top + intrinsicInsets.top, left: edges.left + intrinsicInsets.left,
      bottom: edges.bottom + intrinsicInsets.bottom, right: edges.right + intrinsicInsets.right)
  }

  /// The size of the picture, in points.
  public var drawingSize: Size {
    let insets = insets
    return Size(
      width: boundingSize.width + insets.left + insets.right,
      height: boundingSize.height + insets.top + insets.bottom)
  }

  /// Where the box is in the picture, in points.
  public var drawingRect: Rect {
    Rect(origin: Point(x: insets.left, y: insets.top), size: boundingSize)
  }

  /// Where the image is in the picture, in points: in the middle of the box, on whole points of it.
  public var imageRect: Rect {
    let box = drawingRect
    return Rect(
      origin: Point(
        x: box.minX + ((box.size.width - imageSize.width) / 2).rounded(.down),
        y: box.minY + ((box.size.height - imageSize.height) / 2).rounded(.down)),
      size: imageSize)
  }
}
