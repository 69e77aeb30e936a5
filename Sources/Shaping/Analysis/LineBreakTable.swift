/// The rules of ``LineBreakState`` as a table, filled in entry by entry as texts ask for them.
///
/// A row is a state; it has ``rowSize`` columns, one for each class of character and, last, one for
/// the end of the text. An entry holds the next row's start in its high bits (`next`) and the
/// action in its low four. There are thousands of entries, of which a text needs a few dozen: all
/// of them at once would take longer than a line of text. One thread uses a table.
struct LineBreakTable: Sendable {
  /// The columns of a row; a power of two, so that a row and a class make an index by addition.
  static let rowSize = 64
  /// The column of the end of the text, which is always filled in.
  static let endColumn = 63
  /// An entry that is not filled in yet; it looks like one with an action, which is looked at closer.
  static let missing: UInt32 = .max

  /// The rows, that of the text's start first.
  private(set) var entries: [UInt32] = []

  private var states: [LineBreakState] = []
  private let style: LineBreakStyle

  /// Makes a table that knows how a text starts.
  init(_ style: LineBreakStyle) {
    self.style = style
    append(.start)
  }

  /// Fills in an entry.
  ///
  /// - Parameters:
  ///   - row: Where its row starts.
  ///   - column: The class of a character, as ``CharacterRecord/lineBreak`` has it.
  mutating func load(row: Int, column: Int) {
    guard let next = LineBreakClass(rawValue: UInt8(column)) else {
      preconditionFailure("records have the classes that there are")
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
