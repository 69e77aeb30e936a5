import GalleyHarfBuzz
import GalleyShaping

// A line whose first stretch without an opportunity does not fit.

extension LineBreaker {
  /// Appends a line that ends between two characters, for want of an opportunity that fits.
  ///
  /// - Parameters:
  ///   - start: Where the line begins; moved to where it ends.
  ///   - walk: Where the measure was passed.
  /// - Returns: Whether the line ended because it must.
  func appendEmergencyLine(
    from start: inout LinePosition, head: LineHead, stoppedAt walk: LineWalk,
    to result: inout LineBreaks
  ) -> Bool {
    let places = emergencyPlaces(from: start, head: head)
    var chosen = places.lastIndex { $0.reach <= measure } ?? 0
    var ending = resolved(places[chosen], lineStart: start, head: head)
    while chosen > 0, ending.width > measure {
      chosen -= 1
      ending = resolved(places[chosen], lineStart: start, head: head)
    }
    var limit = Double.infinity
    for place in places[(chosen + 1)...] {
      if place.reach >= limit { break }
      let width = resolved(place, lineStart: start, head: head).width
      limit = min(limit, max(width, place.reach))
    }
    if chosen == places.count - 1, ending.kind != .mandatory {
      var walk = LineWalk(start, head: head, in: self)
      while walk.offset < ending.position.offset {
        walk.advance(over: text.breaks[walk.entry], in: self)
      }
      limit = nextWidth(after: walk, missed: limit, start, head, isPassed: false)
    }
    // The first character is on the line whether it fits or not.
    result.restrict(from: chosen == 0 ? 0 : max(ending.width, places[chosen].reach), to: limit)
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.kind == .mandatory
  }

  private func resolved(
    _ place: EmergencyPlace, lineStart: LinePosition, head: LineHead
  ) -> Candidate {
    var candidate = place.candidate
    if candidate.position.isUnsafe || candidate.kind == .hyphen
      || head.holds(candidate.position.offset)
    {
      resolve(&candidate, lineStart: lineStart, head: head)
    }
    return candidate
  }

  /// Where characters end, from the line's start to the first that is past the measure, and a few
  /// more; at the most to the first opportunity.
  private func emergencyPlaces(from start: LinePosition, head: LineHead) -> [EmergencyPlace] {
    var surplus = 16
    while true {
      var gatherer = PlaceGatherer(start, head: head, surplus: surplus, in: self)
      gatherer.run()
      let boundaries = text.shapers.graphemeBoundaries(
        of: text.input.text, in: Int(start.offset)..<Int(gatherer.end))
      var places = gatherer.places(at: boundaries)
      if gatherer.isComplete {
        return places
      }
      // The last boundary may be there only because the gathering ended.
      if places.last?.candidate.position.offset == gatherer.end { places.removeLast() }
      if let last = places.last, last.reach > measure { return places }
      surplus *= 16
    }
  }
}

/// A place between two characters where a line may end in an emergency.
struct EmergencyPlace {
  var candidate: Candidate
  /// Where the line behind the place begins if the place is moved into the cluster before it.
  var inner: LinePosition

  /// The greatest width of the line up to here, in points.
  var reach: Double { candidate.reach }
}

/// Walks along a line cluster by cluster.
struct PlaceGatherer {
  private let breaker: LineBreaker
  private let start: LinePosition
  private var walk: LineWalk
  private var surplus: Int
  private var clusters: [EmergencyPlace] = []
  private var reach = 0.0
  /// Where the gathering stopped.
  private(set) var end: Int32
  /// Whether it stopped because there is an opportunity, or the text ends.
  private(set) var isComplete = false

  init(_ start: LinePosition, head: LineHead, surplus: Int, in breaker: LineBreaker) {
    self.breaker = breaker
    self.start = start
    self.surplus = surplus
    walk = LineWalk(start, head: head, in: breaker)
    end = start.offset
  }

  /// Gathers the places before clusters, until a few are past the measure.
  mutating func run() {
    var consumed = (ink: start.consumedInk, length: start.consumedLength)
    while walk.entry < breaker.text.breaks.count {
      let entry = breaker.text.breaks[walk.entry]
      var inner = LinePosition(entry: walk.entry, run: walk.run, offset: walk.offset)
      if !gatherClusters(of: entry, consumed: consumed, inkEnd: &inner) { return }
      consumed = (0, 0)
      walk.advance(over: entry, in: breaker)
      reach = max(reach, walk.reach)
      end = walk.offset
      var candidate = Candidate(walk, kind: entry.kind)
      candidate.reach = reach
      clusters.append(EmergencyPlace(candidate: candidate, inner: inner))
      if entry.isOpportunity {
        isComplete = true
        return
      }
    }
    isComplete = true
  }

  /// Gathers the places before the clusters of one entry's ink, but for the first.
  ///
  /// - Parameter inner: Moved to where the entry's ink ends.
  /// - Returns: Whether to go on behind the entry.
  private mutating func gatherClusters(
    of entry: BreakEntry, consumed: (ink: Int, length: Int32), inkEnd inner: inout LinePosition
  ) -> Bool {
    let run = breaker.text.runs[walk.run]
    let entryEnd = walk.offset + entry.length - consumed.length
    let inkEnd = startOfWhiteSpace(
      in: breaker.text.input.text.utf8.span, Int(walk.offset)..<Int(entryEnd))
    let scale = breaker.text.pointsPerUnit(of: run)
    let walk = walk
    var (units, previous) = (0, walk.offset)
    var isFull = false
    breaker.readGlyphs(of: run) { glyph in
      guard glyph.cluster >= walk.offset else { return true }
      guard Int(glyph.cluster) < inkEnd else { return false }
      if glyph.cluster > previous {
        let width = walk.closed + Double(walk.units + units) * scale
        reach = max(reach, width)
        var candidate = Candidate(walk, kind: .allowed)
        candidate.position.offset = glyph.cluster
        candidate.position.consumedInk = consumed.ink + units
        candidate.position.consumedLength = consumed.length + glyph.cluster - walk.offset
        candidate.position.isUnsafe = glyph.isUnsafeToBreak
        candidate.width = width
        candidate.reach = reach
        candidate.units = walk.units + units
        clusters.append(EmergencyPlace(candidate: candidate, inner: candidate.position))
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
    inner.consumedInk = consumed.ink + units
    inner.consumedLength = consumed.length + Int32(truncatingIfNeeded: inkEnd) - walk.offset
    inner.offset = Int32(truncatingIfNeeded: inkEnd)
    return !isFull
  }

  /// The places at `boundaries`; one within a cluster is unsafe and has all of the cluster behind it.
  func places(at boundaries: [Int32]) -> [EmergencyPlace] {
    var places: [EmergencyPlace] = []
    var cluster = 0
    for boundary in boundaries {
      while cluster < clusters.count, clusters[cluster].candidate.position.offset < boundary {
        cluster += 1
      }
      guard cluster < clusters.count else { break }
      var place = clusters[cluster]
      if place.candidate.position.offset > boundary {
        // Within a cluster; or among the white space of an entry, where nothing is gained.
        guard place.inner.offset > boundary else { continue }
        place.inner.consumedLength -= place.inner.offset - boundary
        place.inner.offset = boundary
        place.inner.isUnsafe = true
        place.candidate.position = place.inner
        place.candidate.kind = .allowed
      }
      places.append(place)
    }
    return places
  }
}
