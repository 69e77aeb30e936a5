internal import GalleyChat
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting
internal import GalleyWindow

/// The keys and the wheel.
extension ArchiveReader {
  /// Handles an event before the conversation, and returns whether nothing else shall.
  func handle(_ event: WindowEvent) -> Bool {
    switch event {
    case .key(let key, let modifiers, _): return press(key, modifiers)
    case .scrolled(let wheel) where wheel.modifiers.contains(.control) && picture == nil:
      if wheel.distance.y != 0 { zoom(by: wheel.distance.y < 0 ? 1 : -1) }
      return true
    default: return false
    }
  }

  private func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool {
    if let picture, !modifiers.contains(.control) {
      picture.press(key)
      return true
    }
    if modifiers.contains(.control), pressWithControl(key) { return true }
    guard picture == nil, !window.view.hasPanel else { return picture != nil }
    switch key {
    case .left where modifiers == .alt: goBack()
    case .home where modifiers.isEmpty && window.searchBar == nil: go(to: 0, at: .head())
    case .end where modifiers.isEmpty && window.searchBar == nil: window.view.scrollToEnd()
    default: return false
    }
    return true
  }

  private func pressWithControl(_ key: WindowEvent.Key) -> Bool {
    switch key {
    case .character("+"), .character("="), .other(Self.keypadPlus): zoom(by: 1)
    case .character("-"), .other(Self.keypadMinus): zoom(by: -1)
    case .character("0"), .other(Self.keypadZero): window.window.window.zoom = 1
    case .character("g") where picture == nil && !window.view.hasPanel: showCalendar()
    case .pageUp where picture == nil: show(chat: selected - 1)
    case .pageDown where picture == nil: show(chat: selected + 1)
    case .home where picture == nil: go(to: 0, at: .head())
    case .end where picture == nil: window.view.scrollToEnd()
    default: return false
    }
    return true
  }

  /// SDL's codes of keys of the keypad.
  private static let (keypadMinus, keypadPlus, keypadZero): (Int32, Int32, Int32) = (
    0x4000_0056, 0x4000_0057, 0x4000_0062
  )

  /// Shows everything larger or smaller; the messages on screen stay.
  private func zoom(by step: Int) {
    let window = window.window.window
    window.zoom = ZoomLevels.next(
      to: window.zoom, by: step, width: window.size.width * window.zoom)
  }
}

extension ArchiveReader: ConversationDelegate {
  package func conversation(
    _ view: ConversationView, canTap target: ConversationTarget
  ) -> Bool {
    switch target.kind {
    case .image, .day: true
    // An archive does not change.
    case .reaction, .stopButton, .control(.checkbox), .control(.showMore): false
    default: target.hasDefaultAction
    }
  }

  package func conversation(
    _ view: ConversationView, received gesture: ConversationGesture, on target: ConversationTarget
  ) -> ConversationResponse {
    guard gesture == .tap else { return .performDefault }
    switch target.kind {
    case .image(let index): if let id = target.message { showPicture(index, of: id) }
    case .day: showCalendar()
    case .replyHeader: if let id = target.message { goToOriginal(of: id) }
    default: return .performDefault
    }
    return .handled
  }

  package func conversation(_ view: ConversationView, open link: TappedLink) {
    window.opener.conversation(view, open: link)
  }

  package func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] {
    guard let key = target.key, let id = target.message else { return items }
    var own: [MenuItem] = []
    if case .image(let index) = target.kind {
      own.append(
        MenuItem(words.viewPicture) { [weak self] in self?.showPicture(index, of: id) })
    }
    if let text = view.transcript(ofKey: key) {
      own.append(
        MenuItem(words.copyWithName) { [weak view] in
          view?.interaction.copy(text, at: target)
        })
    }
    if view.message(ofKey: key)?.replyTo != nil {
      own.append(
        MenuItem(words.goToOriginal) { [weak self] in self?.goToOriginal(of: id) })
    }
    if view.hidesSpoilers(ofKey: key) {
      own.append(
        MenuItem(words.revealSpoilers) { [weak view] in
          view?.revealAllSpoilers(ofKey: key)
        })
    }
    if !history.isEmpty {
      own.append(
        MenuItem(words.goBack, shortcut: "Alt+←") { [weak self] in self?.goBack() })
    }
    let place = items.firstIndex(where: \.isSeparator) ?? items.count
    return Array(items[..<place]) + own + Array(items[place...])
  }

  // MARK: Pictures

  /// Shows a picture of a message over the window.
  func showPicture(_ index: Int, of id: Message.ID) {
    let view = window.view
    guard picture == nil, let message = view.message(id), message.images.indices.contains(index),
      let place = view.archivePages?.knownIndex(of: id)
    else { return }
    let picture = PictureViewer(
      PictureWalk.Stop(place: PictureWalk.Place(message: place, image: index), message: message),
      of: messages, rows: view.source.rows, words: words, environment: view.node.environment)
    picture.onClose = { [weak self] in self?.closePicture() }
    self.picture = picture
    window.root.addSubnode(picture.node)
    picture.layout(in: window.window.size)
  }

  private func closePicture() {
    picture?.node.removeFromSupernode()
    picture = nil
  }
}

extension ConversationView {
  /// Reveals all spoilers of a message.
  fileprivate func revealAllSpoilers(ofKey key: Int) {
    if let row = row(ofKey: key), row.rich != nil { return revealSpoilers(in: key, on: row) }
    var state = source.state(ofKey: key)
    state.revealed = .all
    source.set(state, ofKey: key)
    update([key], ListUpdate())
    search?.refresh(key)
  }

  /// Returns whether a message has spoilers that are not revealed.
  fileprivate func hidesSpoilers(ofKey key: Int) -> Bool {
    let item = ListItem(key: key)
    guard let text = selectableText(of: item) else { return false }
    let all = 0..<text.length
    return text.plainText(of: all, revealed: revealedSpoilers(of: item)).string
      != text.plainText(of: all, revealed: .all).string
  }
}
