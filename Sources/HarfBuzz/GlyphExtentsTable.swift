internal import Synchronization

/// A table of a font's glyph extents, filled on demand.
///
/// Each entry is an atomic word, so any number of threads can read and fill a table at once.
/// Concurrent writes to an entry store equal values.
@safe final class GlyphExtentsTable: Sendable {
  private static let glyphsPerPage = 256
  /// The entry of a glyph that has not been requested.
  private static let unknown: UInt64 = 0
  /// The distance in each direction of a glyph without ink.
  private static let blank = Int16.min

  private let pageCount: Int
  // SAFETY: the table allocates and frees the memory; its words are atomic.
  private nonisolated(unsafe) let pages: UnsafeMutablePointer<Atomic<UInt>>

  /// Creates an empty table for a font of `glyphCount` glyphs.
  init(glyphCount: Int) {
    pageCount = (glyphCount + Self.glyphsPerPage - 1) / Self.glyphsPerPage
    unsafe pages = .allocate(capacity: max(1, pageCount))
    for page in 0..<pageCount { unsafe (pages + page).initialize(to: Atomic(0)) }
  }

  deinit {
    for page in 0..<pageCount {
      if let entries = unsafe entries(ofPage: page) { unsafe entries.deallocate() }
    }
    unsafe pages.deallocate()
  }

  /// Returns the distances from the origin of a glyph to its ink: up, down, left and right.
  ///
  /// They are far below zero for a glyph without ink.
  @inline(__always) func edges(of glyph: UInt32, in font: Font) -> SIMD4<Int32> {
    let page = Int(glyph) / Self.glyphsPerPage
    if page < pageCount, let entries = unsafe entries(ofPage: page) {
      // Relaxed: an entry is self-contained.
      let entry = unsafe entries[Int(glyph) % Self.glyphsPerPage].load(ordering: .relaxed)
      if entry != Self.unknown { return Self.edges(entry) }
    }
    return Self.edges(read(glyph, of: font))
  }

  @inline(__always) private func entries(
    ofPage page: Int
  ) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    // Acquire: makes the entries initialized before publication visible.
    unsafe UnsafeMutablePointer(bitPattern: pages[page].load(ordering: .acquiring))
  }

  @inline(__always) private static func edges(_ entry: UInt64) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: unsafe unsafeBitCast(entry, to: SIMD4<Int16>.self))
  }

  /// Reads the extents of a glyph from the font and stores them.
  @inline(never) private func read(_ glyph: UInt32, of font: Font) -> UInt64 {
    var edges = SIMD4(repeating: Self.blank)
    if let box = font.extents(of: GlyphID(rawValue: glyph)), box.width != 0, box.height != 0 {
      edges = SIMD4(
        Self.short(box.yBearing), Self.short(-(box.yBearing &+ box.height)),
        Self.short(-box.xBearing), Self.short(box.xBearing &+ box.width))
    }
    let entry = unsafe unsafeBitCast(edges, to: UInt64.self)
    let page = Int(glyph) / Self.glyphsPerPage
    if page < pageCount {
      let entries = unsafe makeEntries(ofPage: page)
      unsafe entries[Int(glyph) % Self.glyphsPerPage].store(entry, ordering: .relaxed)
    }
    return entry
  }

  /// Returns a distance clamped to the range of an entry.
  private static func short(_ distance: Int32) -> Int16 {
    Int16(clamping: max(distance, Int32(blank) + 1))
  }

  private func makeEntries(ofPage page: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    if let entries = unsafe entries(ofPage: page) { return unsafe entries }
    let fresh = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.glyphsPerPage)
    for slot in 0..<Self.glyphsPerPage {
      unsafe (fresh + slot).initialize(to: Atomic(Self.unknown))
    }
    // Release: pairs with the load in `entries(ofPage:)`.
    let (isFirst, other) = unsafe pages[page].compareExchange(
      expected: 0, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    guard !isFirst, let winner = unsafe UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: other)
    else { return unsafe fresh }
    unsafe fresh.deallocate()
    return unsafe winner
  }
}
