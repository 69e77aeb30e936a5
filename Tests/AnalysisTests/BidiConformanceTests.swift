import GalleyUnicode
import Testing

@testable import GalleyShaping

/// All Unicode tests of embedding levels, except those in ``Departures``.
///
/// The cases are analyzed thousands at a time, as paragraphs of one text, as in production. A debug
/// build runs them in seconds.
@Suite struct BidiConformanceTests {
  @Test func `embedding levels pass BidiTest`() throws {
    let checkers = BidiChecker.forAllDirections()
    var levels: [UInt8] = []
    try UnicodeData("BidiTest.txt").forEachLine { number, line in
      if line[0] == 0x40 {  // @Levels or @Reorder
        if line[1] == 0x4C { levels = readLevels(line, from: 8) }
        return
      }
      let (text, directions) = readClasses(line)
      for bit in 0..<3 where directions >> UInt32(bit) & 1 != 0 {
        checkers[bit].add(text, expecting: levels, line: number)
      }
    }
    let outcome = BidiChecker.finish(checkers)
    #expect(outcome.count == 770_241)
    #expect(outcome.departures == Departures.bidiClasses)
  }

  @Test func `embedding levels pass BidiCharacterTest except for known ICU errors`() throws {
    let checkers = BidiChecker.forAllDirections()
    try UnicodeData("BidiCharacterTest.txt").forEachLine { number, line in
      var fields: [Int] = []
      for index in 0..<line.count where line[index] == 0x3B { fields.append(index) }
      var text: [UInt8] = []
      var scalar: UInt32 = 0
      for index in 0...fields[0] {
        if let digit = digit(line[index]) {
          scalar = scalar << 4 | digit
        } else {
          append(scalar, to: &text)
          scalar = 0
        }
      }
      // 0 is left to right, 1 right to left, 2 first strong.
      let direction = [1, 2, 0][Int(line[fields[0] + 1]) - 0x30]
      let levels = readLevels(line.extracting(..<fields[3]), from: fields[2] + 1)
      checkers[direction].add(text, expecting: levels, line: number)
    }
    let outcome = BidiChecker.finish(checkers)
    #expect(outcome.count == 91_707)
    #expect(outcome.departures == Departures.bidiCharacters)
  }

  /// Reads `x 1 0 2`; `x` becomes 255.
  private func readLevels(_ line: Span<UInt8>, from start: Int) -> [UInt8] {
    var levels: [UInt8] = []
    var level: UInt8?
    for index in start..<line.count {
      switch line[index] {
      case 0x78: level = .max
      case 0x30...0x39: level = (level ?? 0) * 10 + line[index] - 0x30
      default:
        if let complete = level { levels.append(complete) }
        level = nil
      }
    }
    if let level { levels.append(level) }
    return levels
  }

  /// Reads `L LRE R; 7` as a text with a character of each class, and the direction bits.
  private func readClasses(_ line: Span<UInt8>) -> (text: [UInt8], directions: UInt32) {
    var text: [UInt8] = []
    var name: UInt32 = 0
    for index in 0..<line.count {
      let byte = line[index]
      if byte > 0x40 {
        name = name << 8 | UInt32(byte)
        continue
      }
      if name != 0, let sample = samples[name] { text.append(contentsOf: sample) }
      name = 0
      if byte == 0x3B { return (text, digit(line[index + 2]) ?? 0) }
    }
    return (text, 0)
  }
}

/// A character of each bidi class, by the name of the class.
private let samples: [UInt32: [UInt8]] = {
  let scalars: [(String, UInt32)] = [
    ("L", 0x61), ("R", 0x5D0), ("AL", 0x627), ("EN", 0x30), ("ES", 0x2B), ("ET", 0x24),
    ("AN", 0x660), ("CS", 0x2C), ("B", 0x2029), ("S", 0x09), ("WS", 0x20), ("ON", 0x21),
    ("NSM", 0x300), ("BN", 0xAD), ("LRE", 0x202A), ("LRO", 0x202D), ("RLE", 0x202B),
    ("RLO", 0x202E), ("PDF", 0x202C), ("LRI", 0x2066), ("RLI", 0x2067), ("FSI", 0x2068),
    ("PDI", 0x2069),
  ]
  return Dictionary(
    uniqueKeysWithValues: scalars.map { name, scalar in
      (name.utf8.reduce(0) { $0 << 8 | UInt32($1) }, utf8([scalar]))
    })
}()

/// Checks cases of one direction, in batches.
private final class BidiChecker {
  private static let batchSize = 1 << 16
  private static let separator = utf8([0x2029])

  private let direction: BaseDirection
  private var analyzer = TextAnalyzer()
  private var analysis = TextAnalysis()
  private var text: [UInt8] = []
  private var cases: [(line: Int, content: Range<Int>, levels: [UInt8])] = []
  private var count = 0
  private var departures: [Int] = []

  private init(_ direction: BaseDirection) {
    self.direction = direction
    text.reserveCapacity(Self.batchSize + 1024)
  }

  /// Returns a checker for first-strong paragraphs, one for left to right, one for right to left.
  static func forAllDirections() -> [BidiChecker] {
    [BidiChecker(.auto), BidiChecker(.leftToRight), BidiChecker(.rightToLeft)]
  }

  func add(_ paragraph: [UInt8], expecting levels: [UInt8], line: Int) {
    let start = text.count
    text.append(contentsOf: paragraph)
    cases.append((line, start..<text.count, levels))
    if !paragraph.suffix(3).elementsEqual(Self.separator) {
      text.append(contentsOf: Self.separator)
    }
    if text.count > Self.batchSize { flush() }
  }

  /// Returns the number of cases, and the lines of failed cases.
  static func finish(_ checkers: [BidiChecker]) -> (count: Int, departures: [Int]) {
    for checker in checkers { checker.flush() }
    let departures = Set(checkers.flatMap(\.departures)).sorted()
    return (checkers.reduce(0) { $0 + $1.count }, departures)
  }

  private func flush() {
    analyzer.analyze(text.span, direction: direction, language: nil, into: &analysis)
    var run = 0
    for (line, content, levels) in cases where !agrees(content, with: levels, run: &run) {
      departures.append(line)
    }
    count += cases.count
    cases.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Returns whether the characters of `content` have the expected levels; `run` is the first run
  /// to search.
  private func agrees(_ content: Range<Int>, with levels: [UInt8], run: inout Int) -> Bool {
    let text = self.text
    let runs = analysis.levelRuns
    var position = 0
    for offset in content where text[offset] & 0xC0 != 0x80 {
      while run < runs.count, Int(runs[run].end) <= offset { run += 1 }
      let level = runs.isEmpty ? 0 : runs[run].level
      if levels[position] != .max, levels[position] != level { return false }
      position += 1
    }
    return position == levels.count
  }
}
