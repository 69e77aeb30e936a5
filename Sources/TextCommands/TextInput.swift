import ArgumentParser
import GalleyJSON
import GalleyMessages
import GalleySystem

/// The arguments that select the input text.
struct TextInput: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The text, a text file, or - for standard input.",
      discussion: """
        An argument that names an existing file is read as a file; any other is the text itself. \
        Without an argument, standard input is read.
        """,
      valueName: "text|file|-"),
    completion: .file())
  var source: String?

  @Flag(name: .customLong("text"), help: "Treat the argument as text, even if it names a file.")
  var isText = false

  @Flag(
    name: .customLong("message"),
    help: ArgumentHelp(
      "Read the input as a JSON message.",
      discussion: """
        A message is an object with "text"; "entities" (as in Telegram's Bot API), "width", \
        "size", "lang", "dir" and "maxLines" are optional.
        """))
  var isMessage = false

  @Flag(
    name: .customLong("markdown"),
    help: "Read the input as Markdown, with ||spoiler||, __underline__ and ~~strikethrough~~.")
  var isMarkdown = false

  @Flag(
    name: .customLong("markdown-v2"), help: "Read the input as MarkdownV2 of Telegram's Bot API.")
  var isMarkdownV2 = false

  @Flag(
    name: .customLong("legacy-markdown"),
    help: "Read the input as the legacy Markdown of Telegram's Bot API.")
  var isLegacyMarkdown = false

  @Flag(
    name: .customLong("html"),
    help: "Read the input as HTML, with the tags of Telegram's Bot API.")
  var isHTML = false

  @Flag(
    name: .customLong("rich"),
    help: ArgumentHelp(
      "Read the input as a rich message, with headings, lists, tables and other blocks.",
      discussion: """
        The file is JSON, as in Telegram's Bot API, or the Bot API's Rich Markdown or Rich HTML: \
        a name in .json, .md or .html tells which, and --rich-format otherwise.
        """))
  var isRich = false

  @Option(
    name: .customLong("rich-format"),
    help: ArgumentHelp(
      "With --rich: the format of the input, json, markdown or html, if its name does not tell.",
      valueName: "format"),
    completion: .cases(of: RichFormat.self), transform: Bounded.choice)
  var richFormat: RichFormat?

  @Flag(
    name: .customLong("jsonl"),
    help: ArgumentHelp(
      "Read one JSON message per line of the file.",
      discussion: """
        A message has the format of --message, or that of --rich if it has "blocks", with an \
        optional "id".
        """))
  var isJSONLines = false

  func validate() throws {
    if isText, isJSONLines { throw ValidationError("--text and --jsonl exclude each other.") }
    let formats = [
      isMessage, isMarkdown, isMarkdownV2, isLegacyMarkdown, isHTML, isRich, isJSONLines,
    ]
    if formats.count(where: { $0 }) > 1 {
      throw ValidationError(
        "--message, --markdown, --markdown-v2, --legacy-markdown, --html, --rich and --jsonl "
          + "exclude each other.")
    }
    if isText, source == nil { throw ValidationError("--text requires a text.") }
    if richFormat != nil, !isRich {
      throw ValidationError("--rich-format requires --rich.")
    }
  }

  /// Returns the input as a message.
  func message() throws -> Message {
    let text = try text()
    do throws(MessageError) {
      if isMessage { return try Message(json: Array(text.utf8)) }
      if var message = try markup(text) {
        // No markup can express mentions or tags; their detection is left to the receiver.
        message.detectEntities()
        return message
      }
    } catch .invalidMarkdown(let byte, let reason) {
      let line = text.utf8.prefix(byte).count { $0 == 0x0A } + 1
      throw Failure("\(place):\(line): \(MessageError.invalidMarkdown(byte: byte, reason: reason))")
    } catch .invalidHTML(let line, let reason) {
      throw Failure("\(place):\(line): \(reason)")
    } catch .invalidJSON(let mistake) {
      let line = text.utf8.prefix(mistake.offset).count { $0 == 0x0A } + 1
      throw Failure("\(place):\(line): \(mistake)")
    } catch {
      throw Failure("\(place): \(error)")
    }
    return Message(text)
  }

  /// Returns the message that a text in markup describes; `nil` for other formats.
  private func markup(_ text: String) throws(MessageError) -> Message? {
    if isMarkdown { return try Message(markdown: text) }
    if isMarkdownV2 { return try Message(markdownV2: text) }
    if isLegacyMarkdown { return try Message(legacyMarkdown: text) }
    return isHTML ? try Message(html: text) : nil
  }

  /// The prefix of error messages about the text.
  var place: String {
    guard let source, source != "-" || isText else { return "standard input" }
    return isText || (try? FileStatus(path: source)) == nil ? "the message" : source
  }

  /// Returns the text, without the line ending at the end of a file.
  func text() throws -> String {
    let text = try anyText()
    guard !text.isEmpty else {
      throw Failure("the text is empty")
    }
    return text
  }

  private func anyText() throws -> String {
    guard let source, source != "-" || isText else {
      return try decoded(named: "standard input") { () throws(FileError) in
        try FileSystem.standardInput()
      }
    }
    if isText { return source }
    guard let status = try? FileStatus(path: source) else {
      let firstLetter = source.first { !$0.isWhitespace }
      if isMessage, firstLetter != "{" {
        throw Failure("\(source): neither a file nor a JSON message")
      }
      noteMissing(source)
      return source
    }
    guard status.kind != .directory else {
      throw Failure("\(source): is a directory; use --text to treat it as text")
    }
    return try decoded(named: source) { () throws(FileError) in
      try FileSystem.bytes(of: source)
    }
  }

  /// Returns the lines of the file.
  func lines() throws -> LineReader { try Self.lines(of: source) }

  /// Returns the lines of a file, or those of standard input for `nil` or `-`.
  static func lines(of source: String?) throws -> LineReader {
    guard let source, source != "-" else { return LineReader() }
    do {
      let status = try FileStatus(path: source)
      guard status.kind != .directory else {
        throw Failure("\(source): is a directory; expected a file with one JSON message per line")
      }
      return try LineReader(path: source)
    } catch let error as FileError {
      throw Failure(error)
    }
  }

  private func decoded(
    named path: String, _ read: () throws(FileError) -> [UInt8]
  ) throws -> String {
    var bytes: [UInt8]
    do { bytes = try read() } catch { throw Failure(error) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      let line = bytes[..<error.byteOffsets.lowerBound].count { $0 == 0x0A } + 1
      throw Failure("\(path):\(line): not valid UTF-8; convert it first, for example with iconv")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Warns if the text looks like the name of a missing file.
  private func noteMissing(_ source: String) {
    let looksLikeFile =
      !source.contains(" ")
      && [".txt", ".md", ".json", ".jsonl"].contains { source.hasSuffix($0) }
    if looksLikeFile {
      StandardStreams.warn(
        "galley: note: no file \(source); treating it as text (--text suppresses this note)")
    }
  }
}
