public import GalleyDisplay
public import GalleyGeometry
public import GalleyLists
internal import GalleyScheduling
public import GalleyTypesetting

/// A scrollable conversation: its background, messages and days.
///
/// Links, spoilers and quotations respond to taps; text can be selected across messages.
@MainActor public final class ConversationView {
  /// The root node.
  public let node: DisplayNode
  /// The list of messages.
  public let list: ListView
  /// The data source of the list.
  public let source: ConversationSource
  /// Called when a link is tapped.
  ///
  /// Ask before opening a destination that needs confirmation.
  public var onLink: (@MainActor (TappedLink) -> Void)?

  private var ground: DisplayNode
  private(set) var days = DayNumbers()

  /// Creates a view of a conversation, which is empty until ``open(size:scale:)`` is called.
  public init(_ rows: ChatRows, environment: DisplayEnvironment) {
    var rows = rows
    rows.showsDays = false
    source = ConversationSource(rows)
    node = DisplayNode(environment: environment)
    ground = rows.style.makeGroundNode(environment: environment)
    var configuration = ListConfiguration.chat
    configuration.estimatedLength = Self.estimatedLength
    list = ListView(source, environment: environment, configuration: configuration)
    list.delegate = self
    list.selection.source = self
    node.addSubnode(ground)
    node.addSubnode(list.node)
  }

  /// The estimated height of a message, in points: a few lines.
  ///
  /// A low estimate measures more messages than fit on screen before they are shown.
  private static let estimatedLength = 96.0

  /// Sets the size of the view, and shows the newest messages.
  ///
  /// - Throws: `ChangeSetError`, which messages cannot cause.
  public func open(size: Size, scale: Double) throws(ChangeSetError) {
    resize(to: size, scale: scale)
    try list.load()
  }

  /// Resizes the view, keeping the position of visible messages.
  public func resize(to size: Size, scale: Double) {
    node.frame.size = size
    ground.frame = Rect(origin: .zero, size: size)
    source.rows.style.width = size.width
    setLineGrid(PixelGrid(scale: scale))
    days.forgetHeights()
    list.scale = scale
    list.resize(to: size, insets: Insets(top: 0, left: 0, bottom: 9, right: 0))
    updateDays()
  }

  /// Aligns the lines of messages to a pixel grid.
  private func setLineGrid(_ grid: PixelGrid) {
    guard source.rows.style.lineGrid != grid else { return }
    source.rows.style.lineGrid = grid
    let live = (list.displayedItems.live ?? 0..<0).clamped(to: 0..<source.count)
    guard !live.isEmpty else { return }
    for index in live { source.noteRevision(of: index) }
    // The items themselves do not change; a refused update would be a programming error.
    try? list.edit { changes in
      for index in live { changes.update(ItemPath(item: index)) }
    }
  }

  /// The appearance of the conversation; changing it keeps the positions of messages.
  public var appearance: ChatStyle.Appearance {
    get { source.rows.style.appearance }
    set {
      guard newValue != source.rows.style.appearance else { return }
      source.rows.style.appearance = newValue
      days.forgetHeights()
      let old = ground
      ground = source.rows.style.makeGroundNode(environment: node.environment)
      ground.frame = old.frame
      node.insertSubnode(ground, at: 1)
      old.removeFromSupernode()
      for index in list.displayedItems.live ?? 0..<0 {
        list.node(at: index).flatMap { ChatRowNode($0) }?.restyle(source.rows)
      }
      updateDays()
    }
  }

  /// Redraws the live day headers in the current style.
  private func updateDays() {
    for header in list.headerFrames {
      guard let day = days.day(header.id.id) else { continue }
      DayHeader(day, of: source.rows).show(on: header.node)
    }
  }

  /// Appends messages.
  ///
  /// - Parameters:
  ///   - conversation: The conversation including the new messages.
  ///   - update: The presentation of the change.
  /// - Throws: `ChangeSetError`, which messages cannot cause.
  public func append(_ conversation: any MessageSource, _ update: ListUpdate = ListUpdate())
    throws(ChangeSetError)
  {
    let (old, new) = (source.count, conversation.count)
    guard new > old else { return }
    source.rows.source = conversation
    source.count = new
    if old > 0 { source.noteRevision(of: old - 1) }
    try list.edit(update) { changes in
      for index in old..<new { changes.insert(ItemPath(item: index)) }
      // The previously last message may no longer be the last of its group.
      if old > 0 { changes.update(ItemPath(item: old - 1)) }
    }
  }
}

extension ConversationView: ListViewDelegate {
  /// Returns the day header of a message.
  public func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] {
    guard item.key < source.rows.count, let day = source.rows.day(at: item.key) else { return [] }
    let number = days.number(of: day)
    let height = days.height(of: number, in: source.rows)
    var header = ListHeader(id: number, length: height) { [source] environment in
      // The header may be created later, in a different style.
      DayHeader(day, of: source.rows).makeNode(environment: environment)
    }
    header.isFloating = true
    return [header]
  }

  /// Installs the tap handlers of a node's text.
  public func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {
    guard let text = ChatRowNode(node)?.text else { return }
    text.animatesDust = true
    // The text's node retains the interaction, which therefore must not retain any node.
    let interaction = TextInteraction(text)
    let index = item.key
    interaction.onLink = { [weak self, weak node = text.node] link in
      self?.follow(link, in: node?.textNode)
    }
    interaction.onToken = { [weak self] in self?.follow($0) }
    interaction.onSpoiler = { [weak self, weak node] spoiler in
      guard let row = node.flatMap({ ChatRowNode($0) }) else { return }
      self?.noteRevealed(spoiler, in: index, on: row)
    }
    interaction.onBlock = { [weak self] in self?.expand($0, $1, in: index) }
  }

  /// Removes the tap handlers of a node's text, which may show another version of its message.
  public func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {
    ChatRowNode(node)?.text?.node.pointerHandler = nil
  }

  /// Reports a link that is followed.
  func follow(_ link: AttributedText.Annotation, in text: TextNode?) {
    guard let text, let link = TappedLink(link, in: text.text, revealed: text.revealed) else {
      return
    }
    onLink?(link)
  }

  /// Reports a link in a truncation token that is followed.
  func follow(_ part: TextLayout.TokenPart) {
    if let link = TappedLink(part) { onLink?(link) }
  }

  /// Records a revealed spoiler whose node is already being updated.
  func noteRevealed(_ spoiler: Int, in index: Int, on row: ChatRowNode) {
    change(index, needsUpdate: false) { $0.revealed = $0.revealed.revealing(spoiler) }
    row.note(source.state(of: index))
  }

  /// Expands or collapses a block of a message.
  func expand(_ block: Int, _ isExpanded: Bool, in index: Int) {
    change(index, needsUpdate: true) { state in
      if isExpanded {
        state.expandedBlocks.insert(block)
      } else {
        state.expandedBlocks.remove(block)
      }
    }
  }

  private func change(_ index: Int, needsUpdate: Bool, _ body: (inout MessageState) -> Void) {
    var state = source.state(of: index)
    body(&state)
    source.set(state, of: index, needsUpdate: needsUpdate)
    guard needsUpdate else { return }
    // The item itself does not change; a refused update would be a programming error.
    try? list.edit(.animated) { $0.update(ItemPath(item: index)) }
  }
}

extension ConversationView: ListSelection.Source {
  /// Returns the text of a message.
  public func selectableText(of item: ListItem) -> AttributedText? {
    item.key < source.rows.count ? source.rows.text(at: item.key) : nil
  }

  /// Returns the revealed spoilers of a message.
  public func revealedSpoilers(of item: ListItem) -> RevealedSpoilers {
    source.state(of: item.key).revealed
  }

  /// Returns the offset in a message's text nearest to a point.
  public func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int? {
    guard let row = ChatRowNode(node), let text = row.text, let place = row.textPoint(point) else {
      return nil
    }
    return text.layout.position(at: place).offset
  }

  /// Returns whether a point is on the text of a message.
  public func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), let text = row.text, let place = row.textPoint(point) else {
      return false
    }
    return Rect(origin: .zero, size: text.frame.size).holds(place)
  }

  /// Returns the word or paragraph around an offset.
  public func range(of unit: ListSelection.Unit, around offset: Int, of item: ListItem) -> Range<
    Int
  > {
    guard item.key < source.rows.count,
      let layout = source.rows.row(at: item.key, in: source.state(of: item.key)).layout
    else { return offset..<offset }
    return layout.range(of: unit == .paragraph ? .paragraph : .word, at: offset)
  }

  /// Shows the selection behind a message's text.
  public func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem) {
    ChatRowNode(node)?.select(range)
  }
}
