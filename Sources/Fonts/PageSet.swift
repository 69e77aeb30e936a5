internal import GalleyBasics
internal import GalleyHarfBuzz

/// The pages of 256 scalars in which a face has at least one glyph.
///
/// The set is small enough to be cached on disk for every face, and shows which faces need not be
/// opened.
struct PageSet: Hashable, Sendable {
  /// A range of consecutive pages.
  private struct Stretch: Hashable, Sendable {
    let first: UInt16
    var last: UInt16
  }

  /// The ranges, in ascending order.
  private var stretches: [Stretch] = []

  /// Creates the set of pages of a face's character map.
  init(of face: Face) {
    face.forEachCoveredScalars { scalars in
      for index in scalars.indices {
        let page = UInt16(clamping: scalars[index] >> 8)
        if stretches.last?.last != page { insert(page, page) }
      }
    }
  }

  /// Returns whether the face has any scalar on the page of `scalar`.
  func mayContain(_ scalar: UInt32) -> Bool {
    let page = UInt16(clamping: scalar >> 8)
    let index = stretches.partitioningIndex { $0.last >= page }
    return index < stretches.count && stretches[index].first <= page
  }

  /// Inserts pages, whose start must not be before that of earlier ones.
  private mutating func insert(_ first: UInt16, _ last: UInt16) {
    if let open = stretches.last, Int(first) <= Int(open.last) + 1 {
      stretches[stretches.count - 1].last = max(open.last, last)
    } else {
      stretches.append(Stretch(first: first, last: last))
    }
  }
}

extension PageSet {
  /// The ranges of pages, in ascending order.
  var ranges: [(first: UInt16, last: UInt16)] { stretches.map { ($0.first, $0.last) } }

  /// Creates a set of ranges that are in ascending order.
  init(ranges: [(first: UInt16, last: UInt16)]) {
    stretches = ranges.map { Stretch(first: $0.first, last: $0.last) }
  }

  /// The set as text: the ranges in hexadecimal, such as `0-2,1e`; `-` if empty.
  var text: String {
    if stretches.isEmpty { return "-" }
    return stretches.map { stretch in
      let first = String(stretch.first, radix: 16)
      return stretch.first == stretch.last ? first : first + "-" + String(stretch.last, radix: 16)
    }.joined(separator: ",")
  }

  /// Parses a set written by ``text``, or returns `nil` if the text is malformed.
  init?(text: ArraySlice<UInt8>) {
    if text.elementsEqual("-".utf8) { return }
    var first: UInt16?
    var number: UInt16 = 0
    var digits = 0
    for byte in text {
      switch byte {
      case 0x30...0x39, 0x61...0x66:
        guard digits < 4 else { return nil }
        number = number << 4 | UInt16(byte < 0x3A ? byte - 0x30 : byte - 0x57)
        digits += 1
        continue
      case UInt8(ascii: "-"):
        guard first == nil, digits > 0 else { return nil }
        first = number
      case UInt8(ascii: ","):
        guard append(first, number, digits) else { return nil }
        first = nil
      default: return nil
      }
      number = 0
      digits = 0
    }
    guard append(first, number, digits) else { return nil }
  }

  private mutating func append(_ first: UInt16?, _ last: UInt16, _ digits: Int) -> Bool {
    guard digits > 0, (first ?? last) <= last, stretches.last.map({ $0.last < last }) ?? true
    else { return false }
    insert(first ?? last, last)
    return true
  }
}
