internal import GalleyDisplay
public import GalleyGeometry
public import GalleyLayers
public import GalleyMessages
internal import GalleyScheduling
public import GalleyTypesetting
public import GalleyWindow

/// A window with a scrollable conversation.
///
/// Ctrl+F opens a bar in which the conversation is searched.
///
/// Its view's delegate may be set before ``run()``; otherwise links are printed, and opened if
/// the options say so.
@MainActor public final class ConversationWindow {
  /// The options of a conversation window.
  public struct Options: Sendable {
    /// The title of the window.
    public var title = "Galley"
    /// The initial size of the window, in points.
    public var size = Size(width: 412, height: 870)
    /// The number of pixels per point; `nil` for the display's scale.
    public var scale: Double?
    /// Whether the window's own delegate opens links, instead of only printing them.
    public var opensLinks = false
    /// An observer of the compositor.
    public var observer: (any Compositor.Observer)?
    /// Called by the window's own delegate with lines to print: the addresses of opened links.
    public var print: @MainActor @Sendable (String) -> Void = { _ in }

    /// Creates the default options.
    public init() {}

    @MainActor fileprivate func makeWindow() throws(WindowError) -> NodeWindow {
      try NodeWindow(title: title, size: size, scale: scale, observer: observer)
    }
  }

  /// The window.
  public let window: NodeWindow
  /// The conversation.
  public private(set) var view: ConversationView
  /// The bar below the conversation in which messages are written; `nil` for none.
  ///
  /// It receives what is typed, and grows with its text.
  public var composer: Composer? {
    didSet {
      guard composer !== oldValue else { return }
      oldValue?.node.removeFromSupernode()
      oldValue?.onHeightChange = nil
      guard let composer else { return layOut() }
      composer.appearance = view.appearance
      composer.onHeightChange = { [weak self] in self?.layOut() }
      composer.field.clipboard = window.window
      root.addSubnode(composer.node)
      if searchBar == nil { window.textInput = composer.field }
      layOut()
    }
  }
  /// Called with keys that have no function in the window.
  public var onKey: (@MainActor (WindowEvent.Key, WindowEvent.KeyModifiers) -> Void)?

  /// The parts of the window around the conversation, which are not retained.
  weak var chrome: (any WindowChrome)? { didSet { layOut() } }

  private var hasPointer = false
  private var handler: DisplayLoop.Handler?
  private var hint: LinkHint?
  private(set) var searchBar: SearchBar?
  let opener: LinkOpener
  let root: DisplayNode
  private var isOpen = false

  /// Creates and opens a window with a conversation.
  ///
  /// - Throws: `WindowError` if the window cannot be opened.
  public convenience init(_ rows: ChatRows, _ options: Options = Options()) throws(WindowError) {
    self.init(rows, options, in: try options.makeWindow())
  }

  /// Creates and opens a window with a conversation that is loaded in pages.
  ///
  /// - Parameters:
  ///   - pages: The conversation.
  ///   - id: The message with which to begin; `nil` for the newest.
  ///   - style: The style of the conversation.
  ///   - engine: The engine that lays out texts.
  ///   - options: The options of the window.
  /// - Throws: `WindowError` if the window cannot be opened.
  public convenience init(
    pages: any MessagePages, around id: Message.ID? = nil, style: ChatStyle = ChatStyle(),
    engine: TextEngine, _ options: Options = Options()
  ) throws(WindowError) {
    let window = try options.makeWindow()
    var style = style
    style.width = window.size.width
    let view = ConversationView(
      pages: pages, around: id, style: style, engine: engine, environment: window.environment)
    self.init(view, options, in: window)
  }

  /// Shows a conversation in a window.
  package convenience init(_ rows: ChatRows, _ options: Options, in window: NodeWindow) {
    var rows = rows
    rows.style.width = window.size.width
    self.init(ConversationView(rows, environment: window.environment), options, in: window)
  }

  init(_ view: ConversationView, _ options: Options, in window: NodeWindow) {
    self.view = view
    root = DisplayNode(environment: window.environment)
    root.addSubnode(view.node)
    // The view has its own background.
    window.surface.host.backgroundColor = nil
    self.window = window
    opener = LinkOpener(options)
  }

  /// Runs the window until it is closed.
  public func run() {
    begin()
    window.runEvents()
  }

  /// Opens the conversation and prepares for events, as ``run()`` does.
  package func begin() {
    window.rootNode = root
    layOut()
    isOpen = true
    openView()
    window.onResize = { [weak self] _ in self?.layOut() }
    window.onEvent = { [weak self] in self?.handle($0) }
    // A menu takes the keys, although a text field has the focus.
    window.suspendsTextInput = { [weak self] in
      guard let self else { return false }
      return view.hasPanel || chrome?.isCovering ?? false
    }
    // Content can move under a resting pointer.
    handler = window.environment.loop.onEachTick(in: .commit) { [weak self] _ in
      self?.updatePointer()
    }
    window.begin()
  }

  private func openView() {
    // The list refuses only inconsistent changes, which opening cannot cause.
    try? view.open(size: conversationSize, scale: window.window.scale)
    if view.delegate == nil { view.delegate = opener }
    view.onCopy = { [weak self] in self?.window.window.copy($0.string) }
  }

  /// Shows another conversation instead.
  func show(_ view: ConversationView) {
    endSearch()
    showHint(for: nil)
    hint = nil
    self.view.node.removeFromSupernode()
    self.view = view
    root.insertSubnode(view.node, at: 0)
    layOut()
    if isOpen { openView() }
  }

  // MARK: Layout

  /// The edges that other parts of the window cover.
  private var insets: Insets { chrome?.insets(in: window.size) ?? .zero }

  /// The size that the other parts leave to the conversation, in points.
  private var conversationSize: Size {
    let width = max(0, window.size.width - insets.left)
    let bar = composer?.height(forWidth: width) ?? 0
    return Size(
      width: width, height: max(0, window.size.height - insets.top - bar - searchHeight))
  }

  /// The height of the search bar, in points.
  private var searchHeight: Double { searchBar == nil ? 0 : SearchBar.height }

  /// Places the conversation and the bars.
  private func layOut() {
    let (size, insets) = (conversationSize, insets)
    chrome?.layOut(in: window.size)
    searchBar?.frame = Rect(
      x: insets.left, y: insets.top, width: size.width, height: searchHeight)
    view.node.frame.origin = Point(x: insets.left, y: insets.top + searchHeight)
    let y = insets.top + searchHeight + size.height
    composer?.frame = Rect(
      x: insets.left, y: y, width: size.width, height: window.size.height - y)
    if isOpen { view.resize(to: size, scale: window.window.scale) }
  }

  // MARK: Search

  /// Opens the bar that searches the conversation, as Ctrl+F does.
  ///
  /// If it is open, the keyboard goes to it.
  public func beginSearch() {
    let bar = searchBar ?? makeSearchBar()
    window.textInput = bar.field
    bar.field.edit { text, _ in text.selectAll() }
  }

  /// Closes the bar that searches the conversation, as Escape does.
  public func endSearch() {
    guard let bar = searchBar else { return }
    view.endSearch()
    searchBar = nil
    bar.node.removeFromSupernode()
    window.textInput = composer?.field
    layOut()
  }

  private func makeSearchBar() -> SearchBar {
    let bar = SearchBar(view)
    bar.onClose = { [weak self] in self?.endSearch() }
    bar.field.clipboard = window.window
    chrome?.prepare(bar)
    searchBar = bar
    root.addSubnode(bar.node)
    layOut()
    return bar
  }

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    switch event {
    case .pointerMoved:
      hasPointer = true
      updatePointer()
    case .pointerLeft:
      hasPointer = false
      showHint(for: nil)
    case .key(let key, let modifiers, let isRepeat):
      // A held key must not answer the question that it has opened.
      if !(isRepeat && view.hasPanel && (key == .enter || key == .space)) {
        handle(key, modifiers)
      }
    case .pressed(.middle, let point, _, _): paste(at: point)
    default: break
    }
  }

  private func handle(_ key: WindowEvent.Key, _ keys: WindowEvent.KeyModifiers) {
    guard !pressInSearch(key, keys), !view.press(key, keys) else { return }
    switch key {
    case .character("f") where keys.contains(.control): beginSearch()
    case .character("d") where keys.contains(.control), .character("t") where keys.isEmpty:
      view.appearance = view.appearance == .light ? .dark : .light
      composer?.appearance = view.appearance
      searchBar?.appearance = view.appearance
      chrome?.appearanceDidChange()
    case .character("q") where keys.contains(.control): window.close()
    default: onKey?(key, keys)
    }
  }

  /// Handles a key that concerns the search, and returns whether it does.
  private func pressInSearch(_ key: WindowEvent.Key, _ keys: WindowEvent.KeyModifiers) -> Bool {
    guard let searchBar, !view.hasPanel else { return false }
    if key == .escape {
      endSearch()
      return true
    }
    return window.textInput === searchBar.field && searchBar.press(key, keys)
  }

  /// Inserts the primary selection in the field at a point.
  private func paste(at point: Point) {
    guard !view.hasPanel, let node = root.hitTest(point), let text = window.window.primarySelection
    else { return }
    for field in [composer?.field, searchBar?.field].compactMap(\.self) where field.node === node {
      window.textInput = field
      field.insertText(text)
    }
  }

  /// Shows the destination of a link; `nil` hides it.
  private func showHint(for link: TappedLink?) {
    guard link?.destination != nil || hint != nil else { return }
    if hint == nil {
      let hint = LinkHint(view.source.rows, environment: window.environment)
      view.node.addSubnode(hint.node)
      self.hint = hint
    }
    hint?.show(link?.destination, in: view.list.size)
  }

  /// Updates the shape of the pointer for the content under it, unless a button is down.
  private func updatePointer() {
    guard hasPointer, !window.isPointerDown else { return }
    var point = window.window.pointer
    if let shape = chrome?.pointerShape(at: point) { return window.window.setPointer(shape) }
    guard view.node.frame.contains(point) else {
      let fields = [composer?.field, searchBar?.field].compactMap(\.?.node)
      let isInField = root.hitTest(point).map { node in fields.contains { $0 === node } } ?? false
      return window.window.setPointer(isInField ? .text : .arrow)
    }
    point.x -= view.node.frame.minX
    point.y -= view.node.frame.minY
    guard !view.hasPanel else {
      window.window.setPointer(view.pointerShape(at: point))
      return showHint(for: nil)
    }
    let target = view.target(at: point)
    window.window.setPointer(view.pointerShape(for: target))
    if case .link(let link)? = target?.kind { showHint(for: link) } else { showHint(for: nil) }
  }
}

/// The delegate of a window's conversation that has no other: it prints and opens links.
@MainActor final class LinkOpener: ConversationDelegate {
  private let options: ConversationWindow.Options

  fileprivate init(_ options: ConversationWindow.Options) { self.options = options }

  func conversation(_ view: ConversationView, open link: TappedLink) {
    options.print(link.target)
    if options.opensLinks { link.destination?.open() }
  }
}
