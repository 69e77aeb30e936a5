internal import GalleyBasics
package import GalleyFonts
internal import GalleyShaping
internal import Synchronization

/// A setter of formulas with the fonts of a collection.
///
/// An engine is thread-safe. Layouts have no size, so one serves all sizes; the least recently used
/// ones are evicted when their total size exceeds the budget.
package final class FormulaEngine: Sendable {
  /// The font of formulas.
  package let font: MathFont
  private let shapers: ShaperPool
  private let cache: FormulaCache
  private let parses = Atomic<Int>(0)

  /// The properties that determine a layout.
  struct Key: Hashable, Sendable {
    var source: String
    var isDisplay: Bool
    var families: [String]
    var language: String?

    // Strings are compared by bytes, because offsets refer to these.
    static func == (left: Key, right: Key) -> Bool {
      left.isDisplay == right.isDisplay && left.families == right.families
        && left.language == right.language
        && left.source.utf8.elementsEqual(right.source.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(isDisplay)
      var source = source
      source.withUTF8Hash { hasher.combine($0) }
    }
  }

  /// Creates an engine, or returns `nil` if the collection has no font with a `MATH` table.
  ///
  /// Without an engine, formulas are shown as source in the style of code.
  ///
  /// - Parameters:
  ///   - fonts: The fonts.
  ///   - byteLimit: The approximate maximum memory of cached layouts, in bytes.
  package init?(fonts: FontCollection, byteLimit: Int = Limits.Caches.formulas) {
    guard let font = fonts.mathFont.flatMap(MathFont.init) else { return nil }
    self.font = font
    shapers = ShaperPool(fonts: fonts)
    cache = FormulaCache(byteLimit: byteLimit)
  }

  /// The number of formulas parsed so far.
  package var parseCount: Int { parses.load(ordering: .relaxed) }

  /// The approximate memory of cached layouts, in bytes.
  package var byteCount: Int { cache.byteCount }

  /// Returns the layout of a formula.
  ///
  /// - Parameters:
  ///   - source: The source, without dollar signs around it.
  ///   - isDisplay: Whether the formula is on a line of its own.
  ///   - families: The families of text within the formula, in order of preference.
  ///   - language: The language of text within the formula, as a BCP 47 tag.
  /// - Returns: The layout; for a formula with a syntax error, that of its source.
  /// - Complexity: O(*n*), where *n* is the length of the source; O(1) plus hashing if cached.
  package func layout(
    of source: String, isDisplay: Bool, families: [String] = [], language: String? = nil
  ) -> FormulaLayout {
    let key = Key(
      source: source, isDisplay: isDisplay, families: families, language: language)
    return cache.value(for: key) {
      parses.wrappingAdd(1, ordering: .relaxed)
      return layout(
        of: Formula(source), isDisplay: isDisplay, families: families, language: language)
    }
  }

  /// Returns the layout of a parsed formula, which is not cached.
  package func layout(
    of formula: Formula, isDisplay: Bool, families: [String] = [], language: String? = nil
  ) -> FormulaLayout {
    let text = TextSource(shapers: shapers, families: families, language: language)
    var setter = FormulaSetter(font: font, text: text)
    return setter.layout(formula, size: isDisplay ? .display : .text)
  }
}

extension String {
  /// Calls `body` with a hash of the bytes.
  fileprivate mutating func withUTF8Hash(_ body: (UInt64) -> Void) {
    makeContiguousUTF8()
    let bytes = utf8.span
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    body(hash)
  }
}

/// A cache of layouts in two generations: when the young one is full, it replaces the old one.
///
/// Two threads that need the same formula at once may both set it; one layout is kept.
private final class FormulaCache: Sendable {
  private struct State {
    var young: [FormulaEngine.Key: FormulaLayout] = [:]
    var old: [FormulaEngine.Key: FormulaLayout] = [:]
    var youngBytes = 0
    var oldBytes = 0
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var byteCount: Int { state.withLock { $0.youngBytes + $0.oldBytes } }

  func value(
    for key: FormulaEngine.Key, make: () -> FormulaLayout
  ) -> FormulaLayout {
    let known = state.withLock { state -> FormulaLayout? in
      if let layout = state.young[key] { return layout }
      guard let layout = state.old.removeValue(forKey: key) else { return nil }
      state.oldBytes -= layout.byteCount
      insert(layout, for: key, into: &state)
      return layout
    }
    if let known { return known }
    let made = make()
    return state.withLock { state in
      if let earlier = state.young[key] { return earlier }
      insert(made, for: key, into: &state)
      return made
    }
  }

  private func insert(
    _ layout: FormulaLayout, for key: FormulaEngine.Key, into state: inout State
  ) {
    if state.youngBytes + layout.byteCount > byteLimit / 2 {
      (state.old, state.oldBytes) = (state.young, state.youngBytes)
      (state.young, state.youngBytes) = ([:], 0)
    }
    state.young[key] = layout
    state.youngBytes += layout.byteCount
  }
}
