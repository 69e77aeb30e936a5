internal import GalleyBasics
internal import GalleyCmark
internal import GalleyTypesetting

extension Message {
  /// Creates a message from Markdown.
  ///
  /// The dialect is CommonMark 0.29 (https://spec.commonmark.org/0.29/) with the extensions common
  /// in messages:
  ///
  /// | markup | meaning |
  /// |---|---|
  /// | `**bold**` | bold |
  /// | `*italic*` `_italic_` | italic |
  /// | `__underline__` | underlined, unlike CommonMark's bold |
  /// | `~~struck~~` `~struck~` | struck through |
  /// | `\|\|spoiler\|\|` | a spoiler |
  /// | text in backticks | code; its contents are literal |
  /// | a fence of three backticks or `~~~`; four spaces | a code block, with an optional language |
  /// | `> quote` | a quotation, which ends at the first line without `>`; `> >` nests |
  /// | `**> quote`, or `\|\|` at the end of a quotation | an expandable quotation |
  /// | `[text](https://a.example)` `<https://a.example>` | a link |
  /// | `[name](tg://user?id=7)` | a mention |
  /// | `![🙂](tg://emoji?id=53)` | a custom emoji |
  /// | `![tomorrow](tg://time?unix=1647531900&format=wDT)` | a point in time |
  /// | `# Heading` | a bold line |
  /// | `- item`, `1. item` | a line with a bullet or a number, indented by two spaces per level |
  /// | a line end | a line end; a blank line is kept, except around blocks |
  ///
  /// Other images are links, and HTML is literal. There is no invalid Markdown: markup without
  /// meaning is text. Blocks nested more than 16 levels deep are text, and the control characters
  /// U+0001 to U+0003, U+0005 and U+0006 are dropped. Markup that would take too much work is
  /// literal: everything after about four thousand delimiters in one paragraph, definitions of
  /// references that would exceed 4 MB if every bracket used them, and entities after the 65,536th.
  /// Addresses, mentions and tags in the text are left to ``EntityDetector``.
  ///
  /// - Parameter text: The Markdown.
  /// - Throws: `MessageError.missingLibrary` if cmark-gfm is not installed.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  public init(markdown text: String) throws(MessageError) {
    let source = MarkdownSource(text)
    let events: [MarkdownEvent]
    do { events = try Markdown.events(of: source.bytes) } catch {
      throw .missingLibrary("cmark-gfm", reason: error.reason)
    }
    var reader = MarkdownReader(expandableLines: source.expandableLines)
    for event in events { reader.read(event) }
    self = reader.message
  }
}

/// A builder of a message from the events of a Markdown document.
private struct MarkdownReader {
  private var text = ""
  private var entities: [MessageEntity] = []
  /// The open nodes and their start offsets.
  private var open: [(event: MarkdownEvent, start: Int)] = []
  /// The next item number of each open list.
  private var numbers: [Int?] = []
  /// The last source line written so far.
  private var lastLine = 0
  /// The separator before the next output.
  private var gap = Gap.none
  /// Whether the last output is text rather than code.
  private var endsWithText = false
  private let expandableLines: Set<Int>
  private var budget = WorkBudget.message

  private enum Gap {
    /// Nothing, at the start of a block.
    case none
    /// A line end, and a blank line if the source has one.
    case lines
    /// A line end.
    case block
  }

  init(expandableLines: Set<Int>) { self.expandableLines = expandableLines }

  /// The message, with entities sorted by their start.
  var message: Message { Message(text, entities: entities.inOrder()) }

  mutating func read(_ event: MarkdownEvent) {
    switch event.kind {
    case .paragraph, .heading: event.isEnd ? endLines(event) : begin(event)
    case .thematicBreak:
      part(event)
      text += "———"
      endLines(event)
    case .codeBlock(let info, let code): addCode(event, info: info, code: code)
    case .quote: event.isEnd ? endQuote(event) : begin(event)
    case .list(let start):
      if event.isEnd { numbers.removeLast() } else { numbers.append(start) }
    case .item: if !event.isEnd { beginItem(event) }
    case .text(let string):
      text += MarkdownSource.written(string)
      endsWithText = true
    case .lineEnd: text += "\n"
    case .code(let string):
      let start = text.utf8.count
      text += MarkdownSource.written(string)
      add(.code, from: start)
      endsWithText = false
    case .other: break
    default:
      if event.isEnd { end(event) } else { open.append((event, text.utf8.count)) }
    }
  }

  /// Writes the separator before an event.
  private mutating func part(_ event: MarkdownEvent) {
    switch gap {
    case .none: break
    case .block: text += "\n"
    case .lines: text += event.lines.first > lastLine + 1 ? "\n\n" : "\n"
    }
    gap = .none
  }

  private mutating func begin(_ event: MarkdownEvent) {
    if event.kind == .quote, gap == .lines { gap = .block }
    part(event)
    open.append((event, text.utf8.count))
  }

  private mutating func endLines(_ event: MarkdownEvent) {
    if !open.isEmpty, event.kind == .heading || event.kind == .paragraph {
      let start = open.removeLast().start
      if event.kind == .heading { add(.bold, from: start) }
    }
    gap = .lines
    lastLine = event.lines.last
  }

  private mutating func addCode(_ event: MarkdownEvent, info: String, code: String) {
    if gap == .lines { gap = .block }
    part(event)
    let start = text.utf8.count
    let written = MarkdownSource.written(code)
    text += written.hasSuffix("\n") ? String(written.dropLast()) : written
    let language = MarkdownSource.written(info).split(whereSeparator: \.isWhitespace).first
    add(.pre(language: language.map(String.init)), from: start)
    endsWithText = false
    gap = .block
    lastLine = event.lines.last
  }

  private mutating func endQuote(_ event: MarkdownEvent) {
    let (begun, start) = open.removeLast()
    var isExpandable = expandableLines.contains(begun.lines.first)
    if endsWithText, text.utf8.count >= start + 2, text.hasSuffix("||") {
      text.removeLast(2)
      isExpandable = true
      for index in entities.indices.reversed() {
        let range = entities[index].range
        guard range.upperBound > text.utf8.count else { break }
        entities[index].range = min(range.lowerBound, text.utf8.count)..<text.utf8.count
      }
    }
    add(.blockquote(isExpandable: isExpandable), from: start)
    endsWithText = false
    gap = .block
    lastLine = event.lines.last
  }

  private mutating func beginItem(_ event: MarkdownEvent) {
    part(event)
    guard let number = numbers.last else { return }
    text += String(repeating: "  ", count: numbers.count - 1)
    if let number {
      text += "\(number). "
      numbers[numbers.count - 1] = number &+ 1
    } else {
      text += "• "
    }
  }

  /// Closes an inline node.
  private mutating func end(_ event: MarkdownEvent) {
    guard let start = open.popLast()?.start else { return }
    switch event.kind {
    case .bold: add(.bold, from: start)
    case .italic: add(.italic, from: start)
    case .underline: add(.underline, from: start)
    case .strikethrough: add(.strikethrough, from: start)
    case .spoiler: add(.spoiler, from: start)
    case .link(let url):
      let covered = text.utf8Slice(start..<text.utf8.count)
      add(.link(to: MarkdownSource.written(url), covering: covered), from: start)
    case .image(let url): add(.picture(at: MarkdownSource.written(url)), from: start)
    default: break
    }
  }

  private mutating func add(_ kind: MessageEntity.Kind, from start: Int) {
    guard start < text.utf8.count, budget.charge(items: 1) else { return }
    entities.append(MessageEntity(kind, in: start..<text.utf8.count))
  }
}

extension MessageEntity.Kind {
  /// Returns the kind of a link to an address, given the text that it covers.
  package static func link(to url: String, covering text: String) -> MessageEntity.Kind {
    if url == "mailto:" + text { return .email }
    if url == "tel:" + text.filter({ $0 == "+" || $0.isWholeNumber }), url != "tel:" {
      return .phoneNumber
    }
    if url == text || url == LinkAddress.url(for: text) { return .url }
    if let query = url.query(of: "tg://user?"), let user = query["id"].flatMap({ Int($0) }) {
      return .textMention(user: user)
    }
    return .textLink(url: url)
  }

  /// Returns the kind of an image at an address.
  package static func picture(at url: String) -> MessageEntity.Kind {
    if let id = url.query(of: "tg://emoji?")?["id"], !id.isEmpty { return .customEmoji(id: id) }
    if let query = url.query(of: "tg://time?"), let unix = query["unix"].flatMap({ Int($0) }) {
      return .dateTime(
        unix: unix, format: query["format"].flatMap { MessageEntity.DateTimeFormat($0) })
    }
    return .textLink(url: url)
  }
}

extension String {
  /// Returns the query fields after `prefix`, if the text begins with it.
  fileprivate func query(of prefix: String) -> [String: String]? {
    guard hasPrefix(prefix) else { return nil }
    var fields: [String: String] = [:]
    for field in dropFirst(prefix.count).split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0])] = String(parts[1]) }
    }
    return fields
  }
}
