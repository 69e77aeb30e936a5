internal import GalleyCICU

extension ICU {
  /// Resolves the embedding levels of paragraphs according to UAX #9.
  ///
  /// A resolver reuses its buffers from one paragraph to the next, so it has one owner.
  @safe package struct BidiResolver: ~Copyable {
    private let handle: OpaquePointer

    /// Creates a resolver, or returns `nil` if memory is exhausted.
    package init?() {
      guard let opened = unsafe cicu_bidi_open() else { return nil }
      unsafe handle = opened
    }

    deinit { unsafe cicu_bidi_close(handle) }

    /// Calls `body` with the level of each UTF-16 unit of a paragraph.
    ///
    /// White space at the paragraph's end, and before separators, already has the paragraph's
    /// level (rule L1).
    ///
    /// - Parameters:
    ///   - paragraph: The UTF-16 units of one paragraph.
    ///   - level: The paragraph level, 0 or 1.
    ///   - body: A closure that receives the levels.
    /// - Returns: Whether the levels were resolved; ICU fails only if memory is exhausted.
    /// - Complexity: O(*n*) for *n* units, but O(*n*²) for floods of FSI or open brackets.
    package mutating func withLevels(
      of paragraph: Span<UInt16>, level: UInt8, _ body: (Span<UInt8>) -> Void
    ) -> Bool {
      guard !paragraph.isEmpty else { return true }
      return unsafe paragraph.withUnsafeBufferPointer { units in
        guard
          let levels = unsafe cicu_bidi_levels(handle, units.baseAddress, Int32(units.count), level)
        else { return false }
        unsafe body(UnsafeBufferPointer(start: levels, count: units.count).span)
        return true
      }
    }
  }
}
