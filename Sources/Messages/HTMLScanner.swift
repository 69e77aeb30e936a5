/// A scanner that splits HTML into tags and text.
///
/// Each byte is read a bounded number of times. A `<` that does not begin a tag and a `&` that does
/// not begin a character reference are text.
package struct HTMLScanner {
  /// A token of a document.
  package enum Token {
    /// A start tag, with names in lower case.
    case start(name: String, attributes: [String: String?], isClosed: Bool)
    /// An end tag.
    case end(name: String)
    case text(String)
  }

  /// A syntax error in a document.
  package struct Problem: Error {
    /// The reason for which the document is refused.
    package let reason: String
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The start of the last token.
  private var start = 0
  private let rules: Rules

  /// The differences between dialects.
  package struct Rules {
    /// Whether control characters are dropped, invalid character references text, and repeated
    /// attributes ignored, rather than errors.
    package var isLenient = false
    /// The names of character references that are allowed; `nil` allows all.
    package var names: Set<String>?
    /// Returns the character that represents one written as a numeric reference, or `nil` if it
    /// represents itself.
    package var substitute: @Sendable (Unicode.Scalar) -> Unicode.Scalar? = { _ in nil }

    /// Creates the rules of messages.
    package init() {}
  }

  /// Creates a scanner of a document.
  package init(_ html: String, rules: Rules = Rules()) {
    bytes = Array(html.utf8)
    self.rules = rules
  }

  /// The source of the last token.
  package var source: String {
    String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
  }

  /// Returns the rest of the document as text, for tokens that cannot be read.
  package mutating func rest() -> String {
    start = min(start, bytes.count)
    defer { position = bytes.count }
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// The current line, counted from 1.
  ///
  /// - Complexity: O(*n*) in the number of bytes read.
  package var line: Int { 1 + bytes[..<min(position, bytes.count)].count { $0 == 0x0A } }

  /// Returns the next token, or `nil` at the end.
  ///
  /// - Throws: `Problem` for a syntax error; the scanner must not be used any further.
  package mutating func next() throws(Problem) -> Token? {
    start = position
    while bytes[position...].starts(with: "<!--".utf8) {
      try skipComment()
      start = position
    }
    guard position < bytes.count else { return nil }
    if startsTag(at: position) { return try tag() }
    return .text(try text(to: nextMarkup(), isValue: false))
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func startsTag(at index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "<"), let next = byte(at: index + 1) else { return false }
    guard next == UInt8(ascii: "/") else { return next.isLetter }
    return byte(at: index + 2)?.isLetter ?? false
  }

  /// Returns the offset of the next tag or comment, or the end.
  private func nextMarkup() -> Int {
    var index = position
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"),
        startsTag(at: index) || bytes[index...].starts(with: "<!--".utf8)
      {
        return index
      }
      index += 1
    }
    return index
  }

  private mutating func skipComment() throws(Problem) {
    var end = position + 4
    while end + 2 < bytes.count {
      if bytes[end] == UInt8(ascii: "-"), bytes[end...].starts(with: "-->".utf8) {
        position = end + 3
        return
      }
      end += 1
    }
    throw Problem(reason: "unclosed comment")
  }
}

// MARK: Tags

extension HTMLScanner {
  private mutating func tag() throws(Problem) -> Token {
    let isEnd = byte(at: position + 1) == UInt8(ascii: "/")
    position += isEnd ? 2 : 1
    let name = name()
    if isEnd {
      skipSpace()
      guard byte(at: position) == UInt8(ascii: ">") else { throw unfinished("/" + name) }
      position += 1
      return .end(name: name)
    }
    var attributes: [String: String?] = [:]
    while let next = byte(at: position) {
      if next == UInt8(ascii: ">") {
        position += 1
        return .start(name: name, attributes: attributes, isClosed: false)
      }
      if next == UInt8(ascii: "/"), byte(at: position + 1) == UInt8(ascii: ">") {
        position += 2
        return .start(name: name, attributes: attributes, isClosed: true)
      }
      guard next.isNameStart else {
        position += 1
        continue
      }
      let key = self.name()
      let value = try value(in: name)
      if rules.isLenient, attributes[key] != nil { continue }
      guard attributes.updateValue(value, forKey: key) == nil else {
        throw Problem(reason: "<\(name.prefix(24))> has \"\(key.prefix(24))\" twice")
      }
    }
    throw unfinished(name)
  }

  private func unfinished(_ name: String) -> Problem {
    Problem(reason: "<\(name.prefix(24)) has no \">\"")
  }

  /// Reads a name of at least one byte.
  private mutating func name() -> String {
    let start = position
    while let next = byte(at: position), next.isName { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  private mutating func skipSpace() {
    while let next = byte(at: position), next.isSpace { position += 1 }
  }

  /// Reads the value of an attribute, or returns `nil` if it has none.
  private mutating func value(in tag: String) throws(Problem) -> String? {
    let start = position
    skipSpace()
    guard byte(at: position) == UInt8(ascii: "=") else {
      position = start
      return nil
    }
    position += 1
    skipSpace()
    guard let quote = byte(at: position), quote == 0x22 || quote == 0x27 else {
      var end = position
      while let next = byte(at: end), !next.isSpace, next != UInt8(ascii: ">") { end += 1 }
      return try text(to: end, isValue: true)
    }
    position += 1
    guard let end = bytes[position...].firstIndex(of: quote) else { throw unfinished(tag) }
    defer { position += 1 }
    return try text(to: end, isValue: true)
  }
}

// MARK: Text

extension HTMLScanner {
  /// Reads text up to `end`, resolving character references.
  private mutating func text(to end: Int, isValue: Bool) throws(Problem) -> String {
    var result: [UInt8] = []
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&"), let character = try character(before: end) {
        result += character.utf8
        continue
      }
      guard byte >= 0x20 || byte.isSpace || isValue else {
        if rules.isLenient {
          position += 1
          continue
        }
        throw Problem(reason: "U+\(Self.hexadecimal(UInt32(byte))) is not allowed in HTML")
      }
      result.append(byte)
      position += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads a character reference, or returns `nil` and reads nothing if there is none.
  private mutating func character(before end: Int) throws(Problem) -> String? {
    let start = position + 1
    // No name is longer.
    let limit = min(end, start + 40)
    guard let semicolon = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[start..<semicolon]
    guard name.first == UInt8(ascii: "#") else {
      let name = String(decoding: name, as: UTF8.self)
      guard let text = HTMLCharacters.named(name) else { return nil }
      if let names = rules.names, !names.contains(name) {
        throw Problem(reason: "&\(name); is not supported")
      }
      position = semicolon + 1
      return text
    }
    let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty, digits.allSatisfy({ $0.isDigit || isHexadecimal && $0.isHexLetter })
    else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), scalar.isInHTML
    else {
      if rules.isLenient { return nil }
      throw Problem(
        reason: "&\(String(decoding: name, as: UTF8.self)); is not a character reference")
    }
    position = semicolon + 1
    return String(Character(rules.substitute(scalar) ?? scalar))
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The named characters of HTML.
private enum HTMLCharacters {
  /// Returns the characters with a name, one or two scalars.
  static func named(_ name: String) -> String? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    default: table[name]
    }
  }

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for entry in htmlCharacterNames.split(whereSeparator: \.isWhitespace) {
      let parts = entry.split(separator: "=")
      guard let name = parts.first, let codes = parts.dropFirst().first else { continue }
      let scalars = codes.split(separator: "+").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      table[String(name)] = String(String.UnicodeScalarView(scalars))
    }
    return table
  }()
}

extension Unicode.Scalar {
  /// Whether a numeric character reference may denote the character.
  fileprivate var isInHTML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isHexLetter: Bool { (0x61...0x66).contains(self | 0x20) }
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isNameStart: Bool { isLetter || self == 0x5F || self == 0x3A }
  fileprivate var isName: Bool { isNameStart || isDigit || self == 0x2D || self == 0x2E }
}
