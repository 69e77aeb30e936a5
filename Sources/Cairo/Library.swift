internal import GalleyCCairo
internal import Synchronization

/// Cairo's functions, valid once ``Library/load()`` has returned.
var cairo: ccairo_functions { unsafe ccairo_table().pointee }

/// Cairo, loaded on first use.
///
/// Every initializer that creates a Cairo object loads the library first.
enum Library {
  /// The reason for which Cairo cannot be loaded; `nil` if it is loaded.
  private static let failure: String? = {
    guard let reason = unsafe ccairo_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Whether memory ran out while a document was drawn.
  ///
  /// Cairo 1.16 may then have freed parts of images that documents use, and reads them when an
  /// image is destroyed. Images are kept instead.
  static let hasRunOutOfMemory = Atomic<Bool>(false)

  /// Loads Cairo unless it is loaded.
  ///
  /// - Throws: `CairoError` if it is not installed.
  static func load() throws(CairoError) {
    if let failure { throw .notLoaded(reason: failure) }
  }
}
