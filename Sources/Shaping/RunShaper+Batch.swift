import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem
import GalleyUnicode

extension RunShaper {
  /// The maximum number of words that are shaped together, and of their bytes.
  private static var batchLimit: (words: Int, bytes: Int) { (32, 1_024) }

  /// Finds the words from one on that are not cached.
  ///
  /// HarfBuzz does about as much for a call as for ten glyphs, so words of which each is shaped the
  /// same alone as between spaces are shaped in one call.
  ///
  /// - Returns: Whether ``batch`` has several words, of which the first is the given one.
  mutating func findBatch(
    _ key: WordKey, _ text: Span<UInt8>, _ word: Range<Int>, in range: Range<Int>,
    context: Range<Int>, setting: borrowing Setting
  ) -> Bool {
    guard word.upperBound < range.upperBound, setting.shapesWordsTogether else { return false }
    batch.removeAll(keepingCapacity: true)
    batch.append((key, word))
    var (offset, byteCount) = (word.upperBound, word.count)
    let cacheContext = cacheContext(of: setting)
    while offset < range.upperBound, batch.count < Self.batchLimit.words {
      if text[offset] == 0x20 {
        offset += 1
        continue
      }
      let (key, end) = WordKey.key(
        ofWordIn: text, offset..<range.upperBound, context: cacheContext)
      let word = offset..<end
      offset = end
      guard word.count <= WordCache.maximumLength, words.word(key, text, word) == nil,
        !batch.contains(where: { $0.key == key }), beginsCluster(text, at: word.lowerBound),
        !setting.joins || isWhole(text, word, in: range, context: context)
      else { continue }
      byteCount += word.count
      guard byteCount <= Self.batchLimit.bytes else { break }
      batch.append((key, word))
    }
    return batch.count > 1
  }

  /// Shapes the words of ``batch`` in one call, each but the last with the space behind it, and
  /// inserts them into the cache, the first one last.
  mutating func shapeBatch(
    _ text: Span<UInt8>, setting: borrowing Setting, analyzer: inout TextAnalyzer
  ) {
    guard var input = buffer.take(), let last = batch.last else { return }
    let whole = batch[0].range.lowerBound..<last.range.upperBound
    for (_, range) in batch {
      let end = min(range.upperBound + 1, whole.upperBound)
      input.append(text, range: range.lowerBound..<end, context: whole)
    }
    let output = input.shape(
      with: setting.font.font, properties: setting.properties, features: setting.features)
    batchGlyphs.removeAll(keepingCapacity: true)
    output.append(
      to: &batchGlyphs, reversed: setting.properties.isRightToLeft,
      clusterOffset: whole.lowerBound)
    buffer = output.recycle()

    // The first word is inserted last, because an insertion may empty the cache.
    var first = 0..<0
    var start = 0
    for number in batch.indices {
      let range = batch[number].range
      var end = start
      while end < batchGlyphs.count, batchGlyphs[end].cluster < range.upperBound { end += 1 }
      if number == 0 {
        first = start..<end
      } else {
        insert(number, start..<end, text, setting: setting, analyzer: &analyzer)
      }
      start = end
      while start < batchGlyphs.count, batchGlyphs[start].cluster == range.upperBound { start += 1 }
    }
    insert(0, first, text, setting: setting, analyzer: &analyzer)
  }

  /// Inserts the glyphs of a word of ``batch``, unless it has none.
  private mutating func insert(
    _ number: Int, _ glyphs: Range<Int>, _ text: Span<UInt8>, setting: borrowing Setting,
    analyzer: inout TextAnalyzer
  ) {
    guard !glyphs.isEmpty else { return }
    let (key, range) = batch[number]
    var taken = takeScratch()
    defer { scratch = taken }
    taken.append(contentsOf: batchGlyphs[glyphs])
    mergeClusters(of: &taken, from: 0, start: Int32(truncatingIfNeeded: range.lowerBound))
    _ = insert(key, text, range, glyphs: taken.span, setting: setting, analyzer: &analyzer)
  }

  /// Inserts the glyphs of a word into the cache.
  @inline(__always) mutating func insert(
    _ key: WordKey, _ text: Span<UInt8>, _ word: Range<Int>, glyphs: Span<Glyph>,
    setting: borrowing Setting, analyzer: inout TextAnalyzer
  ) -> WordCache.Word {
    words.insert(
      key, text, word, glyphs: glyphs, reach: setting.inkReach(of: glyphs),
      plain: PlainWord(text, word, setting: setting, analyzer: &analyzer))
  }

  /// Returns whether the scalar at an offset begins a grapheme cluster even after a space.
  private func beginsCluster(_ text: Span<UInt8>, at offset: Int) -> Bool {
    if text.beginsWithLetter(at: offset) { return true }
    let scalar = text.scalar(at: offset).value
    return scalar < 0x2000 && !ICU.Properties.flags(of: scalar).has(.mark)
  }
}

extension RunShaper.Setting {
  /// Whether words can be shaped together.
  ///
  /// Numbers of a script that is written from the right are reversed by HarfBuzz, unless there are
  /// letters in the same call.
  fileprivate var shapesWordsTogether: Bool {
    properties.isRightToLeft || !(joins || properties.script == "Hebr")
  }
}
