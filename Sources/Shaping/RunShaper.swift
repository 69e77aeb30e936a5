import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem
import GalleyUnicode

/// A shaper of text in a single font, with HarfBuzz or from the word cache.
///
/// A shaper is not thread-safe. It reuses its buffers from one text to the next.
struct RunShaper: ~Copyable {
  var buffer: TextBuffer? = TextBuffer()
  var words = WordCache()
  private var contexts = WordContexts()
  /// The glyphs of a word that is shaped.
  var scratch: [Glyph] = []
  /// The encoded glyphs of a word that is not cached.
  private var encoded: [UInt32] = []
  /// The words that are shaped together, and their glyphs.
  var batch: [(key: WordKey, range: Range<Int>)] = []
  var batchGlyphs: [Glyph] = []

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
    options: ShapingOptions = ShapingOptions(rawValue: 0), into glyphs: inout [Glyph]
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
  func mergeClusters(of glyphs: inout [Glyph], from first: Int, start: Int32) {
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
    /// Whether letters of the script join their neighbors.
    var joins: Bool

    init(font: FontInstance, properties: SegmentProperties, style: ShapingStyle) {
      self.font = font
      self.properties = properties
      features = style.shapingFeatures
      joins = properties.script.joins
      spacing = style.letterSpacing == 0 ? 0 : Self.spacing(of: style, in: font)
    }

    /// Whether words are shaped one by one, because the font's space is not part of any lookup.
    var shapesWordsAlone: Bool {
      features.isEmpty
        && font.shapesWordsAlone(script: properties.script, language: properties.language)
    }

    /// Whether a text of one run may consist of plain words.
    var isPlain: Bool { features.isEmpty && spacing == 0 && !joins && !properties.isRightToLeft }

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
  ///   - analyzer: The source of character properties.
  ///   - encoder: The encoder of the run, which has begun.
  /// - Returns: The ink reach of the glyphs.
  mutating func shapeWords(
    _ text: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, setting: Setting,
    analyzer: inout TextAnalyzer, into encoder: inout GlyphEncoder
  ) -> InkReach {
    var reach = InkReach()
    let space = setting.font.space
    let key = cacheContext(of: setting)
    var index = range.lowerBound
    encoder.append(capacity: range.count) { run, words, parts in
      // A local variable, which can be in a register.
      var offset = index
      defer { index = offset }
      while offset < range.upperBound {
        if text[offset] == 0x20 {
          let cluster = Int32(truncatingIfNeeded: offset)
          guard run.append(space, at: cluster, to: &words, &parts) else { return false }
          offset &+= 1
          continue
        }
        let (key, end) = WordKey.key(ofWordIn: text, offset..<range.upperBound, context: key)
        let word = appendWord(
          text, offset..<end, key, in: range, context: context, setting: setting,
          analyzer: &analyzer, to: &run, &words, &parts)
        guard let word else { return false }
        reach.formUnion(word)
        offset = end
      }
      return true
    }
    return reach
  }

  /// Packs a text, if it is plain and all its words are cached.
  mutating func pack(
    plain text: Span<UInt8>, setting: borrowing Setting, into packing: inout TextPacking
  ) -> PlainText? {
    guard setting.isPlain, let space = PlainSpace(of: setting.font) else { return nil }
    let context = cacheContext(of: setting)
    return words.pack(plain: text, context: context, space: space, into: &packing)
  }

  /// Appends the glyphs of a word of a piece, from the cache if possible.
  ///
  /// - Returns: The ink reach of the glyphs, or `nil` if they were not appended.
  @inline(__always)
  mutating func appendWord(
    _ text: Span<UInt8>, _ word: Range<Int>, _ key: WordKey, in range: Range<Int>,
    context: Range<Int>, setting: borrowing Setting, options: ShapingOptions? = nil,
    analyzer: inout TextAnalyzer, to run: inout RunEncoding, _ output: inout OutputSpan<UInt32>,
    _ parts: inout OutputSpan<RunEncoding.Part>
  ) -> InkReach? {
    guard word.count <= WordCache.maximumLength, setting.spacing == 0,
      !setting.joins || isWhole(text, word, in: range, context: context),
      !isEdge(text, word, options)
    else {
      return appendUncached(
        text, word, context: context, setting: setting,
        options: options ?? ShapingOptions(rawValue: 0), to: &run, &output, &parts)
    }
    let known =
      words.word(key, text, word)
      ?? shape(
        key, text, word, in: options == nil ? range : word, context: context, setting: setting,
        analyzer: &analyzer)
    return run.append(known, in: words.pool.span, at: word, to: &output, &parts)
      ? known.reach : nil
  }

  /// Returns whether no letter outside a piece can join those of a word of it.
  ///
  /// ASCII characters do not join others.
  @inline(__always) func isWhole(
    _ text: Span<UInt8>, _ word: Range<Int>, in range: Range<Int>, context: Range<Int>
  ) -> Bool {
    (word.lowerBound > range.lowerBound || word.lowerBound == context.lowerBound
      || text[word.lowerBound - 1] < 0x80)
      && (word.upperBound < range.upperBound || word.upperBound == context.upperBound
        || text[word.upperBound] < 0x80)
  }

  /// Shapes a word that depends on the text around it, or is too long for the cache.
  ///
  /// - Returns: The ink reach of the glyphs, or `nil` if they were not appended.
  @inline(never)
  private mutating func appendUncached(
    _ text: Span<UInt8>, _ word: Range<Int>, context: Range<Int>, setting: Setting,
    options: ShapingOptions, to run: inout RunEncoding, _ output: inout OutputSpan<UInt32>,
    _ parts: inout OutputSpan<RunEncoding.Part>
  ) -> InkReach? {
    var glyphs = takeScratch()
    defer { scratch = glyphs }
    shape(text, word, context: context, setting: setting, options: options, into: &glyphs)
    encoded.removeAll(keepingCapacity: true)
    let known = WordCache.Word(
      glyphs.span, at: word, reach: setting.inkReach(of: glyphs.span), behind: &encoded)
    return run.append(known, in: encoded.span, at: word, to: &output, &parts) ? known.reach : nil
  }

  /// Shapes a word, with others of a range that are not cached either, and inserts them all into
  /// the cache.
  ///
  /// - Returns: The word.
  @inline(never)
  private mutating func shape(
    _ key: WordKey, _ text: Span<UInt8>, _ word: Range<Int>, in range: Range<Int>,
    context: Range<Int>, setting: borrowing Setting, analyzer: inout TextAnalyzer
  ) -> WordCache.Word {
    if findBatch(key, text, word, in: range, context: context, setting: setting) {
      shapeBatch(text, setting: setting, analyzer: &analyzer)
      if let known = words.word(key, text, word) { return known }
    }
    var glyphs = takeScratch()
    defer { scratch = glyphs }
    shape(text, word, context: word, setting: setting, into: &glyphs)
    return insert(key, text, word, glyphs: glyphs.span, setting: setting, analyzer: &analyzer)
  }

  /// Returns the empty array of ``scratch`` for a while, so that it has one owner.
  mutating func takeScratch() -> [Glyph] {
    var taken: [Glyph] = []
    swap(&taken, &scratch)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Returns whether the glyphs of a word depend on the flags of its piece: it begins with a mark,
  /// or continues a flood.
  @inline(__always) private func isEdge(
    _ text: Span<UInt8>, _ word: Range<Int>, _ options: ShapingOptions?
  ) -> Bool {
    guard let options else { return false }
    return options.rawValue & ShapingOptions.withoutDottedCircle.rawValue != 0
      || !text.beginsWithLetter(at: word.lowerBound)
        && ICU.Properties.flags(of: text.scalar(at: word.lowerBound).value).has(.mark)
  }

  /// Returns the part of a word's key for font, properties and features; the low six bits are zero.
  mutating func cacheContext(of setting: borrowing Setting) -> UInt64 {
    let (index, isNew) = contexts.index(of: setting.properties, setting.features)
    // Contexts were forgotten, so their words must be.
    if isNew, index == 0 { words = WordCache() }
    return UInt64(setting.font.id) << 32 | UInt64(index) << 6
  }
}

extension Span<UInt8> {
  /// Returns whether the scalar at an offset is certainly no mark: before U+0300, kana, an
  /// ideograph or a Hangul syllable.
  @inline(__always) func beginsWithLetter(at offset: Int) -> Bool {
    let scalar = scalar(at: offset).value
    return scalar < 0x300 || (0x30A0...0x9FFF).contains(scalar)
      || (0x3041...0x3096).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
  }
}

extension FontTag {
  /// Whether letters of the script join their neighbors, so that a word depends on adjacent text
  /// even of another run.
  package var joins: Bool {
    switch self {
    case .latin, "Grek", "Cyrl", "Hebr", "Armn", "Geor", .common: false
    case "Hani", "Hira", "Kana", "Bopo", "Hang", "Thai", "Laoo", "Khmr", "Mymr", "Tibt": false
    case "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh": false
    case "Ethi", "Cher", "Cans": false
    default: true
    }
  }
}
