internal import GalleyBasics
internal import GalleyTypesetting

extension Message {
  /// Creates a message from HTML in the Bot API's dialect.
  ///
  /// | element | meaning |
  /// |---|---|
  /// | `<b>` `<strong>` | bold |
  /// | `<i>` `<em>` | italic |
  /// | `<u>` `<ins>` | underlined |
  /// | `<s>` `<strike>` `<del>` | struck through |
  /// | `<tg-spoiler>` `<span class="tg-spoiler">` | a spoiler |
  /// | `<a href="https://a.example">` | a link |
  /// | `<a href="tg://user?id=7">` | a mention |
  /// | `<tg-emoji emoji-id="53">🙂</tg-emoji>` | a custom emoji |
  /// | `<tg-time unix="1647531900" format="wDT">` | a point in time |
  /// | `<code>` | code |
  /// | `<pre>` `<pre><code class="language-swift">` | a block of code |
  /// | `<blockquote>` `<blockquote expandable>` | a quotation |
  /// | `<br>` | a line end |
  ///
  /// Elements may be nested in any way; white space and line ends are preserved. A link whose
  /// address is its text becomes a `url`, `email` or `phone_number`. All named and numeric
  /// character references of HTML are supported; a `&` that does not begin one is literal, as is a
  /// `<` that does not begin a tag. Comments are skipped, and so are entities after the 65,536th,
  /// whose text is kept. Addresses, mentions and tags in the text are left to ``EntityDetector``.
  ///
  /// - Parameter text: The HTML.
  /// - Throws: `MessageError.invalidHTML`, with the line and the reason: an unknown tag, a tag that
  ///   is not closed or closes nothing, a missing or invalid attribute, a character that HTML does
  ///   not allow, or elements nested more than 64 levels deep.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  public init(html text: String) throws(MessageError) {
    var scanner = HTMLScanner(text)
    var reader = HTMLReader()
    do throws(HTMLScanner.Problem) {
      while let token = try scanner.next() { try reader.read(token) }
      try reader.finish()
    } catch {
      throw .invalidHTML(line: scanner.line, reason: error.reason)
    }
    self.init(reader.text, entities: reader.entities.inOrder())
  }
}

/// A builder of a message from the tokens of an HTML document.
private struct HTMLReader {
  typealias Problem = HTMLScanner.Problem

  private(set) var text = ""
  private(set) var entities: [MessageEntity] = []
  /// The open elements; `kind` is `nil` for those without an entity of their own.
  private var open: [(name: String, kind: MessageEntity.Kind?, start: Int)] = []
  private var budget = WorkBudget.message

  /// Processes a token of the document.
  mutating func read(_ token: HTMLScanner.Token) throws(Problem) {
    switch token {
    case .text(let piece): text += piece
    case .start(let name, let attributes, let isClosed):
      try begin(name, attributes)
      if isClosed || name == "br" { close() }
    case .end(let name):
      guard let last = open.last, last.name == name else {
        guard let last = open.last, open.contains(where: { $0.name == name }) else {
          throw Problem(reason: "</\(name.prefix(24))> has no opening tag")
        }
        throw Problem(reason: "<\(last.name)> is not closed before </\(name)>")
      }
      close()
    }
  }

  /// Checks that all elements are closed.
  func finish() throws(Problem) {
    if let name = open.last?.name { throw Problem(reason: "<\(name)> is not closed") }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String?]) throws(Problem) {
    guard open.count < Limits.Messages.htmlDepth else {
      throw Problem(reason: "nesting is deeper than \(Limits.Messages.htmlDepth) levels")
    }
    if name == "br" { text += "\n" }
    if name == "code", let last = open.indices.last, open[last].name == "pre",
      open[last].start == text.utf8.count, let language = attributes.language
    {
      open[last].kind = .pre(language: language)
      open.append((name, nil, text.utf8.count))
    } else {
      open.append((name, try kind(of: name, attributes), text.utf8.count))
    }
  }

  /// Closes the innermost element.
  private mutating func close() {
    guard let element = open.popLast() else { return }
    let end = text.utf8.count
    guard var kind = element.kind, element.start < end, budget.charge(items: 1) else { return }
    if case .textLink(let url) = kind {
      kind = .link(to: url, covering: text.utf8Slice(element.start..<end))
    }
    entities.append(MessageEntity(kind, in: element.start..<end))
  }

  private func kind(
    of name: String, _ attributes: [String: String?]
  ) throws(Problem) -> MessageEntity.Kind? {
    switch name {
    case "b", "strong": return .bold
    case "i", "em": return .italic
    case "u", "ins": return .underline
    case "s", "strike", "del": return .strikethrough
    case "tg-spoiler": return .spoiler
    case "code": return .code
    case "pre": return .pre(language: nil)
    case "br": return nil
    case "blockquote": return .blockquote(isExpandable: attributes["expandable"] != nil)
    case "span":
      guard attributes["class"] == "tg-spoiler" else {
        throw Problem(reason: "<span> must have class=\"tg-spoiler\"")
      }
      return .spoiler
    case "a": return .textLink(url: try value("href", in: attributes, of: name))
    case "tg-emoji": return .customEmoji(id: try value("emoji-id", in: attributes, of: name))
    case "tg-time": return try dateTime(attributes)
    default: throw Problem(reason: "<\(name.prefix(24))> is not supported")
    }
  }

  private func dateTime(_ attributes: [String: String?]) throws(Problem) -> MessageEntity.Kind {
    let unix = try value("unix", in: attributes, of: "tg-time")
    guard let unix = Int(unix) else {
      throw Problem(reason: "\"unix\" of <tg-time> must be an integer")
    }
    guard case let letters?? = attributes["format"], !letters.isEmpty else {
      return .dateTime(unix: unix, format: nil)
    }
    guard let format = MessageEntity.DateTimeFormat(letters) else {
      throw Problem(
        reason: "\"format\" of <tg-time> must be r, or any of w, d or D, t or T, in this order")
    }
    return .dateTime(unix: unix, format: format)
  }

  private func value(
    _ attribute: String, in attributes: [String: String?], of name: String
  ) throws(Problem) -> String {
    guard case let value?? = attributes[attribute] else {
      throw Problem(reason: "<\(name)> must have \"\(attribute)\"")
    }
    return value
  }
}

extension [String: String?] {
  /// The language named by a class.
  fileprivate var language: String? {
    guard case let name?? = self["class"], name.hasPrefix("language-") else { return nil }
    return String(name.dropFirst("language-".count))
  }
}
