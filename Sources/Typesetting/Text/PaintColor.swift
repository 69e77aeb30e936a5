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
    /// Inline code.
    case code
    /// The background of inline code.
    case codeChip
    /// The bar beside a quotation.
    case quoteBar
    /// The stripes on the bar of a quotation.
    case quoteStripe
    /// The second stripes on the bar of a quotation.
    case quoteSecondStripe
    /// The background of a quotation.
    case quoteFill
    /// The title of a quotation.
    case quoteTitle
    /// The bar beside a code block.
    case codeBar
    /// The background of a code block.
    case codeFill
    /// The title of a code block.
    case codeTitle
    /// The background of marked text.
    case mark
    /// The background of a pressed link.
    case linkHighlight
    /// The background of a selection.
    case selection
    /// The background of a search match.
    case searchMatch

    // The tokens of source code.
    /// A reserved word, such as `return`.
    case keyword
    /// A name of a type.
    case typeName
    /// A name of a function.
    case function
    /// A name of a variable or parameter.
    case variable
    /// A name of a property, field or key.
    case property
    /// A named value, such as `true`.
    case constant
    /// A string or character literal.
    case string
    /// A number.
    case number
    /// A comment.
    case comment
    /// An operator.
    case `operator`
    /// A bracket, comma or another separator.
    case punctuation
    /// An attribute, annotation or preprocessor directive.
    case attribute
    /// A tag of a markup language.
    case tag
    /// An escape sequence or an interpolation in a string.
    case escape
    /// A heading of a markup language.
    case heading
    /// A line that a diff adds.
    case inserted
    /// A line that a diff removes.
    case deleted
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
