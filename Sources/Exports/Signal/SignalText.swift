internal import GalleyMessages

/// The start of a message in a text that signal-export wrote: `[2019-05-29 15:04:00] Name: text`.
struct SignalHeader {
  /// The time, in seconds since 1970, on the clock of the exporting machine.
  let date: Int
  let sender: String
  /// The first line of the text.
  let rest: Substring

  /// Reads the header of a line, or returns `nil` if the line continues a message.
  init?(_ line: String) {
    let start = line.utf8.prefix(32)
    guard start.first == UInt8(ascii: "["), let end = start.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    // Older versions write a comma before the time.
    let time = line[..<end].dropFirst().filter { $0 != "," }
    guard let date = CivilTime.seconds(ofISO: time)?.seconds else { return nil }
    let words = line[end...].dropFirst()
    guard words.first == " ", let colon = words.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let behind = words[colon...].dropFirst()
    guard behind.isEmpty || behind.first == " " else {
      // A colon in the name: the first one that a blank follows ends it.
      guard let range = words.range(of: ": ") else { return nil }
      sender = String(words[..<range.lowerBound].dropFirst())
      (self.date, rest) = (date, words[range.upperBound...])
      return
    }
    sender = String(words[..<colon].dropFirst())
    (self.date, rest) = (date, behind.dropFirst())
  }
}

/// The texts of Signal's messages, with what signal-export adds to them.
struct SignalText {
  /// The folder of the conversation, relative to that of the export; empty if they are the same.
  let folder: String

  /// The words in place of a deleted message.
  static let deletion = "This message was deleted"

  /// Sets the text, the quotation, the files and the reactions of a message.
  ///
  /// The order is that of the exporter: quotation, text, reactions, sticker, files.
  func read(_ text: String, into message: inout ExportedMessage) {
    var rest = Self.trimmed(text[...])
    guard rest != "(\(Self.deletion))" else { return Self.setDeleted(&message) }
    var files: [ExportedMedia] = []
    while let (media, before) = lastFile(of: rest) {
      files.append(media)
      rest = Self.trimmed(before)
    }
    message.media = files.reversed()
    if let label = Self.takeLastLine(of: &rest, from: "(( ", to: " ))") {
      message.media.insert(Self.sticker(label), at: 0)
    }
    if let list = Self.takeLastLine(of: &rest, from: "(- ", to: " -)") {
      for reaction in list.split(separator: ", ") {
        guard let colon = reaction.utf8.lastIndex(of: UInt8(ascii: ":")) else { continue }
        message.add(reaction: String(reaction[colon...].dropFirst().drop { $0 == " " }))
      }
    }
    let body = rest.drop { $0.isNewline }
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let quoted = lines.prefix { $0.hasPrefix(">") }
    let own = lines[quoted.endIndex...].drop { $0.allSatisfy(\.isWhitespace) }
    message.text = Self.message(
      quoting: quoted.map(Self.withoutMark).joined(separator: "\n"),
      own.joined(separator: "\n"))
  }

  /// Returns a text below a quotation, either of which may be empty.
  static func message(quoting quotation: String, _ body: String) -> Message {
    var text = StyledText()
    text.append(quotation, .blockquote(isExpandable: false))
    if !body.isEmpty { text.beginLine() }
    text.append(body)
    return text.message
  }

  /// Makes a message one whose text was deleted.
  static func setDeleted(_ message: inout ExportedMessage) {
    message.text = Message(
      deletion, entities: [MessageEntity(.italic, in: 0..<deletion.utf8.count)])
  }

  /// Returns a line of a quotation without its mark.
  static func withoutMark(_ line: some StringProtocol) -> String {
    guard line.hasPrefix(">") else { return String(line) }
    return String(trimmed(Substring(line.dropFirst(line.hasPrefix("> ") ? 2 : 1))))
  }

  /// Returns a text without white space at its end.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private static func takeLastLine(
    of text: inout Substring, from start: String, to end: String
  ) -> Substring? {
    let first = text.lastIndex(where: \.isNewline).map(text.index(after:)) ?? text.startIndex
    let line = text[first...]
    guard line.hasPrefix(start), line.hasSuffix(end), line.utf8.count > start.utf8.count else {
      return nil
    }
    text = trimmed(text[..<first])
    return line.dropFirst(start.count).dropLast(end.count)
  }

  // MARK: Files

  /// Returns the file to which a Markdown link at the end of a text leads, and the text before it.
  private func lastFile(of text: Substring) -> (ExportedMedia, Substring)? {
    guard text.last == ")" else { return nil }
    let bytes = text.utf8
    var index = bytes.endIndex
    // From the end, so that all links of a text are found in linear time.
    var path: Substring?
    while index > bytes.startIndex {
      bytes.formIndex(before: &index)
      if bytes[index] == UInt8(ascii: "\n") { return nil }
      if path == nil, bytes[index] == UInt8(ascii: "]") {
        let link = text[index...].dropFirst()
        guard link.hasPrefix("(./") || link.hasPrefix("(../") else { continue }
        path = link.dropFirst().dropLast()
      } else if let path, bytes[index] == UInt8(ascii: "[") {
        let name = text[bytes.index(after: index)...].prefix { $0 != "]" }
        var before = text[..<index]
        if before.last == "!" { before.removeLast() }
        return (file(name: String(name), path: String(path)), before)
      }
    }
    return nil
  }

  /// Returns the file with a path relative to the conversation.
  func file(name: String, path: String) -> ExportedMedia {
    let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let isSticker = path.hasPrefix("../exported_stickers/")
    var media = ExportedMedia(isSticker ? .sticker : ExportedMedia.Kind(fileName: path))
    // Blanks are escaped, and nothing else.
    let decoded = path.replacing("%20", with: " ")
    if isSticker, !folder.isEmpty {
      media.setPath(String(decoded.dropFirst(3)))
    } else {
      media.setPath((folder.isEmpty ? "" : folder + "/") + decoded)
    }
    if isSticker { media.emoji = name } else { media.name = name }
    return media
  }

  /// Returns a sticker of which there is no picture.
  static func sticker(_ label: some StringProtocol) -> ExportedMedia {
    var media = ExportedMedia(.sticker)
    media.emoji = String(label)
    media.absence = .notIncluded
    return media
  }
}

extension ExportedMessage {
  /// Adds one reaction.
  mutating func add(reaction emoji: String) {
    guard !emoji.isEmpty else { return }
    if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
      reactions[index].count += 1
    } else {
      reactions.append(ExportedReaction(emoji, count: 1))
    }
  }
}
