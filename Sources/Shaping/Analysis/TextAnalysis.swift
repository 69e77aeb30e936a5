package import GalleyHarfBuzz

/// The base direction of a paragraph.
package enum BaseDirection: UInt8, Hashable, Sendable {
  /// The direction of the first strong character of each paragraph, or left-to-right if there is
  /// none.
  ///
  /// - SeeAlso: [UAX #9](https://www.unicode.org/reports/tr9/), rules P2 and P3.
  case auto
  /// Left-to-right.
  case leftToRight
  /// Right-to-left.
  case rightToLeft
}

/// An isolated part of a text: lines, paragraphs and shaping runs do not extend across its edges.
package struct TextSegment: Hashable, Sendable {
  /// The UTF-8 offset of the end of the segment, which begins at the end of the previous one.
  package var end: Int32
  /// The base direction of the segment's paragraphs.
  package var direction: BaseDirection
  /// Whether the segment is verbatim text, whose words are never hyphenated.
  package var allowsHyphenation: Bool

  /// Creates a segment.
  package init(end: Int32, direction: BaseDirection, allowsHyphenation: Bool = true) {
    self.end = end
    self.direction = direction
    self.allowsHyphenation = allowsHyphenation
  }
}

/// The analysis of a text that does not depend on fonts: paragraphs, levels, scripts and break
/// opportunities.
///
/// Each list of runs covers the whole text in logical order: the first run begins at 0, each other
/// at the end of the previous one, and none is empty. All offsets are in UTF-8. An empty text has
/// no runs.
package struct TextAnalysis: Sendable {
  /// A paragraph of UAX #9: text up to and including a separator, or up to a segment's end.
  package struct Paragraph: Hashable, Sendable {
    /// The end of the paragraph, after its separator.
    package var end: Int32
    /// The start of its separator, where CR LF is one; equal to `end` if there is none.
    package var contentEnd: Int32
    /// The embedding level: 0 if left-to-right, 1 if right-to-left.
    package var level: UInt8
  }

  /// A run of text with one embedding level, within a paragraph.
  package struct LevelRun: Hashable, Sendable {
    /// The end of the run.
    package var end: Int32
    /// The embedding level; odd levels are right-to-left.
    package var level: UInt8
  }

  /// A run of text with one script.
  package struct ScriptRun: Hashable, Sendable {
    /// The end of the run.
    package var end: Int32
    /// The ISO 15924 tag of the script; `Zyyy` only if no character of the text has a script of its
    /// own.
    package var script: FontTag
  }

  /// A line break opportunity.
  package struct Opportunity: Hashable, Sendable {
    /// The start of the next line.
    package var offset: Int32
    /// Whether the line must end.
    package var isMandatory: Bool
    /// Whether a line that ends here gets a hyphen.
    package var isHyphen = false

    /// Returns an opportunity within a word, at which a line gets a hyphen.
    static func hyphen(at offset: Int32) -> Opportunity {
      Opportunity(offset: offset, isMandatory: false, isHyphen: true)
    }
  }

  /// The paragraphs.
  ///
  /// A separator at the end of the text ends the last paragraph; it does not begin an empty one.
  package internal(set) var paragraphs: [Paragraph] = []

  /// The runs of equal embedding level; empty if the whole text has level 0.
  ///
  /// White space at the end of a paragraph, and before tabs, already has the paragraph's level, as
  /// rule L1 requires for the last line. A character removed by rule X9 has the level of the one
  /// before it.
  package internal(set) var levelRuns: [LevelRun] = []

  /// The runs of equal script.
  package internal(set) var scriptRuns: [ScriptRun] = []

  /// The break opportunities, in order.
  ///
  /// There is none at 0, and one at the end of the text only for a mandatory break. According to
  /// UAX #14, an opportunity may be inside a grapheme cluster: between a space and a mark.
  package internal(set) var opportunities: [Opportunity] = []

  /// Whether every scalar but those of CR LF is a grapheme cluster of its own, and simple at level
  /// 0.
  ///
  /// Such a text consists of letters of Latin, Greek, Cyrillic, Armenian or Georgian, digits,
  /// punctuation, symbols and spaces, line ends and tabs. It has no marks, emoji, other controls,
  /// invisible or right-to-left characters.
  package internal(set) var isPlain = true

  /// Creates the analysis of an empty text.
  package init() {}

  /// Removes the opportunities, keeping their capacity.
  mutating func removeOpportunities() {
    opportunities.removeAll(keepingCapacity: true)
  }

  /// Resets to the analysis of an empty text, keeping the capacity.
  mutating func removeAll() {
    paragraphs.removeAll(keepingCapacity: true)
    if !levelRuns.isEmpty { levelRuns.removeAll(keepingCapacity: true) }
    scriptRuns.removeAll(keepingCapacity: true)
    opportunities.removeAll(keepingCapacity: true)
    isPlain = true
  }
}
