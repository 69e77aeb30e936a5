package import GalleyExports
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting

extension ChatMessage {
  /// Creates the message of a conversation from a message of an export.
  ///
  /// Pictures are images, which are drawn as boxes if the export lacks the file. Other files,
  /// videos and the reasons for missing files are lines of text above the message.
  ///
  /// - Parameters:
  ///   - exported: The message.
  ///   - reader: The identifier of the person whose messages are outgoing.
  package init(_ exported: ExportedMessage, reader: String? = nil) {
    let sender = exported.sender?.shownName ?? ""
    if let rich = exported.richMessage {
      self.init(rich, from: sender)
    } else {
      self.init(Self.text(exported, below: exported.media.compactMap(\.line)), from: sender)
      images = exported.media.filter(\.isBox).map(ChatImage.init)
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
    self.init(path: media.still ?? "missing")
    isSticker = media.kind == .sticker
    let sides = Chat.imageSides
    if let width = media.width, let height = media.height, sides.contains(width),
      sides.contains(height)
    {
      size = PixelSize(width: width, height: height)
    } else if media.still == nil {
      size = Self.unknownSize
    }
  }
}

extension ExportedMedia {
  /// The endings of animated stickers, which are not pictures.
  private static let animations = [".tgs", ".webm"]

  /// The path of the picture that shows the file; `nil` if there is none.
  fileprivate var still: String? {
    switch kind {
    case .photo: path ?? thumbnail
    case .sticker:
      path.flatMap { path in
        Self.animations.contains { path.lowercased().hasSuffix($0) } ? nil : path
      } ?? thumbnail
    default: thumbnail
    }
  }

  /// Whether the file is shown as a picture, or an empty box in its place.
  fileprivate var isBox: Bool { kind == .sticker ? still != nil : isPicture }

  /// The line of text that describes the file; `nil` for a picture that tells everything.
  fileprivate var line: String? {
    switch kind {
    case .photo where absence == nil, .sticker where still != nil: nil
    case .photo, .sticker: summary + reason
    case .video, .animation, .videoMessage: "🎬 " + summary + reason
    case .voice: "🎤 " + summary + reason
    case .audio: "🎵 " + summary + reason
    case .document: "📎 " + summary + reason
    }
  }

  /// The reason for a missing file, behind a description.
  private var reason: String {
    switch absence {
    case nil: ""
    case .notIncluded: " · not in the export"
    case .tooLarge: " · too large for the export"
    case .unavailable: " · was not available"
    case .refused: " · outside the export"
    }
  }
}
