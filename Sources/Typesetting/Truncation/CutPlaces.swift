import GalleyShaping

/// A place between two characters from which the rest of a text may be shown at the end of a line.
struct SuffixPlace {
  /// Where what is shown begins.
  var position: LinePosition
  /// How wide what is shown is in points, without shaping anything anew; never less than for the
  /// place before.
  var reach: Double
}

extension LineBreaker {
  /// Where characters begin from which the last paragraph of a text may be shown, from the end on.
  ///
  /// Distances are from the paragraph's start, whatever the measure is, so that they are always the same.
  ///
  /// - Parameters:
  ///   - start: Where the text begins, and its first line.
  ///   - end: Where the ink of the text ends.
  /// - Returns: The places at which what is shown is no wider than the measure, and perhaps more; the
  ///   start is not among them. And whether these are all.
  func suffixPlaces(
    from start: LinePosition, to end: Int
  ) -> (places: [SuffixPlace], isComplete: Bool) {
    guard Int(start.offset) < end else { return ([], true) }
    let paragraph = lastParagraph(from: start, to: end)
    let total = walk(from: paragraph, to: end).trimmed
    let first = walk(from: paragraph, to: end, isAtMost: total - measure)
    let position = first.offset > paragraph.offset ? LinePosition(first) : paragraph
    var gatherer = PlaceGatherer(
      position, walk: first, surplus: .max, passesOpportunities: true, in: self)
    gatherer.run()
    let boundaries = text.shapers.graphemeBoundaries(
      of: text.input.text, in: Int(position.offset)..<Int(gatherer.end))
    var (result, reach) = ([SuffixPlace](), 0.0)
    for place in gatherer.places(at: boundaries).reversed()
    where Int(place.position.offset) < end {
      let run = text.runs[place.place.run]
      let pen = place.place.closed + Double(place.place.units) * run.pointsPerUnit
      reach = max(reach, total - pen)
      result.append(SuffixPlace(position: place.position, reach: reach))
    }
    let isComplete = position.offset == paragraph.offset
    if isComplete, paragraph.offset > start.offset {
      result.append(SuffixPlace(position: paragraph, reach: max(reach, total)))
    }
    return (result, isComplete)
  }

  /// Where the paragraph begins that holds the last ink of a text.
  func lastParagraph(from start: LinePosition, to end: Int) -> LinePosition {
    let (table, runs) = (text.breaks, text.runs)
    var paragraph = start
    paragraph.isUnsafe = false
    var walk = LineWalk(paragraph, head: LineHead(paragraph, in: self), in: self)
    while walk.entry < table.count, Int(walk.offset) < end {
      let entry = table[walk.entry]
      walk.advance(over: entry, runs: runs.span, tabs: tabs)
      if entry.isMandatory, Int(walk.offset) < end {
        paragraph = LinePosition(walk)
        paragraph.isUnsafe = false
      }
    }
    return paragraph
  }

  /// Walks along a line, up to its end or to the last opportunity before which it is narrow enough.
  private func walk(
    from start: LinePosition, to end: Int, isAtMost limit: Double? = nil
  ) -> LineWalk {
    let (table, runs) = (text.breaks, text.runs)
    var walk = LineWalk(start, head: LineHead(start, in: self), in: self)
    var last = walk
    while walk.entry < table.count, Int(walk.offset) < end {
      let entry = table[walk.entry]
      walk.advance(over: entry, runs: runs.span, tabs: tabs)
      guard let limit else { continue }
      if walk.pen > limit || walk.entry == table.count || Int(walk.offset) >= end { return last }
      if entry.isOpportunity { last = walk }
    }
    return walk
  }

  /// How wide a line is that begins at a place and ends with the text's ink.
  ///
  /// - Returns: The width in points, and the glyphs that the line then begins with if they are not
  ///   the text's own.
  func suffix(from place: LinePosition, to end: Int) -> (width: Double, patch: LinePatch?) {
    let (table, runs) = (text.breaks, text.runs)
    var place = place
    let run = runs[place.run]
    // Shaping saw a letter before the run, which is perhaps joined to it.
    if place.offset == run.start, run.script.joins { place.isUnsafe = true }
    var breaker = self
    breaker.keepsJoins = false
    let head = LineHead(place, in: breaker)
    var walk = LineWalk(place, head: head, in: self)
    while walk.entry < table.count, Int(walk.offset) < end {
      walk.advance(over: table[walk.entry], runs: runs.span, tabs: tabs)
    }
    return (walk.trimmed, head.patch)
  }

  /// How wide a line is that ends between two characters, and where letters do not join what follows.
  ///
  /// - Returns: The width in points, and the glyphs that then end the line if they are not the
  ///   text's own.
  func prefix(
    to place: EmergencyPlace, from start: LinePosition, head: LineHead
  ) -> (width: Double, patch: LinePatch?) {
    let run = text.runs[place.place.run]
    var breaker = self
    breaker.keepsJoins = false
    var width = place.width
    let isUnsafe =
      place.position.isUnsafe || place.place.offset == run.end && run.script.joins
    let patch = breaker.finish(
      at: place.place, isUnsafe: isUnsafe, kind: .allowed, width: &width, lineStart: start,
      head: head)
    return (width, patch)
  }

  /// How wide a line is that holds all of a text, if that is one paragraph; in points.
  func wholeWidth(from start: LinePosition, head: LineHead, to end: Int) -> Double {
    let (table, runs) = (text.breaks, text.runs)
    guard start.entry < table.count else { return .infinity }
    var walk = LineWalk(start, head: head, in: self)
    while walk.entry < table.count, Int(walk.offset) < end {
      let entry = table[walk.entry]
      walk.advance(over: entry, runs: runs.span, tabs: tabs)
      if entry.isMandatory, Int(walk.offset) < end { return .infinity }
    }
    return walk.reach
  }

  /// Whether there is something to be seen between a place and the end of its paragraph.
  func hasInk(from start: LinePosition) -> Bool {
    var entry = start.entry
    while entry < text.breaks.count {
      if text.breaks[entry].hasInk { return true }
      if text.breaks[entry].isMandatory { return false }
      entry += 1
    }
    return false
  }
}
