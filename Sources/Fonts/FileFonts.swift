internal import GalleyHarfBuzz

/// The faces of font files, before the fonts of another provider.
final class FileFonts: FontProvider {
  /// The faces of each family, in the order of the files.
  private let families: [[Typeface]]
  private let rest: any FontProvider

  /// Creates fonts of the faces of files, in order of preference.
  init(_ typefaces: [Typeface], before rest: any FontProvider) {
    var families: [[Typeface]] = []
    for typeface in typefaces {
      if let place = families.firstIndex(where: { $0[0].family == typeface.family }) {
        families[place].append(typeface)
      } else {
        families.append([typeface])
      }
    }
    self.families = families
    self.rest = rest
  }

  func typeface(
    ofFamily name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface? {
    families.first { $0[0].family.lowercased() == name }.flatMap { Self.best(of: $0, for: request) }
      ?? rest.typeface(ofFamily: name, request, language)
  }

  func defaultTypeface(_ request: StyleRequest, _ language: LanguageTag?) -> Typeface? {
    families.first { !$0[0].isEmojiFont }.flatMap { Self.best(of: $0, for: request) }
      ?? rest.defaultTypeface(request, language)
  }

  func emojiTypeface(_ request: StyleRequest) -> Typeface? {
    families.first { $0[0].isEmojiFont }.flatMap { Self.best(of: $0, for: request) }
      ?? rest.emojiTypeface(request)
  }

  func mathTypeface() -> Typeface? {
    families.joined().first { $0.face.hasMathTable } ?? rest.mathTypeface()
  }

  func canonicalLanguage(for language: LanguageTag?) -> LanguageTag? {
    rest.canonicalLanguage(for: language)
  }

  func fallbackLanguage(_ language: LanguageTag?, script: FontTag) -> LanguageTag? {
    rest.fallbackLanguage(language, script: script)
  }

  func fallback(_ request: StyleRequest, _ language: LanguageTag?) -> any FallbackChain {
    FileChain(
      typefaces: families.compactMap { Self.best(of: $0, for: request) },
      rest: rest.fallback(request, language))
  }

  /// Returns the face of a family that best matches a style.
  private static func best(of family: [Typeface], for request: StyleRequest) -> Typeface? {
    StyleMatching.best(of: family.map(\.faceStyle), for: request).map { family[$0] }
  }
}

/// A face of each family of files, before the fallback fonts of another provider.
private struct FileChain: FallbackChain {
  let typefaces: [Typeface]
  let rest: any FallbackChain

  var count: Int { typefaces.count + rest.count }

  func reason(at index: Int) -> FontSelection.Reason {
    index < typefaces.count ? .file : rest.reason(at: index - typefaces.count)
  }

  func mayCover(_ scalar: UInt32, at index: Int) -> Bool {
    index < typefaces.count
      ? typefaces[index].coverage.contains(scalar)
      : rest.mayCover(scalar, at: index - typefaces.count)
  }

  func typeface(at index: Int) -> Typeface? {
    index < typefaces.count ? typefaces[index] : rest.typeface(at: index - typefaces.count)
  }
}
