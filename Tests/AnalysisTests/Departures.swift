/// The lines of the Unicode 15.0 test files with expected failures, by rule.
///
/// A listed line that passes fails its test, like an unlisted line that fails.
enum Departures {
  /// The lines of WordBreakTest.txt.
  ///
  /// CLDR excludes the colon from MidLetter, so that it ends a word.
  static let words = [
    1_253, 1_254, 1_267, 1_268, 1_283, 1_284, 1_285, 1_286, 1_287, 1_288, 1_289, 1_290, 1_291,
    1_292, 1_712,
  ]

  /// The lines of LineBreakTest.txt.
  static let lines = (hyphensAtStart + decimalPoints).sorted()

  /// ICU keeps a hyphen that begins a line with the letter after it (LB20.09 of its rules).
  private static let hyphensAtStart = [2_265, 2_267, 2_421, 2_423, 2_425, 2_427, 2_429, 2_431]

  /// ICU keeps a full stop or comma with a following digit in any context, as LB25 in the text of
  /// the standard does; the file matches complete numbers only.
  private static let decimalPoints = [
    2_873, 2_875, 7_477, 7_576, 7_577, 7_578, 7_579, 7_580, 7_581, 7_583, 7_584, 7_585, 7_586,
    7_587,
  ]

  /// The lines of BidiTest.txt: none.
  static let bidiClasses: [Int] = []

  /// The lines of BidiCharacterTest.txt, all in paragraphs resolved by ICU.
  static let bidiCharacters = isolatesInOverrides + bracketsInOverrides + marksOnBrackets + [120]

  /// ICU gives isolates next to embeddings the level of the embedding instead of the surrounding
  /// text (X5a to X6a).
  private static let isolatesInOverrides = [59, 60, 61, 62]

  /// ICU pairs brackets across the end of an embedding or override (BD16, X6).
  private static let bracketsInOverrides = Array(65...80)

  /// ICU does not apply the direction of a bracket to all marks after it (N0).
  private static let marksOnBrackets = Array(83...88) + [102, 108, 113]

  // Line 120 has 64 nested brackets: ICU tracks more than the 63 that BD16 allows.
}
