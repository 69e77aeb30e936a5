internal import GalleyCHarfBuzz
internal import GalleySystem

/// A HarfBuzz blob over the bytes of a font file.
@safe final class Blob: Sendable {
  // SAFETY: HarfBuzz blobs over read-only memory are immutable and thread-safe.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Creates a blob over the bytes of `file`, which it retains.
  init(_ file: MappedFile) {
    // HarfBuzz uses 32-bit lengths; of a larger file, which no real font is, it sees a part.
    let count = UInt32(clamping: file.count)
    let bytes = unsafe file.base.assumingMemoryBound(to: CChar.self)
    let owner = unsafe Unmanaged.passRetained(file).toOpaque()
    unsafe handle = hb_blob_create(bytes, count, HB_MEMORY_MODE_READONLY, owner) { owner in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<MappedFile>.fromOpaque(owner).release()
    }
  }

  deinit { unsafe hb_blob_destroy(handle) }

  /// The number of faces in the file; zero if it is not a font.
  var faceCount: Int { Int(unsafe hb_face_count(handle)) }
}
