internal import GalleyBasics
package import GalleyJSON
internal import GalleyPainting

/// A request for a picture of messages, in the format of quote-api.
///
/// Unknown fields are ignored, and numbers may be strings. Only limits and the absence of messages
/// are errors; an invalid message is replaced by a placeholder, and an invalid entity is ignored
/// with a note.
package struct QuoteRequest: Sendable {
  /// The kind of the picture.
  package enum Kind: String, Hashable, Sendable {
    /// A sticker: one side has 512 pixels.
    case quote
    /// A picture on a wallpaper.
    case image
    /// A picture of 720 × 1280 pixels on a wallpaper.
    case stories
    /// The messages alone.
    case plain = "png"
  }

  /// The file format.
  package enum Format: String, Hashable, Sendable {
    case png, webp
  }

  /// The rule for grouping messages.
  package enum Grouping: String, Hashable, Sendable {
    /// By `chatId`, or by the sender if it is absent.
    case sender
    /// By `chatId` alone: messages without it are one group.
    case chatID = "chatId"
  }

  /// The limits of a request.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of messages.
    package var messages = GalleyBasics.Limits.Quotes.messages
    /// The maximum length of a message, in UTF-16 units.
    package var characters = GalleyBasics.Limits.Quotes.characters
    /// The maximum number of pixels of a picture; each takes four bytes.
    package var pixels = GalleyBasics.Limits.Quotes.pixels
    /// The maximum number of pixels per point at which text is drawn; beyond it, pixels are scaled.
    package var textScale = TextPainter.scaleLimit

    /// Creates the default limits.
    package init() {}
  }

  /// The kind of the picture.
  package var kind = Kind.plain
  /// The requested format; stickers are WebP by default, all others PNG.
  package var format: Format?
  /// The background.
  package var background: QuoteBackground
  /// The maximum width of text, in points.
  package var width = 512.0
  /// The number of pixels per point of all kinds but `quote`, from 1 to 20.
  package var scale = 2.0
  /// Whether 75 transparent rows are added below a sticker.
  package var addsStrip = true
  /// The words beside or below a picture on a wallpaper.
  package var watermark = ""
  /// Whether the requested brand of emoji is not that of the fonts.
  package var wantsOtherEmoji = false
  var messages: [QuoteMessage] = []
  /// The pictures of custom emoji, by ID.
  var customEmoji: [String: PictureReference] = [:]
  /// Notes about ignored parts of the request.
  var notes: [String] = []

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - value: The object; query and body merged.
  ///   - limits: The limits.
  /// - Throws: `QuoteError`.
  package init(_ value: JSONValue, limits: Limits = Limits()) throws(QuoteError) {
    guard case .object(let members) = value, !members.isEmpty else { throw .emptyQuery }
    let fields = LooseFields(value)
    guard let list = fields.array("messages"), !list.isEmpty else { throw .noMessages }
    guard list.count <= limits.messages else {
      throw .tooManyMessages(list.count, limit: limits.messages)
    }
    kind = fields.string("type").flatMap(Kind.init) ?? .plain
    format = fields.string("format").map { $0 == "png" ? .png : .webp }
    background = try QuoteBackground(
      fields.string("backgroundColor") ?? QuoteBackground.standard, seed: value.hashSeed)
    if let width = fields.number("width") { self.width = min(max(width, 100), 4_096) }
    if let scale = fields.number("scale") { self.scale = min(max(scale, 1), 20) }
    addsStrip = fields.flag("strip") ?? true
    watermark = fields.string("watermark") ?? ""
    wantsOtherEmoji = fields.string("emojiBrand").map { $0 != "google" } ?? false
    if let emoji = fields.fields("customEmoji"), case .object(let members) = emoji.value {
      for member in members {
        guard let address = member.value.string else { continue }
        customEmoji[member.name] = PictureReference(address: address)
      }
    }
    let grouping = fields.string("grouping").flatMap(Grouping.init) ?? .sender
    for (index, element) in list.enumerated() {
      var reader = QuoteMessageReader(index: index, limit: limits.characters, grouping: grouping)
      var message = try reader.message(element)
      notes += reader.notes
      if let status = message.sender.status, status.allSatisfy(\.isNumber),
        customEmoji[status] == nil
      {
        notes.append("messages[\(index)].from.emoji_status: no picture in customEmoji")
        message.sender.status = nil
      }
      messages.append(message)
    }
  }
}

extension JSONValue {
  /// A number that depends on the value only, for colors that look random.
  fileprivate var hashSeed: UInt64 {
    var writer = JSONWriter()
    writer.value(self)
    // FNV-1a.
    return writer.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
