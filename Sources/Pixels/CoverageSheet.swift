internal import GalleyGeometry
internal import Glibc

/// A sheet of coverage with one byte per pixel, all zero between uses.
@safe struct CoverageSheet: ~Copyable, Sendable {
  /// The padding after every row and after the last one, for one vector.
  private static let slack = 32
  /// The capacity kept between uses, in bytes; a line of text needs a tenth.
  private static let keptCapacity = 1 << 20

  /// The coverage, which is zero except between `begin` and `color`.
  // SAFETY: the sheet owns it, cannot be copied, and frees it in `deinit`.
  private(set) nonisolated(unsafe) var base: UnsafeMutableRawPointer?
  /// The unions of masks where they meet, allocated on first use; zero and sized like the sheet.
  // SAFETY: as above.
  nonisolated(unsafe) var joints: UnsafeMutableRawPointer?
  /// The offsets in the sheet of the groups of eight pixels that contain all joints.
  var jointOffsets: [Int] = []
  private(set) var capacity = 0
  private(set) var area = PixelRect.empty
  private(set) var stride = 0

  init() {}

  deinit {
    unsafe free(base)
    unsafe free(joints)
  }

  /// Makes the sheet cover `area`, or returns `false` if memory runs out.
  mutating func begin(_ area: PixelRect) -> Bool {
    self.area = area
    stride = (area.width + 15) & ~15 + 16
    let needed = stride * area.height + Self.slack
    if needed > capacity {
      release()
      unsafe base = calloc(needed, 1)
      capacity = unsafe base == nil ? 0 : needed
    }
    return unsafe base != nil
  }

  private mutating func release() {
    unsafe free(base)
    unsafe free(joints)
    unsafe (base, joints) = (nil, nil)
    capacity = 0
    jointOffsets = []
  }

  /// Adds masks of tables in order.
  ///
  /// - Parameters:
  ///   - masks: The masks.
  ///   - isInside: Whether all of them are known to be inside the area.
  mutating func add(_ masks: [PlacedMask], isInside: Bool) {
    // Copied, so that the loop does not read them again after each mask.
    let (area, stride) = (area, stride)
    guard let base = unsafe base else { return }
    // Most glyphs begin to the right of all before them, so that nothing meets.
    var reach = Int.min
    for mask in masks {
      let (left, right) = (mask.left, mask.left &+ mask.width)
      if left < reach { join(mask, reach: reach) }
      reach = max(reach, right)
      // Rows may extend into the padding or the next row, where zeros change nothing.
      guard
        isInside
          || left >= area.minX && mask.top >= area.minY && right <= area.maxX
            && mask.top &+ mask.height <= area.maxY
      else {
        addClipped(mask)
        continue
      }
      let place = (mask.top &- area.minY) &* stride &+ left &- area.minX
      unsafe Self.add(mask, at: base + place, stride: stride)
    }
  }

  /// Adds a mask of a table to rows in the sheet.
  @inline(__always) private static func add(
    _ mask: PlacedMask, at start: UnsafeMutableRawPointer, stride: Int
  ) {
    let width = mask.stride
    // A specialized loop for each of the most frequent widths.
    switch width {
    case 8:
      unsafe addRows(of: mask, at: start, stride, width: 8) {
        unsafe Kernels.maximize8($0, with: $1)
      }
    case 16:
      unsafe addRows(of: mask, at: start, stride, width: 16) {
        unsafe Kernels.maximize16($0, with: $1)
      }
    case 24:
      unsafe addRows(of: mask, at: start, stride, width: 24) {
        unsafe Kernels.maximize16($0, with: $1)
        unsafe Kernels.maximize8($0 + 16, with: $1 + 16)
      }
    case 32:
      unsafe addRows(of: mask, at: start, stride, width: 32) {
        unsafe Kernels.maximize16($0, with: $1)
        unsafe Kernels.maximize16($0 + 16, with: $1 + 16)
      }
    default:
      unsafe addRows(of: mask, at: start, stride, width: width) {
        unsafe Kernels.maximize($0, with: $1, count: width)
      }
    }
  }

  @inline(__always) private static func addRows(
    of mask: PlacedMask, at start: UnsafeMutableRawPointer, _ stride: Int, width: Int,
    _ add: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) {
    var (row, source) = unsafe (start, mask.rows)
    for _ in 0..<mask.height {
      unsafe add(row, source)
      unsafe row += stride
      unsafe source += width
    }
  }

  /// Adds a mask, clipped to the area.
  @inline(never) private func addClipped(_ mask: PlacedMask) {
    let part = area.intersection(mask.rect)
    guard let base = unsafe base, !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let row = unsafe base + ((y - area.minY) * stride - area.minX)
      let source = unsafe mask.rows + ((y - mask.top) * mask.stride - mask.left)
      for x in part.minX..<part.maxX {
        let old = unsafe row.load(fromByteOffset: x, as: UInt8.self)
        let new = unsafe source.load(fromByteOffset: x, as: UInt8.self)
        unsafe row.storeBytes(of: max(old, new), toByteOffset: x, as: UInt8.self)
      }
    }
  }

  /// Adds a mask, clipped to the area.
  func add(_ mask: LooseMask) {
    let part = area.intersection(mask.rect)
    guard let base = unsafe base, !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let row = unsafe base + ((y - area.minY) * stride - area.minX)
      let source = (y - mask.rect.minY) * mask.rect.width - mask.rect.minX
      for x in part.minX..<part.maxX {
        let old = unsafe row.load(fromByteOffset: x, as: UInt8.self)
        unsafe row.storeBytes(
          of: max(old, mask.coverage[source + x]), toByteOffset: x, as: UInt8.self)
      }
    }
  }

  /// Adds a rectangle, clipped to the area.
  func add(_ bar: PixelRect) {
    let part = bar.intersection(area)
    guard let base = unsafe base, !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let row = unsafe base + ((y - area.minY) * stride + part.minX - area.minX)
      unsafe memset(row, 255, part.width)
    }
  }

  /// Colors pixels of `bitmap`, and resets the sheet to zero.
  ///
  /// - Parameters:
  ///   - bitmap: The bitmap.
  ///   - visible: The pixels to color, in the area and in the bitmap.
  ///   - color: The color.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the pixels are known to be transparent.
  ///   - instructions: The instructions to use.
  mutating func color(
    _ bitmap: inout Bitmap, in visible: PixelRect, with color: PremultipliedColor, strength: UInt16,
    isClear: Bool, using instructions: Instructions
  ) {
    finish(visible)
    guard let base = unsafe base else { return }
    let start = unsafe base + ((visible.minY - area.minY) * stride + visible.minX - area.minX)
    if strength > 0 {
      for y in 0..<visible.height {
        unsafe Kernels.strengthen(start + y * stride, count: visible.width, by: strength)
      }
    }
    let rows = visible.minY..<visible.maxY
    guard let (first, fresh) = unsafe bitmap.beginWriting(rows) else { return release() }
    let target = unsafe CoveredRows(
      coverage: start, stride: stride, pixels: first + visible.minY * bitmap.bytesPerRow,
      bytesPerRow: bitmap.bytesPerRow, width: bitmap.width, columns: visible.minX..<visible.maxX)
    target.color(
      0..<fresh - visible.minY, with: color, isClear: isClear, using: instructions)
    target.write(fresh - visible.minY..<visible.height, with: color, using: instructions)
    trim()
  }

  /// Returns the coverage of a part of the area, row by row without padding, and resets the sheet.
  mutating func take(_ visible: PixelRect) -> [UInt8] {
    finish(visible)
    guard let base = unsafe base else { return [] }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(visible.width * visible.height)
    for y in visible.minY..<visible.maxY {
      let row = unsafe base + ((y - area.minY) * stride + visible.minX - area.minX)
      unsafe coverage.append(contentsOf: UnsafeRawBufferPointer(start: row, count: visible.width))
      unsafe memset(row, 0, visible.width)
    }
    trim()
    return coverage
  }

  /// Merges the joints, and clears all pixels that are not visible.
  private mutating func finish(_ visible: PixelRect) {
    mergeJoints()
    guard visible != area, let base = unsafe base else { return }
    for y in area.minY..<area.maxY {
      let row = unsafe base + (y - area.minY) * stride
      guard (visible.minY..<visible.maxY).contains(y) else {
        unsafe memset(row, 0, area.width)
        continue
      }
      unsafe memset(row, 0, visible.minX - area.minX)
      unsafe memset(row + (visible.maxX - area.minX), 0, area.maxX - visible.maxX)
    }
  }

  /// Releases memory beyond the kept capacity.
  private mutating func trim() {
    if capacity > Self.keptCapacity { release() }
  }
}
