internal import GalleyGeometry
internal import Glibc

/// A piece of the plane with one byte of coverage a pixel, all zero between uses.
@safe struct CoverageSheet: ~Copyable, Sendable {
  /// Past every row and the last one there is room for one vector.
  private static let slack = 32
  /// What is kept from one use to the next; a line of text takes a tenth.
  private static let keptCapacity = 1 << 20

  /// Zero outside of `begin` to `color`.
  // SAFETY: the sheet owns it, cannot be copied, and frees it in `deinit`.
  private(set) nonisolated(unsafe) var base: UnsafeMutableRawPointer?
  /// The union of masks where they meet, if any have met; zero like the sheet, and as large.
  // SAFETY: as above.
  nonisolated(unsafe) var joints: UnsafeMutableRawPointer?
  /// The rows of the area that have joints.
  var jointRows = 0..<0
  private(set) var capacity = 0
  private(set) var area = PixelRect.empty
  private(set) var stride = 0

  init() {}

  deinit {
    unsafe free(base)
    unsafe free(joints)
  }

  /// Makes the sheet cover `area`; `false` if there is no memory.
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
  }

  /// Adds a mask of a table, with its top left pixel at a place in the plane.
  @inline(__always) func add(maskAt header: UnsafeRawPointer, left: Int, top: Int) {
    guard let base = unsafe base else { return }
    let mask = unsafe header.load(as: MaskHeader.self)
    let (x, y) = (left - area.minX, top - area.minY)
    let height = Int(mask.height)
    // Rows may end in the padding, or in the next row, where zeros change nothing.
    guard x >= 0, y >= 0, x + Int(mask.width) <= area.width, y + height <= area.height else {
      return unsafe addClipped(header, left: left, top: top)
    }
    let count = mask.stride
    var row = unsafe base + (y &* stride &+ x)
    var source = unsafe header + MaskHeader.size
    switch count {
    case 8:
      for _ in 0..<height {
        unsafe Kernels.maximize(row, with: source, count: 8)
        unsafe row += stride
        unsafe source += 8
      }
    case 16:
      for _ in 0..<height {
        unsafe Kernels.maximize(row, with: source, count: 16)
        unsafe row += stride
        unsafe source += 16
      }
    default:
      for _ in 0..<height {
        unsafe Kernels.maximize(row, with: source, count: count)
        unsafe row += stride
        unsafe source += count
      }
    }
  }

  /// Adds the part of a mask that lies in the area.
  @inline(never) private func addClipped(_ header: UnsafeRawPointer, left: Int, top: Int) {
    guard let base = unsafe base else { return }
    let mask = unsafe header.load(as: MaskHeader.self)
    let part = area.intersection(
      PixelRect(
        minX: left, minY: top, maxX: left + Int(mask.width), maxY: top + Int(mask.height)))
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let row = unsafe base + ((y - area.minY) * stride - area.minX)
      let source = unsafe header + (MaskHeader.size + (y - top) * mask.stride - left)
      for x in part.minX..<part.maxX {
        let old = unsafe row.load(fromByteOffset: x, as: UInt8.self)
        let new = unsafe source.load(fromByteOffset: x, as: UInt8.self)
        unsafe row.storeBytes(of: max(old, new), toByteOffset: x, as: UInt8.self)
      }
    }
  }

  /// Adds the part of a mask that lies in the area.
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

  /// Covers the part of a rectangle that lies in the area.
  func add(_ bar: PixelRect) {
    let part = bar.intersection(area)
    guard let base = unsafe base, !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let row = unsafe base + ((y - area.minY) * stride + part.minX - area.minX)
      unsafe memset(row, 255, part.width)
    }
  }

  /// Colors pixels of `bitmap`, and takes the sheet back to zero.
  ///
  /// - Parameters:
  ///   - bitmap: The bitmap.
  ///   - visible: The pixels to color, in the area and in the bitmap.
  ///   - color: The color.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the pixels are known to be transparent.
  mutating func color(
    _ bitmap: inout Bitmap, in visible: PixelRect, with color: PremultipliedColor, strength: UInt16,
    isClear: Bool
  ) {
    finish(visible)
    guard let base = unsafe base else { return }
    let start = unsafe base + ((visible.minY - area.minY) * stride + visible.minX - area.minX)
    if strength > 0 {
      for y in 0..<visible.height {
        unsafe Kernels.strengthen(start + y * stride, count: visible.width, by: strength)
      }
    }
    guard let first = unsafe bitmap.mutableBase() else { return release() }
    let pixels = unsafe first + (visible.minY * bitmap.bytesPerRow + visible.minX * 4)
    let target = unsafe Rows(
      coverage: start, stride: stride, pixels: pixels, bytesPerRow: bitmap.bytesPerRow,
      width: visible.width, height: visible.height)
    // Made once for each case, so that none of them tests for the others.
    switch (color.isOpaque, isClear) {
    case (true, true) where color.argb == 0xFF00_0000:
      target.color(with: color, isOpaque: true, isClear: true, isBlack: true)
    case (_, true): target.color(with: color, isOpaque: false, isClear: true)
    case (true, false): target.color(with: color, isOpaque: true, isClear: false)
    case (false, false): target.color(with: color, isOpaque: false, isClear: false)
    }
    trim()
  }

  /// Gives the coverage of a part of the area, rows without gaps, and takes the sheet back to zero.
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

  /// Lets go of memory that was needed once.
  private mutating func trim() {
    if capacity > Self.keptCapacity { release() }
  }

  /// The memory that coloring goes over.
  @safe private struct Rows {
    let coverage: UnsafeMutableRawPointer
    let stride: Int
    let pixels: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let width: Int
    let height: Int

    @inline(__always) func color(
      with color: PremultipliedColor, isOpaque: Bool, isClear: Bool, isBlack: Bool = false
    ) {
      for y in 0..<height {
        unsafe Kernels.color(
          pixels + y &* bytesPerRow, through: coverage + y &* stride, count: width,
          color, isOpaque: isOpaque, isClear: isClear, isBlack: isBlack)
      }
    }
  }
}
