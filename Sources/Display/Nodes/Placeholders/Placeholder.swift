public import GalleyGeometry
internal import GalleyLayers

/// A stand-in for a node until it and its descendants have been drawn for the first time.
public struct Placeholder: Sendable {
  enum Kind: Sendable {
    case solid(Color)
    case drawn(ContentBox)
    case lines(Lines)
    case boxes([Box])
  }

  let kind: Kind
  /// The duration of the placeholder's fade-out in seconds; 0 removes it at once.
  public var fadeDuration: Double

  /// Creates a placeholder of one color.
  public static func solid(_ color: Color, fadeDuration: Double = 0) -> Placeholder {
    Placeholder(kind: .solid(color), fadeDuration: fadeDuration)
  }

  /// Creates a placeholder drawn by a content, on the main actor because the first frame shows it.
  ///
  /// The content should be simple. Placeholders of more than ``pixelLimit`` pixels are drawn at a
  /// lower scale and stretched.
  public static func drawn(_ content: some NodeContent, fadeDuration: Double = 0) -> Placeholder {
    Placeholder(kind: .drawn(ContentBox(content)), fadeDuration: fadeDuration)
  }

  /// Creates a placeholder of shimmering bars in place of text lines.
  public static func textLines(_ lines: Lines = Lines(), fadeDuration: Double = 0) -> Placeholder {
    Placeholder(kind: .lines(lines), fadeDuration: fadeDuration)
  }

  /// Creates a placeholder of colored boxes, back to front.
  public static func boxes(_ boxes: [Box], fadeDuration: Double = 0) -> Placeholder {
    Placeholder(kind: .boxes(boxes), fadeDuration: fadeDuration)
  }

  /// The maximum number of pixels of a drawn placeholder.
  ///
  /// Equal to 512 × 512 points at a scale of 2; filling them takes about a millisecond.
  public static let pixelLimit = 1 << 20

  /// The z position of placeholders.
  static let depth = 9_999.0
  /// The key of the fade-out animation.
  static let fadeKey = "placeholder.fade"
}

extension Placeholder {
  /// A box with rounded corners in place of content that has yet to be drawn.
  public struct Box: Hashable, Sendable {
    /// The frame, in points from the node's top left corner.
    public var frame: Rect
    /// The fill color.
    public var color: Color
    /// The corner radii, in points.
    public var radii: CornerRadii

    /// Creates a box, with square corners by default.
    public init(_ frame: Rect, color: Color, radii: CornerRadii = .zero) {
      self.frame = frame
      self.color = color
      self.radii = radii
    }

    @MainActor var layer: Layer {
      let layer = Layer(frame: frame)
      layer.backgroundColor = color
      layer.cornerRadii = radii
      return layer
    }
  }
}
