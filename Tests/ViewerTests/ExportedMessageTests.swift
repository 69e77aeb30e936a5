import GalleyChat
import GalleyExports
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

/// Messages of exports as they are shown in conversations.
@Suite struct ExportedMessageTests {
  private func message(_ media: ExportedMedia, _ text: String = "") -> ChatMessage {
    var exported = ExportedMessage()
    exported.text = Message(text)
    exported.media = [media]
    return ChatMessage(exported)
  }

  private func media(
    _ kind: ExportedMedia.Kind, _ path: String? = nil, _ absence: ExportedMedia.Absence? = nil
  ) -> ExportedMedia {
    var media = ExportedMedia(kind)
    (media.path, media.absence, media.duration) = (path, absence, 31)
    (media.width, media.height, media.emoji) = (640, 360, "☀️")
    return media
  }

  @Test func `a photo is an image without words, and a missing one a box with the reason`() {
    let photo = message(media(.photo, "a.jpg"), "Look")
    #expect(photo.message.text == "Look")
    #expect(photo.images.map(\.path) == ["a.jpg"])
    let missing = message(media(.photo, nil, .notIncluded), "Look")
    #expect(missing.message.text == "Photo, 0:31 · not in the export\nLook")
    #expect(missing.images.map(\.size) == [PixelSize(width: 640, height: 360)])
  }

  @Test(
    arguments: [
      (ExportedMedia.Kind.video, nil, "🎬 Video, 0:31"),
      (.video, .tooLarge, "🎬 Video, 0:31 · too large for the export"),
      (.voice, .unavailable, "🎤 Voice message, 0:31 · was not available"),
      (.document, .refused, "📎 File, 0:31 · outside the export"),
    ] as [(ExportedMedia.Kind, ExportedMedia.Absence?, String)])
  func `other files are lines of text with the reason for which they are missing`(
    kind: ExportedMedia.Kind, absence: ExportedMedia.Absence?, words: String
  ) {
    let path = absence == nil ? "file.mp4" : nil
    #expect(message(media(kind, path, absence)).message.text == words)
  }

  @Test func `an animated sticker is shown by its thumbnail, or else named`() {
    var sticker = media(.sticker, "a.TGS")
    let named = message(sticker)
    #expect(named.message.text == "☀️ Sticker, 0:31")
    #expect(named.images == [])
    sticker.thumbnail = "a_thumb.jpg"
    let shown = message(sticker)
    #expect(shown.message.text == "")
    #expect(shown.images.map(\.path) == ["a_thumb.jpg"])
  }

  @Test(arguments: [false, true])
  func `a sticker has no bubble, and fits a square`(isOutgoing: Bool) throws {
    var sticker = message(media(.sticker, "sun.webp"))
    (sticker.isOutgoing, sticker.date) = (isOutgoing, 1_700_000_000)
    let rows = ChatRows(
      ChatHistory(Chat([sticker])), style: ChatStyle(.light, width: 400),
      engine: TestFonts.engine())
    let row = rows.row(at: 0)
    let image = try #require(row.parts.first { $0.kind == .image(0) })
    #expect(image.frame.size == Size(width: 192, height: 108))
    #expect(row.bubbleColor == nil)
    #expect(!row.parts.contains { $0.kind == .bubble })
    #expect(isOutgoing ? image.frame.maxX > 380 : image.frame.minX < 20)
  }

  @Test func `a sticker with a reaction is in a bubble`() {
    var sticker = message(media(.sticker, "sun.webp"))
    sticker.reactions = [Reaction("👍")]
    let rows = ChatRows(
      ChatHistory(Chat([sticker])), style: ChatStyle(.light, width: 400),
      engine: TestFonts.engine())
    #expect(rows.row(at: 0).bubbleColor != nil)
  }
}
