import GalleyShaping

/// Text with styles, links, spoilers, blocks and attachments.
///
/// A value, equal to another if all of its bytes and spans are: the string as it is, and beside it
/// sorted spans that do not overlap, one list for what shaping reads and one for what painting reads. Offsets count UTF-8 bytes from the start of the
/// text, and fall between scalars; one that falls within a scalar is moved down to its start, and
/// one outside of the text to the nearest end.
///
/// A text may have spoilers. Its words are read as ``DisclosedText``, by
/// ``plainText(of:revealed:)``, in which hidden text is replaced; `revealed: .all` asks for all of
/// it.
public struct AttributedText: Hashable, Sendable {
  /// The text, with what spoilers hide: for layout and painting, never for showing.
  package var string: String { content.string }
  /// How the direction of each paragraph is found.
  public var direction: TextDirection
  /// The language of the text as a BCP 47 tag, if it is known.
  public var language: String?
  /// All links and spoilers, hidden ones too, in the order in which they were added.
  package private(set) var annotations: [Annotation] = []

  let content: UTF8Text
  let base: TextStyle
  var shapingSpans = SpanList<ShapingStyle>()
  var paintSpans = SpanList<TextPaint>()
  var structure = Boxed<TextStructure>()

  /// Makes text in one style.
  public init(
    _ string: String, style: TextStyle = TextStyle(), direction: TextDirection = .auto,
    language: String? = nil
  ) {
    content = UTF8Text(string)
    base = style
    self.direction = direction
    self.language = language
  }

  /// Makes text in one style, with attachments in place of pieces of it.
  ///
  /// Offsets of the text then are no longer those of `source`; ``indexMap`` leads from one to the
  /// other.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - attachments: Pieces of `source` as UTF-8 offsets between scalars, in order and without
  ///     overlaps, and what stands there instead; others are left out.
  ///   - style: The style.
  ///   - direction: How the direction of each paragraph is found.
  ///   - language: The language of the text as a BCP 47 tag, if it is known.
  /// - Complexity: O(*n*), where *n* is the length of `source`.
  public init(
    _ source: String, replacing attachments: [(range: Range<Int>, attachment: TextAttachment)],
    style: TextStyle = TextStyle(), direction: TextDirection = .auto, language: String? = nil
  ) {
    self.init(
      source, replacing: attachments.map { ($0.range, .attachment($0.attachment)) }, style: style,
      direction: direction, language: language)
  }

  /// What stands for a piece of a source.
  package enum Replacement: Sendable {
    case attachment(TextAttachment)
    case text(String)
  }

  /// Makes a text in which attachments and other text stand for pieces of a source, as above.
  package init(
    _ source: String, replacing pieces: [(range: Range<Int>, replacement: Replacement)],
    style: TextStyle, direction: TextDirection, language: String?
  ) {
    var bytes: [UInt8] = []
    var replaced: [(range: Range<Int>, length: Int)] = []
    var placed: [TextStructure.PlacedAttachment] = []
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
    structure.value.attachments = placed
    structure.value.indexMap = TextIndexMap(replacing: replaced)
  }

  /// The style of what no span covers, whose font sets the pitch of the lines.
  public var baseStyle: TextStyle { base }

  /// How many bytes the text has.
  public var length: Int { content.count }

  /// The style of the character at `offset`.
  public func style(at offset: Int) -> TextStyle {
    TextStyle(
      shaping: shapingSpans.value(at: offset) ?? base.shaping,
      paint: paintSpans.value(at: offset) ?? base.paint)
  }

  /// Puts a range in a style.
  public mutating func setStyle(_ style: TextStyle, in range: Range<Int>) {
    updateStyle(in: range) { $0 = style }
  }

  /// Changes the style of a range, wherever it is uniform.
  ///
  /// - Parameters:
  ///   - range: The bytes whose style changes.
  ///   - change: Called once for each stretch of the range in one style.
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
        shapingSpans.set(new.shaping, in: start..<end, base: base.shaping, length: length)
      }
      if new.paint != old.paint {
        paintSpans.set(new.paint, in: start..<end, base: base.paint, length: length)
      }
      start = end
    }
  }

  /// Puts stretches of text in styles, all at once, and all other text in the base style.
  ///
  /// - Parameter stretches: In order and without overlaps; others are left out.
  /// - Complexity: O(*n*), where *n* is the number of stretches.
  public mutating func setStyles(_ stretches: [(range: Range<Int>, style: TextStyle)]) {
    shapingSpans = SpanList()
    paintSpans = SpanList()
    var end = 0
    for (range, style) in stretches {
      let range = rounded(range)
      guard range.lowerBound >= end, !range.isEmpty else { continue }
      for (edge, style) in [(range.lowerBound, baseStyle), (range.upperBound, style)] {
        shapingSpans.append(style.shaping, upTo: edge)
        paintSpans.append(style.paint, upTo: edge)
      }
      end = range.upperBound
    }
    shapingSpans.finish(base: base.shaping, length: length)
    paintSpans.finish(base: base.paint, length: length)
  }

  /// Adds a link or a spoiler, which leaves the looks of the text alone.
  ///
  /// The address of a link becomes absolute: `https://example.com` for `example.com`. A link whose
  /// address may not be opened (``LinkDestination``) is not added; addresses that only the host
  /// understands are for ``Annotation/Kind/other(type:value:)``.
  public mutating func annotate(_ range: Range<Int>, as kind: Annotation.Kind) {
    let range = rounded(range)
    guard !range.isEmpty, let kind = kind.filtered else { return }
    annotations.append(Annotation(range: range, kind: kind))
  }

  /// The range, moved to scalar boundaries within the text.
  func rounded(_ range: Range<Int>) -> Range<Int> {
    let (start, end) = (scalarStart(range.lowerBound), scalarStart(range.upperBound))
    return start..<max(start, end)
  }

  private func scalarStart(_ offset: Int) -> Int {
    var offset = min(max(offset, 0), length)
    let bytes = string.utf8.span
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

extension AttributedText {
  /// Leads from offsets of the text to those of the text that it was made of, and back.
  public var indexMap: TextIndexMap { structure.value.indexMap }

  /// All attachments, hidden ones too, and the offsets of what stands for them, in order.
  package var attachments: [(offset: Int, attachment: TextAttachment)] {
    structure.value.attachments.map { ($0.offset, $0.attachment) }
  }

  /// Where lines may end beyond what UAX #14 says.
  public var lineBreakRules: LineBreakRules {
    get { structure.value.rules }
    set { structure.value.rules = newValue }
  }

  /// Sets how the lines of the paragraphs stand that begin in a range.
  public mutating func setParagraphStyle(_ style: ParagraphStyle, in range: Range<Int>) {
    structure.value.paragraphStyles.set(
      style, in: rounded(range), base: ParagraphStyle(), length: length)
  }

  /// How the lines of the paragraph stand that begins at `offset`.
  public func paragraphStyle(at offset: Int) -> ParagraphStyle {
    structure.value.paragraphStyles.value(at: offset) ?? ParagraphStyle()
  }
}

/// How the direction of a paragraph is found.
public enum TextDirection: Hashable, Sendable {
  /// By its first strong character; from left to right if it has none. UAX #9, P2 and P3.
  case auto
  /// From left to right, whatever the text is.
  case leftToRight
  /// From right to left, whatever the text is.
  case rightToLeft
}

/// A range of text that means something beyond its looks.
public struct Annotation: Hashable, Sendable {
  /// The bytes that the annotation covers.
  public var range: Range<Int>
  /// What the range is.
  public var kind: Kind

  /// What an annotated range is.
  public enum Kind: Hashable, Sendable {
    /// Something to follow: its type, as the Bot API names it, and its absolute address, if it has
    /// one.
    case link(type: String, url: String?)
    /// Something that is hidden until it is asked for.
    case spoiler
    /// Code within a line, which is copied as a whole.
    case code
    /// Something that the host knows by its type, and perhaps by a value.
    case other(type: String, value: String?)
  }
}

extension AttributedText {
  /// The text as shaping reads it.
  var shapingInput: ShapingInput {
    ShapingInput(
      text: content, base: base.shaping,
      spans: shapingSpans.spans.map { ShapingSpan(end: $0.end, style: $0.value) },
      direction: BaseDirection(direction), language: language,
      details: structure.isUsual ? nil : details)
  }

  private var details: ShapingDetails? {
    let segments = segments.map {
      TextSegment(
        end: Int32(truncatingIfNeeded: $0.range.upperBound),
        direction: BaseDirection(direction(of: $0)), isVerbatim: isCode($0))
    }
    let objects = structure.value.attachments.map {
      $0.attachment.object(at: Int32(truncatingIfNeeded: $0.offset))
    }
    let rules = structure.value.rules
    guard !(segments.isEmpty && objects.isEmpty && rules == LineBreakRules()) else { return nil }
    return ShapingDetails(
      segments: segments, objects: objects, wordBreak: WordBreak(rules.wordBreak),
      convention: LineBreakConvention(rules.convention), hyphenates: rules.hyphenates)
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
  fileprivate init(_ convention: LineBreakRules.Convention) {
    switch convention {
    case .unicode: self = .unicode
    case .css: self = .css
    }
  }
}

extension WordBreak {
  fileprivate init(_ wordBreak: LineBreakRules.WordBreak) {
    switch wordBreak {
    case .normal: self = .normal
    case .breakAll: self = .breakAll
    case .keepAll: self = .keepAll
    }
  }
}
