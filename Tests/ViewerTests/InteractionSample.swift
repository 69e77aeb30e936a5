import Galley
import GalleyChat
import GalleyGeometry
import TestSupport

/// A conversation with every kind of target.
enum InteractionSample {
  /// The indices of messages used by tests.
  static let (first, rich, code, suspicious, rtl, answer) = (0, 1, 2, 3, 4, 5)

  static let json = """
    [{"id": 1, "sender": "Ada", "date": 1700000000, "text": "The first message of all"},
    {"id": 2, "sender": "Bo", "date": 1700000100, "forwarded_from": "The news",
    "text": "See page by @ada on #tags with $USD, code and ok", "reactions": [
    {"emoji": "👍", "count": 2}, {"emoji": "🔥", "count": 1, "chosen": true}], "entities": [
    {"type": "text_link", "offset": 4, "length": 4, "url": "https://example.org/a"},
    {"type": "mention", "offset": 12, "length": 4}, {"type": "hashtag", "offset": 20, "length": 5},
    {"type": "cashtag", "offset": 31, "length": 4}, {"type": "code", "offset": 37, "length": 4}]},
    {"id": 3, "sender": "Ada", "date": 1700000200, "text": "let a = 1\\nlet b = 2", "entities": [
    {"type": "pre", "offset": 0, "length": 19, "language": "swift"}]},
    {"id": 4, "sender": "Bo", "date": 1700000300, "text": "example.com is new", "entities": [
    {"type": "text_link", "offset": 0, "length": 11, "url": "https://evil.example/x"}]},
    {"id": 5, "sender": "Ada", "date": 1700000400, "text": "שלום עולם טוב"},
    {"id": 6, "sender": "Me", "outgoing": true, "status": "read", "date": 1700000500,
    "reply_to": 1, "text": "An answer of more words"}]
    """

  /// Returns the conversation without a window.
  @MainActor static func model(
    _ appearance: ChatStyle.Appearance = .light, scale: Double = 1, fonts manifest: Bool = false,
    words: ChatWords = ChatWords()
  ) throws -> ConversationModel {
    let engine = manifest ? NotoFonts.engine() : TestFonts.engine()
    var style = ChatStyle(appearance, width: 360)
    style.words = words
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: style, engine: engine)
    return try ConversationModel(rows, size: Size(width: 360, height: 640), scale: scale)
  }
}
