public import GalleyGeometry
internal import GalleyPainting
internal import GalleyScheduling
public import GalleyTypesetting
internal import Synchronization

/// A conversation that has been laid out in a width: a value, for any thread.
public struct ChatLayout: Sendable {
  /// How large the conversation is, in points.
  public let size: Size
  /// How it looks.
  public let style: ChatStyle

  let conversation: ChatRows
  private let history: ChatHistory
  /// What stands in the conversation, from the top down.
  let rows: [PlacedRow]

  /// A message with what is above it, and its upper edge in points.
  struct PlacedRow: Sendable {
    var row: ChatRow
    var y: Double
  }

  /// Lays a conversation out.
  ///
  /// Messages are laid out on several threads, as a batch; the result does not depend on how many.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - style: How it looks.
  ///   - engine: Lays out texts.
  ///   - directory: The directory that paths of images begin in; `nil` is that of the process.
  ///   - allowsOutsideFiles: Whether paths of images may lead out of the directory.
  ///   - threads: How many threads; 0 leaves it to the system.
  public init(
    _ chat: Chat, style: ChatStyle, engine: TextEngine, directory: String? = nil,
    allowsOutsideFiles: Bool = false, threads: Int = 0
  ) {
    let history = ChatHistory(
      chat, directory: directory, allowsOutsideFiles: allowsOutsideFiles)
    let conversation = ChatRows(history, style: style, engine: engine)
    let layouts = Mutex<[Int: ChatRow]>([:])
    parallelApply(iterations: conversation.count, threads: threads) { index in
      let row = conversation.row(at: index)
      layouts.withLock { $0[index] = row }
    }
    let finished = layouts.withLock { $0 }
    var y = 0.0
    var rows: [PlacedRow] = []
    for index in 0..<conversation.count {
      guard let row = finished[index] else { continue }
      rows.append(PlacedRow(row: row, y: y))
      y += row.height
    }
    self.style = style
    self.conversation = conversation
    self.history = history
    self.rows = rows
    size = Size(width: style.width, height: y + ChatMetrics.gap)
  }

  /// Returns the rows to draw at a scale.
  ///
  /// All their texts have one budget for glyphs of unknown fonts; those beyond are left out.
  func rows(at scale: Double) -> [PlacedRow] {
    let layouts = rows.lazy.flatMap { $0.row.pieces.compactMap(\.layout) }
    guard let allowance = GlyphAllowance(charging: layouts, scale: scale) else { return rows }
    return rows.map { placed in
      var limited = placed
      limited.row.allowance = allowance
      return limited
    }
  }

  /// The images and custom emoji that cannot be shown; those that are damaged once they are drawn.
  public var problems: [ChatError] { history.problems }
}
