/// Why a command did not do all that it was asked for: one line for standard error.
struct Failure: Error, CustomStringConvertible {
  /// What is wrong and where, and what to do about it.
  let description: String
  /// The exit status.
  var status: Int32 = 1

  /// Makes a failure that is described in full.
  init(_ description: String, status: Int32 = 1) {
    self.description = description
    self.status = status
  }

  /// Makes a failure out of an error, which knows how to describe itself.
  init(_ error: some Error & CustomStringConvertible) {
    description = error.description
  }
}
