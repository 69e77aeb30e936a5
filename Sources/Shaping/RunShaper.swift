import GalleyFonts
import GalleyHarfBuzz
import GalleyUnicode

/// A shaper of text in a single font, with HarfBuzz or from the word cache.
///
/// A shaper is not thread-safe. It reuses its buffers from one text to the next.
struct RunShaper: ~Copyable {
  private var buffer: TextBuffer? = TextBuffer()
  private var words = WordCache()
  private var contexts: [WordContext] = []

  /// The inputs other than font and bytes that the glyphs of a word depend on.
  private struct WordContext: Equatable {
    var properties: SegmentProperties
    var features: [FontFeature]
  }

  /// Shapes a piece of a run with HarfBuzz.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: The bytes to shape.
  ///   - context: The bytes whose letters may join those of `range`, which they include.
  ///   - setting: The properties of the run.
  ///   - options: The options for HarfBuzz.
  ///   - glyphs: The array to append the glyphs to, in logical order, with clusters relative to the
  ///     start of the text.
  mutating func shape(
    _ text: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, setting: Setting,
    options: ShapingOptions = [], into glyphs: inout [Glyph]
  ) {
    guard var input = buffer.take() else { return }
    input.append(text, range: range, context: context)
    let output = input.shape(
      with: setting.font.font, properties: setting.properties, features: setting.features,
      options: options)
    let first = glyphs.count
    output.append(
      to: &glyphs, reversed: setting.properties.isRightToLeft, clusterOffset: context.lowerBound)
    buffer = output.recycle()
    mergeClusters(of: &glyphs, from: first, start: Int32(truncatingIfNeeded: range.lowerBound))
    if setting.spacing != 0 { space(&glyphs, from: first, text, range, setting) }
  }

  /// Makes clusters monotone, with the first at the piece's first byte.
  ///
  /// HarfBuzz promises monotone clusters, but version 6 violates that where it reorders vowel signs
  /// of broken syllables.
  private func mergeClusters(of glyphs: inout [Glyph], from first: Int, start: Int32) {
    guard glyphs.count > first else { return }
    for index in stride(from: glyphs.count - 2, through: first, by: -1)
    where glyphs[index].cluster > glyphs[index + 1].cluster {
      glyphs[index].cluster = glyphs[index + 1].cluster
      glyphs[index].isUnsafeToBreak = true
    }
    var index = first
    while index < glyphs.count, glyphs[index].cluster < start || index == first {
      glyphs[index].cluster = start
      index += 1
    }
  }

  /// The properties of a run.
  struct Setting {
    var font: FontInstance
    var properties: SegmentProperties
    var features: [FontFeature]
    /// The space after each cluster, in design units.
    var spacing: Int32

    init(font: FontInstance, properties: SegmentProperties, style: ShapingStyle) {
      self.font = font
      self.properties = properties
      features = style.shapingFeatures
      spacing = style.letterSpacing == 0 ? 0 : Self.spacing(of: style, in: font)
    }

    /// Returns the ink reach of glyphs of the run.
    func inkReach(of glyphs: Span<Glyph>) -> InkReach {
      font.inkReach(of: glyphs, isRightToLeft: properties.isRightToLeft)
    }

    /// Returns the letter spacing in design units, bounded so that a space fits the break table.
    private static func spacing(of style: ShapingStyle, in font: FontInstance) -> Int32 {
      guard style.size > 0 else { return 0 }
      let units = style.letterSpacing / style.size * font.metrics.unitsPerEm
      return Int32(min(max(units, -30_000), 30_000).rounded())
    }
  }

  /// Shapes a piece of a run word by word, through the cache.
  ///
  /// Use it only for fonts in which the space is not part of any lookup of the script, so that
  /// words are shaped the same alone as in the run.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: The bytes to shape.
  ///   - context: The context, as for ``shape(_:_:context:setting:options:into:)``.
  ///   - setting: The properties of the run.
  ///   - glyphs: The array to append the glyphs to.
  /// - Returns: The ink reach of the glyphs.
  mutating func shapeWords(
    _ text: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, setting: Setting,
    into glyphs: inout [Glyph]
  ) -> InkReach {
    var reach = InkReach()
    var space = Glyph(id: setting.font.space.id, cluster: 0, advance: setting.font.space.advance)
    let key = cacheContext(of: setting)
    var index = range.lowerBound
    while index < range.upperBound {
      if text[index] == 0x20 {
        space.cluster = Int32(truncatingIfNeeded: index)
        glyphs.append(space)
        index += 1
        continue
      }
      var end = index + 1
      while end < range.upperBound, text[end] != 0x20 { end += 1 }
      reach.formUnion(
        appendWord(
          text, index..<end, in: range, context: context, setting: setting, key: key,
          into: &glyphs))
      index = end
    }
    return reach
  }

  /// Appends the glyphs of a word of a piece, from the cache if possible.
  mutating func appendWord(
    _ text: Span<UInt8>, _ word: Range<Int>, in range: Range<Int>, context: Range<Int>,
    setting: Setting, key: UInt64, options: ShapingOptions? = nil, into glyphs: inout [Glyph]
  ) -> InkReach {
    let first = glyphs.count
    let isWhole =
      (word.lowerBound > range.lowerBound || word.lowerBound == context.lowerBound)
      && (word.upperBound < range.upperBound || word.upperBound == context.upperBound)
    guard word.count <= WordCache.maximumLength, setting.spacing == 0,
      isWhole || !setting.properties.script.joins, !isEdge(text, word, options)
    else {
      shape(text, word, context: context, setting: setting, options: options ?? [], into: &glyphs)
      return setting.inkReach(of: glyphs.span.extracting(first...))
    }
    let wordKey = WordCache.Key(text, word, context: key)
    let offset = Int32(truncatingIfNeeded: word.lowerBound)
    if let known = words.append(wordKey, at: offset, to: &glyphs) { return known }
    shape(text, word, context: word, setting: setting, into: &glyphs)
    let reach = setting.inkReach(of: glyphs.span.extracting(first...))
    words.insert(wordKey, glyphs[first...], reach: reach, at: offset)
    return reach
  }

  /// Returns whether a word begins with a mark, so that its glyphs depend on the flags of its
  /// piece's edge.
  @inline(__always) private func isEdge(
    _ text: Span<UInt8>, _ word: Range<Int>, _ options: ShapingOptions?
  ) -> Bool {
    options != nil
      && ICU.Properties.flags(of: text.scalar(at: word.lowerBound).value).contains(.mark)
  }

  /// Returns the part of a word's key for font, properties and features; the low six bits are zero.
  mutating func cacheContext(of setting: Setting) -> UInt64 {
    let context = WordContext(properties: setting.properties, features: setting.features)
    let index: Int
    if let known = contexts.firstIndex(of: context) {
      index = known
    } else {
      if contexts.count == 1_024 {
        contexts.removeAll()
        words = WordCache()
      }
      index = contexts.count
      contexts.append(context)
    }
    return UInt64(setting.font.id) << 32 | UInt64(index) << 6
  }
}

extension FontTag {
  /// Whether letters of the script join their neighbors, so that a word depends on adjacent text
  /// even of another run.
  package var joins: Bool {
    switch self {
    case .latin, "Grek", "Cyrl", "Hebr", "Armn", "Geor", .common: false
    default: true
    }
  }
}
