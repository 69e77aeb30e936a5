public import GalleyFonts
package import GalleyShaping

/// A layout engine for text, with a font collection and a cache of shaped texts.
///
/// An engine is thread-safe. A process typically shares one; tests create their own.
public final class TextEngine: Sendable {
  /// The fonts available to text.
  public let fonts: FontCollection

  private let shapers: ShaperPool
  /// The shaped texts; `nil` if none are kept.
  private let cache: ShapedTextCache?
  /// The objects that other modules keep with the engine.
  package let companions: EngineCompanions

  /// Creates an engine with empty caches.
  ///
  /// - Parameters:
  ///   - fonts: The fonts available to text.
  ///   - cacheLimit: The maximum size of the cached texts, in bytes.
  public init(fonts: FontCollection, cacheLimit: Int = 16 << 20) {
    self.fonts = fonts
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
  }

  /// The approximate size of the cached texts, in bytes.
  public var cachedByteCount: Int { cache?.byteCount ?? 0 }

  /// Shapes text, or returns it from the cache.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func shape(_ text: AttributedText) -> ShapedText {
    let input = text.shapingInput
    return cache?.value(for: input) { shapers.shape(input) } ?? shapers.shape(input)
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
