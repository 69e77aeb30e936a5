internal import GalleyGeometry
internal import Glibc

// Glyphs are combined by the maximum. Pixels that two glyphs cover in part are computed separately:
// they depend only on their neighbors in the glyph and in the sheet of maxima, not on other such
// pixels.

extension CoverageSheet {
  /// Records the pixels that a mask and the sheet both cover in part, before the mask is added; the
  /// column `reach` bounds all ink in the sheet on the right.
  @inline(never) mutating func join(_ mask: PlacedMask, reach: Int) {
    var part = mask.edge(ofWidth: reach - mask.left)
    part.maxX = min(part.maxX, reach)
    guard let base = unsafe base, !part.isEmpty else { return }
    let own = CoverageView(mask)
    let sheet = unsafe CoverageView(base, stride: stride, rect: area)
    // Whole words of the mask's rows are inside the sheet's rows or their padding.
    guard area.intersection(own.rect) == own.rect else { return joinClipped(own, sheet, in: part) }
    for x in Swift.stride(from: part.minX, to: part.maxX, by: 8) {
      var (offset, place) = (own.offset(x, part.minY), sheet.offset(x, part.minY))
      for y in part.minY..<part.maxY {
        // Most adjacent glyphs have no pixel in common.
        let word = own.word(at: offset)
        if word != 0, word.sharesPartialLanes(with: sheet.word(at: place)) {
          joinWords(own, sheet, x, y)
        }
        offset &+= own.stride
        place &+= sheet.stride
      }
    }
  }

  /// Records eight pixels.
  @inline(never) private mutating func joinWords(
    _ mask: CoverageView, _ sheet: CoverageView, _ x: Int, _ y: Int
  ) {
    let union = CoverageJoint.union(sheet.neighborhood(x, y), mask.neighborhood(x, y))
    record(union, sheet.offset(x, y))
  }

  /// Records pixels of a part of a mask one by one, clipped to the area.
  private mutating func joinClipped(
    _ mask: CoverageView, _ sheet: CoverageView, in part: PixelRect
  ) {
    let part = part.intersection(area)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX {
        let (own, other) = (mask.pixel(x, y), sheet.pixel(x, y))
        guard own.center[0] != 0, other.center[0] != 0 else { continue }
        record(CoverageJoint.union(other, own), sheet.offset(x, y))
      }
    }
  }

  /// Stores the unions of two masks in eight pixels at an offset in the sheet, 0 for none, keeping
  /// the maximum of several.
  @inline(__always) private mutating func record(_ union: CoverageJoint.Lanes, _ offset: Int) {
    let filled = UInt64(union).filledLanes
    guard filled != 0 else { return }
    if unsafe joints == nil { unsafe joints = calloc(capacity, 1) }
    guard let joints = unsafe joints else { return }
    let known = unsafe joints.loadUnaligned(fromByteOffset: offset, as: CoverageJoint.Lanes.self)
    unsafe joints.storeBytes(
      of: known.replacing(with: union, where: union .> known), toByteOffset: offset,
      as: CoverageJoint.Lanes.self)
    // Offsets are unique, so there are at most as many as pixels in the sheet.
    if filled & ~UInt64(known).filledLanes != 0 { jointOffsets.append(offset) }
  }

  /// Raises the sheet to the recorded joints, and removes them.
  mutating func mergeJoints() {
    guard !jointOffsets.isEmpty, let base = unsafe base, let joints = unsafe joints else { return }
    for offset in jointOffsets {
      unsafe Kernels.maximize8(base + offset, with: joints + offset)
      unsafe joints.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
    }
    jointOffsets.removeAll(keepingCapacity: true)
  }
}

/// A view of rows of coverage, valid as long as their memory.
@safe private struct CoverageView {
  private let rows: UnsafeRawPointer
  let stride: Int
  let rect: PixelRect

  init(_ rows: UnsafeRawPointer, stride: Int, rect: PixelRect) {
    unsafe self.rows = rows
    self.stride = stride
    self.rect = rect
  }

  /// Creates a view of a table's mask.
  init(_ mask: PlacedMask) {
    unsafe self.init(mask.rows, stride: mask.stride, rect: mask.rect)
  }

  /// Returns the offset of a pixel in memory.
  @inline(__always) func offset(_ x: Int, _ y: Int) -> Int {
    (y &- rect.minY) &* stride &+ x &- rect.minX
  }

  /// Returns eight pixels of a row, which must exist.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    unsafe rows.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always) private func byte(at offset: Int) -> UInt64 {
    unsafe UInt64(rows.load(fromByteOffset: offset, as: UInt8.self))
  }

  /// Returns eight pixels of a row, which must exist, with their neighbors; neighbors outside of
  /// the rows are 0.
  @inline(__always) func neighborhood(_ x: Int, _ y: Int) -> CoverageJoint.Neighborhood {
    let offset = offset(x, y)
    let center = word(at: offset)
    let left = x > rect.minX ? byte(at: offset &- 1) : 0
    let right = x &- rect.minX &+ 8 < stride ? byte(at: offset &+ 8) : 0
    return CoverageJoint.Neighborhood(
      center: center.lanes, left: (center &<< 8 | left).lanes,
      right: (center &>> 8 | right &<< 56).lanes,
      above: (y > rect.minY ? word(at: offset &- stride) : 0).lanes,
      below: (y &+ 1 < rect.maxY ? word(at: offset &+ stride) : 0).lanes)
  }

  /// Returns one pixel of the rectangle in the first lane, with its neighbors.
  func pixel(_ x: Int, _ y: Int) -> CoverageJoint.Neighborhood {
    let offset = offset(x, y)
    return CoverageJoint.Neighborhood(
      center: byte(at: offset).lanes, left: (x > rect.minX ? byte(at: offset &- 1) : 0).lanes,
      right: (x &+ 1 < rect.maxX ? byte(at: offset &+ 1) : 0).lanes,
      above: (y > rect.minY ? byte(at: offset &- stride) : 0).lanes,
      below: (y &+ 1 < rect.maxY ? byte(at: offset &+ stride) : 0).lanes)
  }
}

extension UInt64 {
  /// Creates a word from lanes, the first one in the lowest byte.
  @inline(__always) fileprivate init(_ lanes: CoverageJoint.Lanes) {
    self = unsafe unsafeBitCast(lanes, to: UInt64.self).littleEndian
  }

  /// Returns whether any byte is neither 0 nor 255 in both words.
  @inline(__always) fileprivate func sharesPartialLanes(with other: UInt64) -> Bool {
    other != 0 && filledLanes & (~self).filledLanes & other.filledLanes & (~other).filledLanes != 0
  }

  /// The bytes of the word, lowest first.
  @inline(__always) fileprivate var lanes: CoverageJoint.Lanes {
    unsafe unsafeBitCast(littleEndian, to: CoverageJoint.Lanes.self)
  }

  /// The highest bit of each byte that is not 0.
  @inline(__always) fileprivate var filledLanes: UInt64 {
    ((self & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | self) & 0x8080_8080_8080_8080
  }
}
