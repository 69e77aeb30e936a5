extension ImageHeader {
  /// The supported image file formats.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, in JFIF or Exif files.
    case jpeg = "JPEG"
    /// WebP, lossy or lossless.
    case webp = "WebP"
    /// Graphics Interchange Format.
    case gif = "GIF"

    /// Determines the format of a file from its first bytes, or returns `nil` if it is not
    /// supported.
    ///
    /// The file name is irrelevant.
    ///
    /// - Parameter bytes: The file; only the first 12 bytes are examined.
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
}
