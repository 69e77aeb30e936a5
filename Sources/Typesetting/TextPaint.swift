public import GalleyGeometry

/// What a style says to painting: nothing that moves a glyph on its line, so that changing it costs
/// no shaping.
///
/// Only the thickness of a stroke counts in a layout, which keeps the ink of lines apart.
public struct TextPaint: Hashable, Sendable {
  /// The color of the glyphs and, unless they have their own, of the lines drawn with them.
  public var color: PaintColor
  private var extras: Extras?

  /// What few stretches of text have: apart, so that the others stay small.
  private final class Extras: Hashable, Sendable {
    let values: Values

    struct Values: Hashable {
      var background: PaintColor?
      var highlight: TextHighlight?
      var underline: DecorationLine?
      var strikethrough: DecorationLine?
      var shadow: TextShadow?
      var stroke: TextStroke?
    }

    init(_ values: Values) { self.values = values }

    static func == (left: Extras, right: Extras) -> Bool {
      left === right || left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// Makes a paint; plain black unless told otherwise.
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

  /// The color behind the text, as high as its line, if there is one.
  public var background: PaintColor? {
    get { extras?.values.background }
    set { set { $0.background = newValue } }
  }

  /// A shape with round corners behind the text, if there is one.
  public var highlight: TextHighlight? {
    get { extras?.values.highlight }
    set { set { $0.highlight = newValue } }
  }

  /// The line under the text, if there is one.
  public var underline: DecorationLine? {
    get { extras?.values.underline }
    set { set { $0.underline = newValue } }
  }

  /// The line through the text, if there is one.
  public var strikethrough: DecorationLine? {
    get { extras?.values.strikethrough }
    set { set { $0.strikethrough = newValue } }
  }

  /// The shadow of the glyphs, if they have one.
  public var shadow: TextShadow? {
    get { extras?.values.shadow }
    set { set { $0.shadow = newValue } }
  }

  /// The line around the glyphs, if there is one.
  public var stroke: TextStroke? {
    get { extras?.values.stroke }
    set { set { $0.stroke = newValue } }
  }

  /// Whether there is nothing but a color.
  package var isPlain: Bool { extras == nil }

  private mutating func set(_ change: (inout Extras.Values) -> Void) {
    let old = extras?.values ?? Extras.Values()
    var new = old
    change(&new)
    guard new != old else { return }
    extras = new == Extras.Values() ? nil : Extras(new)
  }
}

/// A line under or through text.
///
/// Where it stands and how thick it is says the font.
public struct DecorationLine: Hashable, Sendable {
  /// What a line is made of, as CSS Text Decoration 4 has it.
  public enum Style: UInt8, Hashable, Sendable {
    case solid, double, dotted, dashed, wavy
  }

  /// What the line is made of.
  public var style: Style
  /// The line's color, or `nil` for that of the text.
  public var color: PaintColor?
  /// Whether the line under text makes way for what reaches below the baseline.
  public var skipsInk: Bool

  /// Makes a line.
  public init(_ style: Style = .solid, color: PaintColor? = nil, skipsInk: Bool = true) {
    self.style = style
    self.color = color
    self.skipsInk = skipsInk
  }

  /// A single line in the color of the text.
  public static let solid = DecorationLine()
}

/// A shape behind text, whose corners are round; those of text that goes over several lines are one.
public struct TextHighlight: Hashable, Sendable {
  /// The color of the shape.
  public var color: PaintColor
  /// The radius of its corners, in points.
  public var cornerRadius: Double
  /// How far the shape reaches beyond the text to the left and right, in points.
  public var outset: Double

  /// Makes a highlight.
  public init(_ color: PaintColor, cornerRadius: Double = 4, outset: Double = 2) {
    self.color = color
    self.cornerRadius = cornerRadius
    self.outset = outset
  }
}

/// What glyphs cast behind them.
public struct TextShadow: Hashable, Sendable {
  /// The color of the shadow.
  public var color: PaintColor
  /// Where it stands, in points from the glyphs.
  public var offset: Point
  /// How soft it is, as CSS Backgrounds 3, section 6.1, has it: twice the deviation, in points.
  public var blur: Double

  /// Makes a shadow; a hard one right below the glyphs unless told otherwise.
  public init(_ color: PaintColor, offset: Point = Point(x: 0, y: 1), blur: Double = 0) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// A line around glyphs, with round joins.
public struct TextStroke: Hashable, Sendable {
  /// The color of the line.
  public var color: PaintColor
  /// How thick the line is, in points; half of it lies outside of the glyphs.
  public var width: Double

  /// Makes a stroke.
  public init(_ color: PaintColor, width: Double) {
    self.color = color
    self.width = width
  }
}
