internal import GalleyFontconfig
internal import GalleyHarfBuzz

/// The fonts of the system, requested one by one.
///
/// Fontconfig is slow, so each answer is cached: a family and style, and the order of all fonts by
/// style and language. No lock is held while fontconfig works.
final class SystemFonts: FontProvider {
  private struct FaceKey: Hashable {
    let path: String
    let index: Int
  }

  private struct FamilyKey: Hashable {
    let name: String
    let style: StyleRequest
    let language: LanguageTag?
  }

  private struct ChainKey: Hashable {
    let style: StyleRequest
    let language: LanguageTag?
  }

  private let typefaces = SharedCache<FaceKey, Typeface?>(limit: .max)
  private let families = SharedCache<FamilyKey, Typeface?>(limit: 4096)
  private let chains = SharedCache<ChainKey, SystemChain>(limit: 256)
  private let answers: SystemAnswers
  private let helpers: FontHelpers?

  /// Creates fonts that are requested from fontconfig or its cached answers, of which processes try
  /// those that are not trusted.
  init(answers: SystemAnswers, helpers: FontHelpers? = nil) {
    self.answers = answers
    self.helpers = helpers
  }

  func typeface(
    ofFamily name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface? {
    let key = FamilyKey(name: name, style: request.plain, language: language)
    return families.value(for: key) { typeface(for: key) }
  }

  func defaultTypeface(_ request: StyleRequest, _ language: LanguageTag?) -> Typeface? {
    typeface(ofFamily: "sans-serif", request, language)
  }

  func emojiTypeface(_ request: StyleRequest) -> Typeface? {
    // Emoji fonts have one style, and are for all languages.
    let plain = StyleRequest(FontDescription())
    let typeface = typeface(ofFamily: "emoji", plain, nil)
    return typeface.flatMap { $0.coverage.contains(0x1F600) ? $0 : nil }
  }

  /// Returns the first installed font for formulas, in order of preference.
  ///
  /// Debian's configuration of fontconfig does not list the directory of TeX's fonts.
  func mathTypeface() -> Typeface? {
    var directories = FontDirectories(ofManifest: FontDirectories.installed[0] + "/")
    let file = "opentype/public/lm-math/latinmodern-math.otf"
    if let (path, _) = directories.file(named: file), let typeface = open(path: path, index: 0),
      typeface.face.hasMathTable
    {
      return typeface
    }
    let names = ["latin modern math", "stix two math", "tex gyre termes math"]
    let request = StyleRequest(FontDescription())
    return names.lazy.compactMap { self.typeface(ofFamily: $0, request, nil) }.first {
      $0.face.hasMathTable
    }
  }

  /// Returns the language as fontconfig names it, if fontconfig or the table of scripts knows it.
  func canonicalLanguage(for language: LanguageTag?) -> LanguageTag? {
    guard let language else { return nil }
    let name = ScriptLanguages.fontconfigName(of: language)
    if let tag = LanguageTag(name), tag.language == "zh" {
      let isKnown = ["cn", "hk", "mo", "sg", "tw"].contains(tag.region)
      return isKnown ? tag : LanguageTag(language.likelyScript == "hant" ? "zh-tw" : "zh-cn")
    }
    guard Fontconfig.knowsLanguage(name) || ScriptLanguages.knows(language.language) else {
      return nil
    }
    return LanguageTag(language: language.language, script: nil, region: nil)
  }

  func fallbackLanguage(_ language: LanguageTag?, script: FontTag) -> LanguageTag? {
    ScriptLanguages.language(for: script, preferring: language)
  }

  func fallback(_ request: StyleRequest, _ language: LanguageTag?) -> any FallbackChain {
    chains.value(for: ChainKey(style: request.plain, language: language)) {
      var query = FontQuery(request, language)
      query.families = ["sans-serif"]
      return SystemChain(Fontconfig.ranking(for: query), fonts: self)
    }
  }

  /// Returns fontconfig's answer, from this process or an earlier one.
  private func typeface(for key: FamilyKey) -> Typeface? {
    let style = key.style
    let language = key.language.map(ScriptLanguages.fontconfigName) ?? ""
    let question = "\(style.weight)|\(style.width)|\(style.slant.name)|\(language)|\(key.name)"
    if let known = answers.answer(to: question),
      let typeface = open(path: known.path, index: known.index)
    {
      return typeface
    }
    answers.noteSources()
    guard let font = found(key.name, key.style, key.language), let typeface = open(font) else {
      return nil
    }
    answers.keep(SystemAnswers.Answer(path: font.path, index: font.index), to: question)
    return typeface
  }

  /// Returns the face of a family that best matches a style.
  private func found(
    _ name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> FoundFont? {
    var query = FontQuery(request, language)
    query.families = [name]
    guard let match = Fontconfig.match(query) else { return nil }
    let isGeneric = ["sans-serif", "serif", "monospace", "emoji", "system-ui"].contains(name)
    // Fontconfig always returns a font, which may be of another family.
    guard isGeneric || match.families.contains(where: { $0.lowercased() == name }) else {
      return nil
    }
    if match.isExactly(request) { return match }
    // Fontconfig ranks properties in a different order than CSS.
    guard let family = match.families.first else { return match }
    let faces = Fontconfig.faces(ofFamily: family)
    return StyleMatching.best(of: faces.map(\.style), for: request).map { faces[$0] } ?? match
  }

  /// Opens a face, or returns `nil` if that fails.
  fileprivate func open(_ font: FoundFont) -> Typeface? {
    open(path: font.path, index: font.index)
  }

  private func open(path: String, index: Int) -> Typeface? {
    typefaces.value(for: FaceKey(path: path, index: index)) {
      let source = try? FontSource(path: path, helpers: helpers)
      return source.flatMap { try? Typeface($0, index: index) }
    }
  }
}

/// All fonts of the system in the order for one style and language.
private final class SystemChain: FallbackChain {
  private let ranking: FontRanking
  private unowned let fonts: SystemFonts

  init(_ ranking: FontRanking, fonts: SystemFonts) {
    self.ranking = ranking
    self.fonts = fonts
  }

  var count: Int { ranking.count }

  func reason(at index: Int) -> FontSelection.Reason { .system }

  func mayCover(_ scalar: UInt32, at index: Int) -> Bool {
    ranking.covers(scalar, at: index)
  }

  func typeface(at index: Int) -> Typeface? {
    ranking.font(at: index).flatMap(fonts.open)
  }
}

extension FontDescription.Slant {
  /// The name of the slant in questions; Swift's own description is slow to compute.
  fileprivate var name: String {
    switch self {
    case .upright: "upright"
    case .italic: "italic"
    case .oblique(let degrees): "oblique(degrees: \(degrees))"
    }
  }
}

extension StyleRequest {
  /// The style without axis values, which depend on the typeface.
  fileprivate var plain: StyleRequest {
    var plain = self
    plain.variations = []
    plain.opticalSize = nil
    return plain
  }
}

extension FontQuery {
  fileprivate init(_ request: StyleRequest, _ language: LanguageTag?) {
    self.init()
    weight = request.weight
    width = request.width
    slant =
      switch request.slant {
      case .upright: .upright
      case .italic: .italic
      case .oblique: .oblique
      }
    self.language = language.map(ScriptLanguages.fontconfigName)
  }
}

extension FoundFont {
  fileprivate var style: FaceStyle {
    let lean: FontDescription.Slant =
      switch slant {
      case .upright: .upright
      case .italic: .italic
      case .oblique: .oblique(degrees: 14)
      }
    return FaceStyle(weight: weight, width: width, slant: FaceSlant(lean))
  }

  /// Returns whether the font has exactly the requested style.
  fileprivate func isExactly(_ request: StyleRequest) -> Bool {
    weight.contains(request.weight) && width.contains(request.width)
      && StyleMatching.slantDistance(style.slant, request.slant).turn == 0
  }
}
