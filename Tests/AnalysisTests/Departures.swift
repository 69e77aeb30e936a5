/// Lines of the test files of Unicode 15.0 at which something else comes out, by rule.
///
/// A line that is here without need fails its test as one does that is missing.
enum Departures {
  /// Lines of WordBreakTest.txt.
  ///
  /// CLDR takes the colon for the end of a word: it leaves it out of MidLetter.
  static let words = [
    1_253, 1_254, 1_267, 1_268, 1_283, 1_284, 1_285, 1_286, 1_287, 1_288, 1_289, 1_290, 1_291,
    1_292, 1_712,
  ]

  /// Lines of LineBreakTest.txt.
  static let lines = (hyphensAtStart + decimalPoints).sorted()

  /// ICU keeps a hyphen that begins a line with the letter after it (LB20.09 of its rules).
  private static let hyphensAtStart = [2_265, 2_267, 2_421, 2_423, 2_425, 2_427, 2_429, 2_431]

  /// ICU keeps a full stop or comma with the digit after it whatever stands before, as LB25 of the
  /// standard's main text does; the file matches whole numbers only.
  private static let decimalPoints = [
    2_873, 2_875, 7_477, 7_576, 7_577, 7_578, 7_579, 7_580, 7_581, 7_583, 7_584, 7_585, 7_586,
    7_587,
  ]

  /// Lines of BidiTest.txt: none.
  static let bidiClasses: [Int] = []

  /// Lines of BidiCharacterTest.txt, all of paragraphs that ICU resolves.
  static let bidiCharacters = isolatesInOverrides + bracketsInOverrides + marksOnBrackets + [120]

  /// ICU gives isolates beside embeddings the level of those, not of the text around (X5a to X6a).
  private static let isolatesInOverrides = [59, 60, 61, 62]

  /// ICU lets brackets pair across the end of an embedding or override (BD16, X6).
  private static let bracketsInOverrides = Array(65...80)

  /// ICU does not carry the direction of a bracket on to all marks after it (N0).
  private static let marksOnBrackets = Array(83...88) + [102, 108, 113]

  // Line 120 has 64 brackets within each other: ICU remembers more than the 63 that BD16 allows.
}
