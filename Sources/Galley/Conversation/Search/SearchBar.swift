internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTextInput
internal import GalleyTypesetting
internal import GalleyWindow

/// A bar in which a conversation is searched: a text field, the number of the current hit, and
/// buttons that go to the next older or newer hit and close the bar.
@MainActor final class SearchBar {
  /// The height of the bar, in points.
  static let height = 54.0

  /// The root node.
  let node: DisplayNode
  /// The text field with the query.
  let field: TextField
  /// The colors of the bar.
  var appearance: ChatStyle.Appearance { didSet { applyAppearance() } }
  /// Called when the bar is to be closed.
  var onClose: (@MainActor () -> Void)?
  /// The text between the number of the current hit and that of all hits.
  var separator = "/" { didSet { showFigures() } }
  /// The number of the current hit and of all hits, such as "3/17"; empty without a query.
  private(set) var figures = ""

  private weak var view: ConversationView?
  private let (line, number): (DisplayNode, TextNode)
  private let (older, newer, close): (SymbolButton, SymbolButton, SymbolButton)

  /// The distance between the parts, the side of the buttons, and the room for the number.
  private static let (margin, side, numberWidth) = (8.0, 38.0, 92.0)

  init(_ view: ConversationView) {
    let (rows, environment) = (view.source.rows, view.node.environment)
    let words = rows.style.words
    self.view = view
    appearance = view.appearance
    node = DisplayNode(environment: environment)
    line = DisplayNode(environment: environment)
    field = TextField(isMultiline: false, engine: rows.engine, environment: environment)
    number = TextNode(engine: rows.engine, environment: environment)
    older = SymbolButton(.up, label: words.olderHit, environment: environment)
    newer = SymbolButton(.down, label: words.newerHit, environment: environment)
    close = SymbolButton(.close, label: words.endSearch, environment: environment)
    node.name = "search"
    field.placeholder = words.search
    field.maximumLines = 1
    field.appearance.style = ComposerStyle.text(rows.style.families)
    field.appearance.insets.right = Self.numberWidth
    field.node.cornerRadii = CornerRadii(Self.side / 2)
    number.node.isUserInteractionEnabled = false
    number.node.displaysAsynchronously = false
    for part in [line, field.node, number.node, older.node, newer.node, close.node] {
      node.addSubnode(part)
    }
    field.onChange = { [weak self] in self?.search() }
    field.onSubmit = { [weak self] in self?.view?.search?.next() }
    field.onCancel = { [weak self] in
      self?.onClose?()
      return true
    }
    older.onTap = { [weak self] in self?.view?.search?.next() }
    newer.onTap = { [weak self] in self?.view?.search?.previous() }
    close.onTap = { [weak self] in self?.onClose?() }
    applyAppearance()
    showFigures()
  }

  /// Handles a key that the field does not: the arrows go to the next hit upward or downward.
  ///
  /// - Returns: Whether the key has a function.
  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool {
    switch key {
    case .up: view?.search?.next()
    case .down: view?.search?.previous()
    case .enter where modifiers.contains(.shift): view?.search?.previous()
    default: return false
    }
    return true
  }

  // MARK: Searching

  private func search() {
    if field.string.isEmpty {
      view?.endSearch()
    } else {
      view?.search(field.string).onChange = { [weak self] in self?.showFigures() }
    }
    showFigures()
  }

  private func showFigures() {
    let search = view?.search
    figures = search.map { "\(($0.position ?? -1) + 1)\(separator)\($0.count)" } ?? ""
    // Nothing is said before anything was found or everything was searched.
    if let search, search.count == 0, !search.isComplete { figures = "" }
    for button in [older, newer] { button.isEnabled = (search?.count ?? 0) > 0 }
    var style = ComposerStyle.text(view?.source.rows.style.families ?? [], size: 14)
    style.paint.color = .role(.secondaryText)
    number.text = AttributedText(figures, style: style, direction: .leftToRight)
    placeFigures()
  }

  // MARK: Layout

  /// The frame of the bar in its supernode's coordinates, in points.
  var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      layOut(newValue.size)
    }
  }

  private func layOut(_ size: Size) {
    let (margin, side) = (Self.margin, Self.side)
    line.frame = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    var x = size.width - 4
    for button in [close, newer, older] {
      x -= side
      button.frame = Rect(x: x, y: margin, width: side, height: side)
    }
    field.frame = Rect(x: margin, y: margin, width: max(0, x - 4 - margin), height: side)
    placeFigures()
  }

  private func placeFigures() {
    let fitting = number.size(thatFits: Size(width: Self.numberWidth, height: .infinity))
    number.frame = Rect(
      x: (field.frame.maxX - 14 - fitting.width).rounded(),
      y: (field.frame.minY + (Self.side - fitting.height) / 2).rounded(), width: fitting.width,
      height: fitting.height)
  }

  private func applyAppearance() {
    let style = ComposerStyle(appearance)
    style.apply(to: node, edge: line, field: field)
    number.palette = style.palette
    for button in [older, newer, close] { button.colors = (style.accent, style.inactive) }
  }
}
