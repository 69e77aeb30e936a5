public import GalleyTypesetting
internal import GalleyFonts

/// The appearance of the parts of a message.
///
/// Colors are roles by default, so that a palette makes the message light or dark when it is
/// painted.
public struct MessageTheme: Hashable, Sendable {
  /// The style of plain text, which all other styles are derived from.
  public var text: TextStyle
  /// The color of links, mentions, tags and other entities that can be followed.
  public var linkColor: PaintColor
  /// Whether links are underlined, for themes in which they have the color of the text.
  public var underlinesLinks: Bool
  /// The font families of code, in order of preference.
  public var codeFamilies: [String]
  /// The size of code, relative to the surrounding text.
  public var codeScale: Double
  /// The color of inline code; `nil` uses that of the text.
  public var codeColor: PaintColor?
  /// The highlight behind inline code; `nil` for none.
  public var codeHighlight: TextPaint.Highlight?
  /// The size of text in quotations and code blocks, relative to plain text.
  ///
  /// Sizes other than that of plain text are rounded to whole points, as in Telegram, whose factor
  /// is ``telegramBlockScale``.
  public var blockScale: Double
  /// The colors of quotations.
  public var quotePaint: TextBlock.Paint
  /// The colors of code blocks.
  public var codePaint: TextBlock.Paint
  /// Whether a code block shows the name of its programming language.
  public var namesLanguages: Bool
  /// The side of a custom emoji, relative to the text size.
  public var emojiScale: Double
  /// The line breaking rules.
  public var lineBreakRules: AttributedText.LineBreakRules

  /// The factor from 17 to 14 points.
  public static let telegramBlockScale = 14.0 / 17

  /// Creates a theme based on `text`.
  public init(
    text: TextStyle = TextStyle(paint: TextPaint(color: .role(.text))),
    linkColor: PaintColor = .role(.link), codeFamilies: [String] = ["monospace"]
  ) {
    self.text = text
    self.linkColor = linkColor
    self.codeFamilies = codeFamilies
    underlinesLinks = false
    codeScale = 1
    codeColor = .role(.code)
    codeHighlight = TextPaint.Highlight(.role(.codeChip))
    blockScale = 1
    quotePaint = .quote
    codePaint = .code
    namesLanguages = true
    emojiScale = 24.0 / 17
    lineBreakRules = AttributedText.LineBreakRules()
  }

  /// Returns the text size of a block, given that of plain text, in points.
  func blockSize(_ size: Double) -> Double {
    blockScale == 1 ? size : (size * blockScale).rounded()
  }
}
