/// The constructs of a text that are still open at its end.
struct InlineScan {
  /// The construct at the end of a text whose kind or end is not known.
  enum Ending: Hashable {
    case none
    /// A mark that is not shown, from an offset on.
    case held(Int)
    /// A tag that is not shown before it is complete.
    case tag(Int)
    /// A code span that begins with a run of backticks.
    case code(Range<Int>)
    /// A formula that begins with dollar signs.
    case formula(Range<Int>)
    /// A link whose text ends before an offset.
    case link(textEnd: Int)
    /// An image from its exclamation mark on.
    case image(Int)
  }

  /// An opening bracket.
  struct Bracket: Hashable {
    /// The place of the bracket, with the exclamation mark of an image.
    var range: Range<Int>
    /// The number of runs of delimiters before the bracket.
    var bottom: Int
    var isImage: Bool
    /// Whether a link may begin here; links do not nest.
    var isActive = true
    /// The number of tags that are open before the bracket.
    var tags: Int
  }

  /// An opening HTML tag.
  struct Tag: Hashable {
    var name: String
    /// The number of runs of delimiters before the tag.
    var bottom: Int
    var range: Range<Int>
  }

  /// The greatest length of a tag that is held, in bytes.
  static let longestTag = 256
  /// The greatest length of the name of a character reference that is held, in bytes.
  static let longestReference = 32
  /// The greatest number of styles that are closed at the end of the text.
  static let mostClosed = 16
  /// The greatest length of the text of a link that is not closed, in bytes.
  static let longestLinkText = 256
  /// The greatest length of the label of a footnote that is held, in bytes.
  static let longestFootnote = 64
  /// The greatest length of a formula that is not display, in bytes.
  static let longestFormula = 1024
  /// The names of tags that are closed at the end of the text.
  static let styleTags: Set<String> = [
    "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "code", "mark", "sub", "sup", "a",
    "tg-spoiler", "tg-math", "tg-reference", "tg-time", "tg-emoji", "tg-button",
  ]

  let text: [UInt8]
  /// Whether marks at the very end are text.
  let isExpired: Bool
  private(set) var delimiters = DelimiterStack()
  private(set) var brackets: [Bracket] = []
  private(set) var tags: [Tag] = []
  /// The places of complete links, code spans, formulas and tags.
  private(set) var spans: [Range<Int>] = []
  private(set) var ending = Ending.none
  /// The steps taken, the measure of time.
  private(set) var steps = 0
  private var offset = 0
  /// The offsets before which nothing closes a formula of one and of two dollar signs.
  private var formulaSearch = [0, 0]

  /// Scans a text that is part of a paragraph.
  ///
  /// - Complexity: O(*n*) for *n* bytes, apart from the delimiters of links inside of each other.
  init(_ text: [UInt8], isExpired: Bool) {
    self.text = text
    self.isExpired = isExpired
    while offset < text.count, ending == .none {
      steps += 1
      scanNext()
    }
    applyOpenBrackets()
    steps += delimiters.steps
  }

  /// Matches all delimiters, those inside of an open link apart from those before it.
  ///
  /// - Returns: The bracket that begins the open link, if there is one.
  mutating func matchDelimiters() -> Range<Int>? {
    guard let link = brackets.last, link.isActive, !link.isImage,
      text[link.range.upperBound] != UInt8(ascii: "^"),
      text.count - link.range.upperBound <= Self.longestLinkText || isInLink
    else {
      delimiters.match(from: 0)
      return nil
    }
    delimiters.match(from: link.bottom)
    delimiters.match(from: 0, to: link.bottom)
    return link.range
  }

  /// Whether the text ends inside the destination of a link.
  private var isInLink: Bool {
    if case .link = ending { true } else { false }
  }

  /// Holds an image or the label of a footnote that is not closed.
  private mutating func applyOpenBrackets() {
    let image = brackets.first {
      $0.isImage && text.count - $0.range.upperBound <= Self.longestLinkText
    }
    if let image {
      ending = .image(image.range.lowerBound)
      delimiters.removeRuns(from: image.range.lowerBound)
      tags.removeAll { $0.range.lowerBound >= image.range.lowerBound }
      brackets.removeAll { $0.range.lowerBound > image.range.lowerBound }
      return
    }
    guard ending == .none, let bracket = brackets.last,
      text[bracket.range.upperBound] == UInt8(ascii: "^"),
      text.count - bracket.range.upperBound <= Self.longestFootnote,
      !text[bracket.range.upperBound...].contains(where: HTMLTag.isSpace)
    else { return }
    ending = .held(bracket.range.lowerBound)
    delimiters.removeRuns(from: bracket.range.lowerBound)
    brackets.removeLast()
  }

  private func byte(_ offset: Int) -> UInt8? { offset < text.count ? text[offset] : nil }

  private func run(of mark: UInt8) -> Range<Int> {
    var end = offset
    while end < text.count, text[end] == mark { end += 1 }
    return offset..<end
  }

  private mutating func scanNext() {
    switch text[offset] {
    case UInt8(ascii: "\\"): scanBackslash()
    case UInt8(ascii: "`"): scanCode()
    case UInt8(ascii: "$"): scanFormula()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): scanDelimiters(exactly: nil)
    case UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "|"): scanDelimiters(exactly: 2)
    case UInt8(ascii: "!"):
      if byte(offset + 1) == UInt8(ascii: "[") {
        open(offset..<offset + 2, isImage: true)
      } else {
        hold(offset, if: offset + 1 == text.count)
        offset += 1
      }
    case UInt8(ascii: "["): open(offset..<offset + 1, isImage: false)
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "<"): scanTag()
    case UInt8(ascii: "&"): scanReference()
    default: offset += 1
    }
  }

  /// Returns a bound on the bytes looked at for a match.
  private func work(of match: StartMatch, from start: Int) -> Int {
    if case .yes(let end) = match { return end - start }
    return min(text.count - start, match == .no ? Self.longestTag : .max)
  }

  /// Holds the text from an offset on.
  private mutating func hold(_ start: Int, if condition: Bool) {
    if condition { ending = .held(start) }
  }

  private mutating func scanBackslash() {
    guard let next = byte(offset + 1) else {
      hold(offset, if: true)
      return
    }
    offset += LinkParts.isPunctuation(next) ? 2 : 1
  }

  private mutating func scanCode() {
    let opening = run(of: UInt8(ascii: "`"))
    if opening.upperBound == text.count { return ending = .held(opening.lowerBound) }
    if let closing = codeEnd(opening) {
      spans.append(opening.lowerBound..<closing)
      offset = closing
    } else {
      ending = .code(opening)
    }
  }

  /// Returns the end of a code span, and moves behind its opening if there is none.
  private mutating func codeEnd(_ opening: Range<Int>) -> Int? {
    offset = opening.upperBound
    while let start = text[offset...].firstIndex(of: UInt8(ascii: "`")) {
      steps += start - offset + 1
      offset = start
      let closing = run(of: UInt8(ascii: "`"))
      offset = closing.upperBound
      if closing.count == opening.count { return closing.upperBound }
    }
    return nil
  }

  private mutating func scanFormula() {
    let opening = run(of: UInt8(ascii: "$"))
    offset = opening.upperBound
    if offset == text.count { return ending = .held(opening.lowerBound) }
    guard opening.count <= 2, !HTMLTag.isSpace(text[offset]) else { return }
    // What an earlier dollar sign searched is not searched again: the time stays linear.
    var end = max(offset, formulaSearch[opening.count - 1])
    defer { formulaSearch[opening.count - 1] = end }
    while end < text.count {
      steps += 1
      if end - offset > Self.longestFormula { return }
      if text[end] == UInt8(ascii: "\\") {
        end += 2
      } else if text[end] == UInt8(ascii: "$"), closesFormula(opening, at: end) {
        break
      } else {
        end += 1
      }
    }
    let body = FormulaBody(text[opening.upperBound..<min(end, text.count)])
    steps += min(end, text.count) - offset
    guard !body.isMoney, !body.isProse else { return }
    let close = end + opening.count
    // A digit behind it would make the dollar sign text.
    if close < text.count || close == text.count && isExpired {
      spans.append(opening.lowerBound..<close)
      offset = close
    } else if !body.beginsAsMoney, !text[offset...].contains(UInt8(ascii: "`")) {
      ending = .formula(opening)
    }
  }

  private func closesFormula(_ opening: Range<Int>, at offset: Int) -> Bool {
    guard !HTMLTag.isSpace(text[offset - 1]), offset > opening.upperBound else { return false }
    if opening.count == 2 { return byte(offset + 1) == UInt8(ascii: "$") }
    return !(0x30...0x39).contains(byte(offset + 1) ?? 0)
  }

  private mutating func scanDelimiters(exactly count: Int?) {
    let run = run(of: text[offset])
    offset = run.upperBound
    guard count == nil || run.count == count || run.upperBound == text.count && run.count == 1
    else { return }
    if run.upperBound == text.count {
      return scanLastRun(run, isWhole: run.count == count ?? run.count)
    }
    guard count == nil || run.count == count else { return }
    delimiters.push(run, in: text)
  }

  /// Scans delimiters at the very end, which are shown only if they close what is open.
  private mutating func scanLastRun(_ run: Range<Int>, isWhole: Bool) {
    var matched = delimiters
    matched.push(run, in: text)
    let bottom = brackets.last { $0.isActive || $0.isImage }?.bottom ?? 0
    guard isWhole, matched.runs.count > delimiters.runs.count else {
      return ending = .held(run.lowerBound)
    }
    matched.match(from: bottom)
    let rest = matched.runs.dropFirst(bottom)
    let isComplete = !rest.contains {
      $0.rest.upperBound == run.upperBound || $0.range.count != $0.rest.count
    }
    // Delimiters that close a part of what is open do so if nothing follows.
    guard isComplete || isExpired, matched.pairs.contains(where: { $0.upperBound > run.lowerBound })
    else { return ending = .held(run.lowerBound) }
    delimiters = matched
  }

  private mutating func open(_ range: Range<Int>, isImage: Bool) {
    offset = range.upperBound
    if offset == text.count { return ending = .held(range.lowerBound) }
    brackets.append(
      Bracket(
        range: range, bottom: delimiters.runs.count, isImage: isImage, tags: tags.count))
  }

  private mutating func closeBracket() {
    let end = offset
    offset += 1
    guard let bracket = brackets.popLast() else { return }
    guard bracket.isActive || bracket.isImage, text[bracket.range.upperBound] != UInt8(ascii: "^")
    else { return }
    let match: StartMatch
    switch byte(offset) {
    case nil: match = isExpired ? .no : .undecided
    case UInt8(ascii: "("):
      match = LinkParts.inlineLink(at: offset, in: text)
      steps += work(of: match, from: offset)
    case UInt8(ascii: "["): match = LinkParts.reference(at: offset, in: text)
    default: match = .no
    }
    switch match {
    case .no: break
    case .yes(let end):
      spans.append(bracket.range.lowerBound..<end)
      closeLink(bracket)
      offset = end
    case .undecided:
      if bracket.isImage {
        ending = .image(bracket.range.lowerBound)
        delimiters.removeRuns(from: bracket.range.lowerBound)
      } else {
        brackets.append(bracket)
        ending = .link(textEnd: end)
      }
    }
  }

  /// Ends the delimiters and tags inside of a link.
  private mutating func closeLink(_ bracket: Bracket) {
    delimiters.close(from: min(bracket.bottom, delimiters.runs.count))
    tags.removeSubrange(min(bracket.tags, tags.count)...)
    guard !bracket.isImage else { return }
    // The brackets before the last link are inactive already.
    var index = brackets.count - 1
    while index >= 0, brackets[index].isActive || brackets[index].isImage {
      brackets[index].isActive = false
      index -= 1
    }
  }

  private mutating func scanTag() {
    let start = offset
    offset += 1
    if offset == text.count { return ending = .held(start) }
    let first = text[offset]
    guard "/!?".utf8.contains(first) || (0x61...0x7A).contains(first | 0x20) else { return }
    let rest = start..<min(text.count, start + Self.longestTag + 1)
    let match = LinkParts.autolink(at: start, in: text)
    let tag = InlineTag.end(of: rest, in: text)
    steps += work(of: match, from: start) + work(of: tag, from: start)
    if case .yes(let end) = tag {
      follow(start..<end)
    } else if case .yes(let end) = match {
      spans.append(start..<end)
      offset = end
    } else if match == .undecided || tag == .undecided {
      if text.count - start <= Self.longestTag { ending = .tag(start) }
    }
  }

  /// Opens or closes a style by its tag.
  private mutating func follow(_ tag: Range<Int>) {
    offset = tag.upperBound
    spans.append(tag)
    let name = HTMLTag.name(at: tag.lowerBound + 1, of: text, to: tag.upperBound)
    let lowercase = HTMLTag.lowercase(text[name])
    guard Self.styleTags.contains(lowercase), text[tag.upperBound - 2] != UInt8(ascii: "/") else {
      return
    }
    let bottom = brackets.last?.tags ?? 0
    if name.lowerBound == tag.lowerBound + 1 {
      if tags.count == Self.mostClosed { tags.removeFirst() }
      tags.append(Tag(name: lowercase, bottom: delimiters.runs.count, range: tag))
    } else if let index = tags.lastIndex(where: { $0.name == lowercase }), index >= bottom {
      spans.append(tags[index].range.lowerBound..<tag.upperBound)
      tags.removeSubrange(index...)
    }
  }

  private mutating func scanReference() {
    var end = offset + 1
    while end < text.count, end - offset <= Self.longestReference,
      text[end] == UInt8(ascii: "#") || (0x30...0x39).contains(text[end])
        || (0x61...0x7A).contains(text[end] | 0x20)
    {
      end += 1
    }
    hold(offset, if: end == text.count)
    offset = end
  }
}
