extension AttributedText {
  /// The rules for comparing text in a search.
  ///
  /// Canonically equivalent texts always match. Invisible characters, such as soft hyphens, joiners
  /// and variation selectors, are ignored.
  public struct SearchOptions: Hashable, Sendable {
    /// Whether case is ignored, according to Unicode case folding.
    public var ignoresCase: Bool
    /// Whether diacritics are ignored.
    ///
    /// Vowel signs of Indic scripts and voicing marks of kana are significant.
    public var ignoresDiacritics: Bool

    /// Creates options; by default case is ignored and diacritics are not.
    public init(ignoresCase: Bool = true, ignoresDiacritics: Bool = false) {
      self.ignoresCase = ignoresCase
      self.ignoresDiacritics = ignoresDiacritics
    }
  }
}
