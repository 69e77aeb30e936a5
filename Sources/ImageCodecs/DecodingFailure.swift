/// The reasons for which a library does not decode an image.
package enum DecodingFailure: Error, Hashable, Sendable {
  /// The library is not installed; `reason` is the loader's message.
  case notLoaded(reason: String)
  /// The bytes end before the image does.
  case truncated
  /// The library cannot allocate memory.
  case outOfMemory
  /// The library cannot decode the image.
  case damaged(reason: String)
}

/// Returns the loader's message; `nil` if the library is loaded.
func loadFailure(_ message: UnsafePointer<CChar>?) -> String? {
  unsafe message.map { unsafe String(cString: $0) }
}
