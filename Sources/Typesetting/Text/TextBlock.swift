/// A block-level part of a text: a quotation or a block of code.
///
/// A block begins and ends at line boundaries, even without line ends in the text. One line end
/// directly after a block belongs to it and makes no empty line.
public struct TextBlock: Hashable, Sendable {
  /// The kind of a block.
  public enum Kind: Hashable, Sendable {
    /// A quotation.
    case quote
    /// Code, with its programming language if known; its lines are left-to-right.
    case code(language: String?)
  }

  /// The byte range of the block.
  public var range: Range<Int>
  /// The kind of the block.
  public var kind: Kind
  /// The title above the text, such as the name of a programming language.
  public var title: Title?
  /// Whether the block shows only its first lines until it is expanded.
  public var isCollapsible: Bool
  /// The colors of the block.
  public var paint: Paint

  /// Creates a block.
  public init(
    _ kind: Kind, in range: Range<Int>, title: Title? = nil, isCollapsible: Bool = false,
    paint: Paint? = nil
  ) {
    self.kind = kind
    self.range = range
    self.title = title
    self.isCollapsible = isCollapsible
    self.paint = paint ?? (kind == .quote ? .quote : .code)
  }
}

extension TextBlock {
  /// The title of a block: one line above its text, truncated before the block's icon.
  ///
  /// A title is no part of the text: it can be neither selected nor copied, and does not count as
  /// a line.
  public enum Title: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Words in the text's own font, smaller and bold, in the title color of the block's paint.
    case plain(String)
    /// The first line of a text with styles and attachments of its own.
    ///
    /// Its links, blocks and paragraph styles have no effect. If it contains spoilers, their
    /// characters are masked and the whole title takes the text's base style.
    indirect case styled(AttributedText)

    /// Creates a plain title.
    public init(stringLiteral words: String) { self = .plain(words) }

    /// Whether the title has no text.
    var isEmpty: Bool {
      switch self {
      case .plain(let words): words.isEmpty
      case .styled(let text): text.firstLine.length == 0
      }
    }
  }

  /// The colors of a block: its bar, its background and its title.
  ///
  /// A bar with stripes has two or three colors. The monochrome form uses one color at three
  /// opacities, for backgrounds on which the others would not be visible.
  public struct Paint: Hashable, Sendable {
    /// The color of the bar, the icon and the arrow.
    public var bar: PaintColor
    /// The color of the bar's stripes, if any.
    public var stripe: PaintColor?
    /// The color of every second stripe, if it differs.
    public var secondStripe: PaintColor?
    /// Whether the stripes have the bar's color at other opacities.
    public var isMonochrome: Bool
    /// The background color of the block.
    public var fill: PaintColor
    /// The color of the title.
    public var title: PaintColor

    /// Creates a block paint.
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

    /// The palette's colors for quotations, without stripes.
    public static let quote = Paint(
      bar: .role(.quoteBar), fill: .role(.quoteFill), title: .role(.quoteTitle))
    /// The palette's colors for code.
    public static let code = Paint(
      bar: .role(.codeBar), fill: .role(.codeFill), title: .role(.codeTitle))
  }
}
