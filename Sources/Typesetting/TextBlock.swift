/// A part of a text that stands apart: a quotation, or a block of code.
///
/// A block begins and ends with a line of its own, whether or not the text has line ends there. One
/// line end directly behind a block belongs to it, and makes no empty line.
public struct TextBlock: Hashable, Sendable {
  /// What a block holds.
  public enum Kind: Hashable, Sendable {
    /// Somebody's words.
    case quote
    /// A program, in a language if it is known; its lines go from left to right.
    case code(language: String?)
  }

  /// The bytes of the block.
  public var range: Range<Int>
  /// What the block holds.
  public var kind: Kind
  /// What stands above the text, such as the name of a programming language.
  public var title: String?
  /// Whether the block shows only its first lines until it is expanded.
  public var isCollapsible: Bool
  /// The colors of the block.
  public var paint: BlockPaint

  /// Makes a block.
  public init(
    _ kind: Kind, in range: Range<Int>, title: String? = nil, isCollapsible: Bool = false,
    paint: BlockPaint? = nil
  ) {
    self.kind = kind
    self.range = range
    self.title = title
    self.isCollapsible = isCollapsible
    self.paint = paint ?? (kind == .quote ? .quote : .code)
  }
}

/// The colors of a block: of the bar at its side, behind the text, and of the title.
///
/// A bar with stripes has two or three colors. In the monochrome form they are one color at three
/// strengths, for a ground on which the others would not be seen.
public struct BlockPaint: Hashable, Sendable {
  /// The color of the bar, the icon and the arrow.
  public var bar: PaintColor
  /// The color of the bar's stripes, if it has any.
  public var stripe: PaintColor?
  /// The color of every second stripe, if those differ.
  public var secondStripe: PaintColor?
  /// Whether stripes are of the bar's own color, at other strengths.
  public var isMonochrome: Bool
  /// The color behind the block.
  public var fill: PaintColor
  /// The color of the title.
  public var title: PaintColor

  /// Makes colors.
  public init(
    bar: PaintColor, stripe: PaintColor? = nil, secondStripe: PaintColor? = nil,
    isMonochrome: Bool = false, fill: PaintColor, title: PaintColor
  ) {
    self.bar = bar
    self.stripe = stripe
    self.secondStripe = secondStripe
    self.isMonochrome = isMonochrome
    self.fill = fill
    self.title = title
  }

  /// The palette's colors for quotations, with one color.
  public static let quote = BlockPaint(
    bar: .role(.quoteBar), fill: .role(.quoteFill), title: .role(.quoteTitle))
  /// The palette's colors for code.
  public static let code = BlockPaint(
    bar: .role(.codeBar), fill: .role(.codeFill), title: .role(.codeTitle))
}
