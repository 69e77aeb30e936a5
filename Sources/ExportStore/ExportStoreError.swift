internal import GRDB
internal import GalleySystem

/// An error of a store of messages.
package struct ExportStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, on one line.
  package let description: String

  init(_ description: String) { self.description = description }

  init(_ error: some Error) {
    if let error = error as? DatabaseError {
      description = "the message store: \(error.message ?? error.resultCode.description)"
    } else {
      description = "\(error)"
    }
  }

  static func wrapping<Value>(_ body: () throws -> Value) throws(ExportStoreError) -> Value {
    do { return try body() } catch let error as ExportStoreError { throw error } catch {
      throw ExportStoreError(error)
    }
  }
}
