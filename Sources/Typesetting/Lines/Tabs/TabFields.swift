internal import GalleyBasics
import GalleyHarfBuzz
import GalleyShaping

/// The measures of the text after each tab, in order.
struct TabFields {
  private let text: ShapedText
  private var entry = 0
  private var run = 0

  init(_ text: ShapedText) { self.text = text }

  /// Measures the text from a tab, given by its run, to the next tab or mandatory break; tabs must
  /// be passed in order.
  ///
  /// - Returns: The width of the text without trailing white space, and the width up to its decimal
  ///   separator or, without one, to the end of its number; in points.
  mutating func measure(behind tab: Int, findsDecimal: Bool) -> (width: Double, prefix: Double) {
    let table = text.breaks
    while entry < table.count, run <= tab { step(over: table[entry]) }
    let start = run < text.runs.count ? text.runs[run].start : text.length
    var (closed, units, width) = (0.0, 0, 0.0)
    var end = start
    while entry < table.count, text.runs[run].kind != .tab {
      let (next, scale) = (table[entry], text.runs[run].pointsPerUnit)
      if next.hasInk {
        units += next.ink
        width = closed + Double(units) * scale
      }
      units += next.hang
      end += next.length
      step(over: next)
      if next.endsRun {
        closed += Double(units) * scale
        units = 0
      }
      if next.isMandatory { break }
    }
    width = max(0, width)
    guard findsDecimal else { return (width, width) }
    return (width, min(width, prefix(of: start..<end, width: width)))
  }

  private mutating func step(over next: BreakEntry) {
    entry += 1
    if next.endsRun { run += 1 }
  }

  /// Returns the width of a field up to its decimal separator.
  ///
  /// Numbers run left to right. In a right-to-left paragraph, the text before the number, the
  /// fraction and the separator itself are on the leading side of the separator.
  private func prefix(of field: Range<Int32>, width: Double) -> Double {
    let bytes = text.input.text.string.utf8.span
    let range = Int(field.lowerBound)..<Int(field.upperBound)
    guard let number = DecimalNumber(firstIn: range, of: bytes) else { return width }
    guard text.paragraphLevel(at: field.lowerBound) & 1 == 1 else {
      return advance(of: range.lowerBound..<number.separator)
    }
    return advance(of: range.lowerBound..<number.range.lowerBound)
      + advance(of: number.separator..<number.range.upperBound)
  }

  /// Returns the advance of a part of the text, in points.
  private func advance(of range: Range<Int>) -> Double {
    guard !range.isEmpty else { return 0 }
    var index = text.runs.dropLast().partitioningIndex { Int($0.end) > range.lowerBound }
    var sum = 0.0
    while index < text.runs.count, Int(text.runs[index].start) < range.upperBound {
      let run = text.runs[index]
      var units = 0
      text.readGlyphs(of: run, from: Int32(truncatingIfNeeded: range.lowerBound)) { glyph in
        guard Int(glyph.cluster) < range.upperBound else { return false }
        if Int(glyph.cluster) >= range.lowerBound { units += Int(glyph.advance) }
        return true
      }
      sum += Double(units) * run.pointsPerUnit
      index += 1
    }
    return sum
  }
}

/// A number in a text, including its separators.
///
/// If both full stop and comma occur, the last is the decimal separator. One of them alone is, if
/// it occurs once, except a comma before exactly three digits, which groups thousands. U+066B
/// always is.
struct DecimalNumber {
  /// The bytes from the first digit to the last.
  private(set) var range: Range<Int>
  /// The offset of the decimal separator, or the end of the number if there is none.
  private(set) var separator: Int

  /// Finds the first number in a part of a text, if any.
  init?(firstIn part: Range<Int>, of text: Span<UInt8>) {
    var offset = part.lowerBound
    while offset < part.upperBound, !Self.isDigit(text.scalar(at: offset).value) {
      offset += text.scalar(at: offset).length
    }
    guard offset < part.upperBound else { return nil }
    let start = offset
    var (end, digits) = (offset, 0)
    var marks: [(mark: UInt32, offset: Int, digitsBefore: Int)] = []
    while offset < part.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let next = offset + length
      if Self.isDigit(scalar) {
        digits += 1
        end = next
      } else if Self.isMark(scalar), offset == end, next < part.upperBound,
        Self.isDigit(text.scalar(at: next).value)
      {
        marks.append((scalar, offset, digits))
      } else {
        break
      }
      offset = next
    }
    range = start..<end
    separator = end
    if let place = marks.last(where: { $0.mark == 0x66B }) {
      separator = place.offset
      return
    }
    let candidates = marks.filter { $0.mark == 0x2E || $0.mark == 0x2C }
    guard let last = candidates.last,
      candidates.filter({ $0.mark == last.mark }).count == 1
    else { return }
    let isThousands =
      last.mark == 0x2C && candidates.count == 1 && digits - last.digitsBefore == 3
      && last.digitsBefore <= 3 && text[start] != 0x30
    if !isThousands { separator = last.offset }
  }

  private static func isDigit(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9: true
    default: false
    }
  }

  /// Returns whether a character may occur between the digits of a number.
  private static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2C, 0x2E, 0x27, 0xA0, 0x202F, 0x2019, 0x66B, 0x66C: true
    default: false
    }
  }
}
