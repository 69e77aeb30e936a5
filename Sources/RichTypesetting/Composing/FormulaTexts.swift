internal import GalleyFonts
internal import GalleyMath
internal import GalleyMessages
internal import GalleyShaping
internal import GalleyTypesetting
internal import Synchronization

/// The setter of formulas of a text engine, and the display formulas that were composed.
///
/// Both are made on first use, because most messages have no formulas.
final class EngineFormulas: Sendable {
  /// The setter of formulas; `nil` if the engine has no font with a `MATH` table, in which case
  /// formulas are shown as source.
  let engine: FormulaEngine?
  private let texts = Mutex<[(traits: FormulaTexts.Traits, texts: FormulaTexts)]>([])

  /// The maximum number of combinations of a theme and options whose formulas are kept.
  private static let greatestCount = 8

  fileprivate init(fonts: FontCollection) { engine = FormulaEngine(fonts: fonts) }

  /// Returns the display formulas with the given traits.
  func texts(_ traits: FormulaTexts.Traits) -> FormulaTexts {
    texts.withLock { texts in
      if let known = texts.first(where: { $0.traits == traits }) { return known.texts }
      if texts.count == Self.greatestCount { texts.removeFirst() }
      let made = FormulaTexts()
      texts.append((traits, made))
      return made
    }
  }
}

extension TextEngine {
  /// The formulas of the engine.
  var formulas: EngineFormulas { companions.object { EngineFormulas(fonts: fonts) } }
}

/// The display formulas of one theme, by source, as texts that any block may show.
///
/// The least recently used ones are evicted when their total size exceeds a budget.
final class FormulaTexts: Sendable {
  /// The properties that determine the text of a display formula beside its source.
  struct Traits: Hashable, Sendable {
    private let theme: MessageTheme
    private let options: LayoutOptions

    init(_ theme: MessageTheme, _ options: LayoutOptions) {
      self.theme = theme
      self.options = options
    }
  }

  /// A cache in two generations: when the young one is full, it replaces the old one.
  private struct State {
    var young: [UTF8Text: (text: ComposedText, byteCount: Int)] = [:]
    var old: [UTF8Text: (text: ComposedText, byteCount: Int)] = [:]
    var youngBytes = 0
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  /// Creates an empty cache with a limit of about `byteLimit` bytes.
  init(byteLimit: Int = 2 << 20) { self.byteLimit = byteLimit }

  /// Returns the text of a formula, or `nil` if it is not known.
  func text(of source: UTF8Text) -> ComposedText? {
    state.withLock { state in
      if let known = state.young[source] { return known.text }
      guard let known = state.old.removeValue(forKey: source) else { return nil }
      insert(known.text, for: source, byteCount: known.byteCount, into: &state)
      return known.text
    }
  }

  /// Inserts the text of a formula whose layout has a number of bytes.
  func insert(_ text: ComposedText, for source: UTF8Text, byteCount: Int) {
    let byteCount = byteCount + text.natural.byteCount + text.natural.shaped.byteCount
    state.withLock { insert(text, for: source, byteCount: byteCount, into: &$0) }
  }

  private func insert(
    _ text: ComposedText, for source: UTF8Text, byteCount: Int, into state: inout State
  ) {
    if state.youngBytes + byteCount > byteLimit / 2 {
      (state.old, state.young, state.youngBytes) = (state.young, [:], 0)
    }
    state.youngBytes += byteCount - (state.young[source]?.byteCount ?? 0)
    state.young[source] = (text, byteCount)
  }
}
