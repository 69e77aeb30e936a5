import GalleyShaping

// The lines of a text of one run, as most messages are. Its distances are whole numbers of units,
// so that the loop over entries has neither products nor sums of points.

extension LineBreaker {
  /// Appends lines to those of a text of one run, without tabs, whose break table is narrow, until
  /// a line is not plain.
  ///
  /// - Parameters:
  ///   - start: The start of the first line; receives the end of the last.
  ///   - table: The form of the break table.
  ///   - words: The words of the text.
  ///   - scale: The points per unit of the run, positive.
  ///   - result: The lines.
  /// - Returns: Whether the last line ended at a mandatory break, or `nil` if nothing was appended.
  func appendUniformLines(
    from start: inout LinePosition, _ table: BreakTable.Form, _ words: Span<UInt32>, scale: Double,
    to result: inout LineBreaks
  ) -> Bool? {
    guard start.isPlain else { return nil }
    let entries = words.extracting(table.first..<table.first &+ table.count)
    let space = UniformSpace(widths: table.hangs)
    let limit = PlainEntry.units(within: measure, scale: scale)
    let firstPatch = Int32(truncatingIfNeeded: result.patches.count)
    var isMandatory: Bool?
    while start.entry < entries.count,
      let end = UniformEnd(
        ofLineFrom: start.entry, offset: start.offset, limit: limit, in: entries, space)
    {
      let width = Double(end.ink) * scale
      // A line of a single character, or of a word that may overflow, is the same at any width.
      let isLeast =
        width > result.widths.least && end.isFirst(from: start.entry, in: entries)
        && (overflow == .visible || isCharacter(endingAt: end.offset, from: start))
      result.widths.restrict(
        from: isLeast ? 0 : width, to: end.next == .max ? .infinity : Double(end.next) * scale)
      result.lines.append(
        LineSpan(
          end: end.offset, firstRun: 0, width: width, firstPatch: firstPatch, patchCount: 0,
          endsInHyphen: false, endsParagraph: end.isMandatory || end.offset == text.length))
      start = LinePosition(PlainStart(entry: end.entry, offset: end.offset))
      isMandatory = end.isMandatory
    }
    return isMandatory
  }
}

/// The white space and the lengths of the entries of a narrow break table.
private struct UniformSpace: BitwiseCopyable {
  /// The widths of white space, of 16 bits each.
  let widths: UInt64

  /// Returns the white space and the length of an entry, as sums.
  @inline(__always) func behind(_ entry: UInt32) -> UInt64 {
    widths &>> UInt64(entry >> 26 & 0x30) & 0xFFFF &+ UInt64(entry & 0x1FF_0000) << 16
  }
}

/// The end of a line in a text of one run.
private struct UniformEnd: BitwiseCopyable {
  /// The entry after the line.
  let entry: Int
  /// The UTF-8 offset.
  let offset: Int32
  /// The units to the end of the ink.
  let ink: UInt32
  /// The units to the end of the ink if the line ended at the next opportunity; `UInt32.max` if it
  /// cannot.
  let next: UInt32
  let isMandatory: Bool

  /// Finds the last opportunity at which a line fits.
  ///
  /// The result is `nil` if text has to be reshaped, hyphenated or broken in an emergency.
  ///
  /// - Parameters:
  ///   - start: The first entry of the line.
  ///   - offset: The UTF-8 offset of the start.
  ///   - limit: The greatest number of units that fit.
  ///   - entries: The entries of the break table.
  ///   - space: The white space behind them.
  @inline(__always) init?(
    ofLineFrom start: Int, offset: Int32, limit: UInt32, in entries: Span<UInt32>,
    _ space: UniformSpace
  ) {
    // The units from the start of the line in the lower half, the offset in the upper.
    var sums = UInt64(UInt32(bitPattern: offset)) << 32
    var index = start
    var entry: UInt32 = 0
    var inkEnd = sums
    // The last entry ends the run, and so is not simple.
    while true {
      entry = entries[index]
      inkEnd = sums &+ UInt64(entry & 0xFFFF)
      guard entry & .simpleMask == .hasInk, inkEnd.units <= limit else { break }
      sums = inkEnd &+ space.behind(entry)
      index &+= 1
    }
    guard entry & .hasInk != 0 else { return nil }
    if inkEnd.units <= limit {
      // The place must be a mandatory break or the end of the text.
      isMandatory = entry & .kind == .mandatory
      guard isMandatory || index &+ 1 == entries.count, entry.isPlain else { return nil }
      self.entry = index &+ 1
      self.offset = (inkEnd &+ space.behind(entry)).offset
      ink = inkEnd.units
      next = .max
      return
    }
    isMandatory = false
    guard let next = Self.nextInk(from: index, sums, in: entries, space) else { return nil }
    self.next = next
    // Back to the last opportunity.
    while index > start {
      let entry = entries[index &- 1]
      let inkEnd = sums &- space.behind(entry)
      if entry & .kind != 0 {
        self.entry = index
        self.offset = sums.offset
        ink = inkEnd.units
        return
      }
      sums = inkEnd &- UInt64(entry & 0xFFFF)
      index &-= 1
    }
    return nil
  }

  /// Returns the units to the end of the ink before the first opportunity from an entry on; `nil`
  /// if text would have to be reshaped or hyphenated there.
  @inline(__always) private static func nextInk(
    from start: Int, _ sums: UInt64, in entries: Span<UInt32>, _ space: UniformSpace
  ) -> UInt32? {
    var (index, sums) = (start, sums)
    var reach = sums.units
    while true {
      let entry = entries[index]
      if entry & .hasInk != 0 {
        sums &+= UInt64(entry & 0xFFFF)
        reach = sums.units
      }
      index &+= 1
      if entry & .kind != 0 || index == entries.count { return entry.isPlain ? reach : nil }
      sums &+= space.behind(entry)
    }
  }

  /// Returns whether no other opportunity precedes the end on a line.
  func isFirst(from start: Int, in entries: Span<UInt32>) -> Bool {
    var index = entry &- 1
    while index > start, entries[index &- 1] & .kind == 0 { index &-= 1 }
    return index == start
  }
}

extension UInt64 {
  /// The units of sums.
  fileprivate var units: UInt32 { UInt32(truncatingIfNeeded: self) }
  /// The UTF-8 offset of sums.
  fileprivate var offset: Int32 { Int32(truncatingIfNeeded: self >> 32) }
}

/// The flags of an entry of a narrow break table, in place.
extension UInt32 {
  fileprivate static var kind: UInt32 { EntryFlags.kind << EntryFlags.shift }
  fileprivate static var mandatory: UInt32 { EntryFlags.mandatory << EntryFlags.shift }
  fileprivate static var isUnsafe: UInt32 { EntryFlags.isUnsafe << EntryFlags.shift }
  fileprivate static var hasInk: UInt32 { EntryFlags.hasInk << EntryFlags.shift }
  /// The bits of a break that is mandatory or a hyphen, unsafe, at the end of a run, with ink.
  fileprivate static var simpleMask: UInt32 {
    mandatory | isUnsafe | EntryFlags.endsRun << EntryFlags.shift | hasInk
  }

  /// Whether a line that ends after the entry needs no reshaping and no hyphen.
  fileprivate var isPlain: Bool { self & .isUnsafe == 0 && self & .kind != .kind }
}
