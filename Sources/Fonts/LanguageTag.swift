/// A language as far as fonts differ by it: of BCP 47's subtags, language, script and region.
///
/// What is likely is filled in where it decides between fonts: Chinese of Taiwan, Hong Kong and
/// Macau is written in traditional characters, other Chinese in simplified ones.
///
/// - SeeAlso: [RFC 5646 §2.1](https://www.rfc-editor.org/rfc/rfc5646#section-2.1).
struct LanguageTag: Hashable, Sendable {
  /// Two or three letters in lower case.
  let language: String
  /// Four letters in lower case; `nil` if it is left open.
  let script: String?
  /// Two letters in lower case, or three digits; `nil` if it is left open.
  let region: String?

  init(language: String, script: String?, region: String?) {
    self.language = language
    self.script = script
    self.region = region
  }

  /// Takes a tag apart; `nil` if it does not begin with a language.
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
    self.language = language
    self.script = script
    self.region = region
  }

  /// The script, as given or as is likely.
  var likelyScript: String? {
    if let script { return script }
    switch (language, region) {
    case ("zh", "tw"), ("zh", "hk"), ("zh", "mo"), ("yue", _): return "hant"
    case ("zh", _): return "hans"
    default: return nil
    }
  }

  /// How closely `range`, which may leave script and region open, fits this language.
  ///
  /// - Returns: How many subtags of the range fit; `nil` if one does not.
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
      // Traditional characters without a region are those of Taiwan, simplified those of China.
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
