internal import GalleyCICU

extension ICU {
  /// Resolves the embedding levels of paragraphs, by UAX #9.
  ///
  /// Its memory is kept from one paragraph to the next, so it has one owner.
  @safe package struct BidiResolver: ~Copyable {
    private let handle: OpaquePointer

    /// Makes a resolver; `nil` if there is no memory.
    package init?() {
      guard let opened = unsafe cicu_bidi_open() else { return nil }
      unsafe handle = opened
    }

    deinit {
      unsafe cicu_bidi_close(handle)
    }

    /// Calls `body` with the level of each UTF-16 unit of a paragraph.
    ///
    /// White space at the paragraph's end, and before separators, already has the paragraph's
    /// level (rule L1).
    ///
    /// - Parameters:
    ///   - paragraph: The units of one paragraph.
    ///   - level: The paragraph's own level, 0 or 1.
    ///   - body: What to do with the levels.
    /// - Returns: Whether there are levels; only want of memory keeps ICU from finding them.
    /// - Complexity: O(*n*) for *n* units, but O(*n*²) for floods of FSI or of open brackets.
    package mutating func withLevels(
      of paragraph: Span<UInt16>, level: UInt8, _ body: (Span<UInt8>) -> Void
    ) -> Bool {
      guard !paragraph.isEmpty else { return true }
      return unsafe paragraph.withUnsafeBufferPointer { units in
        guard
          let levels = unsafe cicu_bidi_levels(
            handle, units.baseAddress, Int32(units.count), level)
        else { return false }
        unsafe body(UnsafeBufferPointer(start: levels, count: units.count).span)
        return true
      }
    }
  }
}
