import GalleyShaping

// The lines of most texts, which have neither tabs nor places that are unsafe to break. The state
// of the walk is in local variables, because copying a ``LineWalk`` at each opportunity takes more
// time than the rest.

/// The start of a plain line, between two break table entries.
struct PlainStart: BitwiseCopyable {
  /// The entry.
  var entry = 0
  /// The run of the entry.
  var run = 0
  /// The UTF-8 offset.
  var offset: Int32 = 0
}

/// The end of a plain line: the last opportunity at which it fits.
struct PlainEnd: BitwiseCopyable {
  /// The start of the next line; its entry is 0 if no opportunity fits.
  var next = PlainStart()
  /// The width of the line, in points.
  var width = 0.0
  /// The greatest width of the line up to its end, in points.
  var reach = 0.0
  /// The least measure at which the line would end later, in points.
  var limit = Double.infinity
  /// Whether it is the first opportunity on the line.
  var isFirst = false
  /// Whether the line ends at a mandatory break.
  var isMandatory = false
}

extension PlainStart {
  /// Finds the end of the line that begins here.
  ///
  /// - Parameters:
  ///   - count: The number of entries of the break table, which is without tabs.
  ///   - measure: The measure, in points.
  ///   - scale: Returns the points per unit of a run, and anything for the number of runs.
  ///   - entries: Returns an entry.
  /// - Returns: The end, or `nil` if text has to be reshaped, hyphenated or broken in an emergency.
  @inline(__always) fileprivate func end(
    among count: Int, measure: Double, scale: (Int) -> Double, entries: (Int) -> PlainEntry
  ) -> PlainEnd? {
    var (index, run, offset) = (entry, run, offset)
    var (closed, units, trimmed, reach) = (0.0, 0, 0.0, 0.0)
    var pointsPerUnit = scale(run)
    var best = PlainEnd()
    var isFirst = true
    while index < count {
      let entry = entries(index)
      index &+= 1
      if entry.hasInk {
        units &+= entry.ink
        trimmed = closed + Double(units) * pointsPerUnit
        if trimmed > reach {
          reach = trimmed
          // Otherwise a text without opportunities would be searched to its end for each line.
          if reach > measure, best.next.entry == 0 { return nil }
        }
      }
      units &+= entry.hang
      offset &+= entry.length
      if entry.endsRun {
        closed += Double(units) * pointsPerUnit
        units = 0
        run &+= 1
        pointsPerUnit = scale(run)
      }
      guard entry.isOpportunity || index == count else { continue }
      guard entry.isSimple else { return nil }
      guard reach <= measure else {
        // The next opportunity, at which the line would end at a greater measure.
        best.limit = reach
        break
      }
      best.next = PlainStart(entry: index, run: run, offset: offset)
      (best.width, best.reach, best.isFirst) = (trimmed, reach, isFirst)
      isFirst = false
      if entry.isMandatory {
        best.isMandatory = true
        break
      }
    }
    return best.next.entry > 0 ? best : nil
  }
}

extension LineBreaker {
  /// Appends the line that begins at `start`, and advances `start` to its end, if it is plain.
  ///
  /// - Parameters:
  ///   - start: The start of the line.
  ///   - breaks: The form of the break table of the text.
  ///   - words: The words of the text.
  ///   - runs: The runs of the text.
  ///   - result: The lines.
  /// - Returns: Whether the line ended at a mandatory break, or `nil` if nothing was appended.
  func appendPlainLine(
    from start: inout LinePosition, _ breaks: BreakTable.Form, _ words: Span<UInt32>,
    _ runs: Span<ShapedRun>, to result: inout LineBreaks
  ) -> Bool? {
    guard start.isPlain, !text.hasTabs else { return nil }
    let line = PlainStart(entry: start.entry, run: start.run, offset: start.offset)
    let end =
      breaks.isNarrow
      ? line.end(
        among: breaks.count, measure: measure,
        scale: { $0 < runs.count ? runs[$0].pointsPerUnit : 0 },
        entries: { PlainEntry(narrow: $0, of: breaks, in: words) })
      : line.end(
        among: breaks.count, measure: measure,
        scale: { $0 < runs.count ? runs[$0].pointsPerUnit : 0 },
        entries: { PlainEntry(breaks.entry($0, in: words)) })
    guard let end else { return nil }
    // A line of a single character, or of a word that may overflow, is the same at any width.
    let isLeast =
      end.reach > result.widths.least && end.isFirst
      && (overflow == .visible || isCharacter(endingAt: end.next.offset, from: start))
    result.widths.restrict(from: isLeast ? 0 : end.reach, to: end.limit)
    result.lines.append(
      LineSpan(
        end: end.next.offset, firstRun: Int32(truncatingIfNeeded: start.run), width: end.width,
        firstPatch: Int32(truncatingIfNeeded: result.patches.count), patchCount: 0,
        endsInHyphen: false,
        endsParagraph: end.isMandatory || end.next.offset == text.length))
    start = LinePosition(end.next)
    return end.isMandatory
  }
}
