internal import GalleyFreeType
internal import Synchronization

/// The FreeType faces that one worker has open.
struct FaceShelf: Sendable {
  /// A face, behind a lock that is never waited for: whoever has the worker has its faces.
  private final class Slot: Sendable {
    let font: UInt32
    let face: Mutex<Face?>

    init(_ font: GlyphFont) {
      self.font = font.id
      // A font that FreeType cannot read has no ink. What is wrong with it is in its typeface's
      // diagnostics; text goes on with the ink of the others.
      face = Mutex(
        try? Face(
          file: font.file, index: font.faceIndex, variations: font.settings,
          isTrusted: font.isTrusted))
    }
  }

  /// An open face costs about 30 KB and 35 µs, and a message has a few.
  private static let limit = 24

  // The one used last is the first.
  private var slots: [Slot] = []

  /// Lends the face of a font; `nil` if there is none.
  mutating func withFace<Result: Sendable>(
    of font: GlyphFont, _ body: (inout Face) -> Result?
  ) -> Result? {
    let slot: Slot
    if let index = slots.firstIndex(where: { $0.font == font.id }) {
      slot = slots.remove(at: index)
    } else {
      slot = Slot(font)
      if slots.count >= Self.limit { slots.removeLast() }
    }
    slots.insert(slot, at: 0)
    return slot.face.withLock { face in
      guard var open = face.take() else { return nil }
      let result = body(&open)
      face = consume open
      return result
    }
  }

  /// Closes all faces.
  mutating func removeAll() {
    slots = []
  }
}
