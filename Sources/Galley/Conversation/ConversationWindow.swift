internal import GalleyDisplay
public import GalleyGeometry
public import GalleyLayers
internal import GalleyLists
internal import GalleyScheduling
internal import GalleyTypesetting
public import GalleyWindow

/// A window with a scrollable conversation.
@MainActor public final class ConversationWindow {
  /// The options of a conversation window.
  public struct Options: Sendable {
    /// The title of the window.
    public var title = "Galley"
    /// The initial size of the window, in points.
    public var size = Size(width: 412, height: 870)
    /// The number of pixels per point; `nil` for the display's scale.
    public var scale: Double?
    /// Whether links are opened, instead of only printed.
    public var opensLinks = false
    /// An observer of the compositor.
    public var observer: (any Compositor.Observer)?
    /// Called with lines to print: the addresses of followed links.
    public var print: @MainActor @Sendable (String) -> Void = { _ in }

    /// Creates the default options.
    public init() {}
  }

  /// The window.
  public let window: NodeWindow
  /// The conversation.
  public let view: ConversationView
  /// Called with keys that have no function in the window.
  public var onKey: (@MainActor (WindowEvent.Key, WindowEvent.KeyModifiers) -> Void)?

  private let options: Options
  private var hasPointer = false
  private var handler: DisplayLoop.Handler?
  private var hint: LinkHint?
  /// The destination that was tapped once and has to be confirmed.
  private var unconfirmed: LinkDestination?

  /// Creates and opens a window with a conversation, scrolled to its end.
  ///
  /// - Throws: `WindowError` if the window cannot be opened.
  public convenience init(_ rows: ChatRows, _ options: Options = Options()) throws(WindowError) {
    let window = try NodeWindow(
      title: options.title, size: options.size, scale: options.scale, observer: options.observer)
    self.init(rows, options, in: window)
  }

  /// Shows a conversation in a window, scrolled to its end.
  package init(_ rows: ChatRows, _ options: Options, in window: NodeWindow) {
    var rows = rows
    rows.style.width = window.size.width
    view = ConversationView(rows, environment: window.environment)
    // The view has its own background.
    window.surface.host.backgroundColor = nil
    (self.window, self.options) = (window, options)
  }

  /// Runs the window until it is closed.
  public func run() {
    begin()
    window.runEvents()
  }

  /// Opens the conversation and prepares for events, as ``run()`` does.
  package func begin() {
    window.rootNode = view.node
    // The list refuses only inconsistent changes, which opening cannot cause.
    try? view.open(size: window.size, scale: window.window.scale)
    view.onLink = { [weak self] in self?.follow($0) }
    window.onResize = { [weak self] in self?.resize(to: $0) }
    window.onEvent = { [weak self] in self?.handle($0) }
    // Content can move under a resting pointer.
    handler = window.environment.loop.onEachTick(in: .commit) { [weak self] _ in
      self?.updatePointer()
    }
    window.begin()
  }

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    switch event {
    case .pressed(.left, _, _, let keys):
      view.list.selection.extendsByPress = keys.contains(.shift)
    case .pointerMoved:
      hasPointer = true
      updatePointer()
    case .pointerLeft:
      hasPointer = false
      showHint(for: nil)
    case .scrolled(let movement):
      view.list.scrollWheel(by: movement.distance, isPrecise: movement.isPrecise)
    case .key(let key, let modifiers, _): handle(key, modifiers)
    default: break
    }
  }

  private func resize(to size: Size) {
    view.resize(to: size, scale: window.window.scale)
  }

  private func handle(_ key: WindowEvent.Key, _ keys: WindowEvent.KeyModifiers) {
    let list = view.list
    switch key {
    case .up: list.scroll(.line(.backward))
    case .down: list.scroll(.line(.forward))
    case .pageUp: list.scroll(.page(.backward))
    case .pageDown, .space: list.scroll(.page(keys.contains(.shift) ? .backward : .forward))
    case .home: list.scroll(.end(.head))
    case .end: list.scroll(.end(.tail))
    case .escape: list.selection.clear()
    case .character("c") where keys.contains(.control): copy()
    case .character("a") where keys.contains(.control): list.selection.selectAll()
    case .character("d") where keys.contains(.control), .character("t") where keys.isEmpty:
      view.appearance = view.appearance == .light ? .dark : .light
    case .character("q") where keys.contains(.control): window.close()
    default: onKey?(key, keys)
    }
  }

  private func copy() {
    let text = view.list.selection.text
    if !text.isEmpty { window.window.copy(text.string) }
  }

  /// Follows a tapped link, or on the first tap asks for confirmation if the destination needs it.
  private func follow(_ link: TappedLink) {
    if let destination = link.destination, destination.needsConfirmation,
      destination != unconfirmed
    {
      unconfirmed = destination
      return showHint(for: link)
    }
    unconfirmed = nil
    options.print(link.target)
    if options.opensLinks, let destination = link.destination { destination.open() }
  }

  /// Shows the destination of a link, and whether it has to be confirmed.
  private func showHint(for link: TappedLink?) {
    if link?.destination != unconfirmed { unconfirmed = nil }
    guard link?.destination != nil || hint != nil else { return }
    if hint == nil {
      let hint = LinkHint(engine: view.source.rows.engine, environment: window.environment)
      view.node.addSubnode(hint.node)
      self.hint = hint
    }
    hint?.show(link?.destination, isAsking: unconfirmed != nil, in: window.size)
  }

  /// Updates the shape of the pointer for the content under it, unless a button is down.
  private func updatePointer() {
    guard hasPointer, !window.isPointerDown else { return }
    window.window.setPointer(view.pointerShape(at: window.window.pointer))
    showHint(for: view.link(at: window.window.pointer))
  }
}

extension ConversationView {
  /// Returns the pointer shape for a point of the view.
  public func pointerShape(at point: Point) -> Window.PointerShape {
    guard let (text, place) = textPlace(at: point) else { return .arrow }
    if text.target(at: place) != nil { return .hand }
    return Rect(origin: .zero, size: text.frame.size).holds(place) ? .text : .arrow
  }

  /// Returns the link at a point of the view; `nil` if there is none, or if a spoiler hides it.
  public func link(at point: Point) -> TappedLink? {
    guard let (text, place) = textPlace(at: point), case .link(let link)? = text.target(at: place)
    else { return nil }
    return TappedLink(link, in: text.text, revealed: text.revealed)
  }

  /// Returns the text of the message at a point of the view, and the point in the text's
  /// coordinates.
  private func textPlace(at point: Point) -> (text: TextNode, place: Point)? {
    guard let index = list.item(at: point), let frame = list.frame(at: index),
      let row = list.node(at: index).flatMap({ ChatRowNode($0) }), let text = row.text,
      let place = row.textPoint(Point(x: point.x - frame.minX, y: point.y - frame.minY))
    else { return nil }
    return (text, place)
  }
}
