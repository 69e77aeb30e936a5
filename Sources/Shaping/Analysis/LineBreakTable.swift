/// The rules of ``LineBreakState`` as a table.
///
/// A row is a state; it has ``rowSize`` columns, one for each class of character and, last, one for
/// the end of the text. An entry holds the next row's start in its high bits (`next`) and the
/// action in its low four.
struct LineBreakTable: Sendable {
  /// The columns of a row; a power of two, so that a row and a class make an index by addition.
  static let rowSize = 64
  /// The column of the end of the text.
  static let endColumn = 63

  /// The rows, that of the text's start first.
  let entries: [UInt32]

  private static let standard = LineBreakTable(.standard)
  private static let japanese = LineBreakTable(.japanese)
  private static let chinese = LineBreakTable(.chinese)

  /// The table of a style, made when it is first asked for.
  static func table(for style: LineBreakStyle) -> LineBreakTable {
    switch style {
    case .standard: standard
    case .japanese: japanese
    case .chinese: chinese
    }
  }

  private init(_ style: LineBreakStyle) {
    var rows: [LineBreakState: Int] = [.start: 0]
    var states: [LineBreakState] = [.start]
    var entries: [UInt32] = []
    var row = 0
    while row < states.count {
      entries.append(contentsOf: repeatElement(0, count: Self.rowSize))
      for class_ in LineBreakClass.allCases {
        var state = states[row]
        let action = state.advance(past: class_.resolved(for: style))
        let next = rows[state] ?? states.count
        if next == states.count {
          rows[state] = next
          states.append(state)
        }
        entries[row * Self.rowSize + Int(class_.rawValue)] =
          UInt32(next * Self.rowSize) << 4 | UInt32(action.rawValue)
      }
      entries[row * Self.rowSize + Self.endColumn] = UInt32(states[row].finish().rawValue)
      row += 1
    }
    self.entries = entries
  }
}
