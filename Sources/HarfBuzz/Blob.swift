internal import GalleyCHarfBuzz
internal import GalleyFiles

/// Bytes of a font file in HarfBuzz's hands.
@safe final class Blob: Sendable {
  // SAFETY: HarfBuzz's blobs over read-only memory never change, and threads may share them.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Lends the bytes of `file`, which lives as long as HarfBuzz uses them.
  init(_ file: MappedFile) {
    // HarfBuzz counts with 32 bits; of a larger file, which is no font anyone made, it sees a part.
    let count = UInt32(clamping: file.count)
    let bytes = unsafe file.base.assumingMemoryBound(to: CChar.self)
    let owner = unsafe Unmanaged.passRetained(file).toOpaque()
    unsafe handle = hb_blob_create(bytes, count, HB_MEMORY_MODE_READONLY, owner) { owner in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<MappedFile>.fromOpaque(owner).release()
    }
  }

  deinit {
    unsafe hb_blob_destroy(handle)
  }

  /// How many faces the file holds; none if it is no font.
  var faceCount: Int {
    Int(unsafe hb_face_count(handle))
  }
}
