internal import GalleyImages

/// An image of a message, as its row shows it.
struct LoadedImage: Sendable {
  /// The image source; `nil` shows a placeholder of the size.
  var source: ImageSource?
  /// The index of the image in its message.
  var index = 0
  /// The oriented size, in pixels.
  var size: PixelSize
  /// The file of a tiny version of the image, shown without a source.
  var thumbnail: [UInt8]?
  /// The load that brings the image; `nil` if there is a source or nothing to wait for.
  var pending: PendingPicture?
  /// Called on any thread if the image turns out to be damaged when it is drawn.
  var report: @Sendable (ImageError) -> Void = { _ in }
}
