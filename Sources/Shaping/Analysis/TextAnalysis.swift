package import GalleyHarfBuzz

/// Which way a paragraph runs.
package enum BaseDirection: UInt8, Hashable, Sendable {
  /// As the first strong character of each paragraph says, or left to right if none does.
  ///
  /// - SeeAlso: [UAX #9](https://www.unicode.org/reports/tr9/), rules P2 and P3.
  case auto
  /// From left to right.
  case leftToRight
  /// From right to left.
  case rightToLeft
}

/// A part of a text that stands apart from what is before and behind it: lines, paragraphs and shaping
/// runs begin and end with it.
package struct TextSegment: Hashable, Sendable {
  /// The UTF-8 offset where the segment ends; it begins where the one before it ended.
  package var end: Int32
  /// Which way the paragraphs of the segment run.
  package var direction: BaseDirection
  /// Whether the segment is no prose: its words are never parted with a hyphen.
  package var isVerbatim: Bool

  /// Makes a segment.
  package init(end: Int32, direction: BaseDirection, isVerbatim: Bool = false) {
    self.end = end
    self.direction = direction
    self.isVerbatim = isVerbatim
  }
}

/// What is known of a text before its fonts: paragraphs, levels, scripts, break opportunities.
///
/// Each of the lists of runs covers the whole text in logical order: a run begins where the one
/// before it ends, the first at 0, and none is empty. All offsets are of UTF-8. An empty text has
/// no runs.
package struct TextAnalysis: Sendable {
  /// A paragraph of UAX #9: text up to a separator, which belongs to it, or to a segment's end.
  package struct Paragraph: Hashable, Sendable {
    /// Where the paragraph ends, after its separator.
    package var end: Int32
    /// Where its separator begins, CR LF being one; the same as `end` if there is none.
    package var contentEnd: Int32
    /// Its embedding level: 0 if it runs left to right, 1 if right to left.
    package var level: UInt8
  }

  /// Text of one embedding level, within one paragraph.
  package struct LevelRun: Hashable, Sendable {
    /// Where the run ends.
    package var end: Int32
    /// Its embedding level; odd runs from right to left.
    package var level: UInt8
  }

  /// Text of one script.
  package struct ScriptRun: Hashable, Sendable {
    /// Where the run ends.
    package var end: Int32
    /// Its script by ISO 15924; `Zyyy` only if nothing in the whole text has a script of its own.
    package var script: Tag
  }

  /// A place where a line may end.
  package struct Opportunity: Hashable, Sendable {
    /// Where the next line would begin.
    package var offset: Int32
    /// Whether the line must end.
    package var isMandatory: Bool
    /// Whether the line gets a hyphen if it ends.
    package var isHyphen = false

    /// A place within a word, where a line that ends gets a hyphen.
    static func hyphen(at offset: Int32) -> Opportunity {
      Opportunity(offset: offset, isMandatory: false, isHyphen: true)
    }
  }

  /// The paragraphs.
  ///
  /// A separator at the end of the text ends the last of them; it does not begin an empty one.
  package internal(set) var paragraphs: [Paragraph] = []

  /// The runs of equal embedding level; none at all if the whole text has level 0.
  ///
  /// White space at the end of a paragraph, and before tabs, already has the paragraph's level,
  /// which is rule L1 for its last line. A character that UAX #9 takes out (rule X9) has the level
  /// of the one before it.
  package internal(set) var levelRuns: [LevelRun] = []

  /// The runs of equal script.
  package internal(set) var scriptRuns: [ScriptRun] = []

  /// Where lines may and must end, in order.
  ///
  /// There is none at 0; there is one at the end of the text only if a mandatory break is there.
  /// As UAX #14 has it, an opportunity may stand inside a grapheme: between a space and a mark.
  package internal(set) var opportunities: [Opportunity] = []

  /// Whether every scalar is a grapheme of its own (but for CR LF), and all is simple and level 0.
  ///
  /// Such a text has letters of Latin, Greek, Cyrillic, Armenian or Georgian, digits, punctuation,
  /// symbols and spaces, line ends and tabs: no marks, no emoji, no other controls, nothing
  /// invisible, nothing from right to left.
  package internal(set) var isPlain = true

  /// Makes the analysis of an empty text.
  package init() {}

  /// Forgets the opportunities, keeping their memory.
  mutating func removeOpportunities() {
    opportunities.removeAll(keepingCapacity: true)
  }

  /// Becomes the analysis of an empty text, keeping its memory.
  mutating func removeAll() {
    paragraphs.removeAll(keepingCapacity: true)
    levelRuns.removeAll(keepingCapacity: true)
    scriptRuns.removeAll(keepingCapacity: true)
    opportunities.removeAll(keepingCapacity: true)
    isPlain = true
  }
}
