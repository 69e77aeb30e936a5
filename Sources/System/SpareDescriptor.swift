internal import Glibc
internal import Synchronization

/// A descriptor kept in reserve, with which a font can be opened when descriptors have run out.
///
/// A server whose connections use up all descriptors must not show text in other fonts from then
/// on, because a font that could not be opened once is not tried again.
enum SpareDescriptor {
  /// The descriptor, or -1 if it is in use or was never opened.
  private static let descriptor = Atomic<Int32>(-1)

  /// The number of times that another thread's use of the spare is waited for, a millisecond each.
  private static let patience = 100

  /// Calls a closure that opens a file, reads or maps it, and closes it.
  ///
  /// If that fails because there are too many open files, it is called again with the spare
  /// descriptor closed.
  static func lend<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
    reserve()
    var attempt = 0
    while true {
      do throws(FileError) { return try body() } catch {
        guard [.system(EMFILE), .system(ENFILE)].contains(error.cause) else { throw error }
        let spare = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        attempt += 1
        guard spare >= 0 else {
          guard attempt < patience else { throw error }
          usleep(1_000)
          continue
        }
        close(spare)
      }
      defer { reserve() }
      return try body()
    }
  }

  /// Opens the spare descriptor, unless it is open.
  private static func reserve() {
    guard descriptor.load(ordering: .relaxed) < 0 else { return }
    let spare = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard spare >= 0 else { return }
    let (isKept, _) = descriptor.compareExchange(
      expected: -1, desired: spare, ordering: .acquiringAndReleasing)
    if !isKept { close(spare) }
  }
}
