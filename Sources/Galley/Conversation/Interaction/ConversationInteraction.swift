internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLists
internal import GalleyScheduling
internal import GalleyTypesetting

/// The interaction of a conversation: gestures on targets, menus and questions, and the focus.
@MainActor final class ConversationInteraction {
  weak var view: ConversationView?
  weak var delegate: (any ConversationDelegate)?
  var onCopy: (@MainActor (DisclosedText) -> Void)?
  var canReply = false

  /// The menu or question over the conversation.
  private(set) var panel: (any ConversationPanel)?
  let gestures = RowGestures()
  var focus = FocusState()
  var focusRing: FocusRing?
  private let fallback = DefaultConversationDelegate()
  private var highlight: PressHighlight?
  /// The row that is lifted while its menu is open.
  private var lifted: DisplayNode?
  /// Watches the selection while its menu is open.
  private var watcher: DisplayLoop.Handler?
  /// The pointers that scroll the list once the menu of a lifted row is closed.
  private var scrolling = ListView.DragScrolling.all

  init() { gestures.interaction = self }

  /// The delegate, or one that does what is done by default.
  var handler: any ConversationDelegate { delegate ?? fallback }

  /// Returns whether a target reacts to taps.
  func canTap(_ target: ConversationTarget) -> Bool {
    guard let view else { return false }
    // Only a delegate can toggle a reaction or a checkbox.
    if delegate == nil, target.kind.needsDelegate { return false }
    return handler.conversation(view, canTap: target)
  }

  // MARK: Gestures

  /// Handles a gesture.
  func handle(_ gesture: ConversationGesture, on target: ConversationTarget) {
    guard let view else { return }
    guard handler.conversation(view, received: gesture, on: target) == .performDefault else {
      return
    }
    switch gesture {
    case .tap: tap(target, in: view)
    case .doubleTap: break
    case .longPress: pressLong(target, in: view)
    case .secondaryClick: showMenu(for: target, at: .point(target.point))
    }
  }

  private func tap(_ target: ConversationTarget, in view: ConversationView) {
    switch target.kind {
    case .link(let link): follow(link)
    case .code(let code): copy(code, at: target)
    case .copyButton(let block): copyCode(block, at: target, in: view)
    case .spoiler(let spoiler): reveal(spoiler, at: target, in: view)
    case .quotation(let block, let isExpanded):
      if let key = target.key { view.expand(block, !isExpanded, in: key) }
    case .control(let control): press(control, at: target, in: view)
    case .internalLink(let link): follow(link, at: target, in: view)
    case .replyHeader: if let id = target.message { view.scrollToOriginal(of: id) }
    case .reaction(let reaction):
      guard let id = target.message else { break }
      handler.conversation(view, toggleReaction: reaction, of: id)
    case .stopButton: if let id = target.message { view.stop(id) }
    case .codeBlock, .customEmoji, .token, .text, .image, .forwardHeader, .avatar, .sender, .status,
      .bubble, .note, .unreadDivider, .day:
      view.list.selection.clear()
    }
  }

  private func pressLong(_ target: ConversationTarget, in view: ConversationView) {
    if target.isInText, !canTap(target), view.list.selection.beginTouch(at: target.point) { return }
    showMenu(for: target, at: .beside(target.frame), lifting: true)
  }

  /// Asks before a link is opened, unless it has no destination or is a date.
  func follow(_ link: TappedLink) {
    guard let view else { return }
    guard let destination = link.destination, link.kind != .date else {
      return handler.conversation(view, open: link)
    }
    let question = LinkQuestion(
      destination, style: PanelStyle(view.source.rows), environment: view.node.environment
    ) { [weak self] answer in
      guard let self, let view = self.view else { return }
      close()
      switch answer {
      case .open: handler.conversation(view, open: link)
      case .copy: onCopy?(DisclosedText(verbatim: destination.url))
      case .cancel: break
      }
    }
    show(question)
  }

  private func reveal(
    _ spoiler: Int, at target: ConversationTarget, in view: ConversationView
  ) {
    guard let key = target.key, let row = view.row(ofKey: key) else { return }
    guard let text = row.text else { return view.revealSpoilers(in: key, on: row) }
    text.reveal(spoiler, from: view.node.convert(target.point, to: text.node))
    view.noteRevealed(spoiler, in: key, on: row)
  }

  // MARK: Copying

  /// Copies a text, and says so at a target.
  func copy(_ text: DisclosedText, at target: ConversationTarget) {
    guard let view, !text.isEmpty else { return }
    onCopy?(text)
    Notice.show(view.source.rows.style.words.copied, over: view, near: target.frame)
  }

  private func copyCode(
    _ index: Int, at target: ConversationTarget, in view: ConversationView
  ) {
    guard let key = target.key, let row = view.row(ofKey: key),
      let code = row.text?.code(ofBlock: index) ?? row.rich?.code(ofText: index)
    else { return }
    onCopy?(code)
    (row.node.pointerHandler as? RowInteraction)?.buttons.showCheckMark(of: index)
  }

  // MARK: Panels

  /// Shows the menu for a target, unless it has no items.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - anchor: The place of the menu.
  ///   - isLifting: Whether the target's row is lifted slightly.
  ///   - isModal: Whether a press beside the menu only closes it.
  func showMenu(
    for target: ConversationTarget, at anchor: MenuPanel.Anchor, lifting isLifting: Bool = false,
    isModal: Bool = true
  ) {
    guard let view else { return }
    let items = handler.conversation(
      view, menuFor: target, default: view.defaultMenu(for: target))
    guard items.contains(where: { !$0.isSeparator }) else { return }
    let row = isLifting ? target.key.flatMap { view.row(ofKey: $0)?.node } : nil
    show(
      MenuPanel(
        items, at: anchor, isModal: isModal, style: PanelStyle(view.source.rows),
        environment: view.node.environment
      ) { [weak self] item in
        self?.close()
        item?.action()
      })
    if !isModal { closeWithSelection(of: view.list) }
    if let row { lift(row) }
  }

  func show(_ panel: any ConversationPanel) {
    guard let view else { return }
    close()
    setPressed(nil)
    self.panel = panel
    panel.layout(in: view.node.bounds.size)
    view.node.addSubnode(panel.node)
    fade(panel.node, to: 1)
  }

  /// Closes the panel.
  func close() {
    guard let panel else { return }
    self.panel = nil
    watcher = nil
    panel.node.removeFromSupernode()
    gestures.endTracking()
    guard let row = lifted else { return }
    lifted = nil
    view?.list.dragScrolling = scrolling
    Layer.animate(duration: 0.15) { row.transform = .identity }
  }

  /// Closes the menu of a selection as soon as the selection or the list moves.
  private func closeWithSelection(of list: ListView) {
    let (offset, ends) = (list.offset, list.selection.ends)
    watcher = list.environment.loop.onEachTick(in: .layout) { [weak self, weak list] _ in
      guard let list else { return }
      let now = list.selection.ends
      if list.offset != offset || now?.start != ends?.start || now?.end != ends?.end {
        self?.close()
      }
    }
  }

  private func lift(_ row: DisplayNode) {
    lifted = row
    // The finger that still rests chooses an item instead of scrolling.
    if let list = view?.list { (scrolling, list.dragScrolling) = (list.dragScrolling, .none) }
    Layer.animate(duration: 0.15) { row.transform = AffineTransform(scaleX: 1.015, y: 1.015) }
  }

  private func fade(_ node: DisplayNode, to opacity: Double) {
    guard node.isLoaded else { return }
    node.layer.add(LayerAnimation(.opacity(from: 0, to: opacity), duration: 0.12), forKey: "fade")
  }

  /// Adapts the panel to the size of the view.
  func resize(to size: Size) {
    panel?.layout(in: size)
    focusRing?.setNeedsPlace()
  }

  // MARK: Presses

  /// Shows that a target is pressed; `nil` ends the press.
  func setPressed(_ target: ConversationTarget?) {
    highlight?.release()
    highlight = nil
    guard let view, let target, canTap(target), let key = target.key,
      let row = view.row(ofKey: key)
    else { return }
    switch target.kind {
    case .link(let link) where link.kind == .preview:
      highlight = PressHighlight(target, on: row.node, in: view)
    case .link, .token:
      guard let text = row.text else {
        highlight = PressHighlight(target, on: row.node, in: view)
        break
      }
      highlight = PressHighlight(on: text, at: view.node.convert(target.point, to: text.node))
    case let kind where kind.isDimmed:
      highlight = PressHighlight(target, on: row.node, in: view)
    default: break
    }
  }
}

extension TextNode {
  /// Returns the code of a block; `nil` if there is none.
  fileprivate func code(ofBlock index: Int) -> DisclosedText? {
    layout.blocks.first { $0.index == index }.map {
      text.plainText(of: $0.range, revealed: revealed)
    }
  }
}

extension ConversationTarget.Kind {
  /// Whether only a delegate can do what a tap asks for.
  fileprivate var needsDelegate: Bool {
    switch self {
    case .reaction, .stopButton, .control(.checkbox), .control(.showMore): true
    case .control(.button(let button)): !button.hasOwnAction
    default: false
    }
  }

  /// Whether the target is dimmed while it is pressed.
  fileprivate var isDimmed: Bool {
    switch self {
    case .spoiler, .quotation, .text, .bubble, .codeBlock, .control(.quotation): false
    default: true
    }
  }

  /// The radius of the dimmed area's corners, in points; `nil` for half its height.
  var pressedRadius: Double? {
    switch self {
    case .avatar, .reaction, .status, .stopButton, .note: nil
    case .image: 8
    default: 5
    }
  }
}
