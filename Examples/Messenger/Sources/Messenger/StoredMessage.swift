import Foundation
import GRDB
import Galley

/// A message in the database.
struct StoredMessage: Codable, FetchableRecord, MutablePersistableRecord {
  /// An attached photo, whose file is in the table of photos.
  struct Photo: Codable { var name: String, width: Int, height: Int }

  /// The part of another message that is answered.
  struct Quote: Codable { var text: String, position: Int? }

  static let databaseTableName = "message"

  var id: Int?
  /// The sender; `nil` for the reader.
  var sender: String?
  var text: String
  var date = Int(Date.now.timeIntervalSince1970)
  var isEdited = false
  var isUnread = false
  var replyTo: Int?
  var quote: Quote?
  var photo: Photo?

  init(_ text: String, replyTo original: Message.ID? = nil, quoting quote: MessageQuote? = nil) {
    self.text = text
    replyTo = original?.row
    self.quote = quote.map { Quote(text: $0.text.plainText().string, position: $0.position) }
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = Int(inserted.rowID) }

  /// The message as a conversation shows it.
  var shown: ChatMessage {
    var message = ChatMessage(Message(text), from: sender ?? "Me")
    message.message.detectEntities()
    message.id = id.map { .number($0) }
    message.date = date
    message.isOutgoing = sender == nil
    message.isEdited = isEdited
    message.isUnread = isUnread
    message.replyTo = replyTo.map { .number($0) }
    message.quote = quote.map { MessageQuote(Message($0.text), position: $0.position) }
    if message.isOutgoing { message.status = id == nil ? .sending : .sent }
    if let photo {
      let size = PixelSize(width: photo.width, height: photo.height)
      message.images = [ChatImage(path: photo.name, size: size)]
    }
    return message
  }
}

extension StoredMessage {
  /// Returns the message as a conversation shows it, with a preview of the one that it replies to,
  /// which may be on a page that is not loaded.
  func shown(from database: Database) throws -> ChatMessage {
    var message = shown
    if let replyTo, let original = try StoredMessage.fetchOne(database, key: replyTo) {
      message.replyPreview = ReplyPreview(Message(original.text), from: original.sender ?? "Me")
    }
    return message
  }
}

extension Message.ID {
  /// The row of the message in the database; 0 if it is not there yet.
  var row: Int { if case .number(let number) = self { number } else { 0 } }
}
