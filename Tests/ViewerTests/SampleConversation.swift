import Galley
import GalleyChat
import GalleyGeometry
import GalleyTypesetting
import TestSupport

/// A conversation with everything that can be clicked.
enum SampleConversation {
  /// The indices of messages used by tests.
  static let (link, spoiler, quote, last) = (14, 15, 16, 17)
  /// The size of its window.
  static let size = (width: 360, height: 560)

  static let json: String = {
    var messages: [String] = []
    for number in 1...14 {
      messages.append(
        """
        {"id": \(number), "sender": "Ada", "date": \(1_700_000_000 + number * 700), "text": \
        "Message number \(number), which takes more than one line of a narrow window."}
        """)
    }
    messages.append(
      """
      {"id": 20, "sender": "Bo", "date": 1700020000, "text": "See the page behind this link now", \
      "entities": [{"type": "text_link", "offset": 8, "length": 4, "url": "https://example.org/a"}]}
      """)
    messages.append(
      """
      {"id": 21, "sender": "Bo", "date": 1700020010, "text": "It was the gardener who did it", \
      "entities": [{"type": "spoiler", "offset": 7, "length": 12}]}
      """)
    let quote = (1...9).map { "line \($0) of a long quotation" }.joined(separator: "\\n")
    messages.append(
      """
      {"id": 22, "sender": "Ada", "date": 1700020020, "text": "\(quote)\\nand an answer", \
      "entities": [{"type": "expandable_blockquote", "offset": 0, "length": \(quote.count - 8)}]}
      """)
    messages.append(
      """
      {"id": 23, "sender": "Me", "outgoing": true, "status": "read", "date": 1700020030, \
      "text": "The end"}
      """)
    return "[" + messages.joined(separator: ",") + "]"
  }()

  /// Returns the conversation without a window.
  @MainActor static func model(
    _ appearance: ChatStyle.Appearance = .light, size: Size = Size(width: 360, height: 560),
    scale: Double = 1, fonts manifest: Bool = true
  ) throws -> ConversationModel {
    let engine = manifest ? NotoFonts.engine() : TestFonts.engine()
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: ChatStyle(appearance, width: 360),
      engine: engine)
    return try ConversationModel(rows, size: size, scale: scale)
  }

  /// Opens the conversation in a window.
  static func window(
    on screen: Screen, in session: AccessibilityBus? = nil
  ) throws -> ViewedWindow {
    let file = try screen.folder.write(json, to: "chat.json")
    return try ViewedWindow(file, size: size, fonts: NotoFonts.manifest, on: screen, in: session)
  }
}
