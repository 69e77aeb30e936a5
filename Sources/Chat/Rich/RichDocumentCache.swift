internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// The documents of the rich messages that were laid out last.
///
/// A row that is laid out for another width, or beside other messages, needs no shaping; at another
/// time, only the texts whose dates read differently are shaped.
final class RichDocumentCache: Sendable {
  /// The inputs of a document.
  struct Key: Equatable, Sendable {
    var message: RichMessage
    var state: RichState
    var theme: MessageTheme
    var dates: DateFormatting?
    var options: LayoutOptions
  }

  /// The documents, by keys without the current time.
  private let documents = Mutex<[(key: Key, document: RichDocument)]>([])

  /// The maximum number of documents: more than are on a screen.
  private static let limit = 24

  /// Returns the document of a message, shaping it unless it is known.
  func document(_ inputs: Key, engine: TextEngine) -> RichDocument {
    var key = inputs
    key.dates?.now = nil
    let known = documents.withLock { documents -> RichDocument? in
      guard let index = documents.firstIndex(where: { $0.key == key }) else { return nil }
      let found = documents.remove(at: index)
      documents.append(found)
      return found.document
    }
    let document = known?.showing(inputs.dates) ?? RichDocument(inputs, engine: engine)
    guard document !== known else { return document }
    let old = documents.withLock { documents -> RichDocument? in
      if let index = documents.firstIndex(where: { $0.key == key }) {
        return documents.remove(at: index).document
      }
      return documents.count >= Self.limit ? documents.removeFirst().document : nil
    }
    documents.withLock { $0.append((key, document)) }
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
