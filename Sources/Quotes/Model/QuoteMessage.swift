internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages

/// A message of a request.
struct QuoteMessage: Sendable {
  /// The content of the text.
  enum Body: Sendable {
    case none
    case text(Message)
    case rich(RichMessage)
    /// The message is invalid; a placeholder with the reason takes its place.
    case failed(String)
  }

  /// A sender of a message or of the message replied to.
  struct Person: Sendable {
    /// The ID; negative for groups and channels.
    var id: Int?
    /// The shown name; `nil` for none.
    var name: String?
    /// The name for the initials.
    var fullName = ""
    var photo: PictureReference?
    /// A custom emoji's ID, or an emoji.
    var status: String?

    /// The number for colors, from 0 to 6.
    var number: Int { Int((id ?? 0).magnitude % 7) }
  }

  /// A message that is replied to.
  struct Reply: Sendable {
    var sender: Person
    var text: Message
    var picture: PictureReference?
  }

  /// A photo, video or sticker.
  struct Media: Sendable {
    var reference: PictureReference
    /// The size that the request states, in pixels.
    var size: Size?
    var isSticker: Bool
    /// The duration of a video, in seconds.
    var duration: Double?
  }

  /// A voice message.
  struct Voice: Sendable {
    /// The loudness, from 0 to 1.
    var waveform: [Double]
    /// The duration in seconds.
    var duration: Double?
  }

  /// A file or a piece of music.
  struct Attachment: Sendable {
    var title: String
    var detail: String?
    var isAudio: Bool
  }

  /// The position in the request.
  var index: Int
  var body = Body.none
  var sender = Person()
  var showsAvatar = true
  /// The key of the group of messages that share an avatar.
  var group: String?
  var forwardLabel: String?
  var senderTag: String?
  var viaBot: String?
  var reply: Reply?
  var media: Media?
  var voice: Voice?
  var attachment: Attachment?

  /// Whether the message shows nothing.
  var isEmpty: Bool {
    guard case .none = body else { return false }
    return reply == nil && media == nil && voice == nil && attachment == nil
      && forwardLabel == nil
  }
}
