import GalleyHarfBuzz
import GalleyShaping

/// A walk along a line, cluster by cluster, that finds emergency breaks.
struct EmergencyBreakFinder {
  private let breaker: LineBreaker
  private let start: LinePosition
  private let passesOpportunities: Bool
  private var walk: LineWalk
  private var surplus: Int
  private var clusters: [EmergencyPlace] = []
  private var reach = 0.0
  /// The offset at which gathering stopped.
  private(set) var end: Int32
  /// Whether gathering stopped at an opportunity or at the end of the paragraph.
  private(set) var isComplete = false

  /// Creates a collector that continues a walk along the line.
  init(
    _ start: LinePosition, walk: LineWalk, surplus: Int, passesOpportunities: Bool,
    in breaker: LineBreaker
  ) {
    self.breaker = breaker
    self.start = start
    self.walk = walk
    self.surplus = surplus
    self.passesOpportunities = passesOpportunities
    end = start.offset
  }

  /// Gathers the places before clusters, until a few are past the measure.
  mutating func run() {
    let (table, runs) = (breaker.text.breaks, breaker.text.runs)
    var consumed = (ink: start.inkBefore, length: start.lengthBefore)
    while walk.entry < table.count {
      let entry = table[walk.entry]
      var inkEnd = LinePosition(walk)
      guard let units = gatherClusters(of: entry, consumed: consumed, inkEnd: &inkEnd) else {
        return
      }
      let innerPlace = RunPlace(
        offset: inkEnd.offset, run: walk.run, units: walk.units + units, closed: walk.closed)
      consumed = (0, 0)
      walk.advance(over: entry, runs: runs.span, tabs: breaker.tabs)
      reach = max(reach, walk.reach)
      end = walk.offset
      let place = RunPlace(
        offset: walk.offset, run: innerPlace.run, units: walk.units, closed: walk.closed)
      clusters.append(
        EmergencyPlace(
          position: LinePosition(walk), place: place, width: walk.trimmed, reach: reach,
          kind: entry.kind, inner: (inkEnd, innerPlace)))
      if entry.isMandatory || entry.isOpportunity && !passesOpportunities {
        isComplete = true
        return
      }
      if reach > breaker.measure { surplus -= 1 }
      if surplus < 0 { return }
    }
    isComplete = true
  }

  /// Gathers the places before the clusters of an entry's ink, except for the first, and moves
  /// `inner` to the end of that ink; `consumed` is the part of the entry before the line.
  ///
  /// - Returns: The advance of the entry's ink in design units, or `nil` to stop.
  private mutating func gatherClusters(
    of entry: BreakEntry, consumed: (ink: Int, length: Int32), inkEnd inner: inout LinePosition
  ) -> Int? {
    let run = breaker.text.runs[walk.run]
    let bytes = breaker.text.input.text.string.utf8.span
    let entryEnd = walk.offset + entry.length - consumed.length
    let inkEnd = endOfInk(in: bytes, Int(walk.offset)..<Int(entryEnd))
    let walk = walk
    var (units, previous, width) = (0, walk.offset, walk.trimmed)
    var isFull = false
    breaker.text.readGlyphs(of: run, from: walk.offset) { glyph in
      guard glyph.cluster >= walk.offset else { return true }
      guard Int(glyph.cluster) < inkEnd else { return false }
      if glyph.cluster > previous {
        let cluster = Int(previous)..<Int(glyph.cluster)
        if endOfInk(in: bytes, cluster) > cluster.lowerBound {
          width = walk.closed + Double(walk.units + units) * run.pointsPerUnit
          reach = max(reach, width)
        }
        var position = LinePosition(walk)
        position.offset = glyph.cluster
        position.inkBefore = consumed.ink + units
        position.lengthBefore = consumed.length + glyph.cluster - walk.offset
        position.isUnsafe = glyph.isUnsafeToBreak
        let place = RunPlace(
          offset: glyph.cluster, run: walk.run, units: walk.units + units, closed: walk.closed)
        clusters.append(
          EmergencyPlace(
            position: position, place: place, width: width, reach: reach, kind: .allowed,
            inner: (position, place)))
        previous = glyph.cluster
        end = glyph.cluster
        if reach > breaker.measure { surplus -= 1 }
        if surplus < 0 {
          isFull = true
          return false
        }
      }
      units += Int(glyph.advance)
      return true
    }
    inner.inkBefore = consumed.ink + units
    inner.lengthBefore = consumed.length + Int32(truncatingIfNeeded: inkEnd) - walk.offset
    inner.offset = Int32(truncatingIfNeeded: inkEnd)
    return isFull ? nil : units
  }

  /// Returns the places at `boundaries`.
  ///
  /// A place within a cluster is unsafe, and the whole cluster counts as before it. There is no
  /// place before white space, which hangs.
  func places(at boundaries: [Int32]) -> [EmergencyPlace] {
    var places: [EmergencyPlace] = []
    var cluster = 0
    let bytes = breaker.text.input.text.string.utf8.span
    var skipped: EmergencyPlace?
    for (index, boundary) in boundaries.enumerated() {
      while cluster < clusters.count, clusters[cluster].position.offset < boundary {
        cluster += 1
      }
      guard cluster < clusters.count else { break }
      var place = clusters[cluster]
      let isBeforeSpace =
        index + 1 < boundaries.count
        && endOfInk(in: bytes, Int(boundary)..<Int(boundaries[index + 1])) == boundary
      if place.position.offset > boundary {
        guard place.inner.position.offset >= boundary else {
          // White space within an entry: if a mark follows, the place before the space is used.
          if !isBeforeSpace, let before = skipped { places.append(before) }
          continue
        }
        if place.inner.position.offset > boundary {
          // Within a cluster, which need not fit as a whole.
          place.reach = cluster > 0 ? clusters[cluster - 1].reach : 0
        }
        (place.position, place.place) = place.inner
        place.position.lengthBefore -= place.position.offset - boundary
        place.position.offset = boundary
        place.position.isUnsafe = true
        place.place.offset = boundary
        place.kind = .allowed
      }
      skipped = isBeforeSpace ? place : nil
      if !isBeforeSpace { places.append(place) }
    }
    return places
  }
}
