internal import GalleyFiles
internal import GalleyImages

/// An image of a message, whose file has been looked at.
struct LoadedImage: Sendable {
  /// The file; `nil` keeps a place of the size only.
  var source: ImageSource?
  /// How large it is as it is seen, in pixels.
  var size: PixelSize

  /// Makes an image of what is known of it.
  init(_ source: ImageSource?, size: PixelSize) {
    self.source = source
    self.size = size
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - directory: Where its path begins; `nil` looks for no file that need not be there.
  /// - Throws: ``ImageError``, if there is no file and no size, or no image in the file.
  init(_ image: ChatImage, in directory: String?) throws(ImageError) {
    let path = directory.map { image.path.hasPrefix("/") ? image.path : $0 + "/" + image.path }
    if let size = image.size {
      self.size = size
      guard let path, (try? FileStatus(path: path)) != nil else { return }
    }
    let source = try ImageSource(path: path ?? image.path)
    self.source = source
    size = PixelSize(width: source.header.width, height: source.header.height)
  }
}
