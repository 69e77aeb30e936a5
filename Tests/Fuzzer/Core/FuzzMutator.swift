package import GalleyBasics

/// A maker of invalid inputs from valid ones.
struct FuzzMutator {
  private let pieces: [[UInt8]]
  private let brackets: [(open: [UInt8], close: [UInt8])]

  /// Creates a mutator with the pieces and brackets of a format.
  init(pieces: [String], brackets: [(String, String)]) {
    self.pieces = pieces.map { Array($0.utf8) }
    self.brackets = brackets.map { (Array($0.utf8), Array($1.utf8)) }
  }

  /// Changes an input, one to twelve times.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - limit: The maximum length, in bytes.
  ///   - random: The generator, which determines the changes.
  func mutate(_ bytes: inout [UInt8], limit: Int, using random: inout SplitMix64) {
    for _ in 0..<random.number(in: 1...random.pick([1, 3, 12])) {
      change(&bytes, limit: limit, using: &random)
    }
    if bytes.count > limit { bytes.removeSubrange(limit...) }
  }

  private func change(_ bytes: inout [UInt8], limit: Int, using random: inout SplitMix64) {
    let part = random.range(in: bytes.count)
    let room = max(0, limit - bytes.count)
    switch random.number(in: 0...10) {
    case 0: bytes.removeSubrange(part)
    case 1: bytes.insert(contentsOf: bytes[part].prefix(room), at: part.upperBound)
    case 2, 3, 4: bytes.replaceSubrange(part.prefix(1), with: random.pick(pieces))
    case 5:
      // A hostile repetition.
      let piece = (0..<random.number(in: 1...3)).flatMap { _ in random.pick(pieces) }
      let count = random.number(in: 1...max(1, room / max(1, piece.count)))
      bytes.insert(contentsOf: repeatElement(piece, count: count).joined(), at: part.lowerBound)
    case 6:
      let (open, close) = random.pick(brackets)
      let depth = random.pick([1, 3, 17, 70, room / (open.count + close.count)])
      bytes.insert(contentsOf: repeatElement(close, count: depth).joined(), at: part.upperBound)
      bytes.insert(contentsOf: repeatElement(open, count: depth).joined(), at: part.lowerBound)
    case 7:
      guard !bytes.isEmpty else { return }
      bytes[random.number(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: random.next())
    case 8: replaceNumber(in: &bytes, from: part.lowerBound, using: &random)
    case 9: bytes.removeSubrange(part.lowerBound...)
    default:
      // The same part many times, such as rows of a table.
      let piece = bytes[part]
      guard !piece.isEmpty, room > 0 else { return }
      let count = random.number(in: 1...max(1, room / piece.count))
      bytes.insert(
        contentsOf: repeatElement(Array(piece), count: count).joined(), at: part.upperBound)
    }
  }

  /// Replaces the first digits behind an offset by a number at a limit.
  private func replaceNumber(
    in bytes: inout [UInt8], from start: Int, using random: inout SplitMix64
  ) {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
    let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
    let number = random.pick([
      "-1", "0", "20", "21", "1000", "10000", "65536", "2147483648", "9223372036854775807",
      "-9223372036854775809", "1e308", "-1e400", "0.5", "99999999999999999999999",
    ])
    bytes.replaceSubrange(first..<end, with: number.utf8)
  }
}

extension SplitMix64 {
  /// Returns a number in a range.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `true` with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  /// Returns an element of an array that is not empty.
  package mutating func pick<Element>(_ values: [Element]) -> Element {
    values[number(in: 0...(values.count - 1))]
  }

  /// Returns a range within a length, in most cases a short one.
  package mutating func range(in length: Int) -> Range<Int> {
    let start = number(in: 0...length)
    let longest = chance(80) ? min(64, length - start) : length - start
    return start..<(start + number(in: 0...longest))
  }
}
