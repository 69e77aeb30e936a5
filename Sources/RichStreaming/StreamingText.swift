internal import GalleyMessages
public import GalleyRichMessages
public import GalleyRichTypesetting
internal import GalleyStreaming
public import GalleyTypesetting

/// A message in Rich Markdown that is shown while it is written.
///
/// Text is appended as it comes, and each layout shows all of it: constructs that are still open
/// look like what they will become. Blocks that are complete are parsed, shaped and broken into
/// lines once, and all layouts share them. The message has one width while it grows, so that no
/// line moves except in the block that changes.
///
/// A stream may be used on any thread, by one at a time; its layouts are immutable and can be
/// shared.
public struct StreamingText: Sendable {
  /// The time in seconds after the last append at which ``showHeldMarks()`` is due.
  public static let holdPeriod = 0.3

  /// The default options of reading, with limits that no answer of a model reaches.
  public static var readingOptions: RichMessage.ReadingOptions {
    var limits = RichMessageLimits(.clip)
    (limits.characters, limits.blocks, limits.cells) = (1 << 26, 1 << 22, 1 << 22)
    (limits.media, limits.formulas) = (1 << 16, 1 << 20)
    return RichMessage.ReadingOptions(limits: limits, isDraft: true)
  }

  /// The source and its blocks.
  private(set) var stream = MarkdownStream()
  /// The closed blocks, typeset.
  var parts = ChunkedList<StreamingPart>()
  /// The definitions of links and footnotes so far.
  var definitions = MarkdownDefinitions()
  /// The numbers of definitions of links and footnotes that were applied.
  var definitionCounts = (links: 0, footnotes: 0)
  let typesetter: BlockTypesetter
  let options: RichMessage.ReadingOptions
  /// Whether marks at the end of the text are shown as text.
  private(set) var showsHeldMarks = false
  /// The open block.
  private(set) var tail: OpenTail?
  /// The open blocks that are typeset as a whole.
  private var whole = OpenWhole()
  private var current: StreamingLayout?
  /// The height of the complete blocks of the last layout, and the settled part of the open one;
  /// `nil` if the next layout has nothing in common with it.
  private var shown: (top: Double, settled: OpenTail.Settled?)?

  /// Creates an empty message.
  ///
  /// - Parameters:
  ///   - width: The width of the message, in points.
  ///   - theme: The appearance.
  ///   - textOptions: The options of all texts, such as their line height; widths are ignored.
  ///   - options: The options of reading; a message that exceeds the limits is cut off when it is
  ///     finished, and drafts may contain placeholders.
  ///   - engine: The layout engine.
  public init(
    width: Double, theme: RichTheme = RichTheme(), textOptions: LayoutOptions = LayoutOptions(),
    options: RichMessage.ReadingOptions = StreamingText.readingOptions, engine: TextEngine
  ) {
    self.init(
      width: width, theme: theme, state: RichState(), textOptions: textOptions, options: options,
      engine: engine)
  }

  /// Creates an empty message in which the reader has opened or closed sections.
  ///
  /// - Parameters:
  ///   - width: The width of the message, in points.
  ///   - theme: The appearance.
  ///   - state: The sections that the reader has opened or closed.
  ///   - textOptions: The options of all texts, such as their line height; widths are ignored.
  ///   - options: The options of reading.
  ///   - engine: The layout engine.
  package init(
    width: Double, theme: RichTheme, state: RichState, textOptions: LayoutOptions,
    options: RichMessage.ReadingOptions, engine: TextEngine
  ) {
    var own = options
    own.limits.behavior = .clip
    (own.isStrict, own.isDraft) = (false, true)
    self.options = own
    typesetter = BlockTypesetter(
      theme: theme, state: state, options: textOptions, isRightToLeft: options.isRightToLeft,
      width: width, engine: engine)
  }

  /// Whether the message is complete.
  public var isFinished: Bool { stream.isFinished }

  /// The width of the message, in points.
  public var width: Double { typesetter.width }

  /// The Markdown so far, without a byte order mark; bytes that are not UTF-8 are replaced.
  package var markdown: String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(
      decoding: stream.source.dropFirst(stream.source.starts(with: mark) ? 3 : 0), as: UTF8.self)
  }

  /// Appends Markdown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text; the layout follows on demand.
  public mutating func append(_ text: String) {
    stream.append(text.utf8)
    (showsHeldMarks, current) = (false, nil)
  }

  /// Appends Markdown in UTF-8, which may be cut inside of characters and line ends.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    stream.append(bytes)
    (showsHeldMarks, current) = (false, nil)
  }

  /// Replaces the whole Markdown, for senders that repeat it with each change.
  ///
  /// The common beginning of the old and the new text is found by comparing them, and is not laid
  /// out again. The message may be finished; it then grows again.
  public mutating func replace(whole text: String) {
    let count = stream.replace(whole: text)
    truncate(to: min(count, stream.closedBlocks.count))
    let top = min(shown?.top ?? 0, parts.last?.stack.height ?? 0)
    (tail, shown, whole) = (nil, (top, nil), OpenWhole())
    (showsHeldMarks, current) = (false, nil)
  }

  /// Shows marks at the end of the text, whose meaning the next character decides, as text.
  ///
  /// A host calls this ``holdPeriod`` after the last append. The next append hides them again if
  /// they are not text.
  public mutating func showHeldMarks() {
    guard !isFinished, !showsHeldMarks else { return }
    (showsHeldMarks, current) = (true, nil)
  }

  /// Completes the message.
  ///
  /// Its layout is that of the whole message at the same width, with the list of its footnotes.
  public mutating func finish() {
    guard !isFinished else { return }
    stream.finish()
    (showsHeldMarks, current) = (false, nil)
  }

  /// Lays out what changed since the last call.
  ///
  /// A part of the open block that is longer than 512 bytes and cannot be laid out in pieces, such
  /// as a long quotation, shows what was appended when it has grown by a 32nd of its length, and
  /// after ``showHeldMarks()``.
  ///
  /// - Returns: The layout, which shares everything unchanged with earlier ones.
  /// - Complexity: O(*n*), where *n* is the length of the text since the start of the last line
  ///   that was certain; for parts that cannot be laid out in pieces, O(*n*) for all layouts
  ///   together.
  public mutating func layout() -> StreamingLayout {
    if let current { return current }
    let layout = isFinished ? finishedLayout() : growingLayout()
    current = layout
    return layout
  }

  private mutating func growingLayout() -> StreamingLayout {
    if closeParts() { (tail, shown, whole) = (nil, nil, OpenWhole()) }
    let stack = parts.last?.stack ?? GrowingStack()
    let top = stack.height
    let (root, open) = root(with: stack)
    let settled = tail?.settled
    var changed = shown?.top ?? 0
    if let old = shown?.settled, let settled, old.start == settled.start,
      old.generation == settled.generation
    {
      changed += old.height
    }
    shown = (top, settled)
    return StreamingLayout(
      root: root, closed: parts, tail: open, stableHeight: top, changedFrom: changed,
      typesetter: typesetter)
  }

  /// Returns the box of the closed blocks with the open ones behind them.
  private mutating func root(with stack: GrowingStack) -> (BlockBox, StreamingLayout.Tail) {
    let index = parts.last?.end ?? 0
    if let block = stream.openBlock, !stream.showsUndecidedLine(holdsExpired: showsHeldMarks) {
      // The value has one owner while it changes.
      var open =
        tail.take().flatMap { $0.isFor(block, index: index) ? $0 : nil }
        ?? OpenTail(block, index: index, spoilers: parts.last?.spoilerEnd ?? 0)
      let root = open.box(behind: stack, of: self)
      let shown = open.block
      tail = consume open
      if let root, let shown { return (root, .growing(shown)) }
    }
    var whole = OpenWhole()
    swap(&whole, &self.whole)
    let blocks = whole.blocks(of: self)
    self.whole = consume whole
    return (stack.box(width: width, with: blocks), .typeset(blocks))
  }

  /// Returns the layout of the whole message, with the blocks that did not change.
  private mutating func finishedLayout() -> StreamingLayout {
    _ = closeParts()
    tail = nil
    let blocks = parts.flatMap(\.blocks)
    let message = (try? RichMessage(markdown: markdown, options: options)) ?? RichMessage()
    var stack = GrowingStack()
    var whole: [TypesetBlock] = []
    var changed: Double?
    for (index, block) in message.blocks.enumerated() {
      let spoilers = whole.last?.spoilers.upperBound ?? 0
      let isSame =
        index < blocks.count && blocks[index].block == block
        && blocks[index].spoilers.lowerBound == spoilers
      if !isSame, changed == nil { changed = stack.height }
      let typeset =
        isSame
        ? [blocks[index]] : typesetter.typeset([block], from: index, spoilers: spoilers)
      for block in typeset { block.add(to: &stack) }
      whole += typeset
    }
    return StreamingLayout(
      root: stack.box(width: width), closed: ChunkedList(), tail: .typeset(whole),
      stableHeight: stack.height,
      changedFrom: min(changed ?? stack.height, shown?.top ?? 0), typesetter: typesetter,
      isPartial: message.isPartial)
  }
}
