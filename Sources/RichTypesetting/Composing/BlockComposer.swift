internal import GalleyFonts
internal import GalleyHarfBuzz
internal import GalleyMath
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyShaping
internal import GalleyTypesetting

/// A composer that shapes the blocks of a rich message.
///
/// Sections that are closed are not shaped.
struct BlockComposer {
  let theme: RichTheme
  let engine: TextEngine
  let metrics: RichMetrics
  /// The styles of texts in the style of the message.
  private let styles: RichStyles
  let isRightToLeft: Bool
  let state: RichState
  /// The options of text layouts.
  var options: LayoutOptions
  /// The layout of the title in an earlier form of code that grows.
  var earlierTitle: TextLayout?
  /// Whether the lines of headings are balanced; those of blocks that grow are not.
  var balancesHeadings = true
  /// The number of lists that contain the current block.
  private var listLevel = 0
  /// The display formulas of earlier messages, once a formula needs them.
  private var displayFormulas: FormulaTexts?
  /// The number of spoilers in the texts so far, also in those that are not shaped.
  var spoilerCount = 0
  /// Whether a text so far depends on the current time.
  private(set) var hasRelativeDates = false
  /// The blocks of an earlier form of the message, which are used again unless ``changes`` affect
  /// them.
  var earlier: [BlockPath: ComposedBlock] = [:]
  var changes: DateChanges?

  init(
    _ theme: RichTheme, isRightToLeft: Bool, state: RichState, options: LayoutOptions,
    engine: TextEngine, styles: RichStyles? = nil
  ) {
    self.theme = theme
    self.styles = styles ?? RichStyles(theme.message, base: theme.message.text)
    self.engine = engine
    self.isRightToLeft = isRightToLeft
    self.state = state
    self.options = options
    metrics = RichMetrics(size: theme.message.text.font.size)
  }

  /// Composes blocks.
  mutating func compose(_ blocks: [RichBlock], in path: BlockPath) -> [ComposedBlock] {
    blocks.enumerated().map { compose($1, at: path.appending($0)) }
  }

  /// Composes a block.
  mutating func compose(_ block: RichBlock, at path: BlockPath) -> ComposedBlock {
    if let known = unchanged(block, at: path) { return known }
    let (content, skip) = parts(of: block, at: path)
    return ComposedBlock(content, at: path, skip: skip)
  }

  private mutating func parts(
    of block: RichBlock, at path: BlockPath
  ) -> (ComposedBlock.Content, RichMetrics.Skip?) {
    switch block {
    case .paragraph(let text):
      (.text(self.text(text)), listLevel > 0 ? metrics.item : metrics.paragraph)
    case .heading(let text, let level): (.text(heading(text, level)), metrics.heading)
    case .code(let text, let language): (.text(code(text, language)), metrics.block)
    case .footer(let text):
      (.text(self.text(text, size: metrics.footerSize, isSecondary: true)), metrics.paragraph)
    case .divider: (.divider, metrics.block)
    case .formula(let formula): (self.formula(formula), metrics.block)
    case .anchor(let name): (.anchor(name: name), nil)
    case .list(let list): (self.list(list, at: path), listLevel > 0 ? metrics.item : metrics.block)
    case .quotation(let quotation):
      (
        .quotation(
          compose(quotation.blocks, in: path), credit: quotation.credit.map { credit($0) }),
        metrics.block
      )
    case .expandableQuotation(let quotation):
      (expandable(quotation, at: path), metrics.block)
    case .pullQuotation(let quotation):
      (
        .pullQuotation(
          text(quotation.text, size: metrics.pullQuoteSize, alignment: .center),
          credit: quotation.credit.map { caption($0, as: .credit, alignment: .center) }),
        metrics.block
      )
    case .table(let table): (.table(self.table(table, at: path)), metrics.block)
    case .details(let details): (self.details(details, at: path), metrics.block)
    case .collage(let gallery): (self.gallery(gallery, isSlideshow: false), metrics.block)
    case .slideshow(let gallery): (self.gallery(gallery, isSlideshow: true), metrics.block)
    case .map(let map): (.media(self.map(map)), metrics.block)
    case .media(let media): (.media(self.media(media)), metrics.block)
    case .buttons(let row):
      (
        .buttons(
          row.buttons.map {
            ComposedButton(
              button: $0,
              label: theme.label(of: $0, size: metrics.buttonLabelSize, engine: engine))
          }, row.alignment), metrics.block
      )
    case .thinking(let text):
      (.text(self.text(text, isSecondary: true).placeholder), metrics.paragraph)
    case .unknown(let unknown): (.group(contents(of: unknown, at: path)), metrics.paragraph)
    }
  }

  // MARK: Texts

  /// Composes a text.
  mutating func text(
    _ text: RichText, as slot: ComposedText.Slot = .text, size: Double? = nil,
    weight: Double? = nil, isSecondary: Bool = false, alignment: TextAlignment? = nil,
    lines: LayoutOptions.Wrapping = .greedy
  ) -> ComposedText {
    var base = theme.message.text
    if let size { base.font.size = size }
    if let weight { base.font.weight = max(base.font.weight, weight) }
    if isSecondary { base.paint.color = .role(.secondaryText) }
    var options = options
    if let alignment { options.alignment = alignment }
    if lines != .greedy { options.wrapping = lines }
    if case .plain(let string) = text { return plain(string, as: slot, base, options) }
    var composer = TextComposer(
      theme, base: base, options: options, isRightToLeft: isRightToLeft, engine: engine,
      firstSpoiler: spoilerCount,
      styles: size == nil && weight == nil && !isSecondary ? styles : nil)
    composer.append(text)
    note(composer)
    return (consume composer).text(as: slot)
  }

  /// Takes account of a text that was composed.
  private mutating func note(_ composer: borrowing TextComposer) {
    spoilerCount += composer.spoilerCount
    if composer.hasRelativeDates { hasRelativeDates = true }
  }

  /// Composes a string, which most cells of tables are, as a `TextComposer` does.
  private func plain(
    _ string: String, as slot: ComposedText.Slot, _ base: TextStyle, _ options: LayoutOptions
  ) -> ComposedText {
    var text = AttributedText(
      string, style: base,
      direction: TextDirection(of: string, inRightToLeftMessage: isRightToLeft),
      language: base.language)
    let rules = theme.message.lineBreakRules
    if rules != AttributedText.LineBreakRules() { text.lineBreakRules = rules }
    return ComposedText(
      engine.layout(text, options: options), slot: slot, leaves: [0..<text.length],
      firstSpoiler: spoilerCount)
  }

  private mutating func heading(_ text: RichText, _ level: Int) -> ComposedText {
    self.text(
      text, size: metrics.headingSize(level), weight: 600,
      lines: balancesHeadings ? .balanced : .greedy)
  }

  private mutating func credit(_ text: RichText) -> ComposedText {
    self.text(text, as: .credit, weight: 600)
  }

  mutating func caption(
    _ text: RichText, as slot: ComposedText.Slot = .caption, alignment: TextAlignment? = nil
  ) -> ComposedText {
    self.text(
      text, as: slot, size: metrics.captionSize, isSecondary: true, alignment: alignment)
  }

  private mutating func code(_ text: RichText, _ language: String?) -> ComposedText {
    let text = text.withoutFinalLineEnd
    guard let language, case .plain(let string) = text else { return code(text, language, []) }
    return code(text, language, MessageTheme.ColoredCode.tokens(ofLanguage: language, in: string))
  }

  /// Composes code with colors.
  ///
  /// - Parameters:
  ///   - text: The code, without a line end at its end.
  ///   - language: The language.
  ///   - colors: The colored ranges.
  ///   - isContinued: Whether code precedes in the same block, so that there is no title.
  /// - Returns: The code, shaped.
  mutating func code(
    _ text: RichText, _ language: String?, _ colors: [MessageTheme.ColoredCode],
    isContinued: Bool = false
  ) -> ComposedText {
    var composer = TextComposer(
      theme, base: theme.message.text, options: options, isRightToLeft: false, engine: engine,
      isCode: true, firstSpoiler: spoilerCount, styles: styles)
    composer.append(text)
    note(composer)
    let entity = MessageEntity(.pre(language: isContinued ? nil : language), in: 0..<0)
    var block = theme.message.block(for: entity)
    block.kind = .code(language: language)
    return (consume composer).text(in: block, colors: colors, earlierTitle: earlierTitle)
  }

  private mutating func expandable(
    _ quotation: RichBlock.CreditedText, at path: BlockPath
  ) -> ComposedBlock.Content {
    var composer = TextComposer(
      theme, base: theme.message.text, options: options, isRightToLeft: isRightToLeft,
      engine: engine, firstSpoiler: spoilerCount, styles: styles)
    composer.append(quotation.text)
    note(composer)
    let entity = MessageEntity(.blockquote(isExpandable: true), in: 0..<0)
    let text = composer.text(in: theme.message.block(for: entity))
    guard let credit = quotation.credit else { return .text(text) }
    let composed = self.credit(credit)
    guard state.isExpanded(path) else { return .text(text) }
    return .group([
      ComposedBlock(.text(text), at: path, skip: metrics.item),
      ComposedBlock(.text(composed), at: path, skip: metrics.item),
    ])
  }

  /// Composes a display formula; one with a syntax error is shown as source.
  private mutating func formula(_ source: String) -> ComposedBlock.Content {
    let formulas = engine.formulas
    let texts = displayFormulas ?? formulas.texts(FormulaTexts.Traits(theme.message, options))
    displayFormulas = texts
    let key = UTF8Text(source)
    if let known = texts.text(of: key) { return .formula(known) }
    let layout = formulas.engine?.layout(
      of: source, isDisplay: true, families: theme.message.text.font.families,
      language: theme.message.text.language)
    guard let layout, layout.isValid else { return .text(code(.plain(source), "latex")) }
    var options = options
    options.alignment = .center
    var composer = TextComposer(
      theme, base: theme.message.text, options: options, isRightToLeft: false, engine: engine)
    composer.append(layout, source: source, size: metrics.formulaSize)
    let text = composer.text()
    texts.insert(text, for: key, byteCount: layout.byteCount)
    return .formula(text)
  }

  // MARK: Containers

  private mutating func list(_ list: RichBlock.List, at path: BlockPath) -> ComposedBlock.Content {
    .list(list.items.enumerated().map { item($1, at: path.appending($0)) })
  }

  /// Composes an item of a list; its label may be known.
  mutating func item(
    _ item: RichBlock.List.Item, at path: BlockPath, label known: ComposedText? = nil
  ) -> ComposedBlock.Item {
    let shape = ComposedBlock.BulletShape(level: listLevel)
    listLevel += 1
    defer { listLevel -= 1 }
    return ComposedBlock.Item(
      path: path,
      marker: item.isOrdered ? .label(known ?? label(item.label)) : .bullet(shape),
      checkbox: item.checkbox, blocks: compose(item.blocks, in: path))
  }

  /// Composes the label of an ordered item: digits of equal width, in the direction of the message,
  /// so that the point stands between the number and the text.
  private func label(_ label: String) -> ComposedText {
    var base = theme.message.text
    base.features = [FontFeature("tnum")]
    var text = AttributedText(
      label, style: base, direction: isRightToLeft ? .rightToLeft : .leftToRight)
    text.language = base.language
    return ComposedText(engine.layout(text, options: options), slot: .label(0))
  }

  private mutating func details(
    _ details: RichBlock.Details, at path: BlockPath
  ) -> ComposedBlock.Content {
    let summary = text(details.summary, weight: 600)
    guard state.isOpen(path) ?? details.isOpen else {
      spoilerCount += details.blocks.spoilerCount
      return .details(summary, nil)
    }
    return .details(summary, compose(details.blocks, in: path))
  }

  private mutating func contents(
    of unknown: RichBlock.Unknown, at path: BlockPath
  ) -> [ComposedBlock] {
    var texts = [
      unknown.text.map { text($0) }, unknown.caption.map { text($0.text, as: .caption) },
    ].compactMap(\.self)
    let blocks = compose(unknown.blocks, in: path)
    if texts.isEmpty, blocks.isEmpty {
      texts = [text(.plain(theme.words.unsupported), as: .label(0), isSecondary: true)]
    }
    return texts.map { ComposedBlock(.text($0), at: path, skip: metrics.paragraph) } + blocks
  }
}

extension RichText {
  /// The text without a line end at its end.
  fileprivate var withoutFinalLineEnd: RichText {
    guard case .plain(let string) = self, string.utf8.last == 0x0A else { return self }
    return .plain(String(string.dropLast()))
  }
}

extension RichTheme {
  /// Returns the label of a button on one line.
  func label(of button: RichText.Button, size: Double, engine: TextEngine) -> TextLayout {
    var base = message.text
    base.font.size = size
    base.font.weight = max(base.font.weight, 600)
    base.paint.color = button.labelColor
    var composer = TextComposer(
      self, base: base, options: LayoutOptions(), isRightToLeft: false, engine: engine)
    composer.append(button.text)
    return composer.text().natural
  }
}
