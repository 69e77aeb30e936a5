internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyTypesetting
internal import GalleyWindow

/// A context menu.
@MainActor final class MenuPanel: ConversationPanel {
  /// The place of a menu.
  enum Anchor: Equatable {
    /// The menu's corner is at a pointer.
    case point(Point)
    /// The menu is below something, or above it if there is no room.
    case beside(Rect)
  }

  /// The measures of a menu, in points.
  private enum Metrics {
    static let (itemHeight, separatorHeight, padding) = (32.0, 9.0, 6.0)
    static let (textInset, symbolWidth, shortcutGap) = (14.0, 26.0, 24.0)
    static let (leastWidth, margin, distance) = (160.0, 6.0, 6.0)
  }

  let node: DisplayNode
  private let box: DisplayNode
  private let highlight: DisplayNode
  private let items: [MenuItem]
  private let frames: [Rect]
  private let anchor: Anchor
  private let isModal: Bool
  private let onEnd: @MainActor (MenuItem?) -> Void
  private let pointers = PanelPointers()
  private(set) var choice: ChoiceState
  /// Whether a pointer was pressed on the menu, or moved over it.
  private var isArmed = false

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - anchor: The place of the menu.
  ///   - isModal: Whether a press beside the menu only closes it; otherwise the press goes to
  ///     what is there.
  ///   - style: The appearance.
  ///   - environment: The environment of the view.
  ///   - onEnd: Called with the chosen item; `nil` if the menu was canceled.
  init(
    _ items: [MenuItem], at anchor: Anchor, isModal: Bool = true, style: PanelStyle,
    environment: DisplayEnvironment, onEnd: @escaping @MainActor (MenuItem?) -> Void
  ) {
    (self.items, self.anchor, self.isModal, self.onEnd) = (items, anchor, isModal, onEnd)
    choice = ChoiceState(isEnabled: items.map { $0.isEnabled && !$0.isSeparator })
    node = DisplayNode(environment: environment)
    node.name = "menu"
    node.zPosition = 2_000
    let rows = items.map { MenuRow($0, style: style, environment: environment) }
    let inset = items.contains { $0.symbol != nil } ? Metrics.symbolWidth : 0
    let widest = rows.map { $0.width(gap: Metrics.shortcutGap) }.max() ?? 0
    let width = max(Metrics.leastWidth, widest + inset + 2 * Metrics.textInset).rounded(.up)
    var y = Metrics.padding
    frames = items.map { item in
      let height = item.isSeparator ? Metrics.separatorHeight : Metrics.itemHeight
      defer { y += height }
      return Rect(x: 0, y: y, width: width, height: height)
    }
    box = style.box(Size(width: width, height: y + Metrics.padding), environment: environment)
    highlight = DisplayNode(environment: environment)
    highlight.backgroundColor = style.highlight
    highlight.cornerRadii = CornerRadii(6)
    highlight.isOpaque = false
    highlight.isHidden = true
    highlight.isUserInteractionEnabled = false
    node.addSubnode(box)
    box.addSubnode(highlight)
    for (row, frame) in zip(rows, frames) {
      row.place(in: frame, on: box, inset: Metrics.textInset, text: inset)
    }
    pointers.panel = self
    node.pointerHandler = pointers
  }

  func layout(in size: Size) {
    // Pointers beside the box pass a node without a size.
    node.frame = Rect(origin: .zero, size: isModal ? size : .zero)
    let own = box.frame.size
    let most = Point(
      x: max(Metrics.margin, size.width - own.width - Metrics.margin),
      y: max(Metrics.margin, size.height - own.height - Metrics.margin))
    var origin: Point
    switch anchor {
    case .point(let point):
      // To the other side of the pointer where there is no room.
      origin = Point(
        x: point.x > most.x ? point.x - own.width : point.x,
        y: point.y > most.y ? point.y - own.height : point.y)
    case .beside(let rect):
      let below = rect.maxY + Metrics.distance
      origin = Point(
        x: rect.minX, y: below > most.y ? rect.minY - own.height - Metrics.distance : below)
    }
    origin.x = min(max(origin.x, Metrics.margin), most.x).rounded()
    origin.y = min(max(origin.y, Metrics.margin), most.y).rounded()
    box.frame = Rect(origin: origin, size: own)
  }

  // MARK: Events

  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) {
    switch key {
    case .down: choice.move(by: 1)
    case .up: choice.move(by: -1)
    case .tab: choice.move(by: modifiers.contains(.shift) ? -1 : 1)
    case .home: choice.moveToEnd(false)
    case .end: choice.moveToEnd(true)
    case .enter, .space: return perform(choice.activate())
    case .escape: return perform(.cancel)
    default: break
    }
    showHighlight()
  }

  var elements: [ChatElement] {
    zip(items, frames).filter { !$0.0.isSeparator }.map { item, frame in
      ChatElement(.button, verbatim: item.title, frame: frame).moved(by: box.frame.origin)
    }
  }

  func activate(at point: Point) -> Bool {
    let effect = choice.lift(on: index(at: point))
    perform(effect)
    return effect != .none
  }

  func covers(_ point: Point) -> Bool { isModal || box.frame.contains(point) }

  func isButton(at point: Point) -> Bool {
    index(at: point).map { choice.isEnabled[$0] } ?? false
  }

  func hover(_ point: Point?) {
    choice.hover(point.flatMap(index))
    showHighlight()
  }

  func follow(_ event: PointerEvent) {
    let isInside = box.frame.contains(event.position)
    switch event.phase {
    case .began:
      guard isInside else { return perform(.cancel) }
      isArmed = true
      hover(event.position)
    case .moved:
      if isInside { isArmed = true }
      hover(event.position)
    case .ended:
      // The finger that opened the menu by a long press may be lifted beside it.
      if isArmed { perform(choice.lift(on: index(at: event.position))) }
    case .canceled: hover(nil)
    case .hovered, .exited: break
    }
  }

  private func index(at point: Point) -> Int? {
    let inside = Point(x: point.x - box.frame.minX, y: point.y - box.frame.minY)
    return frames.firstIndex { $0.contains(inside) }
  }

  private func showHighlight() {
    highlight.isHidden = choice.highlighted == nil
    guard let index = choice.highlighted else { return }
    let frame = frames[index]
    highlight.frame = Rect(
      x: frame.minX + 5, y: frame.minY, width: frame.size.width - 10, height: frame.size.height)
  }

  private func perform(_ effect: ChoiceState.Effect) {
    switch effect {
    case .none: break
    case .choose(let index): onEnd(items[index])
    case .cancel: onEnd(nil)
    }
  }
}

/// The nodes of a menu item.
@MainActor private struct MenuRow {
  private var line: DisplayNode?
  private var symbol: TextNode?
  private var title: TextNode?
  private var shortcut: TextNode?

  init(_ item: MenuItem, style: PanelStyle, environment: DisplayEnvironment) {
    guard !item.isSeparator else {
      let line = DisplayNode(environment: environment)
      line.backgroundColor = style.separator
      line.isUserInteractionEnabled = false
      self.line = line
      return
    }
    let color =
      !item.isEnabled ? style.disabled : item.isDestructive ? style.destructive : style.text
    title = style.label(item.title, color: color, width: 320, environment: environment)
    symbol = item.symbol.map { style.label($0, color: color, environment: environment) }
    shortcut = item.shortcut.map {
      style.label($0, size: 12.5, color: style.secondary, environment: environment)
    }
  }

  func width(gap: Double) -> Double {
    let words = title?.frame.size.width ?? 0
    return words + (shortcut.map { $0.frame.size.width + gap } ?? 0)
  }

  func place(in frame: Rect, on box: DisplayNode, inset: Double, text: Double) {
    if let line {
      line.frame = Rect(
        x: inset, y: frame.minY + 4, width: frame.size.width - 2 * inset, height: 1)
      box.addSubnode(line)
    }
    func add(_ label: TextNode?, at x: (Size) -> Double) {
      guard let label else { return }
      let size = label.frame.size
      let y = frame.minY + (frame.size.height - size.height) / 2
      label.frame = Rect(origin: Point(x: x(size), y: y.rounded()), size: size)
      box.addSubnode(label.node)
    }
    add(symbol) { _ in inset }
    add(title) { _ in inset + text }
    add(shortcut) { frame.size.width - inset - $0.width }
  }
}
