internal import GalleyHarfBuzz

/// A source of a collection's fonts.
///
/// A provider returns the same result for the same request, regardless of threads and of the order
/// of requests. It may be slow, because callers cache the results.
protocol FontProvider: Sendable {
  /// Returns the face of a family that best matches a style, or `nil` if there is no such family.
  ///
  /// The name is in lower case, and may be generic. The language may decide between families of the
  /// same name.
  func typeface(
    ofFamily name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface?

  /// Returns the face used when no family is requested, or `nil` if there are no fonts.
  func defaultTypeface(_ request: StyleRequest, _ language: LanguageTag?) -> Typeface?

  /// Returns the emoji font, or `nil` if there is none.
  func emojiTypeface(_ request: StyleRequest) -> Typeface?

  /// Returns the font for formulas, which has a `MATH` table, or `nil` if there is none.
  func mathTypeface() -> Typeface?

  /// The digest of everything that determines which fonts text gets, or `nil` if it is not known.
  func fingerprint() -> String?

  /// Returns the face with a number, or `nil` if there is none.
  ///
  /// The numbers of providers with the same fingerprint denote the same faces.
  func typeface(ofFace number: Int) -> Typeface?

  /// Returns the number of a face, or `nil` if it is none of the provider's.
  func faceNumber(of typeface: Typeface) -> Int?

  /// Returns the representative of all languages that the provider treats like this one.
  ///
  /// Text may be in any language that a stranger makes up, but representatives are few.
  func canonicalLanguage(for language: LanguageTag?) -> LanguageTag?

  /// Returns the language that determines the fallback order: that of the text or, if it is not
  /// written in the script, another one.
  func fallbackLanguage(_ language: LanguageTag?, script: FontTag) -> LanguageTag?

  /// Returns the fonts to search for characters missing from the requested families.
  func fallback(_ request: StyleRequest, _ language: LanguageTag?) -> any FallbackChain
}

extension FontProvider {
  func fingerprint() -> String? { nil }

  func typeface(ofFace number: Int) -> Typeface? { nil }

  func faceNumber(of typeface: Typeface) -> Int? { nil }
}

/// A list of fallback fonts, searched in order.
protocol FallbackChain: Sendable {
  /// The number of fonts.
  var count: Int { get }
  /// Returns the reason for choosing the font at `index`.
  func reason(at index: Int) -> FontSelection.Reason
  /// Returns whether the font at `index` may support `scalar`; if `false`, it need not be opened.
  func mayCover(_ scalar: UInt32, at index: Int) -> Bool
  /// Returns the font at `index`, or `nil` if it cannot be opened.
  func typeface(at index: Int) -> Typeface?
}
