internal import GalleyCICU
internal import Synchronization

extension ICU {
  /// An iterator over the boundaries of grapheme clusters, words or sentences (UAX #29), or over
  /// line break opportunities (UAX #14).
  ///
  /// An iterator is stateful, so it has one owner. Opening one takes ICU microseconds, so each kind
  /// and locale is opened once per process, and iterators are clones of that.
  @safe package struct BreakIterator: ~Copyable {
    /// The kind of boundaries.
    package enum Kind: Hashable, Sendable {
      /// Extended grapheme clusters, as tailored by CLDR.
      case grapheme
      /// Words, and the text between them.
      case word
      /// Line break opportunities, including those from dictionaries.
      case line
      /// Sentences, with the white space after them.
      case sentence
    }

    /// A boundary in a text.
    package struct Boundary: Hashable, Sendable {
      /// The UTF-8 offset of the boundary.
      package var offset: Int32
      /// ICU's status of the rule that found it; 100 and above is a mandatory line break.
      package var status: Int32
    }

    private let handle: OpaquePointer
    private var offsets = [Int32](repeating: 0, count: 64)
    private var statuses = [Int32](repeating: 0, count: 64)

    /// Creates an iterator for a locale such as `"ja"`, or for no language if the locale is empty.
    ///
    /// The initializer returns `nil` if ICU lacks its data or memory.
    package init?(_ kind: Kind, locale: String = "") {
      guard let clone = unsafe Prototype.clone(kind, locale: locale) else { return nil }
      unsafe handle = clone
    }

    deinit { unsafe cicu_break_close(handle) }

    /// Calls `body` with every boundary of `text` except its start, in order; the last is its end.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    package mutating func forEachBoundary(of text: Span<UInt8>, _ body: (Boundary) -> Void) {
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
        // The text is borrowed: the iterator must not keep a pointer to it.
        unsafe cicu_break_end(handle)
      }
    }
  }
}

/// An iterator that is only cloned.
@safe private struct Prototype: Sendable {
  private struct Key: Hashable {
    var kind: ICU.BreakIterator.Kind
    var locale: String
  }

  // Prototypes live as long as the process: there are a handful, one per requested locale.
  private static let all = Mutex<[Key: Prototype]>([:])

  // SAFETY: cloned only while the mutex of `all` is held, and never changed or closed.
  private nonisolated(unsafe) let handle: OpaquePointer

  private init?(_ key: Key) {
    let kind =
      switch key.kind {
      case .grapheme: CICU_GRAPHEME
      case .word: CICU_WORD
      case .line: CICU_LINE
      case .sentence: CICU_SENTENCE
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
