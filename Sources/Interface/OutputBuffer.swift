internal import Glibc

/// Bytes in memory whose address callers of the C interface know.
@safe final class OutputBuffer: Sendable {
  // SAFETY: the memory is written before `init` returns, and only read afterwards.
  nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
  /// The number of bytes, which a zero byte follows.
  let count: Int
  /// The size in pixels, of pictures of pixels; otherwise zero.
  let width: Int
  let height: Int

  /// Creates a buffer with a copy of bytes; `nil` if memory runs out.
  init?(_ contents: [UInt8], width: Int = 0, height: Int = 0) {
    // Not Swift's allocator, which ends the process if memory runs out.
    guard let memory = unsafe malloc(contents.count + 1) else { return nil }
    unsafe contents.withUnsafeBytes { source in
      if let base = source.baseAddress { unsafe memcpy(memory, base, source.count) }
    }
    unsafe memory.storeBytes(of: 0, toByteOffset: contents.count, as: UInt8.self)
    unsafe bytes = memory
    count = contents.count
    (self.width, self.height) = (width, height)
  }

  deinit { unsafe free(bytes) }
}
