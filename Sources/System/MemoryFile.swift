internal import GalleyCSystem
internal import Glibc

/// A file in memory, with which processes exchange large data.
///
/// It is read and written with calls of the system rather than mapped, so that a process that
/// changes it while another one reads it can do no more than change the bytes.
package struct MemoryFile: Hashable, Sendable {
  let descriptor: Int32

  /// Makes the file longer, with zeros, or shorter.
  func resize(to count: Int) -> Bool { ftruncate(descriptor, count) == 0 }

  /// Writes bytes at an offset within the file.
  ///
  /// - Returns: Whether all bytes are written.
  package func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      Self.repeating(bytes.count) { done in
        unsafe pwrite(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
      }
    }
  }

  /// Reads bytes at an offset within the file.
  ///
  /// - Returns: Whether the file has all of them.
  package func read(_ bytes: inout MutableSpan<UInt8>, at offset: Int) -> Bool {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      Self.repeating(bytes.count) { done in
        unsafe pread(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
      }
    }
  }

  /// Returns bytes at an offset within the file; `nil` if it does not have all of them.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    return read(&span, at: offset) ? bytes : nil
  }

  /// Repeats a call that processes a part of some bytes until all are processed.
  private static func repeating(_ count: Int, _ call: (_ done: Int) -> Int) -> Bool {
    var done = 0
    while done < count {
      let part = call(done)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return false }
      done += part
    }
    return true
  }
}
