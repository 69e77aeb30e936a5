internal import GalleyRichMessages
internal import GalleyStreaming

/// An open block as it is shown, in parts that are shared with the blocks of later layouts.
enum ShownBlock: Sendable {
  /// A paragraph: the texts of settled lines, and the text behind them.
  case paragraph(ChunkedList<RichText>, RichText)
  /// A list: the complete items, and the open one.
  case list(ChunkedList<RichBlock.List.Item>, RichBlock.List.Item?)
  /// A table: the complete rows, and the open one.
  case table(ChunkedList<[RichBlock.Table.Cell]>, [RichBlock.Table.Cell]?)
  /// Code: the settled lines with their line ends, the lines behind them, and the language.
  case code(ChunkedList<String>, String, language: String?)

  /// The block.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  var block: RichBlock {
    switch self {
    case .paragraph(let settled, let rest):
      .paragraph(RichText(settled.flatMap { [$0, " "] } + [rest]))
    case .list(let items, let last): .list(RichBlock.List(items + (last.map { [$0] } ?? [])))
    case .table(let rows, let last): .table(RichBlock.Table(rows + (last.map { [$0] } ?? [])))
    case .code(let settled, let rest, let language):
      .code(.plain(settled.joined() + rest), language: language)
    }
  }
}
