/// Text in a compact form: each byte names a character of a class that text engines fail at.
///
/// The upper four bits name the class, and the lower four one of its members, so that any bytes are
/// text, and a change of a byte changes a character.
enum TextClasses {
  /// The classes with their members; the last class repeats what precedes.
  private static let classes: [[String]] = [
    ["a", "e", "n", "of", "ffi", "AV", "W", "i", "the ", "word ", "x", "É", "ß", "Z.", "y", "j"],
    [
      " ", " ", "\n", "\t", "\r\n", "\u{2028}", "\u{A0}", "\u{200B}", "\u{AD}", "-", "  ",
      "\u{2060}",
      "\u{3000}", "/", "\u{2029}", "\u{85}",
    ],
    [
      "\u{300}", "\u{301}", "\u{308}", "\u{323}", "\u{327}", "\u{35C}", "\u{361}", "\u{345}",
      "\u{338}",
      "\u{20DD}", "\u{1DC4}", "\u{302}", "\u{332}", "\u{489}", "\u{F71}", "\u{34F}",
    ],
    ["س", "لا", "م", "ع", "ا", "ه", "ي", "إله", "ﷺ", "ـ", "ک", "گ", "٣", "۴", "،", "؟"],
    [
      "\u{64E}", "\u{651}", "\u{650}", "\u{64B}", "\u{670}", "\u{653}", "\u{655}", "\u{600}",
      "\u{6DD}",
      "\u{5B0}", "\u{5BC}", "\u{5C1}", "\u{591}", "\u{5B7}", "\u{64D}", "\u{8F0}",
    ],
    ["ש", "ל", "ו", "ם", "א", "ב", "ך", "שלום ", "װ", "־", "״", "ת", "י", "ע", "צ", "ק"],
    [
      "क", "र", "\u{94D}", "\u{93F}", "\u{93E}", "\u{93C}", "\u{902}", "क्ष", "श्री", "ক", "\u{9CD}",
      "\u{9CB}", "த", "\u{BCD}", "\u{BCA}", "\u{D4D}",
    ],
    [
      "ไทย", "น้ำ", "\u{E33}", "ကျွန်", "\u{1031}", "\u{1039}", "\u{103A}", "ខ្មែរ", "\u{17D2}",
      "\u{17C1}",
      "བོད་", "\u{F90}", "ລາວ", "\u{F74}", "က", "\u{1A60}",
    ],
    ["漢", "字", "かな", "「", "」", "、", "。", "한", "ᄀ", "ᅡ", "ᆨ", "ー", "ゔ", "㍿", "〻", "\u{3099}"],
    [
      "😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "🇩", "1️⃣", "\u{FE0F}", "\u{FE0E}", "\u{1F3FB}", "❤", "\u{20E3}",
      "\u{E0067}", "\u{E007F}", "🏴", "☺️", "🫱🏿‍🫲🏻",
    ],
    [
      "\u{200D}", "\u{200C}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{FEFF}", "\u{FFFC}", "\u{FFFD}",
      "\0",
      "\u{1}", "\u{7F}", "\u{E000}", "\u{10FFFF}", "\u{180B}", "\u{E0100}", "\u{FFF9}",
    ],
    [
      "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{2069}", "\u{202A}", "\u{202B}",
      "\u{202C}",
      "\u{202C}", "\u{202D}", "\u{202E}", "\u{2067}", "\u{206A}", "\u{2069}", "\u{202C}",
      "\u{206F}",
    ],
    ["(", ")", "[", "]", "{", "}", "⟨", "⟩", "〈", "〉", "«", "»", "“", "”", "⁅", "❩"],
    ["1", "2", "12", "0", "3.5", ",", "$", "%", "+", "€", "½", "①", "x²", ":", "№", "१"],
    [
      "<", ">", "&amp;", "**", "_", "`", "||", "https://a.b/c", "@name", "#tag", "/cmd", "$TAG",
      "\\",
      "+1 202 555 0100", "a@b.example", "😀#",
    ],
  ]

  /// Returns the text of bytes, of at most `limit` bytes in UTF-8.
  static func text(_ bytes: [UInt8], limit: Int) -> String {
    var result: [UInt8] = []
    // The offset at which each of the last characters begins.
    var starts: [Int] = []
    for byte in bytes where result.count < limit {
      let (kind, member) = (Int(byte >> 4), Int(byte & 15))
      if kind < classes.count {
        starts.append(result.count)
        result += classes[kind][member].utf8
      } else {
        // Repeats up to four characters, 2 to 256 times.
        let count = min(member & 3 + 1, starts.count)
        guard count > 0 else { continue }
        let piece = Array(result[starts[starts.count - count]...])
        let times = [1, 4, 32, 255][member >> 2]
        for _ in 0..<min(times, (limit - result.count) / max(1, piece.count)) { result += piece }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Inputs with every member of each class, and with pairs of classes.
  static var seeds: [[UInt8]] {
    let rows: [[UInt8]] = (0..<UInt8(classes.count)).map { kind in
      (0..<16).map { kind << 4 | $0 }
    }
    let pairs: [[UInt8]] = zip(rows, rows.dropFirst()).map { first, second in
      zip(first, second).flatMap { [$0, $1, 0x10] } + [0xF5]
    }
    return rows + pairs
  }
}
