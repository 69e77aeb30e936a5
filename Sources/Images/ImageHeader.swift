/// The properties of an image file, read without decoding pixels.
public struct ImageHeader: Hashable, Sendable {
  /// The file format.
  public let format: Format
  /// The width in the stored orientation, in pixels.
  public internal(set) var storedWidth = 0
  /// The height in the stored orientation, in pixels.
  public internal(set) var storedHeight = 0
  /// The number of frames; 1 if the image is not animated.
  public internal(set) var frameCount = 1
  /// Whether the image has several frames, which ``AnimatedImage`` decodes.
  public var isAnimated: Bool { frameCount > 1 }
  /// Whether pixels may be transparent.
  public internal(set) var hasAlpha = false
  /// The orientation of the stored pixels.
  public internal(set) var orientation = Orientation.up
  /// Whether the file contains the end of the image, or of an animation's first frame.
  public internal(set) var isComplete = false

  /// The number of scans of a progressive image.
  var scanCount = 1
  /// The first frame of an animation.
  var firstFrame: Frame?
  /// Whether the file has the structure of an animation, even of a single frame.
  var storesFrames = false

  /// A frame's part of an animation's canvas.
  struct Frame: Hashable, Sendable {
    /// The byte range of the frame's data in the file.
    var bytes: Range<Int>
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The oriented width, in pixels.
  public var width: Int { orientation.swapsAxes ? storedHeight : storedWidth }
  /// The oriented height, in pixels.
  public var height: Int { orientation.swapsAxes ? storedWidth : storedHeight }

  init(_ format: Format) { self.format = format }

  /// Reads the header of an image file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ImageError`` if the format is unknown or the file ends before its size.
  /// - Complexity: O(*n*) for *n* bytes, because frames and scans are counted.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard let format = Format(sniffing: bytes) else { throw .unknownFormat }
    let reader = ByteReader(bytes)
    switch format {
    case .png: self = try PNGHeader.read(reader)
    case .jpeg: self = try JPEGHeader.read(reader)
    case .webp: self = try WebPHeader.read(reader)
    case .gif: self = try GIFHeader.read(reader)
    }
  }
}
