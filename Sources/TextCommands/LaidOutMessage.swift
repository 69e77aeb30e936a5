package import GalleyGeometry
package import GalleyJSON
package import GalleyMessages
import GalleyPixels
package import GalleyRichTypesetting
package import GalleyTypesetting

/// The layout of a line of a file of messages.
package enum LaidOutMessage {
  case message(TextLayout, Message)
  case rich(RichLayout, Message.ID?)

  /// The size, in points.
  package var size: Size {
    switch self {
    case .message(let layout, _): layout.size
    case .rich(let layout, _): layout.size
    }
  }
}

extension LayoutSettings {
  /// Returns the layout of a line: of a rich message if it has blocks.
  ///
  /// - Throws: `MessageError` or `RichMessageError` if the line is no valid message.
  func layout(_ item: MessageLines.Item, with engine: TextEngine) throws -> LaidOutMessage {
    if let rich = item.rich { return .rich(try layout(richMessage: rich, with: engine), item.id) }
    let message = try item.message.get()
    return .message(layout(message, with: engine), message)
  }
}

extension PictureSettings {
  /// Returns a file with the drawing of a message.
  ///
  /// - Throws: `Failure` if the picture is too large, without naming a file.
  func data(of message: LaidOutMessage, as format: PictureFormat) throws(Failure) -> [UInt8] {
    switch message {
    case .message(let layout, _): try data(of: layout, as: format)
    case .rich(let layout, _): try data(of: layout, as: format)
    }
  }

  /// Returns a bitmap with the drawing of a message.
  func bitmap(of message: LaidOutMessage) throws(Failure) -> Bitmap {
    switch message {
    case .message(let layout, _): try bitmap(of: layout)
    case .rich(let layout, _): try bitmap(of: layout)
    }
  }
}

extension JSONWriter {
  /// Writes the layout of a message, without ending the line.
  package mutating func layout(_ message: LaidOutMessage, revealed: RevealedSpoilers) {
    switch message {
    case .message(let layout, let message): self.layout(layout, of: message, revealed: revealed)
    case .rich(let layout, let id): self.layout(layout, id: id, revealed: revealed)
    }
  }
}
