internal import GalleyMessages

/// The lightweight markup of a messenger, in which marks such as `*` surround styled text.
///
/// A mark without a counterpart is text. Reading is linear in the text.
struct ChatMarkup: Sendable {
  /// A mark around styled text.
  struct Mark: Sendable {
    let bytes: [UInt8]
    let kind: MessageEntity.Kind
    /// Whether letters and digits beside the mark keep it from counting.
    let needsBoundary: Bool

    init(_ text: String, _ kind: MessageEntity.Kind, needsBoundary: Bool = true) {
      (bytes, self.kind, self.needsBoundary) = (Array(text.utf8), kind, needsBoundary)
    }
  }

  /// The marks; a longer one comes before its beginnings.
  var marks: [Mark]
  /// Whether a backslash makes a mark text.
  var hasEscapes = false
  /// Whether styles continue on the next line.
  var crossesLines = false
  /// Whether `# ` to `### ` begin headings, and `>>> ` a quotation of the whole rest.
  var hasHeadings = false
  /// Whether `[label](address)` is a link.
  var hasLabeledLinks = false
  /// Returns the text of `<content>`; `nil` leaves it as it is.
  var tag: (@Sendable (String) -> StyledText?)?
  /// Returns plain text with its escapes resolved.
  var unescape: (@Sendable (String) -> String)?

  /// Returns a message with the styles and links of a text.
  func message(_ text: String) -> Message {
    var scanner = ChatMarkupScanner(Array(text.utf8), markup: self)
    scanner.scan()
    var message = scanner.message()
    message.detectEntities()
    return message
  }
}
