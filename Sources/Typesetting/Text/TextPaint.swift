public import GalleyGeometry

/// The paint attributes of a style, which do not affect glyph positions within a line.
///
/// Changing them does not require shaping. Only the width of a stroke affects layout, because it
/// extends the ink that lines keep apart.
public struct TextPaint: Hashable, Sendable {
  /// The color of the glyphs and, by default, of their decoration lines.
  public var color: PaintColor
  private var extras: Extras?

  /// The rare attributes, stored separately to keep common paints small.
  private final class Extras: Hashable, Sendable {
    let values: Values

    struct Values: Hashable {
      var background: PaintColor?
      var highlight: Highlight?
      var underline: DecorationLine?
      var strikethrough: DecorationLine?
      var shadow: Shadow?
      var stroke: Stroke?
    }

    init(_ values: Values) { self.values = values }

    static func == (left: Extras, right: Extras) -> Bool {
      left === right || left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// Creates a paint; plain black by default.
  public init(
    color: PaintColor = .black, background: PaintColor? = nil, underline: DecorationLine? = nil,
    strikethrough: DecorationLine? = nil
  ) {
    self.color = color
    set { values in
      values.background = background
      values.underline = underline
      values.strikethrough = strikethrough
    }
  }

  /// The background color, as high as the line, if any.
  public var background: PaintColor? {
    get { extras?.values.background }
    set { set { $0.background = newValue } }
  }

  /// The rounded background, if any.
  public var highlight: Highlight? {
    get { extras?.values.highlight }
    set { set { $0.highlight = newValue } }
  }

  /// The underline, if any.
  public var underline: DecorationLine? {
    get { extras?.values.underline }
    set { set { $0.underline = newValue } }
  }

  /// The strikethrough, if any.
  public var strikethrough: DecorationLine? {
    get { extras?.values.strikethrough }
    set { set { $0.strikethrough = newValue } }
  }

  /// The shadow of the glyphs, if any.
  public var shadow: Shadow? {
    get { extras?.values.shadow }
    set { set { $0.shadow = newValue } }
  }

  /// The outline of the glyphs, if any.
  public var stroke: Stroke? {
    get { extras?.values.stroke }
    set { set { $0.stroke = newValue } }
  }

  /// Whether the paint consists of a color only.
  package var isPlain: Bool { extras == nil }

  private mutating func set(_ change: (inout Extras.Values) -> Void) {
    let old = extras?.values ?? Extras.Values()
    var new = old
    change(&new)
    guard new != old else { return }
    extras = new == Extras.Values() ? nil : Extras(new)
  }
}

extension TextPaint {
  /// A line under or through text.
  ///
  /// The font determines its position and thickness.
  public struct DecorationLine: Hashable, Sendable {
    /// The style of a decoration line, after CSS Text Decoration 4.
    public enum Style: UInt8, Hashable, Sendable {
      /// A single line.
      case solid
      /// Two lines.
      case double
      /// A row of dots.
      case dotted
      /// A row of dashes.
      case dashed
      /// A wave.
      case wavy
    }

    /// The style of the line.
    public var style: Style
    /// The color of the line, or `nil` for that of the text.
    public var color: PaintColor?
    /// Whether an underline skips glyphs that extend below the baseline.
    public var skipsInk: Bool

    /// Creates a decoration line.
    public init(_ style: Style = .solid, color: PaintColor? = nil, skipsInk: Bool = true) {
      self.style = style
      self.color = color
      self.skipsInk = skipsInk
    }

    /// A single line in the color of the text.
    public static let solid = DecorationLine()
  }

  /// A background with rounded corners, which joins across lines.
  public struct Highlight: Hashable, Sendable {
    /// The color of the background.
    public var color: PaintColor
    /// The radius of its corners, in points.
    public var cornerRadius: Double
    /// The distance that the background extends beyond the text horizontally, in points.
    public var outset: Double

    /// Creates a highlight.
    public init(_ color: PaintColor, cornerRadius: Double = 4, outset: Double = 2) {
      self.color = color
      self.cornerRadius = cornerRadius
      self.outset = outset
    }
  }

  /// The shadow of glyphs.
  public struct Shadow: Hashable, Sendable {
    /// The color of the shadow.
    public var color: PaintColor
    /// The offset from the glyphs, in points.
    public var offset: Point
    /// The blur radius after CSS Backgrounds 3, section 6.1: twice the standard deviation, in
    /// points.
    public var blur: Double

    /// Creates a shadow; by default a sharp one directly below the glyphs.
    public init(_ color: PaintColor, offset: Point = Point(x: 0, y: 1), blur: Double = 0) {
      self.color = color
      self.offset = offset
      self.blur = blur
    }
  }

  /// An outline of glyphs, with round joins.
  public struct Stroke: Hashable, Sendable {
    /// The color of the outline.
    public var color: PaintColor
    /// The width of the line in points, half of it outside the glyphs.
    public var width: Double

    /// Creates a stroke.
    public init(_ color: PaintColor, width: Double) {
      self.color = color
      self.width = width
    }
  }
}
