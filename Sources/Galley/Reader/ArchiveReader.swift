package import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyMessages
internal import GalleyScheduling
package import GalleyTypesetting
package import GalleyWindow

/// A window in which the conversations of an archive are read: a list of them, a header, search, a
/// calendar, pictures over the window, and the way back from jumps.
///
/// Messages are loaded in pages; see ``MessageArchive``.
@MainActor package final class ArchiveReader {
  /// The window with the current conversation.
  package let window: ConversationWindow
  /// The index of the current conversation.
  package private(set) var selected = 0

  let archive: any ChatArchive
  let words: ReaderWords
  let header: ReaderHeader
  /// The list of conversations; `nil` if there is only one.
  let pane: ChatListPane?
  private let engine: TextEngine
  private(set) var messages: any MessageArchive
  /// The picture over the window.
  var picture: PictureViewer?
  /// The places to which the reader can return, the last one first to be visited.
  var history: [Place] = []
  /// The first message on screen when each conversation was left.
  private var places: [Int: Message.ID] = [:]
  /// The position to which the scroll bar was dragged while messages are loaded.
  var wantedPosition: Double?
  var isJumping = false
  private var selectionWatch: DisplayLoop.Handler?
  private var hasNewSelection = false

  /// A message and the distance of its row from the upper edge of the view, in points.
  struct Place: Hashable {
    var id: Message.ID
    var y: Double
  }

  /// The number of messages of a page; a screen has up to about twenty.
  private static let pageSize = 80

  /// Creates a reader that shows the first conversation.
  ///
  /// - Parameters:
  ///   - archive: The conversations, of which there is at least one.
  ///   - style: The style of the conversations.
  ///   - engine: The engine that lays out texts.
  ///   - options: The options of the window.
  ///   - window: The window.
  ///   - words: The words of the interface.
  /// - Throws: An error of the archive if the first conversation cannot be read.
  package init(
    _ archive: any ChatArchive, style: ChatStyle, engine: TextEngine,
    _ options: ConversationWindow.Options, in window: NodeWindow,
    words: ReaderWords = ReaderWords()
  ) throws {
    (self.archive, self.engine, self.words) = (archive, engine, words)
    messages = try archive.messages(ofChat: 0)
    let view = Self.makeView(of: messages, around: nil, style, engine, window.environment)
    self.window = ConversationWindow(view, options, in: window)
    let rows = view.source.rows
    header = ReaderHeader(rows, words: words, environment: window.environment)
    pane =
      archive.chats.count > 1
      ? ChatListPane(archive, rows: rows, words: words, environment: window.environment)
      : nil
    for part in [header.node, pane?.node].compactMap(\.self) {
      self.window.root.addSubnode(part)
    }
    header.onSearch = { [weak self] in self?.window.beginSearch() }
    header.onCalendar = { [weak self] in self?.showCalendar() }
    pane?.onChoose = { [weak self] in self?.show(chat: $0) }
    self.window.chrome = self
    window.filter = { [weak self] in self?.handle($0) ?? false }
    // The primary selection is set once a drag has ended, because it may be long.
    selectionWatch = window.environment.loop.onEachTick(in: .layout) { [weak self] _ in
      self?.setPrimarySelection()
    }
    connect(view)
    showHeader()
  }

  /// Runs the window until it is closed.
  package func run() { window.run() }

  // MARK: Conversations

  private static func makeView(
    of messages: any MessageArchive, around id: Message.ID?, _ style: ChatStyle,
    _ engine: TextEngine, _ environment: DisplayEnvironment
  ) -> ConversationView {
    let view = ConversationView(
      pages: ArchivePages(messages), around: id, style: style, engine: engine,
      environment: environment)
    view.pageSize = pageSize
    return view
  }

  private func connect(_ view: ConversationView) {
    view.delegate = self
    view.copiesNames = true
    view.onMove = { [weak self] in self?.showHeader() }
    view.countBelow = { [weak view] in view?.readingPosition?.countBelow ?? 0 }
    view.list.selection.onChange = { [weak self] in self?.hasNewSelection = true }
    view.list.indicatorPosition = { [weak view] in
      guard let view, !view.hasAllMessages else { return nil }
      return view.readingPosition?.extent(viewport: view.list.size.height)
    }
    view.list.onIndicatorDrag = { [weak self, weak view] offset in
      guard let self, let view, let position = view.readingPosition else { return }
      go(toPosition: position.first(atOffset: offset, viewport: view.list.size.height))
    }
  }

  /// Shows another conversation at the place where it was left.
  package func show(chat index: Int) {
    guard archive.chats.indices.contains(index), index != selected else { return }
    guard let new = try? archive.messages(ofChat: index) else {
      return notice(words.unreadableChat)
    }
    let old = window.view
    if let first = old.list.displayedItems.firstFullyVisible, !old.isAtEnd {
      places[selected] = old.id(ofVisible: first)
    } else {
      places[selected] = nil
    }
    (selected, messages, history) = (index, new, [])
    wantedPosition = nil
    let view = Self.makeView(
      of: new, around: places[index], old.source.rows.style, engine, old.node.environment)
    connect(view)
    window.show(view)
    pane?.selected = index
    showHeader()
  }

  /// Shows the date of the messages on screen in the header.
  private func showHeader() {
    let count = messages.count
    let number = "\(count.grouped) \(count == 1 ? words.message : words.messages)"
    let view = window.view
    // The first message below the floating title of its day.
    let first = view.list.accessibilityOrder.first { index in
      view.list.frame(at: index).map { $0.maxY > Self.dayInset } ?? false
    }
    let day = first.flatMap { index in
      view.key(ofVisible: index).flatMap { view.source.table.index(ofKey: $0) }
    }.flatMap { view.source.dayHeaders.day(at: $0, in: view.source.rows) }
    header.show(
      title: archive.chats[selected].title,
      subtitle: [number, day].compactMap(\.self).joined(separator: " · "))
  }

  /// Shows words in the middle of the conversation for a while.
  func notice(_ words: String) {
    let size = window.view.list.size
    Notice.show(
      words, over: window.view,
      near: Rect(x: size.width / 2, y: size.height / 2, width: 0, height: 0))
  }

  private func setPrimarySelection() {
    let selection = window.view.list.selection
    guard hasNewSelection, !selection.isSelecting else { return }
    hasNewSelection = false
    // Like other programs, the selection stays when the text is no longer selected.
    if !selection.isEmpty {
      window.window.window.setPrimarySelection(window.view.copiedText.string)
    }
  }
}

extension ArchiveReader: WindowChrome {
  /// The width of a window from which on the list of conversations is shown, in points.
  private static var paneLimit: Double { 580 }

  var isCovering: Bool { picture != nil }

  private func paneWidth(in size: Size) -> Double {
    pane != nil && size.width >= Self.paneLimit ? ChatListPane.width : 0
  }

  func insets(in size: Size) -> Insets {
    Insets(top: ReaderHeader.height, left: paneWidth(in: size))
  }

  func layOut(in size: Size) {
    let left = paneWidth(in: size)
    pane?.node.isHidden = left == 0
    pane?.frame = Rect(x: 0, y: 0, width: ChatListPane.width, height: size.height)
    header.frame = Rect(x: left, y: 0, width: size.width - left, height: ReaderHeader.height)
    picture?.layout(in: size)
  }

  func pointerShape(at point: Point) -> Window.PointerShape? {
    if let picture { return picture.isButton(at: point) ? .hand : .arrow }
    if let pane, !pane.node.isHidden, pane.frame.contains(point) { return .hand }
    return header.frame.contains(point) ? .hand : nil
  }

  func appearanceDidChange() {
    header.appearance = window.view.appearance
    pane?.appearance = window.view.appearance
  }

  func prepare(_ bar: SearchBar) { bar.separator = words.of }
}

extension Int {
  /// The number with commas between groups of three digits.
  var grouped: String {
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
