/// A parser of patterns.
///
/// | syntax | matches |
/// |---|---|
/// | `a`, `\.` | the character |
/// | `.` | any character within a line |
/// | `[a-z\d]`, `[^"]` | one of these characters, none of these |
/// | `\s` `\h` `\d` | white space, a blank, a digit |
/// | `\i` `\w` | the first character of an identifier, a further one |
/// | `\n` `\r` `\t` | a line feed, a carriage return, a tab |
/// | `\b`, `$` | the end of a word, of a line |
/// | `(...)`, `\1` | a capture for the context that is opened, a reference to it |
/// | `(?:...)`, `a\|b` | a group, an ordered choice |
/// | `(?=...)`, `(?!...)` | a positive and a negative lookahead |
/// | `*` `+` `?` `{2}` `{0,16}` | greedy repetition within these bounds |
struct PatternParser {
  private let source: [UInt8]
  private let isCaseless: Bool
  private var position = 0
  private var pool: PatternPool

  /// Parses a pattern and adds it to a pool.
  ///
  /// - Returns: The index of the pattern in the pool.
  /// - Throws: `GrammarError` if the pattern is invalid.
  static func parse(
    _ text: some StringProtocol, isCaseless: Bool, into pool: inout PatternPool, line: Int
  ) throws(GrammarError) -> Int32 {
    var parser = PatternParser(text, isCaseless: isCaseless, pool: pool)
    guard let root = parser.choice(), parser.position == parser.source.count else {
      throw GrammarError(line: line, reason: "invalid pattern at character \(parser.position + 1)")
    }
    pool = parser.pool
    pool.free(root)
    return root
  }

  private init(_ text: some StringProtocol, isCaseless: Bool, pool: PatternPool) {
    source = Array(text.utf8)
    self.isCaseless = isCaseless
    self.pool = pool
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    guard source[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private var next: UInt8? { position < source.count ? source[position] : nil }

  private mutating func choice() -> Int32? {
    var parts: [Int32] = []
    repeat {
      guard let part = sequence() else { return nil }
      parts.append(part)
    } while take("|")
    return parts.count == 1 ? parts[0] : pool.addAll(parts) { .choice(first: $0, count: $1) }
  }

  private mutating func sequence() -> Int32? {
    var parts: [Int32] = []
    while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      guard let part = repeated() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : pool.addAll(parts) { .sequence(first: $0, count: $1) }
  }

  private mutating func repeated() -> Int32? {
    guard let part = single() else { return nil }
    if take("*") { return repetition(part, 0, .max) }
    if take("+") { return repetition(part, 1, .max) }
    if take("?") { return repetition(part, 0, 1) }
    guard take("{") else { return part }
    guard let least = number() else { return nil }
    var most = least
    if take(",") {
      guard let number = number() else { return nil }
      most = number
    }
    guard take("}"), least <= most else { return nil }
    return repetition(part, least, most)
  }

  private mutating func repetition(_ part: Int32, _ least: Int32, _ most: Int32) -> Int32 {
    pool.add(.repetition(of: part, least: least, most: most, isFree: false))
  }

  private mutating func number() -> Int32? {
    let digits = source[position...].prefix { ByteSet.digit.contains($0) }
    position += digits.count
    return Int32(String(decoding: digits, as: UTF8.self))
  }

  private mutating func single() -> Int32? {
    if take("(?:") { return closed(choice()) }
    if take("(?=") { return closed(choice()).map { pool.add(.lookahead($0, isNegative: false)) } }
    if take("(?!") { return closed(choice()).map { pool.add(.lookahead($0, isNegative: true)) } }
    if take("(") { return closed(choice()).map { pool.add(.capture($0)) } }
    if take("[") { return set().map { pool.add($0) } }
    if take("$") { return pool.add(.lineEnd) }
    if take(".") { return pool.add(ByteSet(of: "\n").inverted) }
    if take("\\1") { return pool.add(.reference) }
    if take("\\b") { return pool.add(.wordEnd) }
    guard let byte = next, !"*+?{}".utf8.contains(byte) else { return nil }
    return character().map { pool.add(isCaseless ? $0.caseless : $0) }
  }

  private mutating func closed(_ part: Int32?) -> Int32? { take(")") ? part : nil }

  /// Parses a character set after its opening bracket.
  private mutating func set() -> ByteSet? {
    let isInverted = take("^")
    var result = ByteSet.none
    while !take("]") {
      guard let first = next, let lower = character() else { return nil }
      guard first != UInt8(ascii: "\\"), position + 1 < source.count,
        source[position] == UInt8(ascii: "-"), source[position + 1] != UInt8(ascii: "]")
      else {
        result = result.union(lower)
        continue
      }
      let upper = source[position + 1]
      guard first <= upper else { return nil }
      result = result.union(ByteSet(first...upper))
      position += 2
    }
    if isCaseless { result = result.caseless }
    return isInverted ? result.inverted : result
  }

  /// Parses a character or an escape.
  private mutating func character() -> ByteSet? {
    guard let byte = next, byte < 0x80 else { return nil }
    position += 1
    guard byte == UInt8(ascii: "\\") else { return ByteSet(byte...byte) }
    guard let escaped = next, escaped < 0x80 else { return nil }
    position += 1
    switch escaped {
    case UInt8(ascii: "s"): return .space
    case UInt8(ascii: "h"): return .blank
    case UInt8(ascii: "d"): return .digit
    case UInt8(ascii: "i"): return .nameStart
    case UInt8(ascii: "w"): return .name
    case UInt8(ascii: "n"): return ByteSet(of: "\n")
    case UInt8(ascii: "r"): return ByteSet(of: "\r")
    case UInt8(ascii: "t"): return ByteSet(of: "\t")
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return nil
    default: return ByteSet(escaped...escaped)
    }
  }
}
