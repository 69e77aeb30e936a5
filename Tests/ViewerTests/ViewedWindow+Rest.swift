import Foundation
import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

extension ViewedWindow {
  /// Returns the pixels of the window once they have rested, or only a caret blinks.
  ///
  /// A scroll bar fades after 0.6 seconds without a change, and the date of a day after 0.3.
  @discardableResult func rested(for seconds: Double = 1.2) throws -> [UInt32] {
    let clock = ContinuousClock()
    var (last, start) = (try pixels(), clock.now)
    // The pixels before those; a caret makes them alternate.
    var other = last
    let end = start + .seconds(60)
    while clock.now < end, clock.now - start < .seconds(seconds) {
      usleep(50_000)
      let next = try pixels()
      guard !next.equals(last) else { continue }
      if !next.equals(other) { start = clock.now }
      (other, last) = (last, next)
    }
    return last
  }

  /// Performs an action that changes pixels, and returns them once they have rested.
  @discardableResult func changed(
    _ location: SourceLocation = #_sourceLocation, _ action: () throws -> Void
  ) throws -> [UInt32] {
    let before = try pixels()
    try action()
    let hasChanged = try !awaited({ !$0.equals(before) }, pixels).equals(before)
    #expect(hasChanged, "nothing has changed", sourceLocation: location)
    return try rested()
  }

  /// Expects that the window comes to show pixels that it has shown before.
  func expectReturn(
    to wanted: [UInt32], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try awaited({ $0.equals(wanted) }, pixels)
    if seen.equals(wanted) { return }
    let places = wanted.indices.filter { seen[$0] != wanted[$0] }
    let rows = places.map { $0 / size.width }
    let columns = places.map { $0 % size.width }
    #expect(
      places.isEmpty,
      """
      \(places.count) pixels differ, x \(columns.min() ?? 0)...\(columns.max() ?? 0), \
      y \(rows.min() ?? 0)...\(rows.max() ?? 0)
      """, sourceLocation: location)
  }

  /// Returns the frame of the pixels of a color; `nil` if there are none.
  func frame(of color: UInt32, in pixels: [UInt32]) -> Rect? {
    var (left, right, top, bottom) = (Int.max, -1, 0, 0)
    unsafe pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for y in 0..<size.height {
        let row = unsafe start + y * size.width
        for x in 0..<size.width where unsafe row[x] == color {
          if right < 0 { top = y }
          (left, right, bottom) = (min(left, x), max(right, x), y)
        }
      }
    }
    guard right >= 0 else { return nil }
    return Rect(
      x: Double(left), y: Double(top), width: Double(right - left + 1),
      height: Double(bottom - top + 1))
  }

  /// Waits until the pixels of a color have a frame that fulfills a condition, and returns it.
  func frame(
    of color: UInt32, until isDone: (Rect) -> Bool = { _ in true },
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Rect {
    let last = try awaited({ $0.map(isDone) ?? false }) {
      let now = try pixels()
      return frame(of: color, in: now)
    }
    let found = last.map(isDone) ?? false
    return try #require(found ? last : nil, sourceLocation: location)
  }

  /// Follows a reply to its original, where pixels of a color are out of sight, and goes back to
  /// the pixels of before.
  ///
  /// `ground` is a place where the pointer changes nothing. The original is kept under a name.
  func followReply(
    at reply: Point, outOfSightOf color: UInt32, restingAt ground: Point, from pixels: [UInt32],
    as name: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let original = try changed(location) { try mouse(reply, "click 1") }
    let left = frame(of: color, in: original)
    #expect(left == nil, sourceLocation: location)
    try keep(name)
    try mouse(ground)
    try press("alt+Left")
    try expectReturn(to: pixels, location)
  }

  /// Writes the window for inspection, if requested.
  func keep(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"] else { return }
    try Data(try picture().pngData()).write(to: URL(filePath: "\(folder)/\(name).png"))
  }
}

extension [UInt32] {
  /// Returns whether all elements are equal; the operator takes long where tests are not optimized.
  func equals(_ other: Self) -> Bool {
    unsafe count == other.count && memcmp(self, other, count * MemoryLayout<UInt32>.stride) == 0
  }
}

extension Bitmap {
  /// Returns an opaque picture of one color, as PNG.
  static func png(_ color: UInt32, width: Int, height: Int) throws -> Data {
    var picture = try Bitmap(width: width, height: height)
    picture.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<height {
        for x in 0..<width {
          for byte in 0..<4 {
            let value = (color | 0xFF00_0000) >> (8 * UInt32(byte)) & 0xFF
            bytes[y * bytesPerRow + x * 4 + byte] = UInt8(value)
          }
        }
      }
    }
    return Data(try picture.pngData())
  }
}
