import GalleyShaping

/// Entries of a narrow break table that follow each other on a line and in a run, all with ink and
/// simple, the last of the table excluded.
///
/// Their widths are whole numbers of units, of which those up to a limit are known to fit, so that
/// the loop over them is without distances in points.
struct NarrowStretch: BitwiseCopyable {
  /// The entry after the stretch.
  private(set) var end: Int
  /// The sums at the end of the stretch.
  private(set) var sums: Sums
  /// The units from the start of the line or of the run to the end of the ink.
  private(set) var ink: UInt32 = 0
  /// The last opportunity.
  private(set) var last: Opportunity?

  /// A break opportunity.
  struct Opportunity: BitwiseCopyable {
    /// The entry after it.
    let entry: Int
    /// The UTF-8 offset.
    let offset: Int32
    /// The units to the end of the ink before it.
    let ink: UInt32
    /// Whether no other in the stretch precedes it.
    let isFirst: Bool
  }

  /// Sums from the start of a line: units from there or from the start of the run in the lower
  /// half, and a UTF-8 offset in the upper half.
  struct Sums: BitwiseCopyable {
    fileprivate let bits: UInt64

    @inline(__always) fileprivate init(bits: UInt64) { self.bits = bits }

    @inline(__always) init(units: Int, offset: Int32) {
      bits = UInt64(UInt32(bitPattern: offset)) << 32 | UInt64(truncatingIfNeeded: units)
    }

    var units: Int { Int(UInt32(truncatingIfNeeded: bits)) }
    var offset: Int32 { Int32(truncatingIfNeeded: bits >> 32) }
  }

  /// Walks over entries until one does not fit or is not simple.
  ///
  /// - Parameters:
  ///   - start: The first entry.
  ///   - sums: The sums at the start, of at most `fitting` units.
  ///   - fitting: A number of units that fit on the line, at most ``maximumUnits``.
  ///   - table: The form of the break table, which is narrow.
  ///   - words: The words of the text.
  @inline(__always)
  init(
    from start: Int, _ sums: Sums, fitting: Int, _ table: BreakTable.Form, in words: Span<UInt32>
  ) {
    let limit = UInt32(truncatingIfNeeded: fitting)
    let hangs = table.hangs
    // The last entry ends its run.
    let entries = words.extracting(table.first..<table.first &+ table.count &- 1)
    var (index, bits) = (start, sums.bits)
    while index < entries.count {
      let word = entries[index]
      guard word & Self.simpleMask == Self.simpleInk else { break }
      let inkEnd = bits &+ UInt64(word & 0xFFFF)
      guard UInt32(truncatingIfNeeded: inkEnd) <= limit else { break }
      bits = inkEnd &+ Self.space(behind: word, hangs)
      index &+= 1
    }
    (end, self.sums) = (index, Sums(bits: bits))
    guard index > start else { return }
    ink = UInt32(truncatingIfNeeded: bits &- Self.space(behind: entries[index &- 1], hangs))
    while entries[index &- 1] & Self.opportunity == 0 {
      let word = entries[index &- 1]
      bits = bits &- Self.space(behind: word, hangs) &- UInt64(word & 0xFFFF)
      index &-= 1
      if index == start { return }
    }
    let lastInk = bits &- Self.space(behind: entries[index &- 1], hangs)
    var earlier = index &- 1
    while earlier > start, entries[earlier &- 1] & Self.opportunity == 0 { earlier &-= 1 }
    last = Opportunity(
      entry: index, offset: Sums(bits: bits).offset, ink: UInt32(truncatingIfNeeded: lastInk),
      isFirst: earlier == start)
  }

  /// Returns the white space and the length of an entry, as sums.
  @inline(__always) private static func space(behind word: UInt32, _ hangs: UInt64) -> UInt64 {
    hangs &>> UInt64(word >> 26 & 0x30) & 0xFFFF &+ UInt64(word & 0x1FF_0000) << 16
  }

  /// The maximum number of units that are known to fit.
  private static let maximumUnits = 1 << 30
  /// The bits of an entry that tell whether it is simple: a break that is mandatory or a hyphen,
  /// unsafe, at the end of a run, with ink.
  private static let simpleMask: UInt32 = 0x3C00_0000
  /// The bits of a simple entry with ink.
  private static let simpleInk: UInt32 = 0x2000_0000
  /// The bit of a break that is allowed.
  private static let opportunity: UInt32 = 0x0200_0000

  /// Returns a number of units that fit on a line, which is not always the greatest.
  ///
  /// - Parameters:
  ///   - measure: The measure, in points.
  ///   - closed: The width of the runs before, in points.
  ///   - scale: The points per unit.
  /// - Returns: The number; -1 if none is known to fit.
  @inline(__always)
  static func fitting(_ measure: Double, after closed: Double, scale: Double) -> Int {
    let quotient = (measure - closed) / scale
    guard quotient >= 1, scale > 0 else { return -1 }
    let units = quotient < Double(maximumUnits) ? Int(quotient) &- 1 : maximumUnits &- 1
    return closed + Double(units) * scale <= measure ? units : -1
  }
}
