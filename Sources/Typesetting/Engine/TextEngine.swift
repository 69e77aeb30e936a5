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
  }

  /// Creates an engine for texts that are laid out once, with the fonts, words and
  /// companions of another.
  ///
  /// The other engine's cache keeps its texts.
  package init(forTextsOfOneUse engine: TextEngine) {
    fonts = engine.fonts
    shapers = engine.shapers
    companions = engine.companions
    cache = nil
    texts = nil
  }

  /// The approximate size of the cached texts, in bytes.
  public var cachedByteCount: Int { cache?.byteCount ?? 0 }

  /// Shapes text, or returns it from the cache.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func shape(_ text: AttributedText) -> ShapedText {
    let input = text.shapingInput
    return cache?.value(for: input) { shaped(input) } ?? shapers.shape(input)
  }

  /// Returns the stored text of an input, or shapes and stores it.
  private func shaped(_ input: ShapingInput) -> ShapedText {
    guard let texts else { return shapers.shape(input) }
    if let stored = texts.text(of: input, shapers: shapers) { return stored }
    let text = shapers.shape(input)
    texts.insert(text)
    return text
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
