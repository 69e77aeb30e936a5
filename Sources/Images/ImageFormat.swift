/// The kinds of image files that can be decoded.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png = "PNG"
  /// JPEG, by which a file of the JFIF or Exif kind is meant.
  case jpeg = "JPEG"
  /// WebP, lossy or lossless.
  case webp = "WebP"
  /// Graphics Interchange Format.
  case gif = "GIF"

  /// Finds out a file's kind, if it is one of these, by its first bytes.
  ///
  /// What the file is called does not matter.
  ///
  /// - Parameter bytes: The file, of which the first 12 bytes are looked at.
  public init?(sniffing bytes: [UInt8]) {
    let reader = ByteReader(bytes)
    if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      self = .png
    } else if reader.has([0xFF, 0xD8, 0xFF], at: 0) {
      self = .jpeg
    } else if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) {
      self = .webp
    } else if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) {
      self = .gif
    } else {
      return nil
    }
  }
}
