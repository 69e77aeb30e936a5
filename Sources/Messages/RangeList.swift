internal import GalleyBasics
internal import GalleyTypesetting

/// A sorted list of ranges that neither overlap nor touch.
struct RangeList: Hashable, Sendable {
  private(set) var ranges: [Range<Int>] = []

  init() {}

  /// Creates the union of `given`, in any order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of ranges.
  init(unionOf given: [Range<Int>]) {
    ranges = .union(of: given.filter { !$0.isEmpty })
  }

  /// Creates the list of maximal runs of line feeds and carriage returns in a text.
  init(lineEndsOf bytes: Span<UInt8>) {
    var start: Int?
    for index in bytes.indices {
      let isEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      if isEnd, start == nil { start = index }
      if !isEnd, let first = start {
        ranges.append(first..<index)
        start = nil
      }
    }
    if let start { ranges.append(start..<bytes.count) }
  }

  /// Returns the range that contains `offset` or ends at it.
  func range(before offset: Int) -> Range<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound >= offset }
    return index < ranges.count && ranges[index].lowerBound < offset ? ranges[index] : nil
  }

  /// Returns these ranges without `others`, which are sorted and disjoint.
  func subtracting(_ others: [Range<Int>]) -> RangeList {
    var result = RangeList()
    result.ranges = ranges.subtracting(others)
    return result
  }
}

extension Array where Element == Range<Int> {
  /// Returns a range extended over those ranges, which are sorted and disjoint, that have one of
  /// its ends strictly inside.
  func covering(_ range: Range<Int>) -> Range<Int> {
    func around(_ offset: Int) -> Range<Int> {
      let index = partitioningIndex { $0.upperBound > offset }
      return index < count && self[index].lowerBound < offset ? self[index] : offset..<offset
    }
    return around(range.lowerBound).lowerBound..<around(range.upperBound).upperBound
  }
}

extension Array where Element == MessageEntity {
  /// Returns the entities sorted by start, longer ones first; the sort is stable.
  func inOrder() -> [MessageEntity] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.range, right.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return left.offset < right.offset
    }.map(\.element)
  }
}
