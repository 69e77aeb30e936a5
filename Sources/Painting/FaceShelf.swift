internal import GalleyFreeType
internal import Synchronization

/// A least recently used cache of the FreeType faces that one worker has open.
struct FaceShelf: Sendable {
  /// A face, behind a lock that is never contended: only the owner of the worker uses its faces.
  private final class Slot: Sendable {
    let font: UInt32
    let face: Mutex<Face?>

    init(_ font: GlyphFont) {
      self.font = font.id
      // A font that FreeType cannot read has no ink. Its typeface reports the diagnostics; text is
      // drawn with the ink of other fonts.
      face = Mutex(
        try? Face(
          file: font.file, index: font.faceIndex, variations: font.settings,
          isTrusted: font.isTrusted))
    }
  }

  /// An open face costs about 30 KB and 35 µs, and a message has a few.
  private static let limit = 24

  // Most recently used first.
  private var slots: [Slot] = []

  /// Calls a closure with the face of a font, or returns `nil` if it cannot be opened.
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
  mutating func removeAll() { slots = [] }
}
