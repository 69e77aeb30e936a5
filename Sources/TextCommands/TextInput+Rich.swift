import ArgumentParser
import GalleyCorpus
import GalleyJSON
import GalleyRichMessages
import GalleySystem
import GalleyTypesetting

/// A format of rich messages.
enum RichFormat: String, CaseIterable {
  case json, markdown, html

  /// Creates the format that the extension of a path tells; `nil` if it tells none.
  init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "json": self = .json
    case "md", "markdown": self = .markdown
    case "html", "htm": self = .html
    default: return nil
    }
  }
}

extension TextInput {
  /// Returns the input as a rich message.
  ///
  /// - Parameters:
  ///   - direction: The direction of the message; `auto` leaves it to the message.
  ///   - isDraft: Whether the message may contain thinking blocks.
  /// - Returns: The message.
  /// - Throws: `Failure` if the file cannot be read, its format is unknown, or its content is
  ///   invalid; the error names the line or the block.
  func richMessage(direction: TextDirection, isDraft: Bool = false) throws -> RichMessage {
    try checkSource()
    let text = try text()
    let format = try format(of: text)
    let options = RichMessage.ReadingOptions(isDraft: isDraft)
    do {
      var message: RichMessage
      switch format {
      case .json: message = try RichMessage(json: text, options: options)
      case .markdown: message = try RichMessage(markdown: text, options: options)
      case .html: message = try RichMessage(html: text, options: options)
      }
      if direction != .auto { message.isRightToLeft = direction == .rightToLeft }
      return message
    } catch {
      throw Failure(description(of: error, in: text))
    }
  }

  /// Returns the input as a rich message that is read as arguments tell.
  func richMessage(_ arguments: LayoutArguments) throws -> RichMessage {
    guard arguments.parts.all.isEmpty else {
      throw ValidationError("--\(arguments.parts.all[0].name) applies only to text.")
    }
    return try richMessage(
      direction: arguments.direction?.direction ?? .auto, isDraft: arguments.rich.draft)
  }

  /// Throws if the argument names a missing file; only text in a stated format, and a JSON object,
  /// may stand in the argument itself.
  private func checkSource() throws(Failure) {
    guard let source, source != "-", !isText, (try? FileStatus(path: source)) == nil else { return }
    let isObject = source.first { !$0.isWhitespace } == "{"
    guard !isObject, richFormat == nil || RichFormat(path: source) != nil else { return }
    throw Failure("\(source): no such file")
  }

  private func format(of text: String) throws(Failure) -> RichFormat {
    if let richFormat { return richFormat }
    if let source, !isText, (try? FileStatus(path: source)) != nil,
      let format = RichFormat(path: source)
    {
      return format
    }
    guard text.first(where: { !$0.isWhitespace }) == "{" else {
      throw Failure("\(place): unknown format; add --rich-format json, markdown or html")
    }
    return .json
  }

  private func description(of error: RichMessageError, in text: String) -> String {
    switch error {
    case .invalidJSON(let mistake):
      let line = text.utf8.prefix(mistake.offset).count { $0 == 0x0A } + 1
      return "\(place):\(line): \(mistake)"
    case .invalidHTML(let line, let reason): return "\(place):\(line): \(reason)"
    case .limitExceeded(let limit, let maximum, .line(let line)):
      return "\(place):\(line): exceeds the limit of \(maximum) (\(limit.rawValue))"
    default: return "\(place): \(error)"
    }
  }
}
