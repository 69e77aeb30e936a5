/// The style of a paragraph.
public struct ParagraphStyle: Hashable, Sendable {
  /// The alignment of the lines, or `nil` for that of the layout options.
  public var alignment: TextAlignment?
  /// The indent of the first line in addition to ``indent``, in points.
  public var firstLineIndent: Double
  /// The indent of all lines at the leading edge, in points.
  public var indent: Double
  /// The indent of all lines at the trailing edge, in points.
  public var endIndent: Double
  /// The space above the paragraph, in points; ignored above the first.
  public var spacingBefore: Double
  /// The space below the paragraph, in points; ignored below the last.
  public var spacingAfter: Double
  /// The tab stops, relative to the start of the line; after the last, ``LayoutOptions/tabWidth``
  /// applies.
  public var tabStops: [TabStop]

  /// Creates a style; plain by default.
  public init(
    alignment: TextAlignment? = nil, firstLineIndent: Double = 0, indent: Double = 0,
    endIndent: Double = 0, spacingBefore: Double = 0, spacingAfter: Double = 0,
    tabStops: [TabStop] = []
  ) {
    self.alignment = alignment
    self.firstLineIndent = firstLineIndent
    self.indent = indent
    self.endIndent = endIndent
    self.spacingBefore = spacingBefore
    self.spacingAfter = spacingAfter
    self.tabStops = tabStops
  }
}

extension ParagraphStyle {
  /// A tab stop of a line.
  public struct TabStop: Hashable, Sendable {
    /// The part of the text after a tab that is aligned at the stop.
    public enum Alignment: UInt8, Hashable, Sendable {
      /// The start of the text.
      case start
      /// The center of the text.
      case center
      /// The end of the text.
      case end
      /// The decimal separator of the first number, or the end of the text if there is none.
      case decimal
    }

    /// The distance from the start of the line, in points.
    public var position: Double
    /// The part of the text after the tab that is aligned at the stop.
    public var alignment: Alignment

    /// Creates a tab stop.
    public init(_ position: Double, _ alignment: Alignment = .start) {
      self.position = position
      self.alignment = alignment
    }
  }
}

extension AttributedText {
  /// The rules that determine line break opportunities.
  public struct LineBreakRules: Hashable, Sendable {
    /// The default rules for text.
    public enum Convention: UInt8, Hashable, Sendable {
      /// The Unicode rules: UAX #14.
      case unicode
      /// The rules of CSS as implemented by Chromium.
      ///
      /// Between two ASCII characters a table applies that keeps addresses, paths and numbers
      /// together: a line does not end after a slash, but may end before an opening bracket, after
      /// a question mark, and at a hyphen. A line may always end after spaces. UAX #14 applies
      /// everywhere else.
      case css
    }

    /// The rules for breaks within words, after CSS Text 3, section 5.2.
    public enum WordBreak: UInt8, Hashable, Sendable {
      /// The usual rules of the language.
      case normal
      /// Breaks between any two letters.
      case breakAll
      /// No breaks between letters, including Chinese, Japanese and Korean.
      case keepAll
    }

    /// The default rules for text.
    public var convention: Convention
    /// Whether words of a known language may be hyphenated.
    ///
    /// Hyphenation requires patterns for the language, which Debian provides in its `hyphen-*`
    /// packages. Words of code, of addresses, with digits, or with soft hyphens (U+00AD) of their
    /// own are not hyphenated.
    public var hyphenates: Bool
    /// The rules for breaks within words.
    public var wordBreak: WordBreak

    /// Creates rules; those of UAX #14 by default.
    public init(
      hyphenates: Bool = false, wordBreak: WordBreak = .normal, convention: Convention = .unicode
    ) {
      self.hyphenates = hyphenates
      self.wordBreak = wordBreak
      self.convention = convention
    }
  }
}
