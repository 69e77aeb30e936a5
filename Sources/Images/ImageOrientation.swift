internal import GalleyPixels

/// How an image has to be turned to be seen as it was taken; raw values are those of Exif.
///
/// - SeeAlso: Exif 2.32, tag 0x0112.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  /// As it is stored.
  case up = 1
  /// With left and right changed.
  case upMirrored = 2
  /// By half a turn.
  case down = 3
  /// With top and bottom changed.
  case downMirrored = 4
  /// With rows as columns.
  case leftMirrored = 5
  /// By a quarter of a turn clockwise.
  case right = 6
  /// With rows as columns, by half a turn then.
  case rightMirrored = 7
  /// By a quarter of a turn counterclockwise.
  case left = 8

  /// Whether width and height change places.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Whether, of what it then is, left and right change places.
  private var mirrorsX: Bool { [2, 3, 6, 7].contains(rawValue) }
  /// Whether, of what it then is, top and bottom change places.
  private var mirrorsY: Bool { [3, 4, 7, 8].contains(rawValue) }

  /// The bitmap, turned as it is to be seen.
  func applied(to bitmap: Bitmap, pool: BitmapPool) throws(BitmapError) -> Bitmap {
    guard self != .up else { return bitmap }
    return try bitmap.turned(
      swapsAxes: swapsAxes, mirrorsX: mirrorsX, mirrorsY: mirrorsY, pool: pool)
  }

  /// Reads the orientation out of Exif data, which begin with a TIFF header.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - range: Where the data are in it; there is no orientation if they have none, or make no
  ///     sense.
  init?(exif reader: ByteReader, in range: Range<Int>) {
    let start = range.lowerBound
    let isLittle = reader.has("II", at: start)
    guard isLittle || reader.has("MM", at: start) else { return nil }
    func number(_ size: Int, _ offset: Int) -> Int? {
      guard offset >= 0, offset <= range.count - size else { return nil }
      return isLittle
        ? reader.little(size, at: start + offset) : reader.big(size, at: start + offset)
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(2, directory) else {
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
