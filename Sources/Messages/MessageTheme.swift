public import GalleyTypesetting
internal import GalleyFonts

/// How the parts of a message look.
///
/// Colors are roles unless told otherwise, so that a palette makes the message light or dark when it
/// is painted.
public struct MessageTheme: Hashable, Sendable {
  /// The style of plain text; everything else differs from it.
  public var text: TextStyle
  /// The color of links, mentions, tags and whatever else leads somewhere.
  public var linkColor: PaintColor
  /// Whether what leads somewhere has a line under it: for where its color is that of the text.
  public var underlinesLinks: Bool
  /// The families for code, in order of preference.
  public var codeFamilies: [String]
  /// The size of code, as a part of the size of the text around it.
  public var codeScale: Double
  /// The color of code within a line, or `nil` for that of the text.
  public var codeColor: PaintColor?
  /// What is behind code within a line, if anything is.
  public var codeHighlight: TextHighlight?
  /// The size of text in quotations and blocks of code, as a part of the size of plain text.
  ///
  /// Sizes that differ from plain text's are whole points, as Telegram has them; ``telegramBlockScale``
  /// is its factor.
  public var blockScale: Double
  /// The colors of quotations.
  public var quotePaint: BlockPaint
  /// The colors of blocks of code.
  public var codePaint: BlockPaint
  /// Whether the name of a block's programming language stands above it.
  public var namesLanguages: Bool
  /// The side of a custom emoji, as a part of the size of the text.
  public var emojiScale: Double
  /// The rules by which places are found where lines may end.
  public var lineBreakRules: LineBreakRules

  /// What makes 14 points of 17.
  public static let telegramBlockScale = 14.0 / 17

  /// Makes a theme that differs from `text` only where it must.
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
    codeHighlight = TextHighlight(.role(.codeChip))
    blockScale = 1
    quotePaint = .quote
    codePaint = .code
    namesLanguages = true
    emojiScale = 24.0 / 17
    lineBreakRules = LineBreakRules()
  }

  /// The size of text in a block, if that of plain text is `size`, in points.
  func blockSize(_ size: Double) -> Double {
    blockScale == 1 ? size : (size * blockScale).rounded()
  }
}
