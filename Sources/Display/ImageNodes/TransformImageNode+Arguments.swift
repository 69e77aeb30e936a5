public import GalleyGeometry
public import GalleyImages

extension TransformImageNode {
  /// The parameters of an image in a bubble: its size, position and corners.
  ///
  /// Equal arguments produce the same result.
  public struct Arguments: Hashable, Sendable {
    /// The background of an image that does not fill its box.
    public enum ResizeMode: Hashable, Sendable {
      /// A color.
      case fill(Color)
      /// None: the image is enlarged to fill the box.
      case aspectFill
      /// The blurred image.
      case blurBackground
    }

    /// The corners of the box.
    public var corners: ImageCorners
    /// The size of the image, in points.
    public var imageSize: Size
    /// The size of the visible box, in points.
    public var boundingSize: Size
    /// The space around the box, in points.
    public var intrinsicInsets: Insets
    /// The background of an image that does not fill its box.
    public var resizeMode: ResizeMode
    /// The color of the box without an image; `nil` for none.
    public var emptyColor: Color?
    /// The number of pixels per point; `nil` uses the screen's.
    public var scale: Double?
    /// Additional parameters for the drawing code.
    public var custom: [String: String] = [:]

    /// Creates arguments.
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

    /// The space around the box including that of tails, in points.
    public var insets: Insets {
      let edges = corners.extendedEdges
      return Insets(
        top: edges.top + intrinsicInsets.top, left: edges.left + intrinsicInsets.left,
        bottom: edges.bottom + intrinsicInsets.bottom, right: edges.right + intrinsicInsets.right)
    }

    /// The size of the result, in points.
    public var drawingSize: Size {
      let insets = insets
      return Size(
        width: boundingSize.width + insets.left + insets.right,
        height: boundingSize.height + insets.top + insets.bottom)
    }

    /// The rectangle of the box in the result, in points.
    public var drawingRect: Rect {
      Rect(origin: Point(x: insets.left, y: insets.top), size: boundingSize)
    }

    /// The rectangle of the image in the result, in points: centered in the box, on whole points.
    public var imageRect: Rect {
      let box = drawingRect
      return Rect(
        origin: Point(
          x: box.minX + ((box.size.width - imageSize.width) / 2).rounded(.down),
          y: box.minY + ((box.size.height - imageSize.height) / 2).rounded(.down)),
        size: imageSize)
    }

    /// Returns the arguments with a scale, unless they have one of their own.
    func filled(scale: Double) -> Arguments {
      var arguments = self
      arguments.scale = arguments.scale ?? scale
      return arguments
    }
  }
}
