/// A token of a formula.
struct FormulaToken {
  /// The kind of a token.
  enum Kind: UInt8 {
    /// A character; the value is its code point.
    case character
    /// A command; the value is the index of its name.
    case command
    /// An opening brace.
    case open
    /// A closing brace.
    case close
    /// A circumflex.
    case superscript
    /// An underscore.
    case `subscript`
    /// An ampersand.
    case align
    /// White space.
    case space
    /// A tilde, which is a space without a break.
    case tie
    /// A dollar sign.
    case dollar
    /// A number sign with a digit; the value is the number.
    case parameter
    /// The end of the source.
    case end
  }

  var kind: Kind
  var value: UInt32
  /// The UTF-8 offset of the start in the source.
  var start: Int32
  /// The UTF-8 offset of the end in the source.
  var end: Int32
}

/// The names of the commands in a formula, numbered.
///
/// The numbers below ``CommandTable/count`` are those of known commands.
struct CommandNames {
  private var added: [String] = []
  private var indices: [String: UInt32] = [:]

  /// Returns the number of a name.
  mutating func index(of name: String) -> UInt32 {
    if let known = CommandTable.standard.indices[name] { return known }
    if let known = indices[name] { return known }
    let index = UInt32(CommandTable.standard.commands.count + added.count)
    added.append(name)
    indices[name] = index
    return index
  }

  /// Returns the name with a number, without its backslash.
  func name(at index: UInt32) -> String {
    let known = CommandTable.standard.names
    return Int(index) < known.count ? known[Int(index)] : added[Int(index) - known.count]
  }
}

/// A splitter of source into tokens.
struct FormulaTokenizer {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var tokens: [FormulaToken] = []

  init(_ source: String) {
    bytes = Array(source.utf8)
    tokens.reserveCapacity(bytes.count + 1)
  }

  /// Splits the whole source.
  mutating func split(_ names: inout CommandNames) {
    while index < bytes.count { appendToken(&names) }
    append(.end, from: index)
  }

  private mutating func append(
    _ kind: FormulaToken.Kind, _ value: UInt32 = 0, from start: Int
  ) {
    tokens.append(
      FormulaToken(
        kind: kind, value: value, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: index)))
  }

  private mutating func appendToken(_ names: inout CommandNames) {
    let start = index
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\\"): appendCommand(&names)
    case UInt8(ascii: "%"):
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
      while index < bytes.count, [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(bytes[index]) {
        index += 1
      }
      append(.space, from: start)
    case UInt8(ascii: "#"):
      index += 1
      if index < bytes.count, (0x31...0x39).contains(bytes[index]) {
        index += 1
        append(.parameter, UInt32(bytes[index - 1] - 0x30), from: start)
      } else {
        append(.character, UInt32(byte), from: start)
      }
    default:
      if let kind = Self.special(byte) {
        index += 1
        append(kind, from: start)
      } else {
        let scalar = nextScalar()
        append(.character, scalar, from: start)
      }
    }
  }

  private static func special(_ byte: UInt8) -> FormulaToken.Kind? {
    switch byte {
    case UInt8(ascii: "{"): .open
    case UInt8(ascii: "}"): .close
    case UInt8(ascii: "^"): .superscript
    case UInt8(ascii: "_"): .subscript
    case UInt8(ascii: "&"): .align
    case UInt8(ascii: "~"): .tie
    case UInt8(ascii: "$"): .dollar
    default: nil
    }
  }

  private mutating func appendCommand(_ names: inout CommandNames) {
    let start = index
    index += 1
    let nameStart = index
    while index < bytes.count, Self.isLetter(bytes[index]) { index += 1 }
    if index == nameStart {
      if index < bytes.count { _ = nextScalar() }
    } else if index < bytes.count, bytes[index] == UInt8(ascii: "*"),
      CommandTable.isStarred(bytes[nameStart..<index])
    {
      index += 1
    }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    append(.command, names.index(of: name), from: start)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Decodes the next character of the source, which is valid UTF-8.
  private mutating func nextScalar() -> UInt32 {
    let first = bytes[index]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(index + count, bytes.count)
    var scalar = UInt32(count == 1 ? first : first & (0x7F >> UInt8(count)))
    for place in (index + 1)..<max(end, index + 1) {
      scalar = scalar << 6 | UInt32(bytes[place] & 0x3F)
    }
    index = end
    return scalar
  }
}
