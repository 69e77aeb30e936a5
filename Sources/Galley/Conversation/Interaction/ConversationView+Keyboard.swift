public import GalleyChat
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyTypesetting
public import GalleyWindow

extension ConversationView {
  /// Handles a key.
  ///
  /// A menu or a question receives all keys. Otherwise Tab moves the focus over what can be tapped,
  /// the arrow keys move it over messages while there is a focus, Enter and Space activate it, and
  /// the menu key or Shift+F10 opens its menu. Shift with arrow keys extends a selection. Escape
  /// removes the focus and then the selection. Other arrow and page keys scroll.
  ///
  /// - Returns: Whether the key has a function in a conversation.
  @discardableResult public func press(
    _ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers = []
  ) -> Bool {
    if let panel = interaction.panel {
      panel.press(key, modifiers)
      return true
    }
    return extendSelection(by: key, modifiers) || moveFocus(by: key, modifiers)
      || scroll(by: key, modifiers) || perform(key, modifiers)
  }

  private func perform(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool {
    switch key {
    case .escape:
      if focusedElement != nil { focusedElement = nil } else { list.selection.clear() }
    case .character("c") where modifiers.contains(.control): copySelection()
    case .character("a") where modifiers.contains(.control): list.selection.selectAll()
    default: return false
    }
    return true
  }

  private func scroll(by key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool {
    switch key {
    case .up: list.scroll(.line(.backward))
    case .down: list.scroll(.line(.forward))
    case .pageUp: list.scroll(.page(.backward))
    case .pageDown: list.scroll(.page(.forward))
    case .space: list.scroll(.page(modifiers.contains(.shift) ? .backward : .forward))
    case .home: list.scroll(.end(.head))
    case .end: list.scroll(.end(.tail))
    default: return false
    }
    return true
  }

  // MARK: Selection

  private func extendSelection(
    by key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers
  ) -> Bool {
    guard modifiers.contains(.shift), !list.selection.isEmpty else { return false }
    let isControl = modifiers.contains(.control)
    let movement: TextLayout.CaretMovement
    switch key {
    case .left: movement = isControl ? .wordLeft : .left
    case .right: movement = isControl ? .wordRight : .right
    case .up: movement = isControl ? .backward(.paragraph) : .up
    case .down: movement = isControl ? .forward(.paragraph) : .down
    case .home: movement = isControl ? .backward(.text) : .backward(.line)
    case .end: movement = isControl ? .forward(.text) : .forward(.line)
    default: return false
    }
    return list.selection.extend(moving: movement)
  }

  // MARK: Focus

  /// The element that has the keyboard focus, as it is now; `nil` if there is none on screen.
  ///
  /// The view shows a ring around it. Setting it scrolls to nothing.
  public var focusedElement: ChatElement? {
    get {
      guard interaction.focus.entry != nil else { return nil }
      return interaction.focus.current(in: focusEntries)
    }
    set {
      interaction.focus.set(newValue.map(entry))
      noteFocus()
    }
  }

  /// The elements on screen, with the keys of their messages.
  private var focusEntries: [FocusState.Entry] { accessibilityElements.map(entry) }

  private func entry(for element: ChatElement) -> FocusState.Entry {
    FocusState.Entry(
      element: element, key: element.message.flatMap { list.item(ofVisible: $0)?.key })
  }

  private func noteFocus() {
    if interaction.focus.entry == nil {
      interaction.focusRing?.remove()
      interaction.focusRing = nil
    } else if let ring = interaction.focusRing {
      ring.setNeedsPlace()
    } else {
      interaction.focusRing = FocusRing(on: self)
    }
    onFocusChange?(interaction.focus.entry?.element)
  }

  private func moveFocus(
    by key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers
  ) -> Bool {
    switch key {
    case .tab:
      moveFocus(!modifiers.contains(.shift)) { [self] element in
        target(of: element).map { interaction.canTap($0) } ?? false
      }
      return true
    case .up, .down:
      guard interaction.focus.entry != nil, modifiers.isEmpty else { return false }
      moveFocus(key == .down) { $0.role == .message || $0.role == .note }
      return true
    case .enter, .space:
      guard let element = focusedElement else { return false }
      perform(element)
      return true
    case .menu: return showMenuOfFocus()
    case .function(10) where modifiers.contains(.shift): return showMenuOfFocus()
    default: return false
    }
  }

  /// Moves the focus, or scrolls where no element on screen follows.
  private func moveFocus(_ isForward: Bool, where isWanted: (ChatElement) -> Bool) {
    if interaction.focus.move(isForward, in: focusEntries, where: isWanted) {
      noteFocus()
      revealFocus()
    } else {
      list.scroll(.line(isForward ? .forward : .backward))
    }
  }

  /// Scrolls as little as possible to show the focused element.
  private func revealFocus() {
    guard let frame = focusedElement?.frame else { return }
    let (top, bottom) = (8.0, list.size.height - 8)
    // A message longer than the view is shown from its beginning.
    let isLong = frame.size.height > bottom - top
    let step =
      frame.minY < top || isLong ? frame.minY - top : max(0, frame.maxY - bottom)
    if step != 0 { list.scroll(toOffset: list.offset + step) }
  }

  private func showMenuOfFocus() -> Bool {
    if let element = focusedElement, let target = target(of: element) {
      interaction.handle(.secondaryClick, on: target)
      return true
    }
    guard !list.selection.isEmpty else { return false }
    showSelectionMenu()
    return true
  }

  /// Returns the target of an accessible element; `nil` if it is not near the screen.
  func target(of element: ChatElement) -> ConversationTarget? {
    let frame = element.frame
    let middle = Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
    guard let index = element.message else { return target(at: middle) }
    guard let item = list.item(ofVisible: index), let row = row(ofKey: item.key) else { return nil }
    func made(_ kind: ConversationTarget.Kind) -> ConversationTarget {
      ConversationTarget(kind, in: (item.key, id(ofKey: item.key)), frame: frame, point: middle)
    }
    switch element.action {
    case .follow(let link)?:
      guard let text = row.text, let link = TappedLink(link, in: text.text, revealed: text.revealed)
      else { return nil }
      return made(.link(link))
    case .followToken(let part)?: return TappedLink(part).map { made(.link($0)) }
    case .followPreview(let preview)?: return made(.link(TappedLink(preview)))
    case .reveal(let spoiler)?: return made(.spoiler(spoiler))
    case .expand(let isExpanding, let block)?:
      return made(.quotation(block, isExpanded: !isExpanding))
    case .press?: return nil
    case nil:
      switch element.role {
      case .message: return made(.bubble)
      case .note: return made(.note)
      default: return target(at: middle)
      }
    }
  }
}
