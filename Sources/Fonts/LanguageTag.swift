/// The language, script and region of a BCP 47 tag, as far as fonts depend on them.
///
/// Likely subtags are inferred where they decide between fonts: Chinese in Taiwan, Hong Kong and
/// Macau is written in traditional characters, other Chinese in simplified ones.
///
/// - SeeAlso: [RFC 5646 §2.1](https://www.rfc-editor.org/rfc/rfc5646#section-2.1).
struct LanguageTag: Hashable, Sendable {
  /// The language, as two or three letters in lower case.
  let language: String
  /// The script, as four letters in lower case, or `nil` if unspecified.
  let script: String?
  /// The region, as two letters in lower case or three digits, or `nil` if unspecified.
  let region: String?
}

extension LanguageTag {
  /// Parses a tag, or returns `nil` if it does not begin with a language.
  init?(_ tag: String?) {
    guard let tag else { return nil }
    let subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
    guard var language = subtags.first.map(String.init), (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    var script: String?
    var region: String?
    for subtag in subtags.dropFirst() {
      if subtag.utf8.count == 1 { break }  // Extensions begin here.
      if subtag.utf8.count == 4, script == nil, region == nil { script = String(subtag) }
      if (2...3).contains(subtag.utf8.count), region == nil {
        let isRegion = subtag.utf8.count == 2 || subtag.utf8.allSatisfy { $0 < 0x3A }
        if isRegion { region = String(subtag) }
      }
    }
    if language == "cmn" { language = "zh" }
    self.init(language: language, script: script, region: region)
  }

  /// The given or likely script.
  var likelyScript: String? {
    if let script { return script }
    switch (language, region) {
    case ("zh", "tw"), ("zh", "hk"), ("zh", "mo"), ("yue", _): return "hant"
    case ("zh", _): return "hans"
    default: return nil
    }
  }

  /// Returns how closely `range`, which may omit script and region, matches this language.
  ///
  /// - Returns: The number of matching subtags of the range, or `nil` if one differs.
  func fit(_ range: LanguageTag) -> Int? {
    guard range.language == language || (range.language == "zh" && language == "yue") else {
      return nil
    }
    var subtags = 1
    if let script = range.script {
      guard script == likelyScript else { return nil }
      subtags += 1
    }
    if let region = range.region {
      // Traditional characters without a region are those of Taiwan, simplified ones those of
      // China.
      let likelyRegion = self.region ?? (language == "yue" ? "hk" : likelyScript.flatMap(Self.home))
      guard region == likelyRegion else { return nil }
      subtags += range.script == nil ? 2 : 1
    }
    return subtags
  }

  private static func home(of script: String) -> String? {
    switch script {
    case "hant": "tw"
    case "hans": "cn"
    default: nil
    }
  }
}
