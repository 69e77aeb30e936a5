internal import GalleyCCairo

/// Cairo's functions, which are there once ``Library/load()`` has returned.
var cairo: ccairo_functions { unsafe ccairo_table().pointee }

/// Cairo, which is loaded when it is first needed.
///
/// Whatever makes an object of Cairo's loads it first; with an object at hand, it is there.
enum Library {
  /// Why Cairo cannot be loaded; `nil` if it is.
  private static let failure: String? = {
    guard let reason = unsafe ccairo_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Loads Cairo if nobody has yet.
  ///
  /// - Throws: `CairoError` if it is not installed.
  static func load() throws(CairoError) {
    if let failure { throw .notLoaded(reason: failure) }
  }
}
