/// How long each item of a list is, and so where it stands.
///
/// Items stand one behind the other from 0 on. What has not been measured has an estimate, which
/// stays as it is until the item is measured, so that nothing moves by itself. It costs 8 bytes an
/// item and a tenth of that for finding, at most: of items that none was measured near it costs nothing.
/// A value: copies share what is equal in them.
///
/// Lengths are in points along the axis of scrolling. One that is negative or no number counts as 0,
/// and none is longer than ``longestLength``.
///
/// - Complexity: With *n* items, O(log *n*) where nothing else is said.
public struct ItemGeometry: Sendable {
  /// How long an item is at most, in points.
  public static let longestLength = 1_073_741_824.0

  /// A length whose sign says whether it was measured.
  struct Length: SummarizedElement {
    private let signed: Double

    /// Makes a length of what somebody says it is.
    init(_ length: Double, isMeasured: Bool) {
      let length = length.isNaN ? 0 : max(0, min(length, ItemGeometry.longestLength))
      signed = isMeasured ? length : -length
    }

    var length: Double { signed.magnitude }
    var isMeasured: Bool { signed.sign == .plus }
    /// The same length, as an estimate.
    var reset: Length { Length(length, isMeasured: false) }
    var summary: Extent {
      Extent(length: length, measuredLength: isMeasured ? length : 0, measured: isMeasured ? 1 : 0)
    }
  }

  /// How long several items are together, and those of them that were measured.
  struct Extent: SequenceSummary {
    var length: Double
    var measuredLength: Double
    var measured: Int

    static let zero = Extent(length: 0, measuredLength: 0, measured: 0)
    /// The same length, of which nothing was measured.
    var reset: Extent { Extent(length: length, measuredLength: 0, measured: 0) }
    static func + (left: Extent, right: Extent) -> Extent {
      Extent(
        length: left.length + right.length,
        measuredLength: left.measuredLength + right.measuredLength,
        measured: left.measured + right.measured)
    }
  }

  private(set) var lengths: SummedTree<Length>
  /// How long items are thought to be until one was measured.
  private let firstEstimate: Double

  /// Makes the geometry of items that were not measured.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - estimate: How long items are thought to be, until one is measured. Telegram's lists take 44.
  public init(count: Int = 0, estimate: Double = 44) {
    firstEstimate = Length(estimate, isMeasured: false).length
    let length = Length(firstEstimate, isMeasured: false)
    lengths = SummedTree(repeating: length, count: max(0, count))
  }

  /// How many items there are.
  public var count: Int { lengths.count }

  /// How long all items are together.
  public var length: Double { lengths.summary.length }

  /// How many items were measured.
  public var measuredCount: Int { lengths.summary.measured }

  /// How long an item is thought to be: as long as the measured ones are on average.
  public var estimate: Double {
    let known = lengths.summary
    return known.measured > 0 ? known.measuredLength / Double(known.measured) : firstEstimate
  }

  // MARK: Places

  /// Where an item begins; the end of all for the index behind the last.
  public func offset(of index: Int) -> Double {
    lengths.sum(upTo: index).length
  }

  /// How long an item is; 0 if there is none with that index.
  public func length(of index: Int) -> Double {
    lengths[index]?.length ?? 0
  }

  /// How long the items of a range are, as far as there are such.
  ///
  /// - Complexity: O(log *n* + *k*) with *k* items in the range.
  public func lengths(of range: Range<Int>) -> [Double] {
    let range = range.clamped(to: 0..<count)
    var found: [Double] = []
    found.reserveCapacity(range.count)
    lengths.forEach(in: range) { found.append($0.length) }
    return found
  }

  /// Whether an item was measured.
  public func isMeasured(_ index: Int) -> Bool {
    lengths[index]?.isMeasured ?? false
  }

  /// The item that has a place: the first that ends behind it; `nil` if all end before.
  public func index(at offset: Double) -> Int? {
    lengths.first { $0.length > offset }?.index
  }

  /// The items that have some length between two places.
  ///
  /// - Returns: Their indices; empty if there are none.
  public func items(from start: Double, to end: Double) -> Range<Int> {
    let place = max(0, start)
    guard start < end, let (first, before) = lengths.first(where: { $0.length > place }) else {
      return count..<count
    }
    guard before.length < end else { return first..<first }
    // The first item that begins at the end or behind it.
    let behind = lengths.first { $0.length >= end }.map { $0.index + 1 } ?? count
    return first..<max(first, behind)
  }

  /// The items in a range that were not measured, ascending.
  public func unmeasured(in range: Range<Int>) -> [Int] {
    var (unmeasured, index): ([Int], Int) = ([], max(0, range.lowerBound))
    lengths.forEach(in: range) { length in
      if !length.isMeasured { unmeasured.append(index) }
      index += 1
    }
    return unmeasured
  }

  // MARK: Changes

  /// Sets how long an item was measured to be.
  public mutating func setLength(_ length: Double, of index: Int) {
    lengths.update(at: index) { $0 = Length(length, isMeasured: true) }
  }

  /// Makes an item's length an estimate again, of the same length.
  public mutating func forget(_ index: Int) {
    lengths.update(at: index) { $0 = $0.reset }
  }

  /// Makes all lengths estimates, as when the list has another width.
  ///
  /// - Complexity: O(1); an item's length learns of it when something near it is measured.
  public mutating func forgetAll() {
    lengths.resetAll()
  }

  /// Has items go, come and move; what comes has an estimate.
  ///
  /// - Complexity: O(*m* log *n*) if *m* stretches change, and O(*n*) at most.
  public mutating func apply(_ map: IndexMap) {
    guard map.oldCount == count, !map.isIdentity else { return }
    let (before, fresh) = (lengths, Length(estimate, isMeasured: false))
    let hasMoves = map.hasMoves
    lengths.edit(removing: map.removed, inserting: map.inserted) { index in
      hasMoves ? map.oldIndex(of: index).flatMap { before[$0] } ?? fresh : fresh
    }
  }

  /// Has the geometry follow a change of a list: of items that became others the length is an
  /// estimate.
  public mutating func apply(_ change: MapChange) {
    apply(change.indexMap)
    for refresh in change.refreshes { forget(refresh.new) }
  }
}
