public import GalleyChat
public import GalleyDisplay
public import GalleyGeometry
public import GalleyLists
internal import GalleyScheduling
public import GalleyTypesetting

/// A conversation that can be scrolled: its ground, its messages, the days over them.
///
/// Links, spoilers and quotations answer to taps; text can be selected through several messages.
@MainActor public final class ConversationView {
  /// What everything is in.
  public let node: DisplayNode
  /// The messages.
  public let list: ListView
  /// Where the list has them from.
  public let source: ConversationSource
  /// Called with a link that was tapped.
  ///
  /// Ask before opening a destination that needs confirmation.
  public var onLink: (@MainActor (TappedLink) -> Void)?

  private var ground: DisplayNode
  private let environment: DisplayEnvironment
  /// What answers to taps on the texts of live nodes.
  private var interactions: [ObjectIdentifier: TextInteraction] = [:]
  private(set) var days = DayNumbers()

  /// Makes a view of a conversation, which is empty until ``open(size:scale:)``.
  public init(_ rows: ChatRows, environment: DisplayEnvironment) {
    var rows = rows
    rows.showsDays = false
    source = ConversationSource(rows, environment: environment)
    self.environment = environment
    node = DisplayEnvironment.$current.withValue(environment) { DisplayNode() }
    ground = DisplayEnvironment.$current.withValue(environment) { rows.style.makeGroundNode() }
    var configuration = ListConfiguration.chat
    configuration.estimatedLength = Self.estimatedLength
    list = ListView(source, environment: environment, configuration: configuration)
    list.delegate = self
    list.selection.source = self
    node.add(ground)
    node.add(list.node)
  }

  /// How high a message is thought to be, in points: a few lines.
  ///
  /// Where it is too little, more messages are measured than are seen before they show.
  private static let estimatedLength = 96.0

  /// Gives the view its size, and shows the newest messages.
  ///
  /// - Throws: `ChangeSetError`, of which none applies to these messages.
  public func open(size: Size, scale: Double) throws(ChangeSetError) {
    resize(to: size, scale: scale)
    try list.load()
  }

  /// Gives the view another size; what is seen keeps its place.
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

  /// Puts the lines of messages on a grid of pixels.
  private func setLineGrid(_ grid: PixelGrid) {
    guard source.rows.style.lineGrid != grid else { return }
    source.rows.style.lineGrid = grid
    let live = (list.displayedItems.live ?? 0..<0).clamped(to: 0..<source.count)
    guard !live.isEmpty else { return }
    for index in live { source.noteRevision(of: index) }
    // What the items are, they stay; an update that the list refuses would be its own mistake.
    try? list.edit { changes in
      for index in live { changes.update(ItemPath(item: index)) }
    }
  }

  /// How the conversation looks; the messages stay where they are.
  public var appearance: ChatStyle.Appearance {
    get { source.rows.style.appearance }
    set {
      guard newValue != source.rows.style.appearance else { return }
      source.rows.style.appearance = newValue
      days.forgetHeights()
      let old = ground
      ground = DisplayEnvironment.$current.withValue(environment) {
        source.rows.style.makeGroundNode()
      }
      ground.frame = old.frame
      node.add(ground, at: 1)
      old.removeFromSupernode()
      for index in list.displayedItems.live ?? 0..<0 {
        list.node(at: index).flatMap { ChatRowNode($0) }?.restyle(source.rows)
      }
      updateDays()
    }
  }

  /// Has the days that are there look as the conversation does now.
  private func updateDays() {
    for header in list.headerFrames {
      guard let day = days.day(header.id.id) else { continue }
      DayHeader(day, of: source.rows).show(on: header.node)
    }
  }

  /// Shows messages that have come behind the last one.
  ///
  /// - Parameters:
  ///   - conversation: The conversation with them.
  ///   - update: How that is shown.
  /// - Throws: `ChangeSetError`, of which none applies to these messages.
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
      // It is no longer the last of its row, perhaps.
      if old > 0 { changes.update(ItemPath(item: old - 1)) }
    }
  }
}

extension ConversationView: ListViewDelegate {
  /// The day of a message.
  public func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] {
    guard item.key < source.rows.count, let day = source.rows.day(at: item.key) else { return [] }
    let number = days.number(of: day)
    let height = days.height(of: number, in: source.rows)
    let (environment, source) = (environment, source)
    var header = ListHeader(id: number, length: height) {
      // The header may come much later, when the conversation looks otherwise.
      DisplayEnvironment.$current.withValue(environment) {
        DayHeader(day, of: source.rows).makeNode()
      }
    }
    header.isFloating = true
    return [header]
  }

  /// Has the texts of a node answer to taps.
  public func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {
    guard let row = ChatRowNode(node), let text = row.text else { return }
    let interaction = TextInteraction(text)
    let index = item.key
    interaction.onLink = { [weak self, weak text] link in
      self?.follow(link, in: text)
    }
    interaction.onSpoiler = { [weak self] in self?.noteRevealed($0, in: index, on: row) }
    interaction.onBlock = { [weak self] in self?.expand($0, $1, in: index) }
    interactions[ObjectIdentifier(node)] = interaction
  }

  /// Has the texts of a node answer to nothing.
  public func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {
    interactions[ObjectIdentifier(node)] = nil
  }

  /// Tells of a link that is followed.
  func follow(_ link: Annotation, in text: TextNode?) {
    guard let text, let link = TappedLink(link, in: text.text, revealed: text.revealed) else {
      return
    }
    onLink?(link)
  }

  /// Keeps that a spoiler is shown, which is on its way.
  func noteRevealed(_ spoiler: Int, in index: Int, on row: ChatRowNode) {
    change(index, isNew: false) { $0.revealed = $0.revealed.revealing(spoiler) }
    row.note(source.state(of: index))
  }

  /// Expands a block of a message, or collapses it.
  func expand(_ block: Int, _ isExpanded: Bool, in index: Int) {
    change(index, isNew: true) { state in
      if isExpanded {
        state.expandedBlocks.insert(block)
      } else {
        state.expandedBlocks.remove(block)
      }
    }
  }

  private func change(_ index: Int, isNew: Bool, _ body: (inout MessageState) -> Void) {
    var state = source.state(of: index)
    body(&state)
    source.set(state, of: index, isNew: isNew)
    guard isNew else { return }
    // What the item is, it stays; an update that the list refuses would be its own mistake.
    try? list.edit(.animated) { $0.update(ItemPath(item: index)) }
  }
}

extension ConversationView: SelectionSource {
  /// The text of a message.
  public func selectableText(of item: ListItem) -> AttributedText? {
    item.key < source.rows.count ? source.rows.text(at: item.key) : nil
  }

  /// The spoilers of a message that the reader has revealed.
  public func revealedSpoilers(of item: ListItem) -> RevealedSpoilers {
    source.state(of: item.key).revealed
  }

  /// The place in a text that is nearest to a point.
  public func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int? {
    guard let row = ChatRowNode(node), let text = row.text, let place = row.textPoint(point) else {
      return nil
    }
    return text.layout.position(at: place).offset
  }

  /// Whether a point is on the text of a message.
  public func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), let text = row.text, let place = row.textPoint(point) else {
      return false
    }
    return Rect(origin: .zero, size: text.frame.size).holds(place)
  }

  /// The word or the paragraph around a place.
  public func range(of unit: SelectionUnit, around offset: Int, of item: ListItem) -> Range<Int> {
    guard item.key < source.rows.count,
      let layout = source.rows.row(at: item.key, in: source.state(of: item.key)).layout
    else { return offset..<offset }
    return layout.range(of: unit == .paragraph ? .paragraph : .word, at: offset)
  }

  /// Shows what is selected behind a text.
  public func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem) {
    ChatRowNode(node)?.select(range)
  }
}
