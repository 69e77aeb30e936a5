internal import GalleyBasics
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The intervals in which the glyphs of a line of text cross its underlines.
///
/// Intervals are computed once per band of rows; adjacent runs share them.
struct UnderlineInk {
  private var bands: [Range<Double>: [ClosedRange<Double>]] = [:]

  /// Returns the intervals in which glyphs cross the rows of an underline, sorted and disjoint;
  /// those far from `columns` are omitted.
  ///
  /// `find` finds the intervals of a band, sorted and disjoint.
  mutating func intervals(
    crossing rows: Range<Double>, near columns: Range<Double>,
    _ find: (Range<Double>) -> [ClosedRange<Double>]
  ) -> ArraySlice<ClosedRange<Double>> {
    let height = rows.upperBound - rows.lowerBound
    // The edge of a stroke that only touches the line does not count as ink.
    let inset = height / 8
    let band = rows.lowerBound + inset..<rows.upperBound - inset
    let intervals: [ClosedRange<Double>]
    if let known = bands[band] {
      intervals = known
    } else {
      intervals = find(band)
      bands[band] = intervals
    }
    // The clearance of a line from ink equals its thickness.
    let first = intervals.partitioningIndex { $0.upperBound + height >= columns.lowerBound }
    let end = intervals.partitioningIndex { $0.lowerBound - height >= columns.upperBound }
    return intervals[first..<max(first, end)]
  }
}

/// A cache of the intervals of glyphs in bands below their baselines, computed from outlines.
struct CrossingCache {
  /// The key of an interval.
  struct Key: Hashable {
    var strike: StrikeKey
    var glyph: UInt32
    /// The edges of the band relative to the baseline, in 64ths of a pixel, y down.
    var band: Range<Double>
  }

  private var intervals: [Key: ClosedRange<Double>?] = [:]
  /// The maximum number of entries; a message has some dozens of glyphs above one or two lines.
  private static let limit = 4_096

  /// The interval of a glyph relative to its pen, in 64ths of a pixel; `.some(nil)` if it does not
  /// cross the band, and `nil` if it is not cached.
  subscript(key: Key) -> ClosedRange<Double>?? { intervals[key] }

  /// Stores the interval of a glyph.
  mutating func insert(_ interval: ClosedRange<Double>?, for key: Key) {
    if intervals.count >= Self.limit { intervals.removeAll(keepingCapacity: true) }
    intervals[key] = .some(interval)
  }

  mutating func removeAll() { intervals = [:] }
}

extension PaintWorker {
  /// Returns the intervals in which the glyphs of the current line, except ideographs and pictures,
  /// cross a band of rows, sorted and disjoint; in pixels.
  mutating func ink(in band: Range<Double>) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for run in current.runs where !run.script.isIdeographic {
      let strike = strikes[run.strike]
      guard !strike.font.isColor else { continue }
      for index in run.placements {
        let placement = current.placements[index]
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
  /// Returns the intervals sorted, with overlapping ones merged.
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
