internal import GalleyMessages

/// Joins messages that were sent as one album.
///
/// Exports do not state albums. The members have consecutive numbers, one sender and one second,
/// and are all pictures and videos, all music or all documents; only one of them has a text.
struct AlbumJoiner {
  /// The maximum number of members.
  static let limit = 10

  private enum Family { case pictures, music, documents }

  private var pending: ExportedMessage?
  private var lastNumber = 0

  /// Adds the next message of the conversation.
  ///
  /// - Returns: The message before it, with the members of its album, unless this one joined it.
  mutating func add(_ message: ExportedMessage) -> ExportedMessage? {
    if joins(message), var album = pending, let id = message.id, case .number(let number) = id {
      album.albumIDs.append(id)
      album.media += message.media
      if album.text.text.isEmpty { album.text = message.text }
      if album.reactions.isEmpty { album.reactions = message.reactions }
      album.isEdited = album.isEdited || message.isEdited
      album.editDate = album.editDate ?? message.editDate
      album.end = message.end
      (pending, lastNumber) = (album, number)
      return nil
    }
    defer {
      pending = message
      if case .number(let number) = message.id { lastNumber = number }
    }
    return pending
  }

  /// Returns the last message.
  mutating func finish() -> ExportedMessage? {
    defer { pending = nil }
    return pending
  }

  private func joins(_ message: ExportedMessage) -> Bool {
    guard let pending, pending.media.count < Self.limit, message.media.count == 1,
      let first = pending.media.first, let last = message.media.first,
      let family = Self.family(first.kind), family == Self.family(last.kind),
      case .number(let number) = message.id, case .number = pending.id,
      lastNumber < .max, number == lastNumber + 1
    else { return false }
    return message.date != nil && message.date == pending.date && message.sender == pending.sender
      && message.forwardedFrom == pending.forwardedFrom && message.replyTo == pending.replyTo
      && (message.text.text.isEmpty || pending.text.text.isEmpty)
      && message.service == nil && message.richMessage == nil && pending.richMessage == nil
  }

  private static func family(_ kind: ExportedMedia.Kind) -> Family? {
    switch kind {
    case .photo, .video: .pictures
    case .audio: .music
    case .document: .documents
    case .animation, .sticker, .voice, .videoMessage: nil
    }
  }
}
