/// An error that ends a command with one line on standard error.
package struct Failure: Error, CustomStringConvertible {
  /// The problem, its location and its remedy.
  package let description: String
  /// The exit status.
  package var status: Int32 = 1

  /// Creates a failure from a full description.
  package init(_ description: String, status: Int32 = 1) {
    self.description = description
    self.status = status
  }

  /// Creates a failure from an error that describes itself.
  package init(_ error: some Error & CustomStringConvertible) {
    description = error.description
  }
}
