import GalleyChat
import GalleyExports
import GalleyTextCommands

/// The messages of an export as a conversation that is drawn as one picture.
struct ChatTranscript: Transcript {
  /// The conversation.
  private(set) var chat = Chat([])

  mutating func begin(_ chat: ExportedChat) {}

  mutating func add(_ message: ExportedMessage) throws {
    guard chat.messages.count < Chat.messageLimit else {
      throw Failure(
        "A picture has at most \(Chat.messageLimit) messages; select fewer days with --from and --to."
      )
    }
    chat.messages.append(ChatMessage(message))
  }
}
