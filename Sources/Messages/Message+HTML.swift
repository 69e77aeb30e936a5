internal import GalleyTypesetting
internal import GalleyXML

extension Message {
  /// Reads a message from HTML, as the Bot API has it.
  ///
  /// | written | meaning |
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
  /// Elements may be in each other in any way; white space and line ends stand as they are. A link
  /// whose address is its text is a `url`, `email` or `phone_number`. All of HTML's named and
  /// numbered characters are known, and a `&` that begins none stands for itself, as does a `<` that
  /// begins no tag. Comments are left out. Addresses, mentions and tags in the text are for
  /// ``EntityDetector`` to find.
  ///
  /// - Parameter text: The HTML.
  /// - Throws: `MessageError.invalidHTML`, with the line and what is wrong there: another tag, a tag
  ///   that is not closed or closes nothing, an attribute that is missing or wrong, a character that
  ///   HTML cannot have, or elements nested more than 64 levels deep;
  ///   `MessageError.missingLibrary`, if libxml2 is not installed.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  public init(html text: String) throws(MessageError) {
    var reader = HTMLReader()
    let line: Int
    do {
      // In an element of its own, white space before the first tag is not lost; and what is open
      // when the last tag comes was not closed.
      line = try HTML.read(Array("<\(HTMLReader.root)>\(text)<\(HTMLReader.end)>".utf8)) {
        reader.read($0)
      }
    } catch {
      throw .missingLibrary("libxml2", reason: error.reason)
    }
    if let problem = reader.problem { throw .invalidHTML(line: line, reason: problem) }
    self.init(reader.text, entities: reader.entities.inOrder())
  }
}

/// Makes a message of the parts of an HTML document.
private struct HTMLReader {
  /// The element that all others are in.
  static let root = "galley-message"
  /// The element that stands behind all others.
  static let end = "galley-end"
  private static let deepest = 64

  private(set) var text = ""
  private(set) var entities: [MessageEntity] = []
  /// What is wrong, once something is.
  private(set) var problem: String?
  /// The elements that have begun; `kind` is `nil` for those that are no entity of their own.
  private var open: [(name: String, kind: MessageEntity.Kind?, start: Int)] = []
  private var state = State.before

  private enum State {
    case before, inside, after
  }

  /// Takes in a part of the document, and says whether all is well.
  mutating func read(_ event: HTML.Event) -> Bool {
    switch event {
    case .start(Self.root, _) where state == .before: state = .inside
    case .start where state == .before, .end where state == .before:
      break
    case .start(Self.end, _) where state == .inside:
      if let name = open.last?.name { return fail("<\(name)> is not closed") }
      state = .after
    case .end(Self.root) where state == .inside: return fail("</\(Self.root)> closes nothing")
    case .end(Self.end), .end(Self.root), .end("html"), .end("body"): break
    case .error(let code, let message): return check(code, message)
    case .comment: break
    case _ where state == .after: return fail("<\(Self.end)> is not supported")
    case .start(let name, let attributes): return begin(name, attributes)
    case .end(let name): finish(name)
    case .text(let piece): text += piece
    }
    return problem == nil
  }

  private mutating func fail(_ reason: String) -> Bool {
    problem = problem ?? reason
    return false
  }

  /// Passes over what is no mistake in messages.
  private mutating func check(_ code: Int, _ message: String) -> Bool {
    // A tag that is not HTML's; a `&` that begins no name; a name without `;`.
    if [801, 68, 23].contains(code) { return true }
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return fail(words.isEmpty ? "libxml2's error \(code)" : words)
  }

  private mutating func begin(_ name: String, _ attributes: [String: String?]) -> Bool {
    guard open.count < Self.deepest else {
      return fail("elements are nested more than \(Self.deepest) levels deep")
    }
    if name == "br" { text += "\n" }
    if name == "code", let last = open.indices.last, open[last].name == "pre",
      open[last].start == text.utf8.count, let language = attributes.language
    {
      open[last].kind = .pre(language: language)
      open.append((name, nil, text.utf8.count))
      return true
    }
    do {
      open.append((name, try kind(of: name, attributes), text.utf8.count))
      return true
    } catch {
      return fail(error.reason)
    }
  }

  private mutating func finish(_ name: String) {
    guard let element = open.popLast() else { return }
    let end = text.utf8.count
    guard var kind = element.kind, element.start < end else { return }
    if case .textLink(let url) = kind {
      kind = .link(to: url, covering: text.utf8Slice(element.start..<end))
    }
    entities.append(MessageEntity(kind, in: element.start..<end))
  }

  private struct Problem: Error {
    let reason: String
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
    case "blockquote":
      return .blockquote(isExpandable: attributes["expandable"] != nil)
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
      throw Problem(reason: "\"unix\" of <tg-time> must be a whole number")
    }
    guard case let letters?? = attributes["format"], !letters.isEmpty else {
      return .dateTime(unix: unix, format: nil)
    }
    guard let format = DateTimeFormat(letters) else {
      throw Problem(
        reason: "\"format\" of <tg-time> must be r, or w, d or D, t or T in this order")
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
  /// The language that a class names.
  fileprivate var language: String? {
    guard case let name?? = self["class"], name.hasPrefix("language-") else { return nil }
    return String(name.dropFirst("language-".count))
  }
}
