package import GalleyGeometry
package import GalleyJSON
package import GalleyMessages
package import GalleyPixels
package import GalleyRichTypesetting
package import GalleyTypesetting

/// The layout of a message of either kind.
package enum LaidOutMessage: Sendable {
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

extension PictureSettings {
  /// Returns a file with the drawing of a message.
  ///
  /// - Throws: `PictureError`, without naming a file.
  package func data(
    of message: LaidOutMessage, as format: PictureFormat
  ) throws(PictureError) -> [UInt8] {
    switch message {
    case .message(let layout, _): try data(of: layout, as: format)
    case .rich(let layout, _): try data(of: layout, as: format)
    }
  }

  /// Returns a bitmap with the drawing of a message.
  package func bitmap(of message: LaidOutMessage) throws(PictureError) -> Bitmap {
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
