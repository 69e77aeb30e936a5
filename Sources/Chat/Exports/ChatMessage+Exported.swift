package import GalleyExports
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting

extension ChatMessage {
  /// Creates the message of a conversation from a message of an export.
  ///
  /// Pictures are images, which are drawn as boxes if the export lacks the file. Other files are
  /// lines of text above the message.
  ///
  /// - Parameters:
  ///   - exported: The message.
  ///   - reader: The identifier of the person whose messages are outgoing.
  package init(_ exported: ExportedMessage, reader: String? = nil) {
    let sender = exported.sender?.shownName ?? ""
    if let rich = exported.richMessage {
      self.init(rich, from: sender)
    } else {
      let files = exported.media.filter { !$0.isPicture }.map { "📎 " + $0.summary }
      self.init(Self.text(exported, below: files), from: sender)
      images = exported.media.filter(\.isPicture).map(ChatImage.init)
    }
    id = exported.id
    date = exported.date
    isService = exported.service != nil
    isOutgoing = reader != nil && exported.sender?.id == reader
    replyTo = exported.replyChat == nil ? exported.replyTo : nil
    forwardedFrom = exported.forwardedFrom
    reactions = exported.reactions.map { Reaction($0.emoji, count: $0.count) }
    isEdited = exported.isEdited
  }

  private static func text(_ exported: ExportedMessage, below files: [String]) -> Message {
    let message = exported.service.map { Message($0) } ?? exported.text
    guard !files.isEmpty else { return message }
    var prefix = files.joined(separator: "\n")
    if !message.text.isEmpty { prefix += "\n" }
    let start = prefix.utf8.count
    return Message(
      prefix + message.text,
      entities: message.entities.map { entity in
        MessageEntity(
          entity.kind, in: entity.range.lowerBound + start..<entity.range.upperBound + start)
      })
  }
}

extension ChatImage {
  /// The size of a picture whose export states none, in pixels.
  private static let unknownSize = PixelSize(width: 640, height: 480)

  /// Creates the picture of a file: of a video, its thumbnail.
  fileprivate init(_ media: ExportedMedia) {
    let isStill = media.kind == .photo || media.kind == .sticker
    self.init(path: (isStill ? media.path : nil) ?? media.thumbnail ?? "")
    if path.isEmpty { path = "missing" }
    let sides = Chat.imageSides
    if let width = media.width, let height = media.height, sides.contains(width),
      sides.contains(height)
    {
      size = PixelSize(width: width, height: height)
    } else if media.path == nil {
      size = media.kind == .sticker ? PixelSize(width: 512, height: 512) : Self.unknownSize
    }
  }
}
