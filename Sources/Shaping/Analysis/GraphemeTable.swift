/// The state of grapheme clustering at a place in a text, and the rules.
///
/// There are few states. They are compiled into a ``GraphemeTable``, so nothing here is optimized.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules),
///   rules GB1 to GB999; CLDR 42 adds one on conjuncts, which later standards call GB9c.
struct GraphemeState: Hashable {
  private var before: GraphemeClass?
  /// Whether the cluster so far is an extended pictograph, possibly followed by ZWJ.
  private var isPictograph = false
  /// Whether the cluster ends in the first half of a flag.
  private var isHalfFlag = false
  /// Whether the cluster ends in a consonant with marks, and whether these include a virama.
  private var conjunct = Conjunct.none

  private enum Conjunct: Hashable { case none, consonant, linked }

  /// The state at the start of a text, or at any boundary.
  static let start = GraphemeState()

  private init() {}

  /// Advances past a character, and returns whether a cluster ends before it; never at the start.
  mutating func advance(past next: GraphemeClass) -> Bool {
    let isBoundary = if let before { !joins(before, next) } else { false }
    if isBoundary { self = .start }
    switch next {
    case .pictograph: isPictograph = true
    case .extend, .reorderingExtend, .virama, .zwj: if before == .zwj { isPictograph = false }
    default: isPictograph = false
    }
    isHalfFlag = next == .regionalIndicator && !isHalfFlag
    switch next {
    case .consonant: conjunct = .consonant
    case .virama: if conjunct == .consonant { conjunct = .linked }
    case .reorderingExtend, .zwj: break
    default: conjunct = .none
    }
    before = next
    return isBoundary
  }

  private func joins(_ before: GraphemeClass, _ next: GraphemeClass) -> Bool {
    switch (before, next) {
    case (.cr, .lf): return true  // GB3
    case (.control, _), (.cr, _), (.lf, _): return false  // GB4
    case (_, .control), (_, .cr), (_, .lf): return false  // GB5
    case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt): return true  // GB6
    case (.lv, .v), (.lv, .t), (.v, .v), (.v, .t): return true  // GB7
    case (.lvt, .t), (.t, .t): return true  // GB8
    case (_, .extend), (_, .reorderingExtend), (_, .virama), (_, .zwj): return true  // GB9
    case (_, .spacingMark): return true  // GB9a
    case (.prepend, _): return true  // GB9b
    case (_, .consonant): return conjunct == .linked  // CLDR 42
    case (.zwj, .pictograph): return isPictograph  // GB11
    case (.regionalIndicator, .regionalIndicator): return isHalfFlag  // GB12, GB13
    default: return false  // GB999
    }
  }
}

/// The rules of ``GraphemeState`` compiled into a table.
///
/// A row is a state, with ``rowSize`` columns, one for each class. An entry holds the start of the
/// next row in its high bits and, in the lowest bit, whether a cluster ends before the character.
struct GraphemeTable: Sendable {
  /// The number of columns in a row; a power of two, so that an index is a sum of row and class.
  static let rowSize = 32

  /// The rows, starting with that of the text's start.
  let entries: [UInt32]

  /// The shared table.
  static let shared = GraphemeTable()

  private init() {
    var rows: [GraphemeState: Int] = [.start: 0]
    var states: [GraphemeState] = [.start]
    var entries: [UInt32] = []
    var row = 0
    while row < states.count {
      entries.append(contentsOf: repeatElement(0, count: Self.rowSize))
      for class_ in GraphemeClass.allCases {
        var state = states[row]
        let isBoundary = state.advance(past: class_)
        let next = rows[state] ?? states.count
        if next == states.count {
          rows[state] = next
          states.append(state)
        }
        entries[row * Self.rowSize + Int(class_.rawValue)] =
          UInt32(next * Self.rowSize) << 1 | (isBoundary ? 1 : 0)
      }
      row += 1
    }
    self.entries = entries
  }
}

/// A pass over a part of a text that finds the ends of its grapheme clusters.
///
/// The pass stops at a character whose record is not loaded, and resumes once it is.
struct GraphemeScan {
  private var offset: Int
  private let end: Int
  private var row = 0

  /// Creates a pass over `range`.
  init(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Advances to the end, or to a character without a loaded record, which is returned.
  mutating func run(
    over text: Span<UInt8>, characters: borrowing CharacterTable, into boundaries: inout [Int32]
  ) -> UInt32? {
    let table = GraphemeTable.shared
    let entries = table.entries.span
    let records = characters.records.span
    let pages = characters.pages.span
    while offset < end {
      let (scalar, length) = text.scalar(at: offset)
      let page = pages[Int(scalar >> 7)]
      guard page != CharacterTable.missing else { return scalar }
      let record = CharacterRecord(rawValue: records[Int(page) + Int(scalar & 0x7F)])
      let entry = entries[row + record.graphemeColumn]
      row = Int(entry >> 1)
      if entry & 1 != 0 { boundaries.append(Int32(truncatingIfNeeded: offset)) }
      offset += length
    }
    boundaries.append(Int32(truncatingIfNeeded: end))
    return nil
  }
}
