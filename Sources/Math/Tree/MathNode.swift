/// A list of nodes, which are set side by side.
package typealias MathList = [MathNode]

/// A node of a formula.
package struct MathNode: Sendable {
  /// The contents.
  package var content: Content
  /// The UTF-8 range of the source; for nodes from a macro, that of its call.
  package var source: Range<Int32>

  /// The contents of a node.
  package enum Content: Sendable {
    /// A character.
    case symbol(MathSymbol)
    /// A group in braces.
    case group(MathList)
    /// A nucleus with a superscript, a subscript or both.
    indirect case scripts(MathScripts)
    /// A fraction or a binomial coefficient.
    indirect case fraction(MathFraction)
    /// A root with an optional degree.
    indirect case radical(degree: MathList?, MathList)
    /// A list between delimiters of its height.
    indirect case fenced(MathFence)
    /// A delimiter of a given level: 1 for `\big` to 4 for `\Bigg`.
    case delimiter(UInt32, level: UInt8, AtomClass)
    /// A list with an accent.
    indirect case accented(MathAccent)
    /// A list with a line above or below.
    case lined(MathList, isOver: Bool)
    /// A list with other lists above and below.
    indirect case stacked(MathStack)
    /// An arrow as long as its labels.
    indirect case arrow(MathArrow)
    /// A matrix or aligned equations.
    indirect case array(MathArray)
    /// Words in the fonts of the text.
    indirect case text(MathText)
    /// The upright name of a function.
    indirect case functionName(String, LimitPlacement)
    /// A horizontal space.
    case space(MathLength)
    /// A change of the size until the end of the list.
    case size(MathSize)
    /// A change of the color until the end of the list.
    case color(FormulaColor)
    /// A list in a color.
    case colored(FormulaColor, MathList)
    /// A list in a frame or with lines across.
    indirect case marked(MathMark, MathList)
    /// A list with changed dimensions or without ink.
    indirect case adjusted(MathAdjustment, MathList)
    /// A filled rectangle.
    indirect case rule(width: MathLength, height: MathLength, raise: MathLength)
    /// A list as an atom of a class.
    indirect case classed(AtomClass, LimitPlacement, MathList)
    /// A list with a slash across.
    case negated(MathList)
    /// The source of an unknown command.
    indirect case unknown(String)
    /// A label of an equation, at its end.
    case tag(MathList)
  }
}

/// A character of a formula.
package struct MathSymbol: Hashable, Sendable {
  /// The code point, in the alphabet of the symbol.
  package var scalar: UInt32
  /// The class of the atom.
  package var atomClass: AtomClass
  /// The position of limits, for a large operator.
  package var limits = LimitPlacement.beside
  /// Whether the symbol is an operator that grows in display size.
  package var isLarge = false

  /// Creates a symbol.
  package init(
    _ scalar: UInt32, _ atomClass: AtomClass, limits: LimitPlacement = .beside,
    isLarge: Bool = false
  ) {
    self.scalar = scalar
    self.atomClass = atomClass
    self.limits = limits
    self.isLarge = isLarge
  }
}

/// A nucleus with scripts.
package struct MathScripts: Sendable {
  /// The nucleus, with at most one node.
  package var nucleus: MathList
  /// The subscript.
  package var sub: MathList?
  /// The superscript, which begins with primes if there are any.
  package var sup: MathList?
  /// The number of primes at the start of the superscript.
  package var primeCount = 0
  /// The position of the scripts.
  package var limits: LimitPlacement
}

/// A fraction, with or without a rule and delimiters.
package struct MathFraction: Sendable {
  /// The upper part.
  package var numerator: MathList
  /// The lower part.
  package var denominator: MathList
  /// The thickness of the rule, or `nil` for that of the font.
  package var rule: MathLength?
  /// The size of the fraction, or `nil` for that of its surroundings.
  package var size: MathSize?
  /// The code point of the left delimiter, or `nil` for none.
  package var left: UInt32?
  /// The code point of the right delimiter, or `nil` for none.
  package var right: UInt32?
  /// Whether the parts keep the fraction's size, as in continued fractions.
  package var isContinued = false
}

/// A list between delimiters.
package struct MathFence: Sendable {
  /// The code point of the left delimiter, or `nil` for none.
  package var left: UInt32?
  /// The parts between the delimiters.
  package var parts: [MathList]
  /// The code points of the delimiters between the parts, one fewer than those; `nil` for none.
  package var middles: [UInt32?]
  /// The code point of the right delimiter, or `nil` for none.
  package var right: UInt32?
}

/// A list with an accent.
package struct MathAccent: Sendable {
  /// The code point of the accent.
  package var scalar: UInt32
  /// Whether the accent grows with its base.
  package var isWide: Bool
  /// The list below the accent.
  package var base: MathList
}

/// A list with other lists above and below.
package struct MathStack: Sendable {
  /// The list in the middle.
  package var base: MathList
  /// The list above in script size.
  package var over: MathList?
  /// The list below in script size.
  package var under: MathList?
  /// The code point of a brace or arrow that grows with the base, or `nil` for none.
  package var brace: UInt32?
  /// Whether the brace is above the base.
  package var isBraceOver = true
  /// The class of the whole, or `nil` for that of the base.
  package var atomClass: AtomClass?
}

/// An arrow as long as its labels.
package struct MathArrow: Sendable {
  /// The code point of the arrow.
  package var scalar: UInt32
  /// The label above.
  package var over: MathList
  /// The label below.
  package var under: MathList?
}

/// Words in the fonts of the text.
package struct MathText: Hashable, Sendable {
  /// The words, with their spaces.
  package var string: String
  /// The style.
  package var style: Style

  /// The style of words.
  package struct Style: Hashable, Sendable {
    /// The family.
    package enum Family: UInt8, Hashable, Sendable { case text, sans, mono }

    /// The family.
    package var family = Family.text
    /// Whether the words are bold.
    package var isBold = false
    /// Whether the words are italic.
    package var isItalic = false
  }
}

/// A length relative to the size of the font.
package struct MathLength: Hashable, Sendable {
  /// The number of units.
  package var value: Double
  /// The unit.
  package var unit: Unit

  /// The unit of a length.
  package enum Unit: UInt8, Hashable, Sendable {
    /// The em of the current size.
    case em
    /// The em of the formula, for absolute lengths, which are converted at 10 points per em.
    case baseEm
    /// The height of the letter x.
    case ex
    /// A space of text, whatever its size.
    case mu
  }

  /// Creates a length.
  package init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }
}

/// Marks on a list.
package enum MathMark: Hashable, Sendable {
  /// A frame.
  case box
  /// A colored ground, with an optional frame.
  case ground(FormulaColor, frame: FormulaColor?)
  /// A line from the lower left to the upper right.
  case risingLine
  /// A line from the upper left to the lower right.
  case fallingLine
  /// Both lines.
  case cross
}

/// Changes of the dimensions of a list.
package enum MathAdjustment: Hashable, Sendable {
  /// Only the dimensions of the list, without its ink.
  case phantom(keepsWidth: Bool, keepsHeight: Bool)
  /// The list without its height above the baseline, its depth below, or both.
  case smash(top: Bool, bottom: Bool)
  /// The list without its width: its right edge, center or left edge is at the pen.
  case lap(Lap)
  /// The list at another height.
  case raise(MathLength)

  /// The direction in which a list without width overlaps its surroundings.
  package enum Lap: UInt8, Hashable, Sendable { case left, center, right }
}

/// A matrix, aligned equations, or a list of cases.
package struct MathArray: Sendable {
  /// The rows of cells; rows may have different lengths.
  package var rows: [[MathList]]
  /// The alignment of columns; the last one also holds for columns beyond.
  package var columns: [Column]
  /// The horizontal lines, by the index of the row below, in ascending order.
  package var lines: [Int]
  /// The additional space after each row, or an empty list for none.
  package var gaps: [MathLength?]
  /// The layout.
  package var layout: Layout
  /// The code point of the left delimiter, or `nil` for none.
  package var left: UInt32?
  /// The code point of the right delimiter, or `nil` for none.
  package var right: UInt32?
  /// The labels of rows, by index.
  package var tags: [(row: Int, label: MathList)] = []

  /// A column.
  package struct Column: Hashable, Sendable {
    /// The alignment of cells.
    package enum Alignment: UInt8, Hashable, Sendable { case left, center, right }

    /// The alignment of cells.
    package var alignment: Alignment
    /// The number of vertical lines to the left of the column.
    package var linesBefore = 0
    /// The number of vertical lines to the right of the column.
    package var linesAfter = 0
  }

  /// The layout of an array.
  package enum Layout: UInt8, Hashable, Sendable {
    /// Cells in text size, with gaps between columns.
    case matrix
    /// Cells in script size.
    case smallMatrix
    /// Cases in text size.
    case cases
    /// Cases in display size.
    case displayCases
    /// Pairs of right-aligned and left-aligned columns in display size.
    case aligned
    /// Aligned pairs without gaps between.
    case alignedAt
    /// Centered rows in display size.
    case gathered
    /// Centered rows in script size, without gaps.
    case substack
    /// Rows of a long equation: the first to the left, the last to the right.
    case multline
  }
}
