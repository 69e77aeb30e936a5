import GalleyBasics
import GalleyHarfBuzz
import GalleyShaping

// Lines whose first unbreakable stretch does not fit.

extension LineBreaker {
  /// Appends a line that ends between two characters, because no opportunity fits, and moves
  /// `start` to its end.
  ///
  /// - Returns: Whether the line ended at a mandatory break.
  func appendEmergencyLine(
    from start: inout LinePosition, head: LineHead, to result: inout LineBreaks
  ) -> Bool {
    let (places, isComplete) = emergencyPlaces(from: start, head: head)
    var chosen = places.lastIndex { $0.reach <= measure } ?? 0
    var ending = places[chosen].resolved(lineStart: start, head: head, in: self)
    // In a flood, hundreds of places are equally far, but reshaping shows that they do not fit.
    var (tries, step) = (0, 1)
    while chosen > 0, ending.width > measure {
      tries += 1
      if tries > Limits.Shaping.reshapedPlaces { step *= 2 }
      chosen = max(0, chosen - step)
      ending = places[chosen].resolved(lineStart: start, head: head, in: self)
    }
    // At another width, other places would be passed over.
    if step > 1 { result.widths.restrict(from: measure) }
    var limit = step > 1 ? measure.nextUp : .infinity
    for place in places[(chosen + 1)...] {
      if place.reach >= limit { break }
      tries += 1
      if tries > Limits.Shaping.reshapedPlaces {
        limit = min(limit, measure.nextUp)
        break
      }
      let width = place.resolved(lineStart: start, head: head, in: self).width
      limit = min(limit, max(width, place.reach))
    }
    if !isComplete {
      // The places that were not gathered are at least as far.
      limit = places.last.map { min(limit, $0.reach) } ?? limit
    } else if chosen == places.count - 1, !ending.isMandatory {
      limit = nextWidth(
        after: walk(from: start, head: head, to: ending.position.offset), missed: limit, start,
        head, isPassed: false)
    }
    // A line holds its first character even if it does not fit.
    result.widths.restrict(
      from: chosen == 0 ? 0 : max(ending.width, places[chosen].reach), to: limit)
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }

  /// Appends a line that overflows and ends at its first opportunity, and moves `start` to its end.
  ///
  /// - Returns: Whether the line ended at a mandatory break.
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
    var ending = LineEnd(position: LinePosition(walk), width: walk.trimmed, kind: kind)
    ending.tail = resolve(
      walk, kind: kind, width: &ending.width, lineStart: start, head: head)
    if !ending.isMandatory, walk.entry < table.count {
      result.widths.restrict(
        from: 0, to: nextWidth(after: walk, missed: .infinity, start, head, isPassed: false))
    }
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }

  /// Returns the width of the widest stretch of text between two opportunities, in points.
  func widestStretch() -> Double {
    let (table, runs) = (text.breaks, text.runs)
    var (widest, start) = (0.0, LinePosition())
    while start.entry < table.count {
      let head = LineHead(start, in: self)
      var walk = LineWalk(start, head: head, in: self)
      while walk.entry < table.count {
        let entry = table[walk.entry]
        walk.advance(over: entry, runs: runs.span, tabs: tabs)
        if entry.isOpportunity { break }
      }
      var width = walk.trimmed
      _ = resolve(
        walk, kind: table[walk.entry - 1].kind, width: &width, lineStart: start, head: head)
      widest = max(widest, width)
      start = LinePosition(walk)
    }
    return widest
  }

  /// Walks along a line to an offset.
  func walk(from start: LinePosition, head: LineHead, to offset: Int32) -> LineWalk {
    let (table, runs) = (text.breaks, text.runs)
    var walk = LineWalk(start, head: head, in: self)
    while walk.entry < table.count, walk.offset < offset {
      walk.advance(over: table[walk.entry], runs: runs.span, tabs: tabs)
    }
    return walk
  }

  /// Returns the character boundaries from the line's start to just past the measure; at most up to
  /// the first opportunity or, if `passesOpportunities`, to the paragraph's end.
  ///
  /// `isComplete` tells whether they extend that far; otherwise, the last is past the measure.
  func emergencyPlaces(
    from start: LinePosition, head: LineHead, passesOpportunities: Bool = false
  ) -> (places: [EmergencyPlace], isComplete: Bool) {
    var surplus = 16
    while true {
      var collector = EmergencyBreakFinder(
        start, walk: LineWalk(start, head: head, in: self), surplus: surplus,
        passesOpportunities: passesOpportunities, in: self)
      collector.run()
      let boundaries = text.shapers.graphemeBoundaries(
        of: text.input.text, in: Int(start.offset)..<Int(collector.end))
      var places = collector.places(at: boundaries)
      if collector.isComplete { return (places, true) }
      // The last boundary may be an artifact of where gathering stopped.
      if places.last?.position.offset == collector.end { places.removeLast() }
      if let last = places.last, last.reach > measure { return (places, false) }
      surplus *= 16
    }
  }
}

/// A character boundary at which a line may end in an emergency.
struct EmergencyPlace {
  /// The start of the next line.
  var position: LinePosition
  /// The same place, relative to the run of the text before it.
  var place: RunPlace
  /// The width of the line in points, without reshaping.
  var width: Double
  /// The greatest width of the line up to here, in points.
  var reach: Double
  var kind: BreakEntry.Kind
  /// The same place relative to the preceding cluster, from which places within that cluster
  /// derive.
  var inner: (position: LinePosition, place: RunPlace)

  /// Returns the end of a line that ends here.
  func resolved(lineStart: LinePosition, head: LineHead, in breaker: LineBreaker) -> LineEnd {
    var end = LineEnd(position: position, width: width, kind: kind)
    end.tail = breaker.finish(
      at: place, isUnsafe: position.isUnsafe, kind: kind, width: &end.width, lineStart: lineStart,
      head: head)
    return end
  }
}
