/// The rules of ``LineBreakState`` as a table, compiled entry by entry on demand.
///
/// A row is a state, with ``rowSize`` columns: one for each class, and the last for the end of the
/// text. An entry holds the start of the next row in its high bits (`next`) and the action in its
/// low four. There are thousands of entries, of which a text needs a few dozen; compiling all of
/// them would take longer than breaking a line of text. A table is not thread-safe.
struct LineBreakTable: Sendable {
  /// The number of columns in a row; a power of two, so that an index is a sum of row and class.
  static let rowSize = 64
  /// The column for the end of the text, which is always compiled.
  static let endColumn = 63
  /// The value of an entry that is not compiled; it appears to have an action, which is then
  /// examined.
  static let missing: UInt32 = .max

  /// The rows, starting with that of the text's start.
  private(set) var entries: [UInt32] = []

  private var states: [LineBreakState] = []
  private let style: LineBreakStyle

  /// Creates a table with the row of the text's start.
  init(_ style: LineBreakStyle) {
    self.style = style
    append(.start)
  }

  /// Compiles the entry of a row, given by its start, and of a class, as in
  /// ``CharacterRecord/lineBreak``.
  mutating func load(row: Int, column: Int) {
    guard let next = LineBreakClass(rawValue: UInt8(column)) else {
      preconditionFailure("invalid class in a record")
    }
    var state = states[row / Self.rowSize]
    let action = state.advance(past: next.resolved(for: style))
    let known = states.firstIndex(of: state)
    if known == nil { append(state) }
    let place = known ?? states.count - 1
    entries[row + column] = UInt32(place * Self.rowSize) << 4 | UInt32(action.rawValue)
  }

  private mutating func append(_ state: LineBreakState) {
    states.append(state)
    entries.append(contentsOf: repeatElement(Self.missing, count: Self.rowSize - 1))
    entries.append(UInt32(state.finish().rawValue))
  }
}
