extension MarkdownStream {
  /// Whether everything behind an offset in the open paragraph is plain text, outside of all
  /// constructs.
  ///
  /// Such text is shown as it is, without white space at the end, and changes nothing before it.
  package func isPlain(from offset: Int) -> Bool {
    plainStart.map { $0 <= offset } ?? false
  }

  /// Finds out whether the last bytes continue the open paragraph as plain text.
  ///
  /// - Parameters:
  ///   - start: The offset of the appended bytes.
  ///   - wasInLine: Whether the line was a part of its block before.
  /// - Complexity: O(*n*), where *n* is the number of bytes since the last white space before them.
  mutating func findPlainText(from start: Int, wasInLine: Bool) {
    let wasPlain = plainStart != nil
    guard wasInLine, scanner.isInLine, wasPlain || endsOutsideConstructs(before: start) else {
      plainStart = nil
      return
    }
    // A word that the text continues may become a mark or an address.
    var word = start
    if wasPlain {
      word -= 1
    } else {
      while word > lineStart, word == source.count || source[word] != 0x20 { word -= 1 }
    }
    guard Self.isPlain(source[word...]), completeEnd == source.count else {
      plainStart = nil
      return
    }
    if !wasPlain { plainStart = start }
  }

  /// Returns whether the text up to an offset, which is the last that was repaired, is shown as it
  /// is, and all constructs in it are closed.
  private func endsOutsideConstructs(before end: Int) -> Bool {
    guard let repair = textRepair?.inline, let text = textRepair?.text.bytes,
      scanner.open.dropFirst().allSatisfy(\.isOrdinary),
      let first = scanner.leaf.block.lines.first?.range, !mayBeDefinition(first)
    else { return false }
    return repair.inserts.isEmpty && repair.suffix.isEmpty && repair.openMarks.isEmpty
      && text[repair.cut...].allSatisfy { $0 == 0x20 }
      && text[..<repair.cut].last != UInt8(ascii: "#")
  }

  /// Returns whether the first line of a paragraph may begin a definition, which shows nothing.
  private func mayBeDefinition(_ line: Range<Int>) -> Bool {
    let line = line.clamped(to: 0..<source.count)
    guard source[line].first == UInt8(ascii: "[") else { return line.isEmpty }
    guard let end = source[line].firstIndex(of: UInt8(ascii: "]")), end + 1 < line.upperBound else {
      return true
    }
    return source[end + 1] == UInt8(ascii: ":") || source[end - 1] == UInt8(ascii: "\\")
  }

  /// Returns whether words consist of letters, blanks and the punctuation `"'(),-.:;?`, which form
  /// no marks and no addresses.
  ///
  /// Digits are left out because numbers can be links. A full stop before a letter is not plain.
  private static func isPlain(_ words: ArraySlice<UInt8>) -> Bool {
    var last: UInt8 = 0x20
    for byte in words {
      let isPlain =
        switch byte {
        case 0x41...0x5A, 0x61...0x7A: last != UInt8(ascii: ".")
        case 0x20, 0x22, 0x27...0x29, 0x2C...0x2E, 0x3A, 0x3B, 0x3F: true
        // East Asian full stops, which separate the labels of domains, begin with E3 and EF.
        case 0xE3, 0xEF: false
        default: byte >= 0x80 && last != UInt8(ascii: ".")
        }
      guard isPlain else { return false }
      last = byte
    }
    return true
  }

  /// Moves the end of the stable text before the last word of the plain text.
  mutating func advancePlainText(from start: Int) {
    let words = source[max(lineStart, start - 1)...]
    guard let last = words.lastIndex(where: { $0 != 0x20 }),
      let space = words[..<last].lastIndex(of: 0x20)
    else { return }
    stableText?.end = space + 1
    stableText?.line = scanner.leaf.block.lines.count - 1
  }
}

extension OpenBlock {
  /// Whether the text of the block is shown in place.
  fileprivate var isOrdinary: Bool {
    switch block.kind {
    case .paragraph, .heading, .list, .item, .quote: true
    default: false
    }
  }
}
