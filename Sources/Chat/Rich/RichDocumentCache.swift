internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// The documents of the rich messages that were laid out last.
///
/// A row that is laid out for another width, or beside other messages, needs no shaping.
final class RichDocumentCache: Sendable {
  /// The inputs of a document.
  struct Key: Equatable, Sendable {
    var message: RichMessage
    var state: RichState
    var theme: MessageTheme
    var dates: DateFormatting?
    var options: LayoutOptions
  }

  private let documents = Mutex<[(key: Key, document: RichDocument)]>([])

  /// The maximum number of documents: more than are on a screen.
  private static let limit = 24

  /// Returns the document of a message, shaping it unless it is known.
  func document(_ key: Key, engine: TextEngine) -> RichDocument {
    let known = documents.withLock { documents -> RichDocument? in
      guard let index = documents.firstIndex(where: { $0.key == key }) else { return nil }
      let found = documents.remove(at: index)
      documents.append(found)
      return found.document
    }
    if let known { return known }
    let document = RichDocument(key, engine: engine)
    let old = documents.withLock { documents in
      documents.append((key, document))
      return documents.count > Self.limit ? documents.removeFirst() : nil
    }
    withExtendedLifetime(old) {}
    return document
  }
}

extension RichDocument {
  /// Shapes a message.
  convenience init(_ key: RichDocumentCache.Key, engine: TextEngine) {
    self.init(
      key.message, theme: RichTheme(message: key.theme, dates: key.dates), state: key.state,
      textOptions: key.options, engine: engine)
  }
}
