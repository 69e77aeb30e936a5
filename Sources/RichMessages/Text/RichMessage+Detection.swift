public import GalleyMessages
internal import GalleyTypesetting

extension RichMessage {
  /// Reduces the links that only detection creates to their text.
  mutating func reduceDetectedLinks() {
    var reduction = LinkReduction()
    blocks = reduction.blocks(blocks)
  }

  /// Adds links to the addresses, mentions, tags, commands and numbers in the text.
  ///
  /// Code, formulas, links and buttons are skipped. A text is searched as a whole, so that styles
  /// do not interrupt an address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func detectEntities(_ detector: EntityDetector = EntityDetector()) {
    guard blocks.contains(where: { $0.contains(text: LinkDetection.mayChange) }) else { return }
    var detection = LinkDetection(detector: detector)
    blocks = detection.blocks(blocks)
  }
}

/// The reduction of links that only detection creates to their text.
private struct LinkReduction: RichTextTransform {
  mutating func text(_ text: RichText) -> RichText { reduced(text) }

  private func reduced(_ text: RichText) -> RichText {
    guard case .link(let link, let part) = text else { return text.mapParts { reduced($0) } }
    switch link {
    case .mention, .hashtag, .cashtag, .botCommand, .bankCardNumber: return reduced(part)
    case .url, .emailAddress, .phoneNumber, .user: return .link(link, reduced(part))
    }
  }
}

/// The detection of links in texts.
private struct LinkDetection: RichTextTransform {
  /// The separator that stands for a part that is skipped.
  private static let skippedPart = "\u{FFFC}"

  let detector: EntityDetector

  /// The links found in the current text, sorted and disjoint, by UTF-8 offsets of its plain parts.
  private var found: [(link: RichText.Link, range: Range<Int>)] = []
  private var nextFound = 0
  private var offset = 0

  init(detector: EntityDetector) { self.detector = detector }

  mutating func code(_ text: RichText) -> RichText { text }

  mutating func block(_ block: RichBlock) -> RichBlock { block }

  /// Returns whether a text may contain links that are not marked.
  static func mayChange(_ text: RichText) -> Bool {
    var hint = EntityHint()
    readSearched(text) { hint.read($0) }
    return hint.isFound
  }

  mutating func text(_ text: RichText) -> RichText {
    guard Self.mayChange(text) else { return text }
    var plain = ""
    Self.readSearched(text) { plain += $0 }
    found = links(in: plain)
    guard !found.isEmpty else { return text }
    (nextFound, offset) = (0, 0)
    return linked(text)
  }

  /// Reads the plain parts of a text, with a separator for each part that is skipped.
  private static func readSearched(_ text: RichText, _ read: (String) -> Void) {
    switch text {
    case .plain(let string): read(string)
    case .sequence(let parts): for part in parts { readSearched(part, read) }
    case .styled(let style, let part) where style != .code: readSearched(part, read)
    case .reference(_, let part): readSearched(part, read)
    default: read(skippedPart)
    }
  }

  private func links(in plain: String) -> [(link: RichText.Link, range: Range<Int>)] {
    let cards = BankCardNumbers.ranges(in: plain)
    var next = 0
    var links: [(link: RichText.Link, range: Range<Int>)] = []
    for entity in detector.entities(in: plain) {
      while next < cards.count, cards[next].upperBound <= entity.range.lowerBound { next += 1 }
      if next < cards.count, cards[next].overlaps(entity.range) { continue }
      let text = plain.utf8Slice(entity.range)
      if let link = RichText.Link(detected: entity.kind, text) {
        links.append((link, entity.range))
      }
    }
    links += cards.map { range in
      (.bankCardNumber(plain.utf8Slice(range).filter { $0.isNumber }), range)
    }
    return links.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func linked(_ text: RichText) -> RichText {
    if case .plain(let string) = text { return linked(string) }
    if text.isSkippedByDetection {
      offset += Self.skippedPart.utf8.count
      return text
    }
    return text.mapParts { linked($0) }
  }

  /// Returns a string with the links that overlap it.
  private mutating func linked(_ string: String) -> RichText {
    let range = offset..<offset + string.utf8.count
    offset = range.upperBound
    var joined = JoinedText()
    var start = range.lowerBound
    func slice(_ part: Range<Int>) -> String {
      string.utf8Slice(part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
    }
    while nextFound < found.count {
      let (link, place) = found[nextFound]
      if place.upperBound <= range.lowerBound {
        nextFound += 1
        continue
      }
      guard place.lowerBound < range.upperBound else { break }
      let part = place.clamped(to: range)
      joined.append(slice(start..<part.lowerBound))
      if !part.isEmpty { joined.append(.link(link, .plain(slice(part)))) }
      start = part.upperBound
      guard place.upperBound <= range.upperBound else { break }
      nextFound += 1
    }
    joined.append(slice(start..<range.upperBound))
    return joined.text
  }
}

extension RichText {
  /// Whether detection skips the text as a whole.
  fileprivate var isSkippedByDetection: Bool {
    switch self {
    case .styled(.code, _), .link, .anchorLink, .referenceLink, .button, .customEmoji, .formula,
      .dateTime:
      true
    // An invisible target interrupts nothing, but has no text either.
    case .anchor: true
    case .plain, .sequence, .styled, .reference: false
    }
  }
}

extension RichText.Link {
  /// Creates the link of a detected entity.
  init?(detected kind: MessageEntity.Kind, _ text: String) {
    switch kind {
    case .url: self = .url(MessageEntity(kind, in: 0..<text.utf8.count).address(in: text) ?? text)
    case .email: self = .emailAddress(text)
    case .phoneNumber: self = .phoneNumber(text.filter { $0 == "+" || $0.isNumber })
    case .mention: self = .mention(username: String(text.dropFirst()))
    case .hashtag: self = .hashtag(String(text.dropFirst()))
    case .cashtag: self = .cashtag(String(text.dropFirst()))
    case .botCommand: self = .botCommand(String(text.dropFirst()))
    default: return nil
    }
  }
}

/// The bank card numbers of a text.
enum BankCardNumbers {
  /// The numbers of digits of bank card numbers.
  private static let counts = 13...19

  /// Returns the ranges of numbers in UTF-8 offsets.
  ///
  /// A number is a run of 13 to 19 digits, with single blanks or hyphens between groups, that
  /// satisfies the check digit of ISO/IEC 7812.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  static func ranges(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var (end, digits) = (index, [UInt8]())
      while index < bytes.count {
        if isDigit(bytes[index]) {
          digits.append(bytes[index] - 0x30)
          end = index + 1
        } else if bytes[index] != 0x20 && bytes[index] != UInt8(ascii: "-")
          || index + 1 == bytes.count || !isDigit(bytes[index + 1])
        {
          break
        }
        index += 1
      }
      if counts.contains(digits.count), hasCheckDigit(digits), isEdge(bytes, start, end) {
        ranges.append(start..<end)
      }
    }
    return ranges
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = Int(digit) * (place.isMultiple(of: 2) ? 1 : 2)
      sum += value > 9 ? value - 9 : value
    }
    return sum.isMultiple(of: 10) && sum > 0
  }

  /// Returns whether a number does not continue a word, an address or a longer number.
  private static func isEdge(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
        || "+/@#.=&?%".utf8.contains(byte)
    }
    let isBefore = start > 0 && isWord(bytes[start - 1])
    let isAfter =
      end < bytes.count && isWord(bytes[end]) && bytes[end] != UInt8(ascii: ".")
      && bytes[end] != UInt8(ascii: "?")
    return !isBefore && !isAfter
  }
}
