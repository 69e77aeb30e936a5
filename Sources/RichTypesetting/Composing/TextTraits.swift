internal import GalleyFonts
internal import GalleyMessages
internal import GalleyTypesetting

/// The traits of a stretch of rich text that determine its style.
struct TextTraits: Hashable {
  /// The traits that messages without blocks have as well.
  ///
  /// Made from bits, because array literals of another module's sets are slow.
  var parts = StyleSweep.Parts(rawValue: 0)
  /// Whether the text is marked.
  var isMarked = false
  /// The size, relative to the surrounding text, by subscripts and superscripts.
  var scale = 1.0
  /// The upward shift from the baseline, relative to the size of the surrounding text.
  var shift = 0.0

  /// Returns the traits of a subscript or superscript within text of these traits.
  func script(_ script: Script) -> TextTraits {
    var traits = self
    traits.shift += scale * script.shift
    traits.scale = max(scale * script.scale, Script.leastScale)
    return traits
  }

  /// A position above or below the text.
  ///
  /// The sizes and shifts are those of Debian's Noto faces (`ySuperscriptYSize` and others of
  /// `OS/2`), which other fonts often state wrongly.
  enum Script {
    case `subscript`, superscript

    var scale: Double { 0.6 }
    var shift: Double { self == .superscript ? 0.35 : -0.1 }
    /// The least size of nested scripts.
    static let leastScale = 0.5
  }
}

/// A cache of the styles of a rich text.
struct RichStyles {
  private var styles: MessageStyles
  private var made: [TextTraits: TextStyle] = [:]

  /// Creates the styles that a theme derives from a base style.
  init(_ theme: MessageTheme, base: TextStyle) { styles = MessageStyles(theme: theme, base: base) }

  /// Returns the style of a stretch.
  mutating func style(of traits: TextTraits) -> TextStyle {
    if let style = made[traits] { return style }
    var style = styles.style(of: traits.parts)
    if traits.isMarked {
      style.paint.highlight = TextPaint.Highlight(.role(.mark), cornerRadius: 2, outset: 1)
    }
    if traits.scale != 1 || traits.shift != 0 {
      style.baselineShift += traits.shift * style.font.size
      style.font.size *= traits.scale
    }
    made[traits] = style
    return style
  }
}
