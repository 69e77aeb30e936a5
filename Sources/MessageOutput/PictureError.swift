internal import GalleyPainting
internal import GalleyPixels

/// The error thrown if a layout cannot be drawn as a picture.
package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture exceeds a limit.
  case tooLarge(String)
  /// A setting has an invalid value.
  case invalidSetting(String)
  /// The file cannot be encoded.
  case unwritable(String)
  /// Memory cannot be allocated.
  case outOfMemory

  init(_ error: RenderingError) {
    switch error {
    case .scale, .padding: self = .invalidSetting(error.description)
    case .bitmap(let bitmap):
      if case .outOfMemory = bitmap {
        self = .outOfMemory
      } else {
        self = .tooLarge("\(error); use a smaller width, size or scale")
      }
    case .document: self = .unwritable(error.description)
    }
  }

  /// A description of the error with the remedy.
  package var description: String {
    switch self {
    case .tooLarge(let words), .invalidSetting(let words), .unwritable(let words): words
    case .outOfMemory: "out of memory: the picture cannot be drawn"
    }
  }
}
