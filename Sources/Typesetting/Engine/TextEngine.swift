internal import GalleyBasics
public import GalleyFonts
package import GalleyShaping

/// A layout engine for text, with a font collection and a cache of shaped texts.
///
/// An engine is thread-safe. A process typically shares one; tests create their own.
public final class TextEngine: Sendable {
  /// The default maximum size of the cached texts, in bytes.
  public static let defaultCacheLimit = Limits.Caches.texts

  /// The fonts available to text.
  public let fonts: FontCollection

  private let shapers: ShaperPool
  /// The shaped texts; `nil` if none are kept.
  private let cache: ShapedTextCache?
  /// The shaped texts of earlier processes.
  private let texts: StoredTexts?
  /// The objects that other modules keep with the engine.
  package let companions: EngineCompanions
  /// Returns whether layouts are no longer needed.
  private let isStale: @Sendable () -> Bool

  /// Creates an engine with empty caches.
  ///
  /// - Parameters:
  ///   - fonts: The fonts available to text.
  ///   - cacheLimit: The maximum size of the cached texts, in bytes.
  public convenience init(fonts: FontCollection, cacheLimit: Int = TextEngine.defaultCacheLimit) {
    self.init(fonts: fonts, cacheLimit: cacheLimit, texts: nil)
  }

  /// Creates an engine with empty caches, and with the shaped texts of earlier processes.
  ///
  /// - Parameters:
  ///   - fonts: The fonts available to text.
  ///   - cacheLimit: The maximum size of the cached texts, in bytes.
  ///   - texts: The texts, which were opened with the same fonts, if there are any.
  public init(
    fonts: FontCollection, cacheLimit: Int = TextEngine.defaultCacheLimit, texts: ShapedTextFile?
  ) {
    self.fonts = fonts
    self.texts = texts?.texts
    shapers = ShaperPool(fonts: fonts)
    cache = ShapedTextCache(byteLimit: cacheLimit)
    companions = EngineCompanions()
    isStale = { false }
  }

  /// Creates an engine for texts that are laid out once, with the fonts, words and
  /// companions of another.
  ///
  /// The other engine's cache keeps its texts.
  package convenience init(forTextsOfOneUse engine: TextEngine) {
    self.init(engine, cache: nil, texts: nil, isStale: engine.isStale)
  }

  private init(
    _ engine: TextEngine, cache: ShapedTextCache?, texts: StoredTexts?,
    isStale: @escaping @Sendable () -> Bool
  ) {
    fonts = engine.fonts
    shapers = engine.shapers
    companions = engine.companions
    self.cache = cache
    self.texts = texts
    self.isStale = isStale
  }

  /// Returns an engine with the same fonts and caches that stops its work once layouts are no
  /// longer needed, such as after a deadline.
  ///
  /// Layout still never fails: when `isStale` has returned `true`, texts that are not yet shaped
  /// have no glyphs from there on, and are not cached. Do not use layouts that were made while it
  /// returned `true`.
  ///
  /// - Parameter isStale: Returns whether layouts are no longer needed; called before each 4,000
  ///   bytes of a text. It must not return `false` again.
  /// - Returns: The engine.
  public func stopping(when isStale: @escaping @Sendable () -> Bool) -> TextEngine {
    TextEngine(self, cache: cache, texts: texts, isStale: isStale)
  }

  /// The approximate size of the cached texts, in bytes.
  public var cachedByteCount: Int { cache?.byteCount ?? 0 }

  /// Shapes text, or returns it from the cache.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func shape(_ text: AttributedText) -> ShapedText {
    let input = text.shapingInput
    guard let cache else { return shapers.shape(input, isStale: isStale).text }
    return cache.value(for: input) { shaped(input) }
  }

  /// Returns the stored text of an input, or shapes and stores it.
  private func shaped(_ input: ShapingInput) -> (text: ShapedText, isComplete: Bool) {
    if let stored = texts?.text(of: input, shapers: shapers) { return (stored, true) }
    let result = shapers.shape(input, isStale: isStale)
    if result.isComplete { texts?.insert(result.text) }
    return result
  }

  /// Lays out text.
  ///
  /// Layout never fails, for any text and width.
  public func layout(
    _ text: AttributedText, options: LayoutOptions = LayoutOptions()
  ) -> TextLayout {
    shape(text).layout(text, options: options)
  }

  /// Lays out text without using or filling the cache.
  package func layoutUncached(_ text: AttributedText, options: LayoutOptions) -> TextLayout {
    shapers.shape(text.shapingInput).layout(text, options: options)
  }
}
