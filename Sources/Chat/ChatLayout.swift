public import GalleyGeometry
internal import GalleyPainting
internal import GalleyScheduling
public import GalleyTypesetting
internal import Synchronization

/// A conversation laid out for a width, as a value that any thread may use.
public struct ChatLayout: Sendable {
  /// The size of the conversation, in points.
  public let size: Size
  /// The style of the conversation.
  public let style: ChatStyle

  let conversation: ChatRows
  private let history: ChatHistory
  /// The rows, from top to bottom.
  let rows: [PlacedRow]

  /// A row and the y coordinate of its upper edge, in points.
  struct PlacedRow: Sendable {
    var row: ChatRow
    var y: Double
  }

  /// Lays a conversation out.
  ///
  /// Messages are laid out in parallel; the result does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - style: The style of the conversation.
  ///   - engine: The engine that lays out texts.
  ///   - directory: The base directory of relative image paths; `nil` uses the current directory.
  ///   - allowsOutsideFiles: Whether image paths may leave the directory.
  ///   - threads: The number of threads; 0 uses the default.
  public init(
    _ chat: Chat, style: ChatStyle, engine: TextEngine, directory: String? = nil,
    allowsOutsideFiles: Bool = false, threads: Int = 0
  ) {
    let history = ChatHistory(
      chat, directory: directory, allowsOutsideFiles: allowsOutsideFiles)
    self.init(history, style: style, engine: engine, threads: threads)
  }

  /// Lays out the messages of a source.
  package init(_ history: ChatHistory, style: ChatStyle, engine: TextEngine, threads: Int = 0) {
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
  /// All texts share one budget for glyphs of unknown fonts; glyphs beyond it are omitted.
  func rows(at scale: Double) -> [PlacedRow] {
    let layouts = rows.lazy.flatMap { $0.row.pieces.flatMap(\.layouts) }
    guard let allowance = GlyphAllowance(charging: layouts, scale: scale) else { return rows }
    return rows.map { placed in
      var limited = placed
      limited.row.limitGlyphs(to: allowance)
      return limited
    }
  }

  /// The images and custom emoji that cannot be shown; damaged ones appear once they are drawn.
  public var problems: [ChatError] { history.problems }
}
