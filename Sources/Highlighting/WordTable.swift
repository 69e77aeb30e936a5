/// A hash table of the words with a special meaning in a language.
struct WordTable: Sendable {
  /// The meaning of a word.
  struct Entry: Sendable {
    var kind: SyntaxLanguage.TokenClass?
    /// The class of the word after it: after `func`, that of a function's name.
    var declares: SyntaxLanguage.TokenClass?
  }

  /// The maximum length of a word.
  static let longest = 32

  private var slots: [Int32] = []
  private var entries: [(bytes: [UInt8], entry: Entry)] = []
  private let isCaseless: Bool

  init(isCaseless: Bool) { self.isCaseless = isCaseless }

  /// Updates the entry of a word.
  mutating func update(_ word: Substring, _ change: (inout Entry) -> Void) {
    let bytes = word.utf8.map { folded($0) }
    if let index = entries.firstIndex(where: { $0.bytes == bytes }) {
      change(&entries[index].entry)
    } else {
      var entry = Entry()
      change(&entry)
      entries.append((bytes, entry))
    }
  }

  /// Builds the hash table.
  mutating func seal() {
    var count = 16
    while count < entries.count * 2 { count *= 2 }
    slots = Array(repeating: -1, count: count)
    for (index, entry) in entries.enumerated() {
      var slot = hash(entry.bytes.span, 0..<entry.bytes.count) & (count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Int32(index)
    }
  }

  /// Returns the entry of the word in `range`, if it has one.
  func entry(for range: Range<Int>, in bytes: Span<UInt8>) -> Entry? {
    guard range.count <= Self.longest, !slots.isEmpty else { return nil }
    var slot = hash(bytes, range) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if matches(index, range, in: bytes) { return entries[index].entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func matches(_ index: Int, _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard entries[index].bytes.count == range.count else { return false }
    for offset in 0..<range.count
    where folded(bytes[range.lowerBound + offset]) != entries[index].bytes[offset] { return false }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    isCaseless && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns the FNV-1a hash of the bytes, folded if case is ignored.
  private func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for index in range { hash = (hash ^ UInt32(folded(bytes[index]))) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}
