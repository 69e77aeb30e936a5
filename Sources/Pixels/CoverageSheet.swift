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
  private nonisolated(unsafe) var base: UnsafeMutableRawPointer?
  private var capacity = 0
  private var area = PixelRect.empty
  private var stride = 0

  init() {}

  deinit {
    unsafe free(base)
  }

  /// Makes the sheet cover `area`; `false` if there is no memory.
  mutating func begin(_ area: PixelRect) -> Bool {
    self.area = area
    stride = (area.width + 15) & ~15 + 16
    let needed = stride * area.height + Self.slack
    if needed > capacity {
      unsafe free(base)
      unsafe base = calloc(needed, 1)
      capacity = unsafe base == nil ? 0 : needed
    }
    return unsafe base != nil
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

  /// Colors the pixels of `bitmap` in the area, and takes the sheet back to zero.
  mutating func color(
    _ bitmap: inout Bitmap, with color: PremultipliedColor, isClear: Bool
  ) {
    guard let base = unsafe base else { return }
    let pixels = unsafe bitmap.mutableBase() + (area.minY * bitmap.bytesPerRow + area.minX * 4)
    let target = unsafe Rows(
      coverage: base, stride: stride, pixels: pixels, bytesPerRow: bitmap.bytesPerRow,
      width: area.width, height: area.height)
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

  /// Gives the coverage of the area, rows without gaps, and takes the sheet back to zero.
  mutating func take() -> [UInt8] {
    guard let base = unsafe base else { return [] }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(area.width * area.height)
    for y in 0..<area.height {
      let row = unsafe base + y * stride
      unsafe coverage.append(contentsOf: UnsafeRawBufferPointer(start: row, count: area.width))
      unsafe memset(row, 0, stride)
    }
    trim()
    return coverage
  }

  /// Lets go of memory that was needed once.
  private mutating func trim() {
    guard capacity > Self.keptCapacity else { return }
    unsafe free(base)
    unsafe base = nil
    capacity = 0
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
