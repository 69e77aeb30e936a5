public import GalleyGeometry

/// A color as text asks for it: one color, or the part that it plays.
///
/// What plays a part gets its color from a ``Palette`` when it is painted, so that a message changes
/// from light to dark without being laid out again.
public enum PaintColor: Hashable, Sendable {
  /// Always the same color.
  case fixed(Color)
  /// What the palette has for a role.
  case role(ColorRole)

  /// Opaque black, whatever the palette.
  public static let black = PaintColor.fixed(.black)
  /// Opaque white, whatever the palette.
  public static let white = PaintColor.fixed(.white)
}

/// A part that a color plays in messages.
public enum ColorRole: UInt8, CaseIterable, Hashable, Sendable {
  /// Plain text.
  case text
  /// Text that steps back: the time, a note, the dust over spoilers.
  case secondaryText
  /// What leads somewhere.
  case link
  /// Code within a line, and what is behind it.
  case code, codeChip
  /// A quotation's bar, its stripes, what is behind it, and its title.
  case quoteBar, quoteStripe, quoteSecondStripe, quoteFill, quoteTitle
  /// A block of code's bar, what is behind it, and its title.
  case codeBar, codeFill, codeTitle
  /// What is behind marked text, a link that is pressed, a selection, a match of a search.
  case mark, linkHighlight, selection, searchMatch

  // What programs are made of.
  case keyword, typeName, function, variable, property, constant, string, number, comment
  case `operator`, punctuation, attribute, tag, escape, heading, inserted, deleted
}

/// The color of every role: what makes a theme light or dark.
public struct Palette: Hashable, Sendable {
  private var colors: [Color]
  /// The correction of text for the luminance of its color; dark themes have it.
  public var contrast = TextContrast.none

  /// Makes a palette.
  ///
  /// - Parameters:
  ///   - text: The color of plain text, and of every role that has no other.
  ///   - colors: The colors of roles.
  public init(text: Color = .black, _ colors: [ColorRole: Color] = [:]) {
    self.colors = ColorRole.allCases.map { colors[$0] ?? ($0.isFill ? .clear : text) }
    self.colors[Int(ColorRole.text.rawValue)] = colors[.text] ?? text
  }

  /// The color of a role.
  public subscript(role: ColorRole) -> Color {
    get { colors[Int(role.rawValue)] }
    set { colors[Int(role.rawValue)] = newValue }
  }

  /// The color that is asked for.
  public func color(_ color: PaintColor) -> Color {
    switch color {
    case .fixed(let color): color
    case .role(let role): self[role]
    }
  }

  /// Black text, and nothing behind anything.
  public static let plain = Palette()
}

/// A correction of the coverage of glyphs for the luminance of their color.
///
/// Pixels that a glyph covers in part are mixed of the colors of text and ground as numbers, which
/// are not proportional to light: light text on a dark ground looks thinner than dark text on a
/// light one.
public enum TextContrast: Hashable, Sendable {
  /// Coverage is opacity.
  case none
  /// The lighter the text, the more opaque are pixels that it covers in part.
  case luminance
}

extension ColorRole {
  /// Whether the color stands behind something.
  fileprivate var isFill: Bool {
    switch self {
    case .codeChip, .quoteFill, .codeFill, .mark, .linkHighlight, .selection, .searchMatch: true
    default: false
    }
  }
}
