internal import GalleyCMalloc
internal import Glibc

/// What memory the process has, as the C library counts it.
package enum ProcessMemory {
  /// The bytes that are allocated, in pieces large and small.
  package static var allocatedBytes: Int {
    let state = mallinfo2()
    return Int(clamping: state.uordblks) + Int(clamping: state.hblkhd)
  }

  /// The bytes of physical memory that the process has, with those that are allocated to nobody; `nil`
  /// if the system does not say.
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
