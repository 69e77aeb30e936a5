internal import GalleyCSystem
internal import Glibc

/// The memory usage of the process.
package enum ProcessMemory {
  /// The number of allocated heap bytes, including separately mapped blocks, as reported by the C
  /// library.
  package static var allocatedBytes: Int {
    let state = mallinfo2()
    return Int(clamping: state.uordblks) + Int(clamping: state.hblkhd)
  }

  /// Returns free heap pages to the operating system.
  ///
  /// The C library keeps those between allocated blocks, so that the resident memory is otherwise
  /// that of the moment with the most, which grows by chance with time.
  package static func returnFreePages() { _ = malloc_trim(0) }

  /// The resident memory in bytes, including free heap memory; `nil` if it is not available.
  package static var residentBytes: Int? {
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    let fields = buffer.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
