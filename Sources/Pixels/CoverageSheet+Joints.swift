internal import GalleyGeometry
internal import Glibc

// Glyphs are combined by the maximum, and pixels that two of them cover in part are worked out apart:
// they depend on the neighbors that the pixels have in the glyph and in the sheet of maxima, and
// thus not on the order of the joints.

extension CoverageSheet {
  /// Records the pixels that a mask and the sheet both cover in part, before the mask is added.
  @inline(never) mutating func join(maskAt header: UnsafeRawPointer, left: Int, top: Int) {
    let mask = unsafe MaskView(header, left: left, top: top)
    let part = area.intersection(mask.rect)
    guard !part.isEmpty else { return }
    // Whole words of the mask's rows lie in the sheet's, or in the padding behind them.
    let isWhole = part == mask.rect
    for y in part.minY..<part.maxY {
      var x = part.minX
      while x < part.maxX {
        if isWhole {
          var lanes = mask.word(x, y).partialLanes & word(x, y).partialLanes
          while lanes != 0 {
            let lane = lanes.trailingZeroBitCount / 8
            join(mask, x + lane, y)
            lanes &= lanes - 1
          }
          x += 8
        } else {
          join(mask, x, y)
          x += 1
        }
      }
    }
  }

  private mutating func join(_ mask: MaskView, _ x: Int, _ y: Int) {
    let own = mask.neighborhood(x, y)
    let sheet = neighborhood(x, y)
    guard 1..<255 ~= own.center, 1..<255 ~= sheet.center else { return }
    let union = CoverageJoint.union(sheet, own)
    guard union > max(own.center, sheet.center), prepareJoints(row: y),
      let joints = unsafe joints
    else { return }
    let offset = offset(x, y)
    let known = unsafe joints.load(fromByteOffset: offset, as: UInt8.self)
    unsafe joints.storeBytes(
      of: max(known, UInt8(truncatingIfNeeded: union)), toByteOffset: offset, as: UInt8.self)
  }

  /// Makes room for joints, and notes that a row has some; `false` if there is no memory.
  private mutating func prepareJoints(row y: Int) -> Bool {
    if unsafe joints == nil { unsafe joints = calloc(capacity, 1) }
    let row = y - area.minY
    jointRows =
      jointRows.isEmpty
      ? row..<row + 1 : min(jointRows.lowerBound, row)..<max(jointRows.upperBound, row + 1)
    return unsafe joints != nil
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

  private func offset(_ x: Int, _ y: Int) -> Int { (y - area.minY) * stride + x - area.minX }

  /// Eight pixels of the sheet.
  private func word(_ x: Int, _ y: Int) -> UInt64 {
    unsafe base?.loadUnaligned(fromByteOffset: offset(x, y), as: UInt64.self) ?? 0
  }

  private func coverage(_ x: Int, _ y: Int) -> Int {
    guard x >= area.minX, x < area.maxX, y >= area.minY, y < area.maxY else { return 0 }
    return unsafe Int(base?.load(fromByteOffset: offset(x, y), as: UInt8.self) ?? 0)
  }

  private func neighborhood(_ x: Int, _ y: Int) -> CoverageJoint.Neighborhood {
    CoverageJoint.Neighborhood(
      center: coverage(x, y), left: coverage(x - 1, y), right: coverage(x + 1, y),
      above: coverage(x, y - 1), below: coverage(x, y + 1))
  }
}

/// A mask of a table at a place in the plane, for as long as the table lives.
@safe private struct MaskView {
  private let rows: UnsafeRawPointer
  private let stride: Int
  let rect: PixelRect

  init(_ header: UnsafeRawPointer, left: Int, top: Int) {
    let mask = unsafe header.load(as: MaskHeader.self)
    unsafe rows = header + MaskHeader.size
    stride = mask.stride
    rect = PixelRect(
      minX: left, minY: top, maxX: left + Int(mask.width), maxY: top + Int(mask.height))
  }

  private func offset(_ x: Int, _ y: Int) -> Int {
    (y - rect.minY) * stride + x - rect.minX
  }

  /// Eight pixels of a row, a multiple of eight from its start.
  func word(_ x: Int, _ y: Int) -> UInt64 {
    unsafe rows.loadUnaligned(fromByteOffset: offset(x, y), as: UInt64.self)
  }

  private func coverage(_ x: Int, _ y: Int) -> Int {
    guard x >= rect.minX, x < rect.maxX, y >= rect.minY, y < rect.maxY else { return 0 }
    return unsafe Int(rows.load(fromByteOffset: offset(x, y), as: UInt8.self))
  }

  func neighborhood(_ x: Int, _ y: Int) -> CoverageJoint.Neighborhood {
    CoverageJoint.Neighborhood(
      center: coverage(x, y), left: coverage(x - 1, y), right: coverage(x + 1, y),
      above: coverage(x, y - 1), below: coverage(x, y + 1))
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
