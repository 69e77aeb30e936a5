internal import GalleyBasics
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMath
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting

/// A composer that turns a rich text into shaped text.
///
/// The tree becomes a string, in which objects are characters; the styles, links and targets become
/// ranges.
struct TextComposer {
  let theme: RichTheme
  let engine: TextEngine
  /// The style of plain text.
  let base: TextStyle
  /// The options of all layouts.
  let options: LayoutOptions
  /// Whether the message is right-to-left, which decides for text without letters.
  let isRightToLeft: Bool

  private let styles: RichStyles
  private var source: [UInt8] = []
  private var pieces: [(range: Range<Int>, replacement: AttributedText.Replacement)] = []
  private var stretches: [(range: Range<Int>, traits: TextTraits)] = []
  private var annotations: [(range: Range<Int>, kind: AttributedText.Annotation.Kind)] = []
  private var targets: [ComposedText.Target] = []
  /// The objects, and the ranges of their text in the source.
  private var objects: [(range: Range<Int>, object: ComposedObject)] = []
  private var traits = TextTraits()
  /// The strings, dates and objects in the order of the tree, as ranges of the source.
  private var leaves: [Range<Int>] = []
  /// The number of spoilers that contain the current text.
  private var spoilerDepth = 0
  /// The index of the text's first spoiler among those of the message.
  private let firstSpoiler: Int
  /// The number of the text's spoilers; one inside another has no number.
  private(set) var spoilerCount = 0
  /// Whether the text depends on the current time.
  private(set) var hasRelativeDates = false

  init(
    _ theme: RichTheme, base: TextStyle, options: LayoutOptions, isRightToLeft: Bool,
    engine: TextEngine, isCode: Bool = false, firstSpoiler: Int = 0, styles: RichStyles? = nil
  ) {
    self.theme = theme
    self.firstSpoiler = firstSpoiler
    self.engine = engine
    self.base = base
    self.options = options
    self.isRightToLeft = isRightToLeft
    self.styles = styles ?? RichStyles(theme.message, base: base)
    if isCode { traits.parts.insert(.pre) }
  }

  // MARK: Appending

  /// Appends a text.
  mutating func append(_ text: RichText) {
    switch text {
    case .plain(let string):
      let start = source.count
      append(string)
      leaves.append(start..<source.count)
    case .sequence(let parts): for part in parts { append(part) }
    case .styled(let style, let text): append(text, in: style)
    case .link(let link, let text):
      let start = source.count
      with({ $0.parts.insert(.link) }) { $0.append(text) }
      annotate(from: start, link.annotation)
    case .dateTime(let unix, let format, let text): appendDate(unix, format, text)
    case .customEmoji(let id, let alternative): appendEmoji(id, alternative)
    case .formula(let formula): appendFormula(formula)
    case .anchor(let name):
      targets.append(
        ComposedText.Target(name: name, isReference: false, range: source.count..<source.count))
    case .anchorLink(let name, let text):
      let start = source.count
      with({ $0.parts.insert(.link) }) { $0.append(text) }
      annotate(from: start, .other(type: "anchor_link", value: name))
    case .reference(let name, let text):
      let start = source.count
      append(text)
      targets.append(
        ComposedText.Target(name: name, isReference: true, range: start..<source.count))
    case .referenceLink(let name, let text):
      let start = source.count
      let raised = traits(of: .superscript, for: text)
      with({
        $0 = raised
        $0.parts.insert(.link)
      }) { $0.append(text) }
      annotate(from: start, .other(type: "reference_link", value: name))
    case .button(let button): append(button)
    }
  }

  /// Appends a string in the current traits.
  mutating func append(_ string: String) {
    let start = source.count
    source += string.utf8
    note(from: start)
  }

  private mutating func append(_ text: RichText, in style: RichText.Style) {
    let start = source.count
    let isSpoiler = style == .spoiler
    if isSpoiler {
      spoilerDepth += 1
      spoilerCount += spoilerDepth == 1 ? 1 : 0
    }
    let script = style.script.map { traits(of: $0, for: text) }
    with({ $0 = script ?? $0.applying(style) }) { $0.append(text) }
    if isSpoiler { spoilerDepth -= 1 }
    switch style {
    case .spoiler:
      if spoilerDepth == 0 { annotations.append((start..<source.count, .spoiler)) }
    case .code: annotate(from: start, .code)
    default: break
    }
  }

  /// Returns the traits of a subscript or superscript within the current ones.
  private mutating func traits(
    of script: TextTraits.Script, for text: RichText
  ) -> TextTraits {
    var letters: [(style: TextStyle, string: String)]?
    if !traits.isScript, let own = text.letters(in: traits.parts) {
      letters = own.map { (styles.style(of: TextTraits(parts: $0.parts)), $0.string) }
    }
    let form = script.form(
      of: letters, in: styles.style(of: traits), after: source, fonts: engine.fonts)
    return traits.script(form)
  }

  private mutating func appendDate(
    _ unix: Int, _ format: MessageEntity.DateTimeFormat?, _ text: RichText
  ) {
    let start = source.count
    if format?.letters == "r" { hasRelativeDates = true }
    with({ $0.parts.insert(.link) }) { composer in
      let words = format.flatMap { composer.theme.dates?.text(for: unix, $0) }
      let count = composer.leaves.count
      if let words { composer.append(words) } else { composer.append(text) }
      // A date is one part, which is not divided.
      composer.leaves.removeSubrange(count...)
      composer.leaves.append(start..<composer.source.count)
    }
    let address = "tg://time?unix=\(unix)" + (format.map { "&format=\($0.letters)" } ?? "")
    annotate(from: start, .link(type: "date_time", url: address))
  }

  private mutating func appendEmoji(_ id: String, _ alternative: String) {
    let side = styles.style(of: traits).font.size * theme.message.emojiScale
    replace(
      alternative,
      with: TextAttachment(id: id, size: Size(width: side, height: side), text: alternative))
    leaves.append(pieces[pieces.count - 1].range)
  }

  /// Appends a formula on a line of its own.
  mutating func append(_ formula: FormulaLayout, source words: String, size: Double) {
    let start = source.count
    let segment = FormulaLayout.Segment(whole: formula)
    replace(
      words,
      with: TextAttachment(
        id: "formula",
        size: Size(
          width: formula.width * size, height: (formula.ascent + formula.descent) * size),
        placement: .baseline(descent: formula.descent * size), text: words),
      by: .formula(formula, segment, size: size))
    leaves.append(start..<source.count)
    annotate(from: start, .other(type: "formula", value: words))
  }

  private mutating func appendFormula(_ formula: String) {
    let start = source.count
    defer { leaves.append(start..<source.count) }
    let layout = engine.formulas.engine?.layout(
      of: formula, isDisplay: false, families: base.font.families, language: base.language)
    guard let layout, layout.isValid, layout.width > 0 else {
      with({ $0.parts.insert(.code) }) { $0.append(formula) }
      return annotate(from: start, .code)
    }
    let size = styles.style(of: traits).font.size
    let segments = layout.segments(unbrokenUpTo: RichMetrics.unbrokenFormula)
    // UAX #9: in right-to-left text, the parts of a formula would be in the opposite order.
    let isIsolated = segments.count > 1
    if isIsolated { append("\u{2066}") }
    var sourceStart = 0
    for (index, segment) in segments.enumerated() {
      // The space after an operator belongs to the part before it.
      let end = index + 1 < segments.count ? segments[index + 1].start : segment.end
      let words = formula.utf8Slice(sourceStart..<Int(segment.sourceEnd))
      sourceStart = Int(segment.sourceEnd)
      replace(
        words,
        with: TextAttachment(
          id: "formula",
          size: Size(
            width: (end - segment.start) * size, height: (segment.ascent + segment.descent) * size),
          placement: .baseline(descent: segment.descent * size), text: words),
        by: .formula(layout, segment, size: size))
    }
    if isIsolated { append("\u{2069}") }
    annotate(from: start, .other(type: "formula", value: formula))
  }

  private mutating func append(_ button: RichText.Button) {
    let metrics = RichMetrics(size: base.font.size)
    let composed = ComposedButton(
      button: button,
      label: theme.label(of: button, size: metrics.inlineButtonSize, engine: engine))
    let size = Size(
      width: composed.label.size.width + 2 * metrics.inlineButtonPadding.x,
      height: composed.label.size.height + 2 * metrics.inlineButtonPadding.y)
    let line = composed.label.lineCount > 0 ? composed.label.line(at: 0).baseline : 0
    let descent = composed.label.size.height - line + metrics.inlineButtonPadding.y
    let start = source.count
    let words = composed.label.text.plainText(of: 0..<composed.label.text.length, revealed: .all)
    replace(
      words.string,
      with: TextAttachment(
        id: "button", size: size, placement: .baseline(descent: descent), text: words.string),
      by: .button(composed))
    leaves.append(start..<source.count)
    annotate(from: start, .other(type: "button", value: nil))
  }

  /// Appends an object that stands for a text, which is never empty.
  private mutating func replace(
    _ words: String, with attachment: TextAttachment, by object: ComposedObject? = nil
  ) {
    let start = source.count
    source += words.isEmpty ? Array("\u{FFFC}".utf8) : Array(words.utf8)
    pieces.append((start..<source.count, .attachment(attachment)))
    if let object { objects.append((start..<source.count, object)) }
    note(from: start)
  }

  // MARK: Ranges

  /// Appends text in changed traits.
  private mutating func with(
    _ change: (inout TextTraits) -> Void, _ body: (inout TextComposer) -> Void
  ) {
    let outer = traits
    change(&traits)
    body(&self)
    traits = outer
  }

  /// Notes the traits of the text that was appended since an offset.
  private mutating func note(from start: Int) {
    guard source.count > start, traits != TextTraits() else { return }
    if let last = stretches.last, last.range.upperBound == start, last.traits == traits {
      stretches[stretches.count - 1].range = last.range.lowerBound..<source.count
    } else {
      stretches.append((start..<source.count, traits))
    }
  }

  private mutating func annotate(from start: Int, _ kind: AttributedText.Annotation.Kind) {
    if source.count > start { annotations.append((start..<source.count, kind)) }
  }

  // MARK: The result

  /// Returns the text.
  ///
  /// - Parameters:
  ///   - slot: The part of the block that the text is.
  ///   - block: The block that contains the whole text, if any; its range is ignored.
  ///   - colors: The colored ranges of code, sorted and disjoint.
  ///   - title: The layout of the block's title in an earlier form of the text.
  /// - Returns: The text, shaped.
  consuming func text(
    as slot: ComposedText.Slot = .text, in block: TextBlock? = nil,
    colors: [MessageTheme.ColoredCode] = [], earlierTitle title: TextLayout? = nil
  ) -> ComposedText {
    let string = String(decoding: source, as: UTF8.self)
    let direction = TextDirection(of: string, inRightToLeftMessage: isRightToLeft)
    let isPlain = pieces.isEmpty && stretches.isEmpty && annotations.isEmpty && targets.isEmpty
    var text =
      pieces.isEmpty
      ? AttributedText(string, style: base, direction: direction, language: base.language)
      : AttributedText(
        string, replacing: pieces, style: base, direction: direction, language: base.language)
    let rules = theme.message.lineBreakRules
    if rules != AttributedText.LineBreakRules() { text.lineBreakRules = rules }
    if isPlain, block == nil, colors.isEmpty {
      return ComposedText(
        engine.layout(text, options: options), slot: slot, leaves: leaves,
        firstSpoiler: firstSpoiler)
    }
    let map = text.indexMap
    var ranges: [(range: Range<Int>, style: TextStyle)] = []
    for (range, traits) in stretches {
      ranges.append((map.layoutRange(ofSource: range), styles.style(of: traits)))
    }
    text.setStyles(colors.isEmpty ? ranges : ranges.colored(colors))
    for (range, kind) in annotations { text.annotate(map.layoutRange(ofSource: range), as: kind) }
    if var block {
      block.range = 0..<text.length
      text.addBlocks([block], earlierTitle: title)
    }
    let targets = targets.map { target in
      var target = target
      target.range = map.layoutRange(ofSource: target.range)
      return target
    }
    let placed = objects.map { (map.layoutRange(ofSource: $0.range).lowerBound, $0.object) }
    return ComposedText(
      layout(text, objects: placed.map(\.0)), slot: slot, targets: targets,
      objects: Dictionary(uniqueKeysWithValues: placed),
      leaves: leaves.map { map.layoutRange(ofSource: $0) }, firstSpoiler: firstSpoiler)
  }

  /// Returns the layout of the text on lines without a limit.
  ///
  /// Lines are of equal height unless a formula or a button is higher than a line.
  private func layout(_ text: AttributedText, objects: [Int]) -> TextLayout {
    let layout = engine.layout(text, options: options)
    guard !objects.isEmpty, options.lineHeight == .uniform, layout.lineCount > 0 else {
      return layout
    }
    let height = layout.size.height / Double(layout.lineCount)
    let first = layout.line(at: 0).baseline
    let known = Set(objects)
    let isHigher = layout.placedAttachments(revealed: .all).contains { object in
      let top = layout.line(at: object.line).baseline - first
      return known.contains(object.range.lowerBound)
        && (object.frame.minY < top || object.frame.maxY > top + height)
    }
    guard isHigher else { return layout }
    var options = options
    options.lineHeight = .perLine
    return layout.relayout(options)
  }
}

extension TextDirection {
  /// Creates the rule for the direction of a text: its first letter decides, and the message's
  /// direction if it has none.
  init(of string: String, inRightToLeftMessage isRightToLeft: Bool) {
    let isUndecided =
      isRightToLeft && !string.unicodeScalars.contains(where: \.properties.isAlphabetic)
    self = isUndecided ? .rightToLeft : .auto
  }
}

extension TextTraits {
  /// Returns the traits in a style that is no subscript or superscript.
  func applying(_ style: RichText.Style) -> TextTraits {
    var traits = self
    switch style {
    case .bold: traits.parts.insert(.bold)
    case .italic: traits.parts.insert(.italic)
    case .underline: traits.parts.insert(.underline)
    case .strikethrough: traits.parts.insert(.strikethrough)
    case .code: traits.parts.insert(.code)
    case .marked: traits.isMarked = true
    case .subscript, .superscript, .spoiler: break
    }
    return traits
  }
}

extension RichText.Style {
  /// The position of a subscript or superscript; `nil` for other styles.
  fileprivate var script: TextTraits.Script? {
    switch self {
    case .subscript: .subscript
    case .superscript: .superscript
    default: nil
    }
  }
}

extension RichText.Link {
  /// The annotation of the link's text.
  fileprivate var annotation: AttributedText.Annotation.Kind {
    switch self {
    case .url(let url): .link(type: "url", url: url)
    case .emailAddress(let address): .link(type: "email_address", url: "mailto:" + address)
    case .phoneNumber(let number): .link(type: "phone_number", url: "tel:" + number)
    case .bankCardNumber(let number): .other(type: "bank_card_number", value: number)
    case .mention(let name): .link(type: "mention", url: "tg://resolve?domain=" + name)
    case .hashtag(let tag): .other(type: "hashtag", value: tag)
    case .cashtag(let tag): .other(type: "cashtag", value: tag)
    case .botCommand(let command): .other(type: "bot_command", value: command)
    case .user(let user): .link(type: "text_mention", url: "tg://user?id=\(user.id)")
    }
  }
}

extension [(range: Range<Int>, style: TextStyle)] {
  /// Returns the ranges with the colors of code, which are sorted and disjoint as the ranges are.
  fileprivate func colored(_ colors: [MessageTheme.ColoredCode]) -> Self {
    var result = Self()
    var next = 0
    for (range, style) in self {
      var start = range.lowerBound
      while start < range.upperBound {
        while next < colors.count, colors[next].range.upperBound <= start { next += 1 }
        var (end, own) = (range.upperBound, style)
        if next < colors.count, colors[next].range.lowerBound < end {
          let color = colors[next]
          if color.range.lowerBound <= start {
            own.paint.color = color.color
            end = Swift.min(end, color.range.upperBound)
          } else {
            end = color.range.lowerBound
          }
        }
        result.append((start..<end, own))
        start = end
      }
    }
    return result
  }
}
