internal import GalleyGeometry
internal import Glibc

// Glyphs are combined by the maximum, and pixels that two of them cover in part are worked out
// apart: they depend on the neighbors that the pixels have in the glyph and in the sheet of
// maxima, and thus not on other such pixels.

extension CoverageSheet {
  /// Records the pixels that a mask and the sheet both cover in part, before the mask is added.
  ///
  /// - Parameters:
  ///   - header: The mask.
  ///   - left: Its leftmost column.
  ///   - top: Its topmost row.
  ///   - reach: The column that all ink in the sheet is to the left of.
  @inline(never) mutating func join(
    maskAt header: UnsafeRawPointer, left: Int, top: Int, reach: Int
  ) {
    guard let base = unsafe base else { return }
    let mask = unsafe CoverageView(maskAt: header, left: left, top: top)
    let sheet = unsafe CoverageView(base, stride: stride, rect: area)
    var part = area.intersection(mask.rect)
    part.maxX = min(part.maxX, reach)
    guard !part.isEmpty else { return }
    // Whole words of the mask's rows lie in the sheet's, or in the padding behind them.
    let isWhole = area.intersection(mask.rect) == mask.rect
    for y in part.minY..<part.maxY {
      var x = part.minX
      while x < part.maxX {
        guard isWhole else {
          join(mask, sheet, x, y)
          x += 1
          continue
        }
        // Next to each other, most glyphs have no pixel in common.
        let own = mask.word(x, y)
        if own != 0 {
          let other = sheet.word(x, y)
          var lanes = other == 0 ? 0 : own.partialLanes & other.partialLanes
          while lanes != 0 {
            join(mask, sheet, x + lanes.trailingZeroBitCount / 8, y)
            lanes &= lanes - 1
          }
        }
        x += 8
      }
    }
  }

  @inline(__always) private mutating func join(
    _ mask: CoverageView, _ sheet: CoverageView, _ x: Int, _ y: Int
  ) {
    let (own, other) = (mask.neighborhood(x, y), sheet.neighborhood(x, y))
    guard 1..<255 ~= own.center, 1..<255 ~= other.center else { return }
    let union = CoverageJoint.union(other, own)
    guard union > max(own.center, other.center) else { return }
    record(union, x, y)
  }

  /// Keeps the union of two masks in a pixel, or the greatest of several.
  private mutating func record(_ union: Int, _ x: Int, _ y: Int) {
    if unsafe joints == nil { unsafe joints = calloc(capacity, 1) }
    guard let joints = unsafe joints else { return }
    let row = y - area.minY
    jointRows =
      jointRows.isEmpty
      ? row..<row + 1 : min(jointRows.lowerBound, row)..<max(jointRows.upperBound, row + 1)
    let offset = row * stride + x - area.minX
    let known = unsafe joints.load(fromByteOffset: offset, as: UInt8.self)
    unsafe joints.storeBytes(
      of: max(known, UInt8(truncatingIfNeeded: union)), toByteOffset: offset, as: UInt8.self)
  }

  /// Raises the sheet to the joints that were recorded, which are then forgotten.
  mutating func mergeJoints() {
    guard !jointRows.isEmpty, let base = unsafe base, let joints = unsafe joints else { return }
    for row in jointRows {
      unsafe Kernels.maximize(base + row * stride, with: joints + row * stride, count: stride)
      unsafe memset(joints + row * stride, 0, stride)
    }
    jointRows = 0..<0
  }
}

/// Rows of coverage at a place in the plane, for as long as their memory is there.
@safe private struct CoverageView {
  private let rows: UnsafeRawPointer
  private let stride: Int
  let rect: PixelRect

  init(_ rows: UnsafeRawPointer, stride: Int, rect: PixelRect) {
    unsafe self.rows = rows
    self.stride = stride
    self.rect = rect
  }

  /// The rows of a mask of a table.
  init(maskAt header: UnsafeRawPointer, left: Int, top: Int) {
    let mask = unsafe header.load(as: MaskHeader.self)
    let rect = PixelRect(
      minX: left, minY: top, maxX: left + Int(mask.width), maxY: top + Int(mask.height))
    unsafe self.init(header + MaskHeader.size, stride: mask.stride, rect: rect)
  }

  @inline(__always) private func offset(_ x: Int, _ y: Int) -> Int {
    (y &- rect.minY) &* stride &+ x &- rect.minX
  }

  /// Eight pixels of a row, which must be there.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt64 {
    unsafe rows.loadUnaligned(fromByteOffset: offset(x, y), as: UInt64.self)
  }

  /// A pixel in the rectangle and its neighbors; those outside have no coverage.
  @inline(__always) func neighborhood(_ x: Int, _ y: Int) -> CoverageJoint.Neighborhood {
    let center = offset(x, y)
    func coverage(_ isInside: Bool, _ offset: Int) -> Int {
      isInside ? unsafe Int(rows.load(fromByteOffset: offset, as: UInt8.self)) : 0
    }
    return CoverageJoint.Neighborhood(
      center: coverage(true, center), left: coverage(x > rect.minX, center &- 1),
      right: coverage(x &+ 1 < rect.maxX, center &+ 1),
      above: coverage(y > rect.minY, center &- stride),
      below: coverage(y &+ 1 < rect.maxY, center &+ stride))
  }
}

extension UInt64 {
  /// The highest bit of each byte that is neither 0 nor 255.
  fileprivate var partialLanes: UInt64 { Self.filledLanes(self) & Self.filledLanes(~self) }

  /// The highest bit of each byte that is not 0.
  private static func filledLanes(_ word: UInt64) -> UInt64 {
    ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | word) & 0x8080_8080_8080_8080
  }
}
