import GalleyShaping

extension AttributedText {
  /// Appends another text with its styles, links, spoilers, attachments and blocks.
  ///
  /// All of it looks as before: the base style and the language of the other text hold for its
  /// part. The direction and the line break rules are those of this text.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the length of both texts and *m* the number
  ///   of their blocks.
  public mutating func append(_ other: AttributedText) {
    guard other.length > 0 else { return }
    let start = length
    var text = AttributedText(
      string + other.string, style: baseStyle, direction: direction, language: language)
    let isForeign = other.language != language
    text.shapingSpans = shapingSpans.joined(
      other.shapingSpans, base: source.style, otherBase: other.source.style, at: start,
      length: text.length
    ) { style in
      guard isForeign, style.language == nil else { return style }
      return ShapingStyle(
        font: style.font, features: style.features, language: other.language,
        letterSpacing: style.letterSpacing, baselineShift: style.baselineShift)
    }
    text.paintSpans = paintSpans.joined(
      other.paintSpans, base: basePaint, otherBase: other.basePaint, at: start, length: text.length)
    text.annotations = annotations + other.annotations.map { $0.moved(by: start) }
    if !structure.isDefault || !other.structure.isDefault {
      text.structure.value = structure.value.joined(other.structure.value, of: text, at: start)
      text.addBlocks(blocks + other.blocks.map { $0.moved(by: start) })
    }
    self = text
  }

  /// Appends words in one style.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - style: The style, or `nil` for the base style.
  /// - Complexity: O(*n*), where *n* is the length of the result.
  public mutating func append(_ words: String, style: TextStyle? = nil) {
    let start = length
    self = appending(words)
    if let style { setStyle(style, in: start..<length) }
  }

  /// Returns the places of words in the text, with the same case and diacritics.
  ///
  /// Texts that look the same are equal, as for ``matches(of:options:revealed:)``, and hidden
  /// spoilers are searched.
  ///
  /// - Returns: UTF-8 offsets, in order.
  /// - Complexity: O(*n*), where *n* is the length of the text and the words.
  public func ranges(of words: String) -> [Range<Int>] {
    matches(of: words, options: SearchOptions(ignoresCase: false), revealed: .all)
  }

  /// Updates the style of words wherever they are in the text.
  ///
  ///     text.updateStyle(ofEach: "Galley") { $0.font.weight = .bold }
  ///
  /// - Parameters:
  ///   - words: The words, found as by ``ranges(of:)``.
  ///   - change: A closure called for each part of the words in one style.
  /// - Complexity: O(*n* + *k* · *s*) for *k* places in a text of length *n* with *s* spans.
  public mutating func updateStyle(ofEach words: String, _ change: (inout TextStyle) -> Void) {
    for range in ranges(of: words) { updateStyle(in: range, change) }
  }
}

extension SpanList {
  /// Returns the spans of a text and of another one behind it.
  ///
  /// - Parameters:
  ///   - other: The spans of the other text.
  ///   - base: The base value of the text and of the result.
  ///   - otherBase: The base value of the other text.
  ///   - start: The start of the other text.
  ///   - length: The length of both.
  ///   - change: A closure that returns the value of the result for one of the other text.
  /// - Returns: The spans of the whole.
  fileprivate func joined(
    _ other: SpanList, base: Value, otherBase: Value, at start: Int, length: Int,
    _ change: (Value) -> Value = { $0 }
  ) -> SpanList {
    var result = self
    result.append(base, upTo: start)
    for span in other.spans { result.append(change(span.value), upTo: start + Int(span.end)) }
    result.append(change(otherBase), upTo: length)
    result.finish(base: base, length: length)
    return result
  }
}

extension TextStructure {
  /// Returns the structure, without blocks, of a text and of another one behind it.
  fileprivate func joined(
    _ other: TextStructure, of text: AttributedText, at start: Int
  ) -> TextStructure {
    var result = TextStructure()
    result.attachments =
      attachments
      + other.attachments.map { .init(offset: $0.offset + start, attachment: $0.attachment) }
    result.indexMap = indexMap.joined(other.indexMap, at: start)
    result.paragraphStyles = paragraphStyles.joined(
      other.paragraphStyles, base: ParagraphStyle(), otherBase: ParagraphStyle(), at: start,
      length: text.length)
    result.rules = rules
    return result
  }
}

extension AttributedText.Annotation {
  /// Returns the annotation at a distance after its place.
  func moved(by distance: Int) -> AttributedText.Annotation {
    .init(range: range.lowerBound + distance..<range.upperBound + distance, kind: kind)
  }
}

extension TextBlock {
  /// Returns the block at a distance after its place.
  fileprivate func moved(by distance: Int) -> TextBlock {
    var block = self
    block.range = range.lowerBound + distance..<range.upperBound + distance
    return block
  }
}
