internal import GalleyExports
internal import GalleyJSON
internal import GalleyMessages

/// A message in the form of the tables.
struct ImportRow: Sendable {
  let id: Message.ID?
  let date: Int?
  let sender: ExportedPerson?
  let text: String
  /// The text as the search index gets it.
  let words: String
  /// The other fields as JSON; empty if there are none.
  let rest: [UInt8]
  let albumIDs: [Message.ID]
  let topic: Message.ID?

  /// Converts a message, of which `writer` gets the JSON.
  init(_ message: ExportedMessage, writer: inout JSONWriter) {
    writer.removeAll()
    StoredFields.write(message, to: &writer)
    (id, date, sender, rest) = (message.id, message.date, message.sender, writer.bytes)
    text = message.plainText
    words = SearchText.indexed(text)
    (albumIDs, topic) = (message.albumIDs, message.topic)
  }

  /// The approximate size in memory, in bytes.
  var byteCount: Int { text.utf8.count + words.utf8.count + rest.count + 64 * albumIDs.count }
}

/// Rows that were read from an export one after the other.
struct ImportPiece: Sendable {
  /// A conversation that begins, or a message of the last one that began.
  enum Item: Sendable {
    case chat(ExportedChat)
    case message(ImportRow)
  }

  fileprivate(set) var items: [Item] = []
  /// The number of messages.
  fileprivate(set) var messageCount = 0
  /// The approximate size of the rows, in bytes.
  fileprivate(set) var byteCount = 0
  /// The position behind the last message.
  fileprivate(set) var position: ExportPosition
  /// The problems of the export up to that position.
  fileprivate(set) var diagnostics = ExportDiagnostics()
  /// Whether the export ends here.
  fileprivate(set) var isLast = false
}

/// A reader of the rows of an export.
struct ImportReader {
  /// The maximum number of messages of a piece.
  private static let messageLimit = 500
  /// The size, in bytes, with which a piece ends; it has one message at least.
  private static let byteLimit = 1 << 20

  private let reader: any ExportReader
  private var topics: TopicTracker
  private var writer = JSONWriter()

  /// Creates a reader that begins at a position, or at the start.
  ///
  /// - Parameters:
  ///   - export: The export.
  ///   - position: The position; `nil` is the start.
  ///   - topics: The topics of the conversation before it.
  /// - Throws: `ExportStoreError` if a file cannot be read.
  init(
    _ export: Export, at position: ExportPosition?, topics: TopicTracker
  ) throws(ExportStoreError) {
    do throws(ExportError) { reader = try export.reader(at: position) } catch {
      throw ExportStoreError(error)
    }
    self.topics = topics
  }

  /// Returns the next rows.
  ///
  /// They end behind a message, because an import that is continued at their position reads the
  /// conversations behind it again.
  mutating func next() throws(ExportStoreError) -> ImportPiece {
    var piece = ImportPiece(position: reader.position)
    piece.items.reserveCapacity(Self.messageLimit)
    while piece.messageCount < Self.messageLimit, piece.byteCount < Self.byteLimit {
      switch try nextItem() {
      case .chat(let chat):
        topics = TopicTracker()
        piece.items.append(.chat(chat))
      case .message(var message):
        topics.place(&message)
        let row = ImportRow(message, writer: &writer)
        piece.messageCount += 1
        piece.byteCount += row.byteCount
        piece.items.append(.message(row))
      case nil:
        piece.isLast = true
        return finished(piece)
      }
    }
    return finished(piece)
  }

  private func nextItem() throws(ExportStoreError) -> ExportItem? {
    do { return try reader.next() } catch { throw ExportStoreError(error) }
  }

  private func finished(_ piece: ImportPiece) -> ImportPiece {
    var piece = piece
    (piece.position, piece.diagnostics) = (reader.position, reader.diagnostics)
    return piece
  }
}
