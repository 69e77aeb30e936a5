/// The lengths and offsets of a list's items.
///
/// Items follow one another from offset 0. An unmeasured item has an estimated length, which is
/// constant until the item is measured, so that nothing moves by itself. The cost is at most 8
/// bytes per item and a tenth of that for the index; runs of unmeasured items cost nothing. Copies
/// share equal parts.
///
/// Lengths are in points along the scroll axis. A negative or NaN length counts as 0, and the
/// maximum is ``longestLength``.
///
/// - Complexity: O(log *n*) for *n* items, unless stated otherwise.
struct ItemGeometry: Sendable {
  /// The maximum length of an item, in points.
  static let longestLength = 1_073_741_824.0

  /// A length whose sign tells whether it was measured.
  struct Length: SummarizedElement {
    private let signed: Double

    /// Creates a length, clamped to the valid range.
    init(_ length: Double, isMeasured: Bool) {
      let length = length.isNaN ? 0 : max(0, min(length, ItemGeometry.longestLength))
      signed = isMeasured ? length : -length
    }

    var length: Double { signed.magnitude }
    var isMeasured: Bool { signed.sign == .plus }
    /// The same length as an estimate.
    var reset: Length { Length(length, isMeasured: false) }
    var summary: Extent {
      Extent(length: length, measuredLength: isMeasured ? length : 0, measured: isMeasured ? 1 : 0)
    }
  }

  /// The total length of several items, and of the measured ones among them.
  struct Extent: SequenceSummary {
    var length: Double
    var measuredLength: Double
    var measured: Int

    static let zero = Extent(length: 0, measuredLength: 0, measured: 0)
    /// The same length with all items unmeasured.
    var reset: Extent { Extent(length: length, measuredLength: 0, measured: 0) }
    static func + (left: Extent, right: Extent) -> Extent {
      Extent(
        length: left.length + right.length,
        measuredLength: left.measuredLength + right.measuredLength,
        measured: left.measured + right.measured)
    }
  }

  private(set) var lengths: SummedTree<Length>
  /// The estimated length until an item has been measured.
  private let firstEstimate: Double

  /// Creates the geometry of unmeasured items.
  ///
  /// - Parameters:
  ///   - count: The number of items.
  ///   - estimate: The estimated length until an item has been measured. Telegram's lists use 44.
  init(count: Int = 0, estimate: Double = 44) {
    firstEstimate = Length(estimate, isMeasured: false).length
    let length = Length(firstEstimate, isMeasured: false)
    lengths = SummedTree(repeating: length, count: max(0, count))
  }

  /// The number of items.
  var count: Int { lengths.count }

  /// The total length of all items.
  var length: Double { lengths.summary.length }

  /// The number of measured items.
  var measuredCount: Int { lengths.summary.measured }

  /// The estimated length of an unmeasured item: the mean of the measured ones, in whole points, so
  /// that items of whole lengths keep their distance in pixels from whatever is before them.
  var estimate: Double {
    let known = lengths.summary
    return known.measured > 0
      ? (known.measuredLength / Double(known.measured)).rounded() : firstEstimate
  }

  // MARK: Offsets

  /// Returns the offset of an item; for the end index, the end of the last item.
  func offset(of index: Int) -> Double { lengths.sum(upTo: index).length }

  /// Returns the length of an item; 0 if the index is out of bounds.
  func length(of index: Int) -> Double { lengths[index]?.length ?? 0 }

  /// Returns the lengths of a range of items, clamped to the valid indices.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* items in the range.
  func lengths(of range: Range<Int>) -> [Double] {
    let range = range.clamped(to: 0..<count)
    var found: [Double] = []
    found.reserveCapacity(range.count)
    lengths.forEach(in: range) { found.append($0.length) }
    return found
  }

  /// Returns whether an item has been measured.
  func isMeasured(_ index: Int) -> Bool { lengths[index]?.isMeasured ?? false }

  /// Returns the item that contains an offset: the first one that ends after it; `nil` if there is
  /// none.
  func index(at offset: Double) -> Int? { lengths.first { $0.length > offset }?.index }

  /// Returns the items that intersect a range, including items without length in it.
  func items(in range: Range<Double>) -> Range<Int> {
    let start = max(0, range.lowerBound)
    guard !range.isEmpty, let (first, before) = lengths.first(where: { $0.length > start }) else {
      return count..<count
    }
    guard before.length < range.upperBound else { return first..<first }
    // The first item that begins at or after the end.
    let behind = lengths.first { $0.length >= range.upperBound }.map { $0.index + 1 } ?? count
    return first..<max(first, behind)
  }

  // MARK: Changes

  /// Sets the measured length of an item.
  mutating func setLength(_ length: Double, of index: Int) {
    lengths.update(at: index) { $0 = Length(length, isMeasured: true) }
  }

  /// Turns the length of an item into an estimate, keeping its value.
  mutating func invalidateLength(of index: Int) { lengths.update(at: index) { $0 = $0.reset } }

  /// Turns all lengths into estimates, such as after a change of the list's width.
  ///
  /// - Complexity: O(1); the reset is propagated lazily when nearby items are measured.
  mutating func invalidateLengths() { lengths.resetAll() }

  /// Applies insertions, deletions and moves; inserted items have estimated lengths.
  ///
  /// - Complexity: O(*m* log *n*) for *m* changed ranges, and at most O(*n*).
  mutating func apply(_ map: IndexMap) {
    guard map.oldCount == count, !map.isIdentity else { return }
    let (before, fresh) = (lengths, Length(estimate, isMeasured: false))
    let hasMoves = map.hasMoves
    lengths.edit(removing: map.departures, inserting: map.arrivals) { index in
      hasMoves ? map.oldIndex(of: index).flatMap { before[$0] } ?? fresh : fresh
    }
  }

  /// Applies a change of the list; refreshed items have estimated lengths.
  mutating func apply(_ change: MapChange) {
    apply(change.indexMap)
    for refresh in change.refreshes { invalidateLength(of: refresh.new) }
  }
}
