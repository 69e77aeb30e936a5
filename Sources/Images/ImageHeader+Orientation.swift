internal import GalleyPixels

extension ImageHeader {
  /// The orientation of an image's stored pixels, with the raw values of Exif.
  ///
  /// - SeeAlso: Exif 2.32, tag 0x0112.
  public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// The stored orientation.
    case up = 1
    /// Mirrored horizontally.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored vertically.
    case downMirrored = 4
    /// Transposed.
    case leftMirrored = 5
    /// To be rotated by 90° clockwise.
    case right = 6
    /// Transposed, then rotated by 180°.
    case rightMirrored = 7
    /// To be rotated by 90° counterclockwise.
    case left = 8

    /// Whether width and height are swapped.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// Whether the result is mirrored horizontally, after swapping the axes.
    private var mirrorsX: Bool { [2, 3, 6, 7].contains(rawValue) }
    /// Whether the result is mirrored vertically, after swapping the axes.
    private var mirrorsY: Bool { [3, 4, 7, 8].contains(rawValue) }

    /// Returns the oriented bitmap.
    func applied(to bitmap: Bitmap, pool: Bitmap.Pool) throws(BitmapError) -> Bitmap {
      guard self != .up else { return bitmap }
      return try bitmap.turned(
        swapsAxes: swapsAxes, mirrorsX: mirrorsX, mirrorsY: mirrorsY, pool: pool)
    }

    /// Reads the orientation from Exif data, which begin with a TIFF header.
    ///
    /// - Parameters:
    ///   - reader: The file.
    ///   - range: The range of the data in the file; the result is `nil` if they are invalid
    ///     or state no orientation.
    init?(exif reader: ByteReader, in range: Range<Int>) {
      let start = range.lowerBound
      let isLittle = reader.has("II", at: start)
      guard isLittle || reader.has("MM", at: start) else { return nil }
      func number(_ size: Int, _ offset: Int) -> Int? {
        guard offset >= 0, offset <= range.count - size else { return nil }
        return isLittle
          ? reader.little(size, at: start + offset) : reader.big(size, at: start + offset)
      }
      guard number(2, 2) == 42, let directory = number(4, 4), let count = number(2, directory)
      else {
        return nil
      }
      for entry in 0..<count {
        let offset = directory + 2 + entry * 12
        guard let tag = number(2, offset) else { return nil }
        guard tag == 0x0112 else { continue }
        guard number(2, offset + 2) == 3, let value = number(2, offset + 8) else { return nil }
        self.init(rawValue: value)
        return
      }
      return nil
    }
  }
}
