internal import GalleyJSON
package import GalleyMessages
package import GalleyRichMessages
package import GalleyTypesetting

/// A message of either kind.
package enum InputMessage: Sendable {
  case message(Message)
  case rich(RichMessage, Message.ID?)

  /// Returns whether JSON is an object with blocks, as rich messages have.
  package static func isRich(json: [UInt8]) -> Bool {
    (try? JSONParser.value(ofUTF8: json))?["blocks"] != nil
  }
}

extension LayoutSettings {
  /// Returns the layout of a message.
  package func layout(_ input: InputMessage, with engine: TextEngine) -> LaidOutMessage {
    switch input {
    case .message(let message): .message(layout(message, with: engine), message)
    case .rich(let message, let id): .rich(layout(directed(message), with: engine), id)
    }
  }
}
