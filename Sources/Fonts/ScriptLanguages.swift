internal import GalleyHarfBuzz

/// Determines the language for which system fonts are requested, given a script.
enum ScriptLanguages {
  /// Returns the language that determines the font order for text in `script`, or `nil` if none is
  /// known.
  ///
  /// It is the text's own language if that is written in the script. An Arabic name in an English
  /// message is better served by fonts for Arabic than by those for English that have a few Arabic
  /// letters.
  static func language(for script: FontTag, preferring language: LanguageTag?) -> LanguageTag? {
    guard let entry = languages[script.rawValue] else { return language }
    if let language, entry.contains(language.language) { return language }
    // Chinese characters alone do not distinguish Chinese from Japanese.
    if script == "Hani" { return nil }
    return entry.first.flatMap(LanguageTag.init)
  }

  /// Returns whether a language is in the table of scripts.
  static func knows(_ language: String) -> Bool {
    languages.values.contains { $0.contains(language) }
  }

  /// Returns fontconfig's name of a language.
  static func fontconfigName(of language: LanguageTag) -> String {
    guard language.language == "zh" || language.language == "yue" else { return language.language }
    let isTraditional = language.likelyScript == "hant"
    let region = language.region ?? (isTraditional ? "tw" : "cn")
    return language.language == "yue" ? "zh-hk" : "zh-" + region
  }

  /// The languages written in each script; the first one is the default.
  private static let languages: [UInt32: [String]] = {
    let table: [(FontTag, String)] = [
      ("Arab", "ar fa ur ps sd ug ku ckb ks pa az kk ky uz ms"), ("Armn", "hy"),
      ("Beng", "bn as mni"), ("Bopo", "zh"), ("Cher", "chr"), ("Copt", "cop"),
      ("Cyrl", "ru uk be bg sr mk kk ky tg mn tt ba cv ce os ab sah az uz"),
      ("Deva", "hi mr ne sa mai bho kok brx doi sd ks"), ("Ethi", "am ti gez tig"),
      ("Geor", "ka xmf"), ("Grek", "el grc"), ("Gujr", "gu kfr"), ("Guru", "pa"), ("Hang", "ko"),
      ("Hani", "zh ja ko yue"), ("Hebr", "he yi lad"), ("Hira", "ja"), ("Kana", "ja"),
      ("Khmr", "km"), ("Knda", "kn tcy"), ("Laoo", "lo"), ("Mlym", "ml"), ("Mong", "mn"),
      ("Mymr", "my shn ksw mnw"), ("Nkoo", "nqo"), ("Orya", "or"), ("Sinh", "si"), ("Syrc", "syr"),
      ("Taml", "ta"), ("Telu", "te"), ("Thaa", "dv"), ("Thai", "th"), ("Tibt", "bo dz"),
    ]
    return Dictionary(
      uniqueKeysWithValues: table.map { script, languages in
        (script.rawValue, languages.split(separator: " ").map(String.init))
      })
  }()
}
