internal import GalleyCImageCodecs

/// A decoder of the first frame of a GIF image, which calls giflib row by row.
///
/// The library enforces no limits: the caller must have read the header.
package enum GIF {
  /// The completeness of a decoded frame.
  package enum Outcome: Hashable, Sendable {
    /// All rows are present.
    case complete
    /// The rows after some point are missing, and transparent.
    case incomplete
  }

  /// The reason for which the library cannot be loaded; `nil` if it is loaded.
  private static let failure = unsafe loadFailure(cgif_load())

  /// Loads the library, which decoding does on first use.
  package static func load() { _ = failure }

  /// Decodes the first frame onto its canvas, as BGRA.
  ///
  /// Parts of the frame beyond the canvas are clipped, and pixels of the canvas outside the frame
  /// stay as they are. A pixel is either opaque or entirely zero.
  ///
  /// - Parameters:
  ///   - bytes: The image file.
  ///   - pixels: The rows of the canvas, `bytesPerRow` apart.
  ///   - bytesPerRow: The distance between rows, in bytes.
  ///   - canvas: The size of the canvas.
  ///   - frame: The frame size stated in the header; a frame of another size is not decoded.
  /// - Returns: Whether the frame is complete.
  /// - Throws: `DecodingFailure`.
  package static func decodeFirstFrame(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    canvas: (width: Int, height: Int), frame: (width: Int, height: Int)
  ) throws(DecodingFailure) -> Outcome {
    if let failure { throw .notLoaded(reason: failure) }
    precondition(
      canvas.height * bytesPerRow <= pixels.count && canvas.width * 4 <= bytesPerRow,
      "rows must hold the whole image")
    let result = unsafe pixels.withUnsafeMutableBytes { pixels in
      let canvas = unsafe LogicalScreen(base: pixels.baseAddress, bytesPerRow, canvas)
      return unsafe bytes.withUnsafeBufferPointer { unsafe decode($0, canvas, frame) }
    }
    return try result.get()
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ canvas: LogicalScreen,
    _ expected: (width: Int, height: Int)
  ) -> Result<Outcome, DecodingFailure> {
    var frame = cgif_frame()
    var code: Int32 = 0
    guard let reader = unsafe cgif_open(bytes.baseAddress, bytes.count, &frame, &code) else {
      // Giflib reports a read failure or a premature end of file.
      return .failure([102, 113].contains(code) ? .truncated : damaged(code))
    }
    defer { unsafe cgif_close(reader) }
    let (width, height) = (Int(frame.width), Int(frame.height))
    guard width > 0, height > 0, (width, height) == expected else {
      return .failure(damaged(0))
    }
    let palette = palette(of: &frame)
    var row = [UInt8](repeating: 0, count: width)
    for y in rows(count: height, isInterlaced: frame.is_interlaced != 0) {
      guard unsafe cgif_read_row(reader, &row, Int32(width)) != 0 else {
        return .success(.incomplete)
      }
      canvas.set(row, x: Int(frame.left), y: Int(frame.top) + y, palette)
    }
    return .success(.complete)
  }

  private static func damaged(_ code: Int32) -> DecodingFailure {
    .damaged(reason: "giflib error \(code)")
  }

  /// Returns the color table as pixels.
  private static func palette(of frame: inout cgif_frame) -> [UInt32] {
    let transparent = Int(frame.transparent)
    return unsafe withUnsafeBytes(of: &frame.colors) { colors in
      (0..<256).map { index in
        guard index != transparent else { return 0 }
        let (red, green, blue) = unsafe (
          UInt32(colors[index * 3]), UInt32(colors[index * 3 + 1]), UInt32(colors[index * 3 + 2])
        )
        return 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
  }

  /// Returns the row indices in the order of the file.
  private static func rows(count: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<count) }
    // GIF89a, appendix E.
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0, to: count, by: $1) }
  }

  /// The rows that a frame is drawn on, valid only while it is being read.
  @safe private struct LogicalScreen {
    let base: UnsafeMutableRawPointer?
    let bytesPerRow: Int
    let size: (width: Int, height: Int)

    init(base: UnsafeMutableRawPointer?, _ bytesPerRow: Int, _ size: (width: Int, height: Int)) {
      unsafe self.base = unsafe base
      self.bytesPerRow = bytesPerRow
      self.size = size
    }

    func set(_ row: [UInt8], x: Int, y: Int, _ palette: [UInt32]) {
      guard let base = unsafe base, (0..<size.height).contains(y), x >= 0 else { return }
      for index in 0..<max(0, min(row.count, size.width - x)) {
        unsafe base.storeBytes(
          of: palette[Int(row[index])], toByteOffset: y * bytesPerRow + (x + index) * 4,
          as: UInt32.self)
      }
    }
  }
}
