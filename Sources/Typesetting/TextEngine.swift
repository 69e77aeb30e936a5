public import GalleyFonts
public import GalleyShaping

/// Lays out text: the fonts it is set in, and what is remembered of texts that were shaped.
///
/// Any number of threads may use an engine at once; a process wants one, a test one of its own.
public final class TextEngine: Sendable {
  /// The fonts that text is set in.
  public let fonts: FontCollection

  private let shapers: ShaperPool
  private let cache: ShapedTextCache

  /// Makes an engine with empty caches.
  ///
  /// - Parameters:
  ///   - fonts: The fonts that text is set in.
  ///   - cacheLimit: How many bytes of shaped text are kept.
  public init(fonts: FontCollection, cacheLimit: Int = 16 << 20) {
    self.fonts = fonts
    shapers = ShaperPool(fonts: fonts)
    cache = ShapedTextCache(byteLimit: cacheLimit)
  }

  /// How many bytes the texts take that are kept shaped, about.
  public var cachedByteCount: Int { cache.byteCount }

  /// Shapes text, or finds it shaped.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func shape(_ text: AttributedText) -> ShapedText {
    let input = text.shapingInput
    return cache.value(for: input) { shapers.shape(input) }
  }

  /// Lays out text.
  ///
  /// Any text has a layout, whatever it holds, at any width.
  public func layout(
    _ text: AttributedText, options: LayoutOptions = LayoutOptions()
  ) -> TextLayout {
    shape(text).layout(text, options: options)
  }

  /// Lays out text without looking whether it was shaped before, and without keeping it.
  package func layoutUncached(_ text: AttributedText, options: LayoutOptions) -> TextLayout {
    shapers.shape(text.shapingInput).layout(text, options: options)
  }
}
