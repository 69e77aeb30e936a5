extension Limits {
  /// Bounds of a bitmap, whatever it is for.
  package enum Bitmaps {
    /// Pixels of a side: half of Cairo's, so that sums of two coordinates stay in its range.
    package static let side = 16_384
    /// Bytes of a bitmap.
    package static let bytes = 256 << 20
  }

  /// Bounds of an image file, which are checked in its header, before memory is allocated.
  package enum Images {
    /// Bytes of a file.
    package static let fileSize = 64 << 20
    /// Pixels of an image: those of a bitmap of its maximum size.
    package static let pixels = 64 << 20
    /// Pixels per byte of an image larger than `harmlessPixels`, so that a small file cannot claim
    /// a large picture: files of one color have up to 1,000.
    package static let pixelsPerByte = 1_000
    /// Pixels of an image that may have few bytes.
    package static let harmlessPixels = 1 << 20
    /// Frames of an animation.
    package static let frames = 10_000
    /// Pixels of all frames of an animation, which are decoded when it is played.
    package static let animationPixels = 1 << 32
    /// Scans of a progressive JPEG, each of which passes over all pixels; ten are usual.
    package static let scans = 100
    /// Pixels of all scans of a JPEG.
    package static let scannedPixels = 1 << 30
  }

  /// Bounds of the pictures of one conversation.
  package enum Conversations {
    /// Custom emoji that are decoded.
    package static let pictures = 1 << 20
    /// Pixels of custom emoji that are decoded.
    package static let pixels = 1 << 29
    /// Bytes of the image files in memory.
    package static let bytes = 1 << 29
    /// Bytes of image files that are read to learn sizes.
    package static let scannedBytes = 1 << 33
    /// Messages of a conversation that is drawn as one picture.
    package static let messages = 10_000
    /// Bytes of a blurred thumbnail in base64, which is part of a message.
    package static let thumbnailLength = 1 << 16
  }

  /// Bounds of a quote and of what the server draws.
  package enum Quotes {
    /// Messages of a request.
    package static let messages = 100
    /// UTF-16 units of a message.
    package static let characters = 32_768
    /// Pixels of a picture.
    package static let pixels = 16 << 20
    /// Pictures in a request.
    package static let pictures = 400
    /// Pixels of the files of all pictures in a request.
    package static let picturePixels = 64 << 20
  }
}
