/// A parser of JPEG headers, up to the end of the last scan.
///
/// - SeeAlso: ITU-T T.81, annex B.
enum JPEGHeader {
  static func read(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var header = ImageHeader(.jpeg)
    header.scanCount = 0
    var place = 2
    while let marker = nextMarker(reader, &place) {
      if marker == 0xD9 {
        header.isComplete = header.scanCount > 0
        break
      }
      // Markers without a segment.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard let length = reader.big(2, at: place) else { break }
      guard length >= 2 else {
        throw .damaged(.jpeg, reason: "segment of \(length) bytes")
      }
      let body = place + 2..<place + length
      place = body.upperBound
      switch marker {
      // All frame markers; DHT, JPG and DAC are not frames.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard header.storedWidth == 0 else {
          throw .damaged(.jpeg, reason: "more than one frame")
        }
        guard let height = reader.big(2, at: body.lowerBound + 1),
          let width = reader.big(2, at: body.lowerBound + 3), body.count >= 6
        else { throw .truncated(.jpeg) }
        guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
        (header.storedWidth, header.storedHeight) = (width, height)
      case 0xDA: header.scanCount += 1
      case 0xE1 where reader.has([0x45, 0x78, 0x69, 0x66, 0, 0], at: body.lowerBound):
        guard body.count > 6, body.upperBound <= reader.count else { continue }
        let data = body.dropFirst(6)
        header.orientation = ImageHeader.Orientation(exif: reader, in: data) ?? header.orientation
      default: break
      }
    }
    guard header.storedWidth > 0 else { throw .truncated(.jpeg) }
    return header
  }

  /// Returns the next marker and moves `place` after it, skipping other bytes.
  private static func nextMarker(_ reader: ByteReader, _ place: inout Int) -> UInt8? {
    let bytes = reader.bytes
    while place + 1 < bytes.count {
      guard bytes[place] == 0xFF else {
        place += 1
        continue
      }
      let marker = bytes[place + 1]
      switch marker {
      // Fill bytes.
      case 0xFF: place += 1
      // A stuffed byte of a scan, and restart markers.
      case 0x00, 0xD0...0xD7: place += 2
      default:
        place += 2
        return marker
      }
    }
    return nil
  }
}
