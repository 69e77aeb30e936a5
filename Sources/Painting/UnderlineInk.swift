internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The intervals in which the glyphs of a line of text cross the lines under it.
///
/// They are looked for once for each band of rows: runs beside each other share theirs.
struct UnderlineInk {
  private var bands: [Range<Double>: [ClosedRange<Double>]] = [:]

  /// The intervals in which glyphs cross some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of an underline.
  ///   - columns: Some columns; others than the intervals near these are left out.
  ///   - find: Finds the intervals of a band, in order and apart.
  /// - Returns: The intervals, in order and apart.
  mutating func intervals(
    crossing rows: Range<Double>, near columns: Range<Double>,
    _ find: (Range<Double>) -> [ClosedRange<Double>]
  ) -> ArraySlice<ClosedRange<Double>> {
    let height = rows.upperBound - rows.lowerBound
    // The edge of a stroke that only touches the line is no ink in it.
    let inset = height / 8
    let band = rows.lowerBound + inset..<rows.upperBound - inset
    let intervals: [ClosedRange<Double>]
    if let known = bands[band] {
      intervals = known
    } else {
      intervals = find(band)
      bands[band] = intervals
    }
    // A line keeps clear of ink by as much as it is thick.
    let first = intervals.partitioningIndex { $0.upperBound + height >= columns.lowerBound }
    let end = intervals.partitioningIndex { $0.lowerBound - height >= columns.upperBound }
    return intervals[first..<max(first, end)]
  }
}

extension [ClosedRange<Double>] {
  /// The index of the first element that fulfills a condition, as all behind it do; or the count.
  fileprivate func partitioningIndex(_ isBehind: (ClosedRange<Double>) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The intervals of glyphs in bands below their baselines, which are found from their outlines.
struct CrossingCache {
  /// The key of an interval.
  struct Key: Hashable {
    var strike: StrikeKey
    var glyph: UInt32
    /// The edges of the band relative to the baseline, in 64ths of a pixel, y down.
    var band: Range<Double>
  }

  private var intervals: [Key: ClosedRange<Double>?] = [:]
  /// The most entries; a message has some dozens of glyphs under two lines or so.
  private static let limit = 4_096

  /// The interval of a glyph relative to its pen, in 64ths of a pixel, `nil` within if it is not in
  /// the band; `nil` if that is not known.
  subscript(key: Key) -> ClosedRange<Double>?? { intervals[key] }

  /// Keeps the interval of a glyph.
  mutating func insert(_ interval: ClosedRange<Double>?, for key: Key) {
    if intervals.count >= Self.limit { intervals.removeAll(keepingCapacity: true) }
    intervals[key] = .some(interval)
  }

  mutating func removeAll() { intervals = [:] }
}

extension PaintWorker {
  /// Finds the intervals in which the glyphs that were added cross a band of rows.
  ///
  /// - Parameter band: The edges of the band, in pixels.
  /// - Returns: The intervals of all but ideographs and pictures, in order and apart.
  mutating func ink(in band: Range<Double>) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for run in runs where !run.script.isIdeographic {
      let strike = strikes[run.strike]
      guard !strike.font.isColor else { continue }
      for index in run.placements {
        let placement = placements[index]
        let y = Double(placement.y)
        let key = CrossingCache.Key(
          strike: strike.key, glyph: placement.glyph,
          band: (band.lowerBound - y) * 64..<(band.upperBound - y) * 64)
        let interval: ClosedRange<Double>?
        if let known = crossings[key] {
          interval = known
        } else {
          interval = faces.withFace(of: strike.font) { face in
            face.crossing(of: key.glyph, style: strike.style, band: key.band)
          }
          crossings.insert(interval, for: key)
        }
        guard let interval else { continue }
        let pen = Double(placement.x) + Double(placement.phase) / 4
        found.append(pen + interval.lowerBound / 64...pen + interval.upperBound / 64)
      }
    }
    return found.merged()
  }
}

extension [ClosedRange<Double>] {
  /// The intervals in order, those that overlap as one.
  fileprivate func merged() -> [ClosedRange<Double>] {
    var merged: [ClosedRange<Double>] = []
    for interval in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, interval.lowerBound <= last.upperBound {
        let end = Swift.max(last.upperBound, interval.upperBound)
        merged[merged.count - 1] = last.lowerBound...end
      } else {
        merged.append(interval)
      }
    }
    return merged
  }
}
