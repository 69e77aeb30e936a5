/// How the lines of a paragraph stand: what holds for it and not for its neighbors.
public struct ParagraphStyle: Hashable, Sendable {
  /// Where the lines stand, or `nil` for what the options of the layout say.
  public var alignment: TextAlignment?
  /// How far the first line is moved from where the lines begin, in points, beside `indent`.
  public var firstLineIndent: Double
  /// How far lines are moved in from where they begin, in points.
  public var indent: Double
  /// How far lines end before the measure does, in points.
  public var endIndent: Double
  /// The room above the paragraph, in points; none above the first.
  public var spacingBefore: Double
  /// The room below the paragraph, in points; none below the last.
  public var spacingAfter: Double
  /// The tab stops, from the start of the line on; behind the last, tabs go by `LayoutOptions.tabWidth`.
  public var tabStops: [TabStop]

  /// Makes a style; plain unless told otherwise.
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

/// A place in a line that a tab leads to.
public struct TabStop: Hashable, Sendable {
  /// What of the text behind the tab is at the stop.
  public enum Alignment: UInt8, Hashable, Sendable {
    /// Where it begins.
    case start
    /// Its middle.
    case center
    /// Where it ends.
    case end
    /// The decimal separator of its first number, or where it ends if there is none.
    case decimal
  }

  /// The distance from where the line begins, in points.
  public var position: Double
  /// What of the text behind the tab is there.
  public var alignment: Alignment

  /// Makes a tab stop.
  public init(_ position: Double, _ alignment: Alignment = .start) {
    self.position = position
    self.alignment = alignment
  }
}

/// The rules by which places are found where lines may end.
public struct LineBreakRules: Hashable, Sendable {
  /// The rules for text that says nothing else.
  public enum Convention: UInt8, Hashable, Sendable {
    /// Those of Unicode: UAX #14.
    case unicode
    /// Those of CSS as Chromium has them.
    ///
    /// Between two ASCII characters a table decides that keeps addresses, paths and numbers together:
    /// a line does not end behind a slash, but may end before an opening bracket, behind a question
    /// mark, and at a hyphen. Behind spaces a line may always end. Everywhere else it is UAX #14.
    case css
  }

  /// Where lines may end within words, as CSS Text 3, section 5.2, has it.
  public enum WordBreak: UInt8, Hashable, Sendable {
    /// As is usual in the language.
    case normal
    /// Between any two letters.
    case breakAll
    /// Not between letters, of Chinese, Japanese and Korean neither.
    case keepAll
  }

  /// The rules for text that says nothing else.
  public var convention: Convention
  /// Whether words may be parted with a hyphen, if their language is known.
  ///
  /// It takes patterns of the language, which Debian's packages `hyphen-*` have; without them words
  /// stay whole. Words of code, of addresses and such with digits are not parted, and neither are those
  /// with U+00AD, whose author knew better.
  public var hyphenates: Bool
  /// Where lines may end within words.
  public var wordBreak: WordBreak

  /// Makes rules; those of UAX #14 unless told otherwise.
  public init(
    hyphenates: Bool = false, wordBreak: WordBreak = .normal, convention: Convention = .unicode
  ) {
    self.hyphenates = hyphenates
    self.wordBreak = wordBreak
    self.convention = convention
  }
}
