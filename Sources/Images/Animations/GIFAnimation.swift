/// The frames of GIF files.
///
/// - SeeAlso: GIF89a, sections 20, 23 and 26; the application extension "NETSCAPE2.0".
enum GIFAnimation {
  /// Locates the frames, up to the first one that is truncated.
  static func scan(_ reader: ByteReader, into scan: inout AnimationScan) {
    guard let flags = reader.byte(10) else { return }
    var place = 13 + GIFHeader.tableLength(flags)
    var control: Range<Int>?
    while let introducer = reader.byte(place) {
      switch introducer {
      case 0x3B:
        scan.isComplete = true
        return
      case 0x21:
        guard let end = reader.endOfSubblocks(place + 2) else { return }
        switch reader.byte(place + 1) {
        case 0xF9: control = place..<end
        // A control block belongs to the next image or plain text.
        case 0x01: control = nil
        case 0xFF: readLoops(reader, place, &scan)
        default: break
        }
        place = end
      case 0x2C:
        guard let (frame, end) = frame(reader, place, control) else { return }
        scan.frames.append(frame)
        (control, place) = (nil, end)
      default: return
      }
    }
  }

  /// Returns a file with a single frame, which covers its whole canvas.
  static func file(of frame: AnimationFrame, in bytes: [UInt8]) -> [UInt8] {
    let size = [frame.width, frame.height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] }
    var file = Array(bytes[0..<6]) + size
    file += bytes[10..<min(bytes.count, 13 + GIFHeader.tableLength(Int(bytes[10])))]
    guard let image = frame.data.last else { return file }
    for control in frame.data.dropLast() { file += bytes[control] }
    file += [0x2C, 0, 0, 0, 0] + size
    file += bytes[(image.lowerBound + 9)..<image.upperBound]
    return file + [0x3B]
  }

  /// Returns the frame at an image descriptor, and the offset after its data.
  private static func frame(
    _ reader: ByteReader, _ place: Int, _ control: Range<Int>?
  ) -> (frame: AnimationFrame, end: Int)? {
    guard let flags = reader.byte(place + 9), let x = reader.little(2, at: place + 1),
      let y = reader.little(2, at: place + 3), let width = reader.little(2, at: place + 5),
      let height = reader.little(2, at: place + 7),
      let end = reader.endOfSubblocks(place + 11 + GIFHeader.tableLength(flags))
    else { return nil }
    var frame = AnimationFrame(x: x, y: y, width: width, height: height)
    frame.data = [place..<end]
    if let control, reader.byte(control.lowerBound + 2) ?? 0 >= 4 {
      frame.data.insert(control, at: 0)
      let flags = reader.byte(control.lowerBound + 3) ?? 0
      frame.disposal =
        switch flags >> 2 & 7 {
        case 2: .clear
        case 3: .restore
        default: .keep
        }
      frame.storedDuration = Double(reader.little(2, at: control.lowerBound + 4) ?? 0) / 100
    }
    return (frame, end)
  }

  private static func readLoops(
    _ reader: ByteReader, _ place: Int, _ scan: inout AnimationScan
  ) {
    guard reader.has("NETSCAPE2.0", at: place + 3) || reader.has("ANIMEXTS1.0", at: place + 3),
      reader.has([3, 1], at: place + 14), let count = reader.little(2, at: place + 16)
    else { return }
    // The number of repetitions after the first time, as browsers read it.
    scan.playCount = count == 0 ? nil : count + 1
  }
}

extension ByteReader {
  /// Returns the offset after a list of GIF data sub-blocks, or `nil` if it is not terminated.
  func endOfSubblocks(_ start: Int) -> Int? {
    var place = start
    while let length = byte(place) {
      place += 1 + length
      if length == 0 { return place }
    }
    return nil
  }
}
