internal import GalleyImages

/// An image of a message, as its row shows it.
struct LoadedImage: Sendable {
  /// The file; `nil` keeps a place of the size only.
  var source: ImageSource?
  /// The size as it is seen, in pixels.
  var size: PixelSize
  /// Takes the error if the image turns out to be damaged when it is drawn, on any thread.
  var report: @Sendable (ImageError) -> Void = { _ in }
}
