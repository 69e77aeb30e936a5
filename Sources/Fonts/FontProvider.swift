internal import GalleyHarfBuzz

/// Where a collection's fonts come from.
///
/// A provider answers the same to the same question, on every thread and in any order of questions.
/// It may take its time: what asks it remembers the answers.
protocol FontProvider: Sendable {
  /// The face of a family that comes nearest to a style; `nil` if there is no such family.
  ///
  /// The name is in lower case, and may be a generic one. The language may decide between namesakes.
  func typeface(
    ofFamily name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface?

  /// The face to use when no family is asked for; `nil` if there are no fonts.
  func defaultTypeface(_ request: StyleRequest, _ language: LanguageTag?) -> Typeface?

  /// The font for emoji; `nil` if there is none.
  func emojiTypeface(_ request: StyleRequest) -> Typeface?

  /// The language that stands for all that the provider treats as it treats this one.
  ///
  /// Text may be in any language that a stranger makes up; languages that stand for others are few.
  func representative(of language: LanguageTag?) -> LanguageTag?

  /// What decides about the order of fallback besides the style: the language of the text, or
  /// another one where that does not write the script.
  func fallbackLanguage(_ language: LanguageTag?, script: Tag) -> LanguageTag?

  /// The fonts to go through for what the asked for families do not have.
  func fallback(_ request: StyleRequest, _ language: LanguageTag?) -> any FallbackChain
}

/// The fonts that are asked, one after the other, for what the families of a style do not have.
protocol FallbackChain: Sendable {
  /// The number of fonts.
  var count: Int { get }
  /// What to say of why the font at `index` was taken.
  func reason(at index: Int) -> FontSelection.Reason
  /// Whether the font at `index` may have `scalar`; `false` spares opening it.
  func mayCover(_ scalar: UInt32, at index: Int) -> Bool
  /// The font at `index`; `nil` if it cannot be opened.
  func typeface(at index: Int) -> Typeface?
}
