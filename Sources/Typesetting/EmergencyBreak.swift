import GalleyHarfBuzz
import GalleyShaping

// A line whose first stretch without an opportunity does not fit.

extension LineBreaker {
  /// Appends a line that ends between two characters, for want of an opportunity that fits.
  ///
  /// - Parameters:
  ///   - start: Where the line begins; moved to where it ends.
  ///   - head: What becomes of the line's first glyphs.
  ///   - result: Where the line goes.
  /// - Returns: Whether the line ended because it must.
  func appendEmergencyLine(
    from start: inout LinePosition, head: LineHead, to result: inout LineBreaks
  ) -> Bool {
    let places = emergencyPlaces(from: start, head: head)
    var chosen = places.lastIndex { $0.reach <= measure } ?? 0
    var ending = places[chosen].resolved(lineStart: start, head: head, in: self)
    while chosen > 0, ending.width > measure {
      chosen -= 1
      ending = places[chosen].resolved(lineStart: start, head: head, in: self)
    }
    var limit = Double.infinity
    for place in places[(chosen + 1)...] {
      if place.reach >= limit { break }
      let width = place.resolved(lineStart: start, head: head, in: self).width
      limit = min(limit, max(width, place.reach))
    }
    if chosen == places.count - 1, !ending.isMandatory {
      limit = nextWidth(
        after: walk(from: start, head: head, to: ending.position.offset), missed: limit, start,
        head, isPassed: false)
    }
    // The first character is on the line whether it fits or not.
    result.restrict(from: chosen == 0 ? 0 : max(ending.width, places[chosen].reach), to: limit)
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }

  /// Appends a line that sticks out, and ends at its first opportunity.
  ///
  /// - Parameters:
  ///   - start: Where the line begins; moved to where it ends.
  ///   - head: What becomes of the line's first glyphs.
  ///   - result: Where the line goes.
  /// - Returns: Whether the line ended because it must.
  func appendOverlongLine(
    from start: inout LinePosition, head: LineHead, to result: inout LineBreaks
  ) -> Bool {
    let (table, runs) = (text.breaks, text.runs)
    var walk = LineWalk(start, head: head, in: self)
    while walk.entry < table.count {
      let entry = table[walk.entry]
      walk.advance(over: entry, runs: runs.span, tabs: tabs)
      if entry.isOpportunity { break }
    }
    let kind = table[walk.entry - 1].kind
    var candidate = Candidate(walk: walk, width: walk.trimmed)
    let tail = resolve(&candidate, kind: kind, lineStart: start, head: head)
    let ending = LineEnd(
      position: LinePosition(walk), width: candidate.width, kind: kind, tail: tail)
    if !ending.isMandatory, walk.entry < table.count {
      result.restrict(
        from: 0, to: nextWidth(after: walk, missed: .infinity, start, head, isPassed: false))
    }
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }

  private func walk(from start: LinePosition, head: LineHead, to offset: Int32) -> LineWalk {
    let (table, runs) = (text.breaks, text.runs)
    var walk = LineWalk(start, head: head, in: self)
    while walk.offset < offset {
      walk.advance(over: table[walk.entry], runs: runs.span, tabs: tabs)
    }
    return walk
  }

  /// Where characters end, from the line's start to the first that is past the measure, and a few
  /// more; at the most to the first opportunity or, if those are passed, to the paragraph's end.
  func emergencyPlaces(
    from start: LinePosition, head: LineHead, passesOpportunities: Bool = false
  ) -> [EmergencyPlace] {
    var surplus = 16
    while true {
      var gatherer = PlaceGatherer(
        start, head: head, surplus: surplus, passesOpportunities: passesOpportunities, in: self)
      gatherer.run()
      let boundaries = text.shapers.graphemeBoundaries(
        of: text.input.text, in: Int(start.offset)..<Int(gatherer.end))
      var places = gatherer.places(at: boundaries)
      if gatherer.isComplete { return places }
      // The last boundary may be there only because the gathering ended.
      if places.last?.position.offset == gatherer.end { places.removeLast() }
      if let last = places.last, last.reach > measure { return places }
      surplus *= 16
    }
  }
}

/// A place between two characters where a line may end in an emergency.
struct EmergencyPlace {
  /// Where the next line then begins.
  var position: LinePosition
  /// The same as a place in the run of the text before it.
  var place: RunPlace
  /// The width of the line, in points, without shaping anything anew.
  var width: Double
  /// The greatest width of the line up to here, in points.
  var reach: Double
  var kind: BreakEntry.Kind
  /// The same place as seen from the cluster before it: where a place within that cluster is made of.
  var inner: (position: LinePosition, place: RunPlace)

  /// The end of a line that ends here.
  func resolved(
    lineStart: LinePosition, head: LineHead, in breaker: LineBreaker
  ) -> LineEnd {
    var end = LineEnd(position: position, width: width, kind: kind)
    end.tail = breaker.finish(
      at: place, isUnsafe: position.isUnsafe, kind: kind, width: &end.width, lineStart: lineStart,
      head: head)
    return end
  }
}
