internal import GalleySystem

/// A pass over a text that finds its break opportunities, and flags that later steps need.
///
/// The pass stops at a character whose record, or at a rule whose entry, is not loaded, and resumes
/// once it is.
struct LineBreakScan {
  /// The reason for which a pass stops.
  enum Stop {
    /// The end of the text.
    case end
    /// A character without a loaded record.
    case character(UInt32)
    /// A table entry that is not loaded.
    case rule(row: Int, column: Int)
  }

  /// The current offset.
  private(set) var offset = 0
  /// The union of all records so far; only the bits above the classes are meaningful
  /// (``CharacterRecord``).
  private(set) var seen: UInt32 = 0
  /// The first script that is not Latin, or 0 if there is none.
  private(set) var otherScript: UInt8 = 0
  /// Whether there are several scripts other than Latin.
  private(set) var hasSeveralOtherScripts = false

  private var row = 0
  private var mark: Int32 = 0

  /// Continues as if a text began here.
  mutating func beginSegment() { row = 0 }

  /// Advances in valid UTF-8 to `end`, or to an entry missing from `characters` or `table`, appends
  /// the opportunities, and returns the entry to load, or the end.
  mutating func run(
    over text: Span<UInt8>, upTo end: Int, characters: borrowing CharacterTable,
    table: borrowing LineBreakTable, into opportunities: inout [TextAnalysis.Opportunity]
  ) -> Stop {
    let entries = table.entries.span
    let records = characters.records.span
    let pages = characters.pages.span
    var (offset, row, seen) = (offset, row, seen)
    defer { (self.offset, self.row, self.seen) = (offset, row, seen) }

    while offset < end {
      let lead = text[offset]
      var length = 1
      var record: UInt32
      if lead < 0x80 {
        record = records[Int(lead)]
      } else {
        let scalar: UInt32
        (scalar, length) = text.scalar(at: offset)
        let page = pages[Int(scalar >> 7)]
        guard page != CharacterTable.missing else { return .character(scalar) }
        record = records[Int(page) + Int(scalar & 0x7F)]
        if record & CharacterRecord.hasOtherScript != 0 {
          count(CharacterRecord(rawValue: record).script)
        }
      }
      seen |= record
      let entry = entries[row &+ Int(record & 0x3F)]
      if entry & 0xF != 0 {
        guard entry != LineBreakTable.missing else {
          return .rule(row: row, column: Int(record & 0x3F))
        }
        carryOut(entry, at: offset, into: &opportunities)
      }
      row = Int(entry >> 4)
      offset &+= length
      // Letters after a letter change nothing.
      if (lead | 0x20) &- 0x61 < 26,
        entries[row &+ Int(record & 0x3F)] == UInt32(truncatingIfNeeded: row) &<< 4
      {
        offset = text.endOfLetters(from: offset, upTo: end)
      }
    }
    carryOut(entries[row + LineBreakTable.endColumn], at: offset, into: &opportunities)
    return .end
  }

  @inline(__always) private mutating func count(_ script: UInt8) {
    if script == otherScript { return }
    if otherScript == 0 { otherScript = script } else { hasSeveralOtherScripts = true }
  }

  @inline(__always) private mutating func carryOut(
    _ entry: UInt32, at offset: Int, into opportunities: inout [TextAnalysis.Opportunity]
  ) {
    let action = LineBreakState.Action(rawValue: UInt8(truncatingIfNeeded: entry & 0xF))
    if action.contains(.breakAtMark) {
      opportunities.append(.init(offset: mark, isMandatory: false))
    }
    if action.contains(.breakHere) {
      opportunities.append(
        .init(
          offset: Int32(truncatingIfNeeded: offset), isMandatory: action.contains(.isMandatory)))
    }
    if action.contains(.mark) { mark = Int32(truncatingIfNeeded: offset) }
  }
}
