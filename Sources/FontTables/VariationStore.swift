internal import GalleyBasics

/// The deltas of a variable font's table at a position in the design space.
///
/// - SeeAlso: OpenType 1.9, "OpenType Font Variations Common Table Formats".
package struct VariationStore: Sendable {
  private let store: FontTable
  private let map: DeltaIndexMap?
  /// The factor of each region's deltas, 0 to 1.
  private let factors: [Double]

  /// Reads the regions of an item variation store, and its delta set index map if it has one; `nil`
  /// if it has no regions.
  ///
  /// The coordinates are on the font's axes, normalized to -1 through 1.
  package init?(_ store: FontTable, map: FontTable?, coordinates: [Double]) {
    guard store.unsigned(0, 2) == 1, let offset = store.unsigned(2, 4),
      let regions = store.part(from: offset), let axisCount = regions.unsigned(0, 2),
      let count = regions.unsigned(2, 2), axisCount * count <= Limits.Fonts.regionAxes
    else { return nil }
    self.store = store
    self.map = map.flatMap(DeltaIndexMap.init)
    factors = (0..<count).map { region in
      (0..<axisCount).reduce(1) { factor, axis in
        let place = 4 + (region * axisCount + axis) * 6
        let numbers = [0, 2, 4].map { Double(regions.signed(place + $0) ?? 0) / 16_384 }
        let coordinate = axis < coordinates.count ? coordinates[axis] : 0
        return factor * Self.factor(of: coordinate, from: numbers[0], numbers[1], to: numbers[2])
      }
    }
  }

  /// Returns the factor of a delta at a coordinate of an axis, 0 to 1.
  private static func factor(
    of coordinate: Double, from start: Double, _ peak: Double, to end: Double
  ) -> Double {
    guard start <= peak, peak <= end, peak != 0, start >= 0 || end <= 0 else { return 1 }
    guard coordinate != peak else { return 1 }
    guard coordinate > start, coordinate < end else { return 0 }
    return coordinate < peak
      ? (coordinate - start) / (peak - start) : (end - coordinate) / (end - peak)
  }

  /// Returns the delta at an index, in units of the value that it is added to.
  package func delta(_ index: Int) -> Double {
    guard let place = map.map({ $0.place(of: index) }) ?? (index >> 16, index & 0xFFFF),
      place.outer < store.unsigned(6, 2) ?? 0, let offset = store.unsigned(8 + place.outer * 4, 4),
      let data = store.part(from: offset), let itemCount = data.unsigned(0, 2),
      place.inner < itemCount, let words = data.unsigned(2, 2), let regions = data.unsigned(4, 2),
      regions <= Limits.Fonts.deltaRegions
    else { return 0 }
    // The first deltas have twice as many bytes as the others.
    let (wide, small) = (words & 0x7FFF, words & 0x8000 != 0 ? 2 : 1)
    let rowSize = (regions + min(wide, regions)) * small
    var delta = 0.0
    var offsetInRow = 6 + regions * 2 + place.inner * rowSize
    for column in 0..<regions {
      let size = column < wide ? small * 2 : small
      guard let region = data.unsigned(6 + column * 2, 2), region < factors.count,
        let number = data.signed(offsetInRow, size)
      else { return 0 }
      delta += factors[region] * Double(number)
      offsetInRow += size
    }
    return delta
  }
}

/// A delta set index map, which locates deltas by index.
private struct DeltaIndexMap: Sendable {
  private let table: FontTable
  private let count: Int
  private let start: Int
  private let entrySize: Int
  private let innerBits: Int

  init?(_ table: FontTable) {
    guard let format = table.unsigned(0, 1), let entryFormat = table.unsigned(1, 1),
      let count = table.unsigned(2, format == 0 ? 2 : 4)
    else { return nil }
    self.table = table
    self.count = count
    start = format == 0 ? 4 : 6
    entrySize = (entryFormat >> 4 & 3) + 1
    innerBits = (entryFormat & 15) + 1
  }

  /// Returns the location of the delta at an index; the last entry applies to all greater indices.
  func place(of index: Int) -> (outer: Int, inner: Int)? {
    guard count > 0 else { return (index >> 16, index & 0xFFFF) }
    let entry = table.unsigned(start + min(index, count - 1) * entrySize, entrySize)
    return entry.map { ($0 >> innerBits, $0 & (1 << innerBits - 1)) }
  }
}
