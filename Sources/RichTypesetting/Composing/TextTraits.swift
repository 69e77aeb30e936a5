internal import GalleyFonts
internal import GalleyHarfBuzz
internal import GalleyMessages
internal import GalleyTypesetting
internal import Synchronization

/// The traits of a stretch of rich text that determine its style.
struct TextTraits: Hashable {
  /// The traits that messages without blocks have as well.
  ///
  /// Made from bits, because array literals of another module's sets are slow.
  var parts = StyleSweep.Parts(rawValue: 0)
  /// Whether the text is marked.
  var isMarked = false
  /// The feature that has the font's own subscripts or superscripts.
  var feature: FontTag?
  /// The size, relative to the surrounding text, by subscripts and superscripts.
  var scale = 1.0
  /// The upward shift from the baseline, relative to the size of the surrounding text.
  var shift = 0.0

  /// Whether the text is a subscript or superscript.
  var isScript: Bool { feature != nil || scale != 1 || shift != 0 }

  /// Returns the traits of a subscript or superscript within text of these traits.
  func script(_ form: ScriptForm) -> TextTraits {
    var traits = self
    switch form {
    case .feature(let feature): traits.feature = feature
    case .reduced(let scale, let shift):
      traits.shift += self.scale * shift
      traits.scale = max(self.scale * scale, ScriptForm.leastScale)
    }
    return traits
  }

  /// A position above or below the text.
  enum Script {
    case `subscript`, superscript
  }
}

/// A cache of the styles that a theme derives from a base style, for any thread.
///
/// Texts that share it have identical styles, whose fonts are found without comparing names.
final class RichStyles: Sendable {
  private struct State {
    var styles: MessageStyles
    var made: [TextTraits: TextStyle] = [:]
  }

  private let state: Mutex<State>

  /// Creates the styles that a theme derives from a base style.
  init(_ theme: MessageTheme, base: TextStyle) {
    state = Mutex(State(styles: MessageStyles(theme: theme, base: base)))
  }

  /// Returns the style of a stretch.
  func style(of traits: TextTraits) -> TextStyle {
    state.withLock { state in
      if let style = state.made[traits] { return style }
      var style = state.styles.style(of: traits.parts)
      if traits.isMarked {
        style.paint.highlight = TextPaint.Highlight(.role(.mark), cornerRadius: 2, outset: 1)
      }
      if let feature = traits.feature { style.features.append(FontFeature(feature)) }
      if traits.scale != 1 || traits.shift != 0 {
        style.baselineShift += traits.shift * style.font.size
        style.font.size *= traits.scale
      }
      state.made[traits] = style
      return style
    }
  }
}
