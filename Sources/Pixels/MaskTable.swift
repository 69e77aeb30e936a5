package import GalleyGeometry
internal import Glibc
internal import Synchronization

/// A table of the masks of one font's glyphs at one size, by glyph and subpixel phase.
///
/// A lookup takes two atomic loads and no lock, so threads may paint from a table while others add
/// to it. Masks are immutable and live as long as the table, which keeps the lookup simple. A cache
/// evicts whole tables.
package final class MaskTable: Sendable {
  /// The number of subpixel positions, in quarter pixels.
  package static let phases = 4

  /// The reason for which a glyph has no mask.
  enum Absence: UInt {
    /// The glyph has not been drawn yet.
    case unknown = 0
    /// The glyph has no ink.
    case blank
    /// The glyph is a color glyph, drawn as a picture.
    case colored
    /// The glyph is too large to cache, and is drawn from its outline each time.
    case oversized
  }

  private static let glyphsPerPage = 32
  private static let slotsPerPage = glyphsPerPage * phases

  /// The number of glyphs in the font; glyphs beyond have no ink.
  package let glyphCount: Int

  /// The index by which masks are found.
  let index: Index
  private let arena = Mutex(MaskArena())
  private let bytes: Atomic<Int>

  private let lastUse = Atomic<UInt64>(0)

  /// Creates an empty table for a font of `glyphCount` glyphs.
  package init(glyphCount: Int) {
    self.glyphCount = glyphCount
    let pageCount = (glyphCount + Self.glyphsPerPage - 1) / Self.glyphsPerPage
    index = Index(pageCount: pageCount)
    bytes = Atomic(pageCount * MemoryLayout<UInt>.size)
  }

  deinit { index.deallocate() }

  /// The memory of the table, in bytes.
  package var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The time of the last use, by the cache's clock.
  package var lastUseTime: UInt64 { lastUse.load(ordering: .relaxed) }

  /// Records a use of the table.
  ///
  /// An up-to-date value is not written again, so that reading threads share the cache line.
  package func noteUse(at time: UInt64) {
    if lastUseTime != time { lastUse.store(time, ordering: .relaxed) }
  }

  /// An index of masks, valid as long as its table.
  @safe struct Index: Sendable {
    let pageCount: Int
    // SAFETY: the table allocates and frees the memory; its words are atomic.
    private nonisolated(unsafe) let pages: UnsafeMutablePointer<Atomic<UInt>>

    fileprivate init(pageCount: Int) {
      self.pageCount = pageCount
      unsafe pages = .allocate(capacity: max(1, pageCount))
      for page in 0..<pageCount { unsafe (pages + page).initialize(to: Atomic(0)) }
    }

    fileprivate func deallocate() {
      for page in 0..<pageCount {
        if let slots = unsafe slots(ofPage: page) { unsafe slots.deallocate() }
      }
      unsafe pages.deallocate()
    }

    /// Returns the address of a glyph's `MaskHeader`, or the raw value of an `Absence`.
    @inline(__always) func word(forKey key: UInt32) -> UInt {
      let page = Int(key) / MaskTable.slotsPerPage
      guard page < pageCount else { return Absence.blank.rawValue }
      guard let slots = unsafe slots(ofPage: page) else { return Absence.unknown.rawValue }
      // Acquire: makes the writes to the mask before its address was published visible here.
      return unsafe slots[Int(key) % MaskTable.slotsPerPage].load(ordering: .acquiring)
    }

    @inline(__always) fileprivate func slots(
      ofPage page: Int
    ) -> UnsafeMutablePointer<Atomic<UInt>>? {
      unsafe UnsafeMutablePointer(bitPattern: pages[page].load(ordering: .acquiring))
    }

    fileprivate func setSlots(_ slots: UnsafeMutablePointer<Atomic<UInt>>, ofPage page: Int) {
      unsafe pages[page].store(UInt(bitPattern: slots), ordering: .releasing)
    }
  }

  /// Adds the mask of a glyph at a phase, unless another thread has added one.
  ///
  /// The bounds are relative to the pen, y down; the rows have no padding.
  package func insert(_ mask: PixelRect, rows: Span<UInt8>, forKey key: UInt32) {
    precondition(rows.count >= mask.width * mask.height, "rows must hold the whole mask")
    guard !mask.isEmpty, let header = MaskHeader(mask, rows: rows) else {
      return publish(mask.isEmpty ? .blank : .oversized, forKey: key)
    }
    publish(forKey: key) { arena in
      guard let memory = unsafe arena.allocate(header.byteCount) else { return nil }
      unsafe memory.storeBytes(of: header, as: MaskHeader.self)
      let start = unsafe memory + MaskHeader.size
      unsafe memset(start, 0, header.stride * mask.height)
      unsafe rows.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        for y in 0..<mask.height {
          unsafe memcpy(start + y * header.stride, source + y * mask.width, mask.width)
        }
      }
      return UInt(bitPattern: memory)
    }
  }

  /// Records that a glyph has no mask, and the reason.
  func publish(_ absence: Absence, forKey key: UInt32) {
    publish(forKey: key) { _ in absence.rawValue }
  }

  private func publish(forKey key: UInt32, _ word: (inout MaskArena) -> UInt?) {
    let page = Int(key) / Self.slotsPerPage
    guard page < index.pageCount else { return }
    arena.withLock { arena in
      let slots: UnsafeMutablePointer<Atomic<UInt>>
      if let existing = unsafe index.slots(ofPage: page) {
        unsafe slots = unsafe existing
      } else {
        unsafe slots = .allocate(capacity: Self.slotsPerPage)
        for slot in 0..<Self.slotsPerPage { unsafe (slots + slot).initialize(to: Atomic(0)) }
        unsafe index.setSlots(slots, ofPage: page)
        bytes.add(Self.slotsPerPage * MemoryLayout<UInt>.size, ordering: .relaxed)
      }
      let slot = Int(key) % Self.slotsPerPage
      guard unsafe slots[slot].load(ordering: .relaxed) == 0 else { return }
      let before = arena.byteCount
      guard let word = word(&arena) else { return }
      bytes.add(arena.byteCount - before, ordering: .relaxed)
      // Release: pairs with the load in `Index.word(forKey:)`.
      unsafe slots[slot].store(word, ordering: .releasing)
    }
  }
}

extension MaskTable {
  /// Records that a glyph has no ink.
  package func insertBlank(forKey key: UInt32) { publish(.blank, forKey: key) }
  /// Records that a glyph is drawn as a picture.
  package func insertColored(forKey key: UInt32) { publish(.colored, forKey: key) }
  /// Records that a glyph is drawn from its outline each time.
  package func insertOversized(forKey key: UInt32) { publish(.oversized, forKey: key) }
}

/// The header before a mask's rows.
struct MaskHeader {
  /// The size of a header, in bytes.
  static let size = 16
  /// The number of columns that count as the left edge.
  static let edgeWidth = 4

  /// The column of the leftmost pixel, relative to the pen.
  let left: Int16
  /// The row of the topmost pixels, relative to the baseline, y down.
  let top: Int16
  /// The number of columns.
  let width: UInt16
  /// The number of rows.
  let height: UInt16
  /// The distance between rows: the width rounded up to a multiple of 8; the padding is zero.
  private let paddedWidth: UInt16
  /// The first row with ink in the left edge, and the row after the last one.
  private let edge: (minY: UInt16, maxY: UInt16)

  /// Creates a header, or returns `nil` if the numbers do not fit.
  init?(_ rect: PixelRect, rows: Span<UInt8>) {
    guard let left = Int16(exactly: rect.minX), let top = Int16(exactly: rect.minY),
      let width = UInt16(exactly: rect.width), let height = UInt16(exactly: rect.height),
      let paddedWidth = UInt16(exactly: (rect.width + 7) & ~7)
    else { return nil }
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
    self.paddedWidth = paddedWidth
    let edgeWidth = min(rect.width, Self.edgeWidth)
    var edge: (minY: UInt16, maxY: UInt16) = (0, 0)
    for y in 0..<height {
      let start = Int(y) * rect.width
      guard (start..<start + edgeWidth).contains(where: { rows[$0] != 0 }) else { continue }
      edge = (edge.maxY == 0 ? y : edge.minY, y + 1)
    }
    self.edge = edge
  }

  /// The range of rows from the first to the last with ink in the left edge.
  var edgeRows: Range<Int> { Int(edge.minY)..<Int(edge.maxY) }

  var stride: Int { Int(paddedWidth) }
  var byteCount: Int { Self.size + stride * Int(height) }
}

/// An arena, which allocates memory piece by piece and frees it as a whole.
@safe private struct MaskArena: ~Copyable {
  private static let chunkSize = 16 << 10

  // Freed by `deinit`; the last chunk is the current one.
  private var chunks: [UnsafeMutableRawPointer] = unsafe []
  private var room = 0
  private var next = 0
  private(set) var byteCount = 0

  deinit {
    for index in unsafe chunks.indices { unsafe free(chunks[index]) }
  }

  /// Returns memory for `size` bytes, aligned to 16, or `nil` if memory runs out.
  mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = (size + 15) & ~15
    if room < size {
      // The first chunk is small: most fonts use only a few glyphs at most sizes.
      let chunkSize = max(size, unsafe chunks.isEmpty ? Self.chunkSize / 4 : Self.chunkSize)
      guard let chunk = unsafe aligned_alloc(16, chunkSize) else { return nil }
      unsafe chunks.append(chunk)
      byteCount += chunkSize
      (room, next) = (chunkSize, 0)
    }
    guard let chunk = unsafe chunks.last else { return nil }
    defer {
      next += size
      room -= size
    }
    return unsafe chunk + next
  }
}
