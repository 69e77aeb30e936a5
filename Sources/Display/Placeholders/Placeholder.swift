public import GalleyGeometry
internal import GalleyLayers

/// What stands in for a node until it and all under it have been drawn for the first time.
public struct Placeholder: Sendable {
  enum Kind: Sendable {
    case solid(Color)
    case drawn(ContentBox)
    case lines(PlaceholderLines)
    case boxes([PlaceholderBox])
  }

  let kind: Kind
  /// How long the placeholder fades out when the pictures are there, in seconds; 0 is not at all.
  public var fadeDuration: Double

  /// A color.
  public static func solid(_ color: Color, fadeDuration: Double = 0) -> Placeholder {
    Placeholder(kind: .solid(color), fadeDuration: fadeDuration)
  }

  /// What a content draws: on the main actor, since it has to be there in the first frame.
  ///
  /// So it should be simple. Placeholders of more than ``pixelLimit`` pixels are drawn with fewer, and
  /// stretched.
  public static func drawn(
    _ content: some NodeContent, fadeDuration: Double = 0
  ) -> Placeholder {
    Placeholder(kind: .drawn(ContentBox(content)), fadeDuration: fadeDuration)
  }

  /// Bars where lines of text will be, over which a light passes.
  public static func textLines(
    _ lines: PlaceholderLines = PlaceholderLines(), fadeDuration: Double = 0
  ) -> Placeholder {
    Placeholder(kind: .lines(lines), fadeDuration: fadeDuration)
  }

  /// Colored boxes where things will be, the rearmost first.
  public static func boxes(
    _ boxes: [PlaceholderBox], fadeDuration: Double = 0
  ) -> Placeholder {
    Placeholder(kind: .boxes(boxes), fadeDuration: fadeDuration)
  }

  /// The most pixels that are drawn on the main actor for a placeholder.
  ///
  /// They are those of 512 x 512 points at two to a point; filling them takes about a millisecond.
  public static let pixelLimit = 1 << 20

  /// How far placeholders are in front of what they stand in for.
  static let depth = 9_999.0
  /// The name of the animation by which a placeholder goes.
  static let fadeKey = "placeholder.fade"
}

/// A box with round corners, in the place of something that has yet to be drawn.
public struct PlaceholderBox: Hashable, Sendable {
  /// Where it is in the node, in points from its corner.
  public var frame: Rect
  /// What it is filled with.
  public var color: Color
  /// How round its corners are, in points.
  public var radii: CornerRadii

  /// Makes a box, with sharp corners unless told otherwise.
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
