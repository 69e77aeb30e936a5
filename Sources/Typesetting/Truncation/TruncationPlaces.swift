import GalleyShaping

/// A character boundary from which the rest of a text may be shown at the end of a line.
struct SuffixPlace {
  /// The start of the visible rest.
  var position: LinePosition
  /// The width of the visible rest in points, without reshaping; never less than
  /// that of the previous place.
  var reach: Double
}

extension LineBreaker {
  /// Returns the places from which the last paragraph of a text may be shown, last place first.
  ///
  /// Distances are from the paragraph's start, so they do not depend on the measure.
  ///
  /// - Parameters:
  ///   - start: The start of the text and of its first line.
  ///   - end: The end of the text's ink.
  /// - Returns: The places, excluding the start, from which the rest is no wider than the measure,
  ///   possibly followed by others; and whether these are all places.
  func suffixPlaces(
    from start: LinePosition, to end: Int
  ) -> (places: [SuffixPlace], isComplete: Bool) {
    guard Int(start.offset) < end else { return ([], true) }
    let paragraph = lastParagraph(from: start, to: end)
    let total = walk(from: paragraph, to: end).trimmed
    let first = walk(from: paragraph, to: end, isAtMost: total - measure)
    let position = first.offset > paragraph.offset ? LinePosition(first) : paragraph
    var collector = EmergencyBreakFinder(
      position, walk: first, surplus: .max, passesOpportunities: true, in: self)
    collector.run()
    let boundaries = text.shapers.graphemeBoundaries(
      of: text.input.text, in: Int(position.offset)..<Int(collector.end))
    var (result, reach) = ([SuffixPlace](), 0.0)
    for place in collector.places(at: boundaries).reversed()
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

  /// Returns the start of the paragraph with the last ink of a text.
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

  /// Walks along a line to its end, or to the last opportunity before `limit`.
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

  /// Returns the width of a line from a place to the end of the text's ink.
  ///
  /// - Returns: The width in points, and the reshaped glyphs at the start of the line, if any.
  func suffix(from place: LinePosition, to end: Int) -> (width: Double, patch: LinePatch?) {
    var place = place
    let run = text.runs[place.run]
    // Shaping saw the letter before the run, which may join it.
    if place.offset == run.start, run.script.joins { place.isUnsafe = true }
    var breaker = self
    breaker.keepsJoins = false
    let head = LineHead(place, in: breaker)
    return (walk(from: place, head: head, to: Int32(truncatingIfNeeded: end)).trimmed, head.patch)
  }

  /// Returns the width of a line that ends between two characters, without joining the letters
  /// after it.
  ///
  /// - Returns: The width in points, and the reshaped glyphs at the end of the line, if any.
  func prefix(
    to place: EmergencyPlace, from start: LinePosition, head: LineHead
  ) -> (width: Double, patch: LinePatch?) {
    let run = text.runs[place.place.run]
    var breaker = self
    breaker.keepsJoins = false
    var width = place.width
    let isUnsafe = place.position.isUnsafe || place.place.offset == run.end && run.script.joins
    let patch = breaker.finish(
      at: place.place, isUnsafe: isUnsafe, kind: .allowed, width: &width, lineStart: start,
      head: head)
    return (width, patch)
  }

  /// Returns the width of a text on one line in points; infinite if it has several paragraphs.
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

  /// Returns whether there is ink between a place and the end of its paragraph.
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
