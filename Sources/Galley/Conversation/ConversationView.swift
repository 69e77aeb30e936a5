public import GalleyDisplay
public import GalleyGeometry
public import GalleyLists
internal import GalleyMessages
internal import GalleyScheduling

/// A scrollable conversation: its background, messages and days.
///
/// Links, spoilers, code and quotations respond to taps, and everything to its ``delegate``; text
/// can be selected across messages by mouse, finger and keys.
@MainActor public final class ConversationView {
  /// The root node.
  public let node: DisplayNode
  /// The list of messages.
  public let list: ListView
  /// The data source of the list.
  public let source: ConversationSource
  /// Called when the keyboard focus has moved to another element, or to none.
  public var onFocusChange: (@MainActor (ChatElement?) -> Void)?

  /// Called with the newest message on screen that had not been seen, to report it to a server.
  public var onSeen: (@MainActor (ChatMessage) -> Void)?
  /// Called when a page could not be loaded; the reader sees a notice with a button to try again.
  public var onPageFailure: (@MainActor (any Error) -> Void)?

  let interaction = ConversationInteraction()
  /// The messages that grow.
  let growing: GrowingMessages
  private var ground: DisplayNode
  /// The pages of the conversation; `nil` if it is a source.
  var pages: PageController?
  /// The first part to load of a paged conversation.
  var firstPage = PageWindow.Target.newest
  var unread = UnreadMessages()
  let button: ScrollButton
  /// The current search.
  public internal(set) var search: ConversationSearch?
  /// The number of messages that were sent without an ID.
  var sentCount = 0
  var days = DayNumbers()
  /// The place to which the reader can return after a jump within a message.
  var jumpOrigin: JumpOrigin?
  /// Called when other messages or other parts of them have come on screen.
  var onMove: (@MainActor () -> Void)?
  /// Returns the number on the button that scrolls to the end; `nil` shows that of unread messages.
  var countBelow: (@MainActor () -> Int)?
  /// Whether several selected messages are copied with the names of their senders and their times.
  var copiesNames = false
  /// The focus of screen readers.
  var screenReaderFocus: ScreenReaderFocus?

  /// Creates a view of a conversation, which is empty until ``open(size:scale:)`` is called.
  public init(_ rows: ChatRows, environment: DisplayEnvironment) {
    var rows = rows
    rows.showsDays = false
    source = ConversationSource(rows)
    node = DisplayNode(environment: environment)
    growing = GrowingMessages(environment.loop)
    button = ScrollButton(engine: rows.engine, environment: environment)
    ground = rows.style.makeGroundNode(environment: environment)
    var configuration = ListConfiguration.chat
    configuration.estimatedLength = Self.estimatedLength
    configuration.showsScrollIndicator = true
    list = ListView(source, environment: environment, configuration: configuration)
    list.delegate = self
    list.selection.source = self
    loadMedia()
    list.selection.onTouchEnd = { [weak self] in self?.showSelectionMenu() }
    interaction.view = self
    growing.view = self
    node.addSubnode(ground)
    node.addSubnode(list.node)
    node.addSubnode(button.node)
    button.onTap = { [weak self] in self?.scrollToEnd() }
    unread.begin(source.table)
    source.divider = unread.divider
    list.node.accessibleContents = { [weak self] _ in self.map { [$0.accessible] } ?? [] }
  }

  /// The estimated height of a message, in points: a few lines.
  ///
  /// A low estimate measures more messages than fit on screen before they are shown.
  private static let estimatedLength = 96.0

  /// Sets the size of the view, and shows the first unread message, or else the newest messages.
  ///
  /// - Throws: `ChangeSetError`, which messages cannot cause.
  public func open(size: Size, scale: Double) throws(ChangeSetError) {
    resize(to: size, scale: scale)
    var update = ListUpdate()
    if let index = source.divider.flatMap({ source.table.index(ofKey: $0) }) {
      update.scroll = ListUpdate.ScrollTarget(
        ItemPath(item: index), at: .head(Self.dividerInset))
    }
    try list.submit(.reload, update)
    pages?.replace(by: firstPage)
  }

  /// Resizes the view, keeping the position of visible messages.
  public func resize(to size: Size, scale: Double) {
    node.frame.size = size
    ground.frame = Rect(origin: .zero, size: size)
    source.rows.style.width = size.width
    list.scale = scale
    list.resize(to: size, insets: Insets(top: 0, left: 0, bottom: 9, right: 0))
    // In the new width, if both change.
    setLineGrid(PixelGrid(scale: scale))
    updateDays()
    interaction.resize(to: size)
    button.layOut(in: size)
    pages?.layOut()
  }

  /// Aligns the lines of messages to a pixel grid.
  private func setLineGrid(_ grid: PixelGrid) {
    guard source.rows.style.lineGrid != grid else { return }
    source.rows.style.lineGrid = grid
    update(Set(liveKeys), ListUpdate())
  }

  /// The appearance of the conversation; changing it keeps the positions of messages.
  public var appearance: ChatStyle.Appearance {
    get { source.rows.style.appearance }
    set {
      guard newValue != source.rows.style.appearance else { return }
      source.rows.style.appearance = newValue
      let old = ground
      ground = source.rows.style.makeGroundNode(environment: node.environment)
      ground.frame = old.frame
      node.insertSubnode(ground, at: 1)
      old.removeFromSupernode()
      for index in list.displayedItems.live ?? 0..<0 {
        list.node(at: index).flatMap { ChatRowNode($0) }?.restyle(source.rows.style)
      }
      updateDays()
      updateTyping()
      showButton()
      pages?.layOut()
    }
  }

  /// Redraws the live day headers in the current style.
  private func updateDays() {
    for header in list.headerFrames {
      guard let day = days.day(header.id.id) else { continue }
      source.dayHeaders.header(of: day, in: source.rows).show(on: header.node)
    }
  }
}
