internal import GalleyHarfBuzz

/// Which language to ask the system's fonts for, given a script.
enum ScriptLanguages {
  /// The language to go by in the order of fonts for text in `script`.
  ///
  /// It is the text's own language where that writes the script. An English message with an Arabic
  /// name in it is better served by fonts for Arabic than by those for English that happen to have a
  /// few Arabic letters.
  ///
  /// - Parameters:
  ///   - script: The script of the text.
  ///   - language: The language of the text, if it is known.
  /// - Returns: The language, or `nil` if neither is known.
  static func language(for script: Tag, preferring language: LanguageTag?) -> LanguageTag? {
    guard let entry = languages[script.rawValue] else { return language }
    if let language, entry.contains(language.language) { return language }
    // Chinese characters alone do not tell Chinese from Japanese.
    if script == "Hani" { return nil }
    return entry.first.flatMap(LanguageTag.init)
  }

  /// Whether a language is among those that write a script.
  static func knows(_ language: String) -> Bool {
    languages.values.contains { $0.contains(language) }
  }

  /// What fontconfig calls a language.
  static func fontconfigName(of language: LanguageTag) -> String {
    guard language.language == "zh" || language.language == "yue" else { return language.language }
    let isTraditional = language.likelyScript == "hant"
    let region = language.region ?? (isTraditional ? "tw" : "cn")
    return language.language == "yue" ? "zh-hk" : "zh-" + region
  }

  /// The languages that write a script: first the one to take when the text's own does not.
  private static let languages: [UInt32: [String]] = {
    let table: [(Tag, String)] = [
      ("Arab", "ar fa ur ps sd ug ku ckb ks pa az kk ky uz ms"), ("Armn", "hy"),
      ("Beng", "bn as mni"), ("Bopo", "zh"), ("Cher", "chr"), ("Copt", "cop"),
      ("Cyrl", "ru uk be bg sr mk kk ky tg mn tt ba cv ce os ab sah az uz"),
      ("Deva", "hi mr ne sa mai bho kok brx doi sd ks"), ("Ethi", "am ti gez tig"),
      ("Geor", "ka xmf"), ("Grek", "el grc"), ("Gujr", "gu kfr"), ("Guru", "pa"),
      ("Hang", "ko"), ("Hani", "zh ja ko yue"), ("Hebr", "he yi lad"), ("Hira", "ja"),
      ("Kana", "ja"), ("Khmr", "km"), ("Knda", "kn tcy"), ("Laoo", "lo"), ("Mlym", "ml"),
      ("Mong", "mn"), ("Mymr", "my shn ksw mnw"), ("Nkoo", "nqo"), ("Orya", "or"),
      ("Sinh", "si"), ("Syrc", "syr"), ("Taml", "ta"), ("Telu", "te"), ("Thaa", "dv"),
      ("Thai", "th"), ("Tibt", "bo dz"),
    ]
    return Dictionary(
      uniqueKeysWithValues: table.map { script, languages in
        (script.rawValue, languages.split(separator: " ").map(String.init))
      })
  }()
}
