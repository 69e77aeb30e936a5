internal import GalleyBudgets
internal import GalleyCmark
internal import GalleyTypesetting

extension Message {
  /// Reads a message from Markdown.
  ///
  /// The dialect is CommonMark 0.29 (https://spec.commonmark.org/0.29/) with what people write in
  /// messages:
  ///
  /// | written | meaning |
  /// |---|---|
  /// | `**bold**` | bold |
  /// | `*italic*` `_italic_` | italic |
  /// | `__underline__` | underlined, where CommonMark has bold |
  /// | `~~struck~~` `~struck~` | struck through |
  /// | `\|\|spoiler\|\|` | a spoiler |
  /// | `` `code` `` | code; what is in it stands as it is |
  /// | ```` ```swift ````, `~~~`, four spaces | a block of code, in a language if one is named |
  /// | `> quote` | a quotation, which ends with the first line without `>`; `> >` nests |
  /// | `**> quote`, or `\|\|` at the end of a quotation | an expandable quotation |
  /// | `[text](https://a.example)` `<https://a.example>` | a link |
  /// | `[name](tg://user?id=7)` | a mention |
  /// | `![🙂](tg://emoji?id=53)` | a custom emoji |
  /// | `![tomorrow](tg://time?unix=1647531900&format=wDT)` | a point in time |
  /// | `# Heading` | a bold line |
  /// | `- item`, `1. item` | a line with a bullet or a number, indented by two spaces a level |
  /// | a line end | a line end; a blank line stays one, but around blocks |
  ///
  /// Other pictures are links, and HTML stands as it is written. Nothing is wrong Markdown: what has
  /// no meaning is text. Blocks nested more than 16 levels deep are text, and the control characters
  /// U+0001 to U+0003, U+0005 and U+0006 are left out. What would be too much work is text as it is
  /// written: what is behind some four thousand delimiters in one paragraph, definitions of references
  /// that would come to more than 4 MB if every bracket used them, and entities after the 65,536th.
  /// Addresses, mentions and tags in the text are for ``EntityDetector`` to find.
  ///
  /// - Parameter text: The Markdown.
  /// - Throws: `MessageError.missingLibrary`, if cmark-gfm is not installed.
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

/// Makes a message of the parts of a Markdown document.
private struct MarkdownReader {
  private var text = ""
  private var entities: [MessageEntity] = []
  /// The parts that have begun, and where.
  private var open: [(event: MarkdownEvent, start: Int)] = []
  /// The numbers of the items to come, for each list that is open.
  private var numbers: [Int?] = []
  /// The last line of what has been written.
  private var lastLine = 0
  /// How what is written next is parted from what has been written.
  private var gap = Gap.none
  /// Whether what was written last is text, and no code.
  private var endsWithText = false
  private let expandableLines: Set<Int>
  private var budget = WorkBudget.message

  private enum Gap {
    /// Not at all: it is the first in its block.
    case none
    /// With a line end, and a blank line if there was one.
    case lines
    /// With a line end.
    case block
  }

  init(expandableLines: Set<Int>) {
    self.expandableLines = expandableLines
  }

  /// The message that has been read; entities by where they begin.
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

  /// Parts what comes from what has been written.
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

  /// Ends a part of a line.
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
  /// What a link to an address is, when it covers some text.
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

  /// What a picture at an address is.
  static func picture(at url: String) -> MessageEntity.Kind {
    if let id = url.query(of: "tg://emoji?")?["id"], !id.isEmpty { return .customEmoji(id: id) }
    if let query = url.query(of: "tg://time?"), let unix = query["unix"].flatMap({ Int($0) }) {
      return .dateTime(unix: unix, format: query["format"].flatMap { DateTimeFormat($0) })
    }
    return .textLink(url: url)
  }
}

extension String {
  /// The fields behind `prefix`, if the text begins with that.
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
