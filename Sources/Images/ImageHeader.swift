/// What an image file says of itself, found out without decoding a pixel.
public struct ImageHeader: Hashable, Sendable {
  /// The file's kind.
  public let format: ImageFormat
  /// How many pixels a row has, before the image is turned.
  public internal(set) var storedWidth = 0
  /// How many rows there are, before the image is turned.
  public internal(set) var storedHeight = 0
  /// How many frames there are; 1 if the image is not animated.
  public internal(set) var frameCount = 1
  /// Whether pixels may let something shine through.
  public internal(set) var hasAlpha = false
  /// How the image has to be turned.
  public internal(set) var orientation = ImageOrientation.up
  /// Whether the file goes on to where the image, or the first frame of an animation, ends.
  public internal(set) var isComplete = false

  /// In how many passes over the pixels the image comes.
  var scanCount = 1
  /// Where the chunks of the first frame are, if it is an animation's.
  var firstFrame: Frame?

  /// A part of an animation's canvas.
  struct Frame: Hashable, Sendable {
    /// Where the frame's chunks are in the file.
    var bytes: Range<Int>
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// How many pixels wide the image is when it is turned as it is to be seen.
  public var width: Int { orientation.swapsAxes ? storedHeight : storedWidth }
  /// How many pixels high the image is when it is turned as it is to be seen.
  public var height: Int { orientation.swapsAxes ? storedWidth : storedHeight }

  init(_ format: ImageFormat) { self.format = format }

  /// Reads the header of an image file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ImageError``, if the kind is unknown or the file does not come to say its size.
  /// - Complexity: O(*n*) for *n* bytes: frames and scans are counted.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard let format = ImageFormat(sniffing: bytes) else { throw .unknownFormat }
    let reader = ByteReader(bytes)
    switch format {
    case .png: self = try PNGHeader.read(reader)
    case .jpeg: self = try JPEGHeader.read(reader)
    case .webp: self = try WebPHeader.read(reader)
    case .gif: self = try GIFHeader.read(reader)
    }
  }
}
