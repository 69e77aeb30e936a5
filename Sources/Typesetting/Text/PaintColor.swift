public import GalleyGeometry

/// The color of text: a fixed color, or a role.
///
/// A role is resolved with a ``Palette`` when the text is painted, so a message switches between
/// light and dark without a new layout.
public enum PaintColor: Hashable, Sendable {
  /// A fixed color.
  case fixed(Color)
  /// The palette's color for a role.
  case role(Role)

  /// Opaque black in any palette.
  public static let black = PaintColor.fixed(.black)
  /// Opaque white in any palette.
  public static let white = PaintColor.fixed(.white)
}

extension PaintColor {
  /// The role of a color in messages.
  public enum Role: UInt8, CaseIterable, Hashable, Sendable {
    /// Plain text.
    case text
    /// De-emphasized text, such as the time, a note, or the dust over spoilers.
    case secondaryText
    /// A link.
    case link
    /// Inline code, and its background.
    case code, codeChip
    /// The bar, the stripes, the background and the title of a quotation.
    case quoteBar, quoteStripe, quoteSecondStripe, quoteFill, quoteTitle
    /// The bar, the background and the title of a code block.
    case codeBar, codeFill, codeTitle
    /// The background of marked text, of a pressed link, of a selection, and of a search match.
    case mark, linkHighlight, selection, searchMatch

    // The tokens of source code.
    case keyword, typeName, function, variable, property, constant, string, number, comment
    case `operator`, punctuation, attribute, tag, escape, heading, inserted, deleted
  }
}

/// The colors of all roles, such as those of a light or dark theme.
public struct Palette: Hashable, Sendable {
  private var colors: [Color]
  /// The contrast correction of text, which dark themes use.
  public var contrast = Contrast.none

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - text: The color of plain text, and of every role without its own color.
  ///   - colors: The colors of roles.
  public init(text: Color = .black, _ colors: [PaintColor.Role: Color] = [:]) {
    self.colors = PaintColor.Role.allCases.map { colors[$0] ?? ($0.isFill ? .clear : text) }
    self.colors[Int(PaintColor.Role.text.rawValue)] = colors[.text] ?? text
  }

  /// Accesses the color of a role.
  public subscript(role: PaintColor.Role) -> Color {
    get { colors[Int(role.rawValue)] }
    set { colors[Int(role.rawValue)] = newValue }
  }

  /// Returns the color resolved with the palette.
  public func color(_ color: PaintColor) -> Color {
    switch color {
    case .fixed(let color): color
    case .role(let role): self[role]
    }
  }

  /// Black text without backgrounds.
  public static let plain = Palette()
}

extension Palette {
  /// A correction of glyph coverage for the luminance of the text color.
  ///
  /// Partially covered pixels blend the encoded values of text and background, which are not
  /// proportional to light, so light text on a dark background looks thinner than the reverse.
  public enum Contrast: Hashable, Sendable {
    /// No correction: coverage is opacity.
    case none
    /// Partially covered pixels are more opaque the lighter the text is.
    case luminance
  }
}

extension PaintColor.Role {
  /// Whether the role is a background color.
  fileprivate var isFill: Bool {
    switch self {
    case .codeChip, .quoteFill, .codeFill, .mark, .linkHighlight, .selection, .searchMatch: true
    default: false
    }
  }
}
