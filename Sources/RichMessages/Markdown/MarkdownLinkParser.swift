/// A parser of the destinations of links, and of the definitions of references.
struct MarkdownLinkParser {
  /// A destination behind the text of a link.
  struct Destination {
    var address: String
    var title: String
    /// The index behind the destination.
    var end: Int
  }

  /// A definition of a reference.
  struct Definition {
    var label: Range<Int>
    var address: String
    var title: String
    /// The index behind the definition.
    var end: Int
  }

  private let bytes: [UInt8]
  /// The bytes that may still be read in vain: destinations that turn out to be text.
  private var steps: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    steps = 65_536 + 16 * bytes.count
  }

  // MARK: Links

  /// Returns the destination in parentheses at an index.
  mutating func destination(at start: Int) -> Destination? {
    guard byte(start) == UInt8(ascii: "("), steps > 0 else { return nil }
    var index = spaces(from: start + 1)
    defer { steps -= index - start }
    guard let (address, addressEnd) = address(at: index) else { return nil }
    index = addressEnd
    var title = ""
    let behind = spaces(from: index)
    if behind > index, let (text, titleEnd) = self.title(at: behind) {
      title = text
      index = titleEnd
    }
    index = spaces(from: index)
    guard byte(index) == UInt8(ascii: ")") else { return nil }
    index += 1
    return Destination(address: address, title: title, end: index)
  }

  /// Returns the label in brackets at an index, and the index behind it.
  mutating func label(at start: Int) -> (range: Range<Int>, end: Int)? {
    guard byte(start) == UInt8(ascii: "["), steps > 0 else { return nil }
    var index = start + 1
    defer { steps -= index - start }
    while index < min(bytes.count, start + 1_001) {
      switch bytes[index] {
      case UInt8(ascii: "]"):
        let range = start + 1..<index
        index += 1
        return bytes[range].allSatisfy(\.isMarkdownSpace) ? nil : (range, index)
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  // MARK: Definitions

  /// Returns the definition of a reference at the start of a line.
  mutating func definition(at start: Int) -> Definition? {
    guard let (label, labelEnd) = label(at: start), byte(labelEnd) == UInt8(ascii: ":") else {
      return nil
    }
    let addressStart = spaces(from: labelEnd + 1)
    guard let (address, addressEnd) = address(at: addressStart), addressEnd > addressStart else {
      return nil
    }
    let titleStart = spaces(from: addressEnd)
    if titleStart > addressEnd, let (title, titleEnd) = title(at: titleStart),
      let end = lineEnd(from: titleEnd)
    {
      return Definition(label: label, address: address, title: title, end: end)
    }
    guard let end = lineEnd(from: addressEnd) else { return nil }
    return Definition(label: label, address: address, title: "", end: end)
  }

  // MARK: Parts

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func spaces(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index].isMarkdownSpace { index += 1 }
    return index
  }

  private func lineEnd(from start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < bytes.count else { return index }
    return bytes[index] == 0x0A ? index + 1 : nil
  }

  /// Returns the address at an index, and the index behind it.
  private mutating func address(at start: Int) -> (String, Int)? {
    var index = start
    defer { steps -= index - start }
    if byte(start) == UInt8(ascii: "<") {
      index += 1
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: ">"):
          index += 1
          return (MarkdownText.unescaped(bytes[start + 1..<index - 1]), index)
        case UInt8(ascii: "<"), 0x0A: return nil
        case UInt8(ascii: "\\") where index + 1 < bytes.count: index += 2
        default: index += 1
        }
      }
      return nil
    }
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\")
      where index + 1 < bytes.count && bytes[index + 1].isMarkdownPunctuation:
        index += 2
        continue
      case UInt8(ascii: "("):
        depth += 1
        if depth > 32 { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { return (MarkdownText.unescaped(bytes[start..<index]), index) }
        depth -= 1
      case 0...0x20, 0x7F:
        return depth == 0 ? (MarkdownText.unescaped(bytes[start..<index]), index) : nil
      default: break
      }
      index += 1
    }
    return depth == 0 ? (MarkdownText.unescaped(bytes[start..<index]), index) : nil
  }

  /// Returns the title at an index, and the index behind it.
  private mutating func title(at start: Int) -> (String, Int)? {
    guard let open = byte(start) else { return nil }
    let close: UInt8
    switch open {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): close = open
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    var index = start + 1
    defer { steps -= index - start }
    while index < bytes.count {
      if bytes[index] == close {
        return (MarkdownText.unescaped(bytes[start + 1..<index]), index + 1)
      }
      if bytes[index] == open { return nil }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
