internal import GalleyCMalloc

/// What memory the process has, as the C library counts it.
package enum ProcessMemory {
  /// The bytes that are allocated, in pieces large and small.
  package static var allocatedBytes: Int {
    let state = mallinfo2()
    return Int(clamping: state.uordblks) + Int(clamping: state.hblkhd)
  }
}
