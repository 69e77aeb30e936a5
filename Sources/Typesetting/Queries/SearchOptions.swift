/// What counts as the same when text is searched for.
///
/// Texts that are canonically equivalent always count as the same, and what is not seen does not
/// count: soft hyphens, joiners, selectors.
public struct SearchOptions: Hashable, Sendable {
  /// Whether letters count as the same whatever their case, as Unicode folds it.
  public var ignoresCase: Bool
  /// Whether letters count as the same whatever the marks above, below and in them.
  ///
  /// Signs for vowels of Indic scripts and the voicing marks of kana are no such marks.
  public var ignoresDiacritics: Bool

  /// Makes options; case is ignored and diacritics are not, unless told otherwise.
  public init(ignoresCase: Bool = true, ignoresDiacritics: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
