import GalleyShaping

/// Text with styles, links, spoilers, blocks and attachments.
///
/// A value type. Two texts are equal if their bytes and spans are. The spans are sorted and
/// disjoint, in separate lists for the shaping and the paint attributes. Offsets count UTF-8 bytes
/// from the start of the text and lie on scalar boundaries; an offset within a scalar is rounded
/// down, and one out of bounds is clamped.
///
/// A text may contain spoilers. Read its words as ``DisclosedText`` with
/// ``plainText(of:revealed:)``, which masks hidden text; pass `revealed: .all` to reveal all of it.
public struct AttributedText: Hashable, Sendable {
  /// The text including hidden spoilers: for layout and painting only, never for display.
  package var string: String { source.text.string }
  /// The rule for the base direction of each paragraph.
  public var direction: TextDirection {
    get { TextDirection(source.direction) }
    set {
      source = BaseText(
        source.text, style: source.style, direction: BaseDirection(newValue), language: language)
    }
  }
  /// The language of the text as a BCP 47 tag, or `nil` if unknown.
  public var language: String? {
    get { source.language }
    set {
      source = BaseText(
        source.text, style: source.style, direction: source.direction, language: newValue)
    }
  }
  /// All links and spoilers, including hidden ones, in insertion order.
  package internal(set) var annotations: [Annotation] = []

  /// The text with its base style, which layouts share.
  private(set) var source: BaseText
  /// The paint attributes of text outside all spans.
  let basePaint: TextPaint
  var shapingSpans = SpanList<ShapingStyle>()
  var paintSpans = SpanList<TextPaint>()
  var structure = Boxed<TextStructure>()

  /// Creates text in one style.
  public init(
    _ string: String, style: TextStyle = TextStyle(), direction: TextDirection = .auto,
    language: String? = nil
  ) {
    source = BaseText(
      UTF8Text(string), style: style.shaping, direction: BaseDirection(direction),
      language: language)
    basePaint = style.paint
  }

  /// Creates text in one style, with ranges of a source replaced by attachments.
  ///
  /// Offsets differ from those in `source`; ``indexMap`` converts between the two.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - attachments: Ranges of `source` as UTF-8 offsets on scalar boundaries, sorted and
  ///     disjoint, with their replacements; other ranges are ignored.
  ///   - style: The style.
  ///   - direction: The rule for the base direction of each paragraph.
  ///   - language: The language of the text as a BCP 47 tag, or `nil` if unknown.
  /// - Complexity: O(*n*), where *n* is the length of `source`.
  public init(
    _ source: String, replacing attachments: [(range: Range<Int>, attachment: TextAttachment)],
    style: TextStyle = TextStyle(), direction: TextDirection = .auto, language: String? = nil
  ) {
    self.init(
      source, replacing: attachments.map { ($0.range, .attachment($0.attachment)) }, style: style,
      direction: direction, language: language)
  }

  /// The replacement for a range of the source.
  package enum Replacement: Sendable {
    case attachment(TextAttachment)
    case text(String)
  }

  /// Creates text with ranges of a source replaced by attachments or other text.
  package init(
    _ source: String, replacing pieces: [(range: Range<Int>, replacement: Replacement)],
    style: TextStyle, direction: TextDirection, language: String?
  ) {
    var bytes: [UInt8] = []
    var replaced: [(range: Range<Int>, length: Int)] = []
    var placed: [TextStructure.AnchoredAttachment] = []
    let utf8 = Array(source.utf8)
    var end = 0
    for (range, replacement) in pieces {
      guard range.lowerBound >= end, range.upperBound <= utf8.count, !range.isEmpty else {
        continue
      }
      bytes += utf8[end..<range.lowerBound]
      let start = bytes.count
      switch replacement {
      case .attachment(let attachment):
        placed.append(.init(offset: start, attachment: attachment))
        bytes += [0xEF, 0xBF, 0xBC]  // U+FFFC
      case .text(let text): bytes += text.utf8
      }
      replaced.append((range, bytes.count - start))
      end = range.upperBound
    }
    bytes += utf8[end...]
    self.init(
      String(decoding: bytes, as: UTF8.self), style: style, direction: direction,
      language: language)
    var structure = TextStructure()
    structure.attachments = placed
    structure.indexMap = IndexMap(replacing: replaced)
    self.structure.value = structure
  }

  /// The style of text outside all spans, whose font determines the line pitch.
  public var baseStyle: TextStyle { TextStyle(shaping: source.style, paint: basePaint) }

  /// The length of the text in bytes.
  public var length: Int { source.text.count }

  /// Returns the style of the character at `offset`.
  public func style(at offset: Int) -> TextStyle {
    TextStyle(
      shaping: shapingSpans.value(at: offset) ?? source.style,
      paint: paintSpans.value(at: offset) ?? basePaint)
  }

  /// Sets the style of a range.
  public mutating func setStyle(_ style: TextStyle, in range: Range<Int>) {
    updateStyle(in: range) { $0 = style }
  }

  /// Updates the style of each uniform part of a range.
  ///
  /// - Parameters:
  ///   - range: The bytes whose style changes.
  ///   - change: A closure called once for each part of the range in one style.
  /// - Complexity: O(*n*), where *n* is the number of spans.
  public mutating func updateStyle(in range: Range<Int>, _ change: (inout TextStyle) -> Void) {
    let range = rounded(range)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(
        shapingSpans.end(at: start, length: length), paintSpans.end(at: start, length: length),
        range.upperBound)
      let old = style(at: start)
      var new = old
      change(&new)
      if new.shaping != old.shaping {
        shapingSpans.set(new.shaping, in: start..<end, base: source.style, length: length)
      }
      if new.paint != old.paint {
        paintSpans.set(new.paint, in: start..<end, base: basePaint, length: length)
      }
      start = end
    }
  }

  /// Sets the styles of several ranges at once, and resets all other text to the base style.
  ///
  /// - Parameter stretches: The ranges, sorted and disjoint; others are ignored.
  /// - Complexity: O(*n*), where *n* is the number of stretches.
  public mutating func setStyles(_ stretches: [(range: Range<Int>, style: TextStyle)]) {
    shapingSpans = SpanList()
    paintSpans = SpanList()
    var end = 0
    for (range, style) in stretches {
      let range = rounded(range)
      guard range.lowerBound >= end, !range.isEmpty else { continue }
      shapingSpans.append(source.style, upTo: range.lowerBound)
      paintSpans.append(basePaint, upTo: range.lowerBound)
      shapingSpans.append(style.shaping, upTo: range.upperBound)
      paintSpans.append(style.paint, upTo: range.upperBound)
      end = range.upperBound
    }
    shapingSpans.finish(base: source.style, length: length)
    paintSpans.finish(base: basePaint, length: length)
  }

  /// Adds a link or a spoiler without changing the text's style.
  ///
  /// A link's address is made absolute: `example.com` becomes `https://example.com`. A link to an
  /// address that must not be opened (see ``LinkDestination``) is ignored; use
  /// ``AttributedText/Annotation/Kind/other(type:value:)`` for addresses that only the host
  /// understands.
  public mutating func annotate(_ range: Range<Int>, as kind: Annotation.Kind) {
    let range = rounded(range)
    guard !range.isEmpty, let kind = kind.filtered else { return }
    annotations.append(Annotation(range: range, kind: kind))
  }

  /// Returns the range clamped to the text and rounded down to scalar boundaries.
  func rounded(_ range: Range<Int>) -> Range<Int> {
    let bytes = string.utf8.span
    let start = bytes.scalarStart(at: range.lowerBound)
    return start..<max(start, bytes.scalarStart(at: range.upperBound))
  }
}

extension AttributedText {
  /// The mapping between offsets of the text and of its source.
  public var indexMap: IndexMap { structure.read { $0.indexMap } }

  /// All attachments, including hidden ones, and the offsets of their placeholders, in order.
  package var attachments: [(offset: Int, attachment: TextAttachment)] {
    structure.read { $0.attachments.map { ($0.offset, $0.attachment) } }
  }

  /// The rules for line breaks in addition to UAX #14.
  public var lineBreakRules: LineBreakRules {
    get { structure.read { $0.rules } }
    set { structure.value.rules = newValue }
  }

  /// Sets the style of the paragraphs that begin in a range.
  public mutating func setParagraphStyle(_ style: ParagraphStyle, in range: Range<Int>) {
    structure.value.paragraphStyles.set(
      style, in: rounded(range), base: ParagraphStyle(), length: length)
  }

  /// Returns the style of the paragraph that begins at `offset`.
  public func paragraphStyle(at offset: Int) -> ParagraphStyle {
    structure.read { $0.paragraphStyles.value(at: offset) } ?? ParagraphStyle()
  }
}

/// The rule for the base direction of a paragraph.
public enum TextDirection: Hashable, Sendable {
  /// The direction of the first strong character, or left-to-right if there is none (UAX #9, P2 and
  /// P3).
  case auto
  /// Left-to-right, regardless of the text.
  case leftToRight
  /// Right-to-left, regardless of the text.
  case rightToLeft
}

extension AttributedText {
  /// A range of text with a meaning beyond its style.
  public struct Annotation: Hashable, Sendable {
    /// The bytes that the annotation covers.
    public var range: Range<Int>
    /// The meaning of the range.
    public var kind: Kind

    /// The meaning of an annotated range.
    public enum Kind: Hashable, Sendable {
      /// A link: its type, as named by the Bot API, and its absolute address, if any.
      case link(type: String, url: String?)
      /// Text that is hidden until it is revealed.
      case spoiler
      /// Inline code, which is copied as a whole.
      case code
      /// An annotation defined by the host: a type and an optional value.
      case other(type: String, value: String?)
    }
  }

  /// The text as input to shaping.
  var shapingInput: ShapingInput {
    ShapingInput(
      source, spans: shapingSpans.spans, details: structure.isDefault ? nil : details)
  }

  private var details: ShapingDetails? {
    let segments = segments.map {
      TextSegment(
        end: Int32(truncatingIfNeeded: $0.range.upperBound),
        direction: BaseDirection(direction(of: $0)), allowsHyphenation: !isCode($0))
    }
    let objects = structure.read { $0.attachments }.map {
      $0.attachment.object(at: Int32(truncatingIfNeeded: $0.offset))
    }
    let rules = structure.read { $0.rules }
    guard !(segments.isEmpty && objects.isEmpty && rules == LineBreakRules()) else {
      return nil
    }
    return ShapingDetails(
      segments: segments, objects: objects, wordBreak: WordBreakRule(rules.wordBreak),
      convention: LineBreakConvention(rules.convention), hyphenates: rules.hyphenates)
  }
}

extension TextDirection {
  fileprivate init(_ direction: BaseDirection) {
    switch direction {
    case .auto: self = .auto
    case .leftToRight: self = .leftToRight
    case .rightToLeft: self = .rightToLeft
    }
  }
}

extension BaseDirection {
  fileprivate init(_ direction: TextDirection) {
    switch direction {
    case .auto: self = .auto
    case .leftToRight: self = .leftToRight
    case .rightToLeft: self = .rightToLeft
    }
  }
}

extension LineBreakConvention {
  fileprivate init(_ convention: AttributedText.LineBreakRules.Convention) {
    switch convention {
    case .unicode: self = .unicode
    case .css: self = .css
    }
  }
}

extension WordBreakRule {
  fileprivate init(_ wordBreak: AttributedText.LineBreakRules.WordBreak) {
    switch wordBreak {
    case .normal: self = .normal
    case .breakAll: self = .breakAll
    case .keepAll: self = .keepAll
    }
  }
}
