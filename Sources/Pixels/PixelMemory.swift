internal import Glibc
internal import Synchronization

/// The memory of one bitmap and its copies.
///
/// Clearing is deferred: the bytes from an offset on count as zero, whatever they contain, until
/// they are cleared or written. A picture that is drawn from top to bottom thus passes through the
/// processor's caches once, not once to clear it and again to draw on it.
@safe final class PixelMemory: Sendable {
  let shelf: BitmapShelf
  let block: PixelBlock

  /// The first byte, whose contents count from the offset `pendingStart` on as zero.
  // SAFETY: written only through a `Bitmap` that is the unique owner, and by `clearPending`, which
  // holds the mutex; shared memory is only read, after `clearPending`.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  /// The offset of the first byte to clear; `Int.max` if there is none.
  private let pendingStart = Atomic<Int>(.max)
  private let clearing = Mutex(())

  init?(byteCount: Int, shelf: BitmapShelf) {
    guard let block = shelf.block(byteCount: byteCount) else { return nil }
    self.shelf = shelf
    self.block = block
    unsafe base = unsafe block.base
  }

  deinit { shelf.recycle(block) }

  /// Returns the number of bytes, of the first `byteCount`, that need no clearing.
  func writtenByteCount(of byteCount: Int) -> Int {
    min(pendingStart.load(ordering: .relaxed), byteCount)
  }

  /// Makes all bytes from an offset on count as zero, or none from `Int.max`; only for the unique
  /// owner.
  func setPending(from offset: Int) { pendingStart.store(offset, ordering: .relaxed) }

  /// Clears the bytes that count as zero, on any thread.
  ///
  /// - Parameter byteCount: The number of bytes of the bitmap.
  @inline(__always) func clearPending(of byteCount: Int) {
    // Acquire: makes the zeros that another thread has written visible here.
    if pendingStart.load(ordering: .acquiring) < byteCount { clearNow(byteCount) }
  }

  @inline(never) private func clearNow(_ byteCount: Int) {
    clearing.withLock { _ in
      let start = pendingStart.load(ordering: .relaxed)
      guard start < byteCount else { return }
      unsafe memset(base + start, 0, byteCount - start)
      // Release: pairs with the load in `clearPending(of:)`.
      pendingStart.store(.max, ordering: .releasing)
    }
  }

  /// Clears the pending bytes before a range that is about to be written; only for the unique
  /// owner.
  ///
  /// - Returns: The offset of the first byte in the range that has not been cleared, or the end of
  ///   the range. The caller must write all bytes from there to the end.
  func clearPending(before range: Range<Int>) -> Int {
    let start = pendingStart.load(ordering: .relaxed)
    guard start < range.upperBound else { return range.upperBound }
    if start < range.lowerBound { unsafe memset(base + start, 0, range.lowerBound - start) }
    setPending(from: range.upperBound)
    return max(start, range.lowerBound)
  }
}
