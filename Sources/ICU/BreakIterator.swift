internal import GalleyCICU
internal import Synchronization

extension ICU {
  /// Finds the boundaries in a text: of graphemes or words (UAX #29), or for lines (UAX #14).
  ///
  /// An iterator changes as it goes, so it has one owner. Opening one takes ICU microseconds; each
  /// kind and locale is therefore opened once in the process, and an iterator is a clone of that.
  @safe package struct BreakIterator: ~Copyable {
    /// What an iterator looks for.
    package enum Kind: Hashable, Sendable {
      /// Extended grapheme clusters, as CLDR tailors them.
      case grapheme
      /// Words, and what stands between them.
      case word
      /// Places where a line may end, dictionaries included.
      case line
    }

    /// A boundary in a text.
    package struct Boundary: Hashable, Sendable {
      /// The UTF-8 offset of the boundary.
      package var offset: Int32
      /// ICU's number for the rule that found it; 100 and more is a mandatory break of a line.
      package var status: Int32
    }

    private let handle: OpaquePointer
    private var offsets = [Int32](repeating: 0, count: 64)
    private var statuses = [Int32](repeating: 0, count: 64)

    /// Makes an iterator for texts of `locale`, such as `"ja"`; the empty string is no language.
    ///
    /// `nil` comes back if ICU lacks its data or memory.
    package init?(_ kind: Kind, locale: String = "") {
      guard let clone = unsafe Prototype.clone(kind, locale: locale) else { return nil }
      unsafe handle = clone
    }

    deinit {
      unsafe cicu_break_close(handle)
    }

    /// Calls `body` with every boundary of `text` but its start, in order; its end is the last.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    package mutating func forEachBoundary(
      of text: Span<UInt8>, _ body: (Boundary) -> Void
    ) {
      unsafe text.withUnsafeBufferPointer { bytes in
        guard unsafe cicu_break_begin(handle, bytes.baseAddress, Int64(bytes.count)) else { return }
        var found = 0
        repeat {
          found = Int(
            unsafe cicu_break_next(handle, &offsets, &statuses, Int32(offsets.count)))
          for index in 0..<found {
            body(Boundary(offset: offsets[index], status: statuses[index]))
          }
        } while found == offsets.count
        // The text is only lent: the iterator must not keep a pointer to it.
        unsafe cicu_break_end(handle)
      }
    }
  }
}

/// An iterator that is never used, only cloned.
@safe private struct Prototype: Sendable {
  private struct Key: Hashable {
    var kind: ICU.BreakIterator.Kind
    var locale: String
  }

  // Prototypes live as long as the process: there are a handful, one for each locale asked for.
  private static let all = Mutex<[Key: Prototype]>([:])

  // SAFETY: cloned under the mutex of `all` alone, and never changed or closed.
  private nonisolated(unsafe) let handle: OpaquePointer

  private init?(_ key: Key) {
    let kind =
      switch key.kind {
      case .grapheme: CICU_GRAPHEME
      case .word: CICU_WORD
      case .line: CICU_LINE
      }
    guard let opened = unsafe cicu_break_open(Int32(kind), key.locale) else { return nil }
    unsafe handle = opened
  }

  static func clone(_ kind: ICU.BreakIterator.Kind, locale: String) -> OpaquePointer? {
    unsafe all.withLock { all in
      let key = Key(kind: kind, locale: locale)
      guard let prototype = all[key] ?? Prototype(key) else { return nil }
      all[key] = prototype
      return unsafe cicu_break_clone(prototype.handle)
    }
  }
}
