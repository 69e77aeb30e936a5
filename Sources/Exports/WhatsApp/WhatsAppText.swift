internal import GalleyMessages

/// The texts of WhatsApp's exports.
enum WhatsAppText {
  /// Returns whether a character only sets the direction of the text around it.
  static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200E}" || scalar == "\u{200F}" || "\u{202A}"..."\u{202E}" ~= scalar
      || scalar == "\u{FEFF}"
  }

  /// Returns a text without marks of the direction at its ends.
  static func trimmed(_ text: some StringProtocol) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isDirectionMark(first) || first == " " {
      scalars.removeFirst()
    }
    while let last = scalars.last, isDirectionMark(last) || last == " " { scalars.removeLast() }
    return String(Substring(scalars))
  }

  private static let markup = ChatMarkup(marks: [
    ChatMarkup.Mark("*", .bold), ChatMarkup.Mark("_", .italic),
    ChatMarkup.Mark("~", .strikethrough),
  ])

  private static let editMarks = [
    "<This message was edited>", "<Diese Nachricht wurde bearbeitet.>",
  ]
  private static let deletions = [
    "This message was deleted", "You deleted this message",
    "This message was deleted.", "You deleted this message.",
  ]
  /// The words for an omitted file of any kind, without angle brackets.
  private static let omissions: Set = [
    "media omitted", "medien ausgeschlossen", "multimedia omitido", "média omis",
    "médias omis", "media omessi", "mídia oculta", "arquivo de mídia oculto",
    "media weggelaten", "без медиафайлов", "medya dahil edilmedi", "تم استبعاد الوسائط",
    "pominięto multimedia", "ficheiro não revelado", "省略多媒体文件",
  ]
  private static let kinds: [(String, ExportedMedia.Kind)] = [
    ("image", .photo), ("photo", .photo), ("video note", .videoMessage), ("video", .video),
    ("gif", .animation), ("sticker", .sticker), ("audio", .voice), ("document", .document),
    ("contact card", .document),
  ]

  /// Words for end-to-end encryption, of which a conversation's first line on an iPhone has one.
  private static let encryptionWords = [
    "end-to-end", "ende-zu-ende", "de bout en bout", "de extremo a extremo", "de ponta a ponta",
    "сквозн", "наскрізн", "uçtan uca", "端到端", "エンドツーエンド", "종단간",
    "תמים בין הקצוות", "من طرف لطرف", "تمامًا بين الطرفين",
  ]

  /// Returns whether the text of a conversation's first line is the note about encryption, which an
  /// iPhone writes with the name of the conversation, and behind a mark of the direction.
  static func isEncryptionNote(_ text: Substring) -> Bool {
    guard text.unicodeScalars.first == "\u{200E}" else { return false }
    let words = text.lowercased()
    return encryptionWords.contains { words.range(of: $0) != nil }
  }

  /// Sets the text, the files and the marks of a message.
  static func read(_ text: String, into message: inout ExportedMessage) {
    var text = trimmed(text)
    for mark in editMarks where text.hasSuffix(mark) {
      text = trimmed(text.dropLast(mark.count))
      message.isEdited = true
    }
    if deletions.contains(text) {
      message.text = Message(text, entities: [MessageEntity(.italic, in: 0..<text.utf8.count)])
      return
    }
    let lineEnd = text.firstIndex(of: "\n") ?? text.endIndex
    let first = trimmed(text[..<lineEnd])
    if let media = attachment(first) {
      message.media = [media]
      text = String(text[lineEnd...].drop { $0 == "\n" })
    }
    message.text = markup.message(text)
  }

  /// Returns the file that a line names, or the file that was left out.
  private static func attachment(_ line: String) -> ExportedMedia? {
    if line.hasPrefix("<"), line.hasSuffix(">") {
      let inner = trimmed(line.dropFirst().dropLast())
      if let colon = inner.range(of: ": ") {
        let name = String(inner[colon.upperBound...])
        if inner[..<colon.lowerBound].allSatisfy({ $0.isLetter || $0 == " " }) {
          if let media = file(name) { return media }
        }
      }
      return omissions.contains(inner.lowercased()) ? missing(.photo) : nil
    }
    if line.hasSuffix(")"), let parenthesis = line.range(of: " (", options: true) {
      let name = trimmed(line[..<parenthesis.lowerBound])
      let words = line[parenthesis.upperBound...].dropLast()
      let isNote = words.contains(where: \.isLetter) && !words.contains(where: \.isNumber)
      if isNote, isNameOfPhone(name) || words == "file attached" { return file(name) }
    }
    let words = line.lowercased()
    guard words.hasSuffix(" omitted") else {
      return omissions.contains(words) ? missing(.photo) : nil
    }
    let kind = words.dropLast(" omitted".count)
    return kinds.first { $0.0 == kind }.map { missing($0.1) }
  }

  /// Returns whether a file name is one that the app gives, such as `IMG-20200131-WA0007.jpg`.
  private static func isNameOfPhone(_ name: String) -> Bool {
    name.count < 100 && name.contains("-WA") && name.contains(".") && !name.contains("/")
  }

  private static func missing(_ kind: ExportedMedia.Kind) -> ExportedMedia {
    var media = ExportedMedia(kind)
    media.absence = .notIncluded
    return media
  }

  private static func file(_ name: String) -> ExportedMedia? {
    guard let dot = name.lastIndex(of: "."), name.count <= 255 else { return nil }
    // Pictures of this type are stickers here.
    let isSticker = name[dot...].lowercased() == ".webp"
    var media = ExportedMedia(isSticker ? .sticker : ExportedMedia.Kind(fileName: name))
    media.setPath(name)
    media.name = name
    return media
  }
}

extension StringProtocol {
  /// Returns the first or the last range of a string.
  func range(of needle: String, options isLast: Bool = false) -> Range<Index>? {
    guard !needle.isEmpty else { return nil }
    let (all, part) = (Array(utf8), Array(needle.utf8))
    guard all.count >= part.count else { return nil }
    let starts = 0...all.count - part.count
    func isMatch(_ start: Int) -> Bool { all[start..<start + part.count].elementsEqual(part) }
    guard let start = isLast ? starts.last(where: isMatch) : starts.first(where: isMatch) else {
      return nil
    }
    let lower = utf8.index(startIndex, offsetBy: start)
    return lower..<utf8.index(lower, offsetBy: part.count)
  }
}
