internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
public import GalleyLists
public import GalleyMessages
public import GalleyRichMessages
public import GalleyRichTypesetting
internal import GalleyTypesetting

extension ConversationView {
  /// The animation of sections and quotations: between 200 and 250 ms.
  private static let folding = LayoutTransition(duration: 0.22)

  /// Opens or closes a section or quotation; the bubble and the other messages move along.
  func toggle(_ control: RichLayout.Control, in key: Int) {
    var state = source.state(ofKey: key)
    state.sections.toggle(control)
    // The offsets of the text after it change.
    list.selection.clear()
    source.set(state, ofKey: key)
    search?.refresh(key)
    guard let row = row(ofKey: key) else { return update([key], .animated) }
    switch control {
    case .details(let path, let isOpen):
      row.fold(path, isOpening: !isOpen, in: state, Self.folding)
    case .quotation(let path, let isExpanded):
      row.fold(path, isOpening: !isExpanded, in: state, Self.folding)
    case .button, .checkbox, .showMore: break
    }
  }

  /// Reveals all spoilers of a rich message.
  func revealSpoilers(in key: Int, on row: ChatRowNode) {
    var state = source.state(ofKey: key)
    state.revealed = .all
    source.set(state, ofKey: key)
    row.rich?.revealed = .all
    row.note(state)
    search?.refresh(key)
  }

  // MARK: Matches of a search

  /// Opens the sections and quotations around a block of a message.
  ///
  /// - Returns: The key of the message if any was closed.
  func reveal(_ path: RichMessage.BlockPath, of id: Message.ID) -> Int? {
    guard let key = source.table.key(of: id) else { return nil }
    var state = source.state(ofKey: key)
    state.sections.reveal(path)
    guard state != source.state(ofKey: key) else { return nil }
    list.selection.clear()
    source.set(state, ofKey: key)
    update([key], ListUpdate())
    return key
  }

  /// Scrolls to a part of the text of a rich message that is higher than half the view.
  ///
  /// - Returns: Whether the message is such a one.
  func scroll(toMatch range: Range<Int>, of id: Message.ID) -> Bool {
    guard let key = source.table.key(of: id), let index = source.table.index(ofKey: key),
      source.table.message(ofKey: key)?.richMessage != nil
    else { return false }
    let row = source.rows.row(at: index, in: source.state(ofKey: key))
    guard row.height > list.size.height / 2, let y = row.y(of: range) else { return false }
    list.whenIdle { [weak self] in
      guard let self, let index = source.table.index(ofKey: key) else { return }
      list.scroll(
        to: ItemPath(item: index), at: .head(list.size.height / 3 - y), animation: .standard)
    }
    return true
  }

  // MARK: Anchors

  /// The place of a message on screen when a link was followed that led elsewhere.
  struct JumpOrigin {
    var key: Int
    /// The distance of the message's row from the upper edge of the view, in points.
    var y: Double
  }

  /// Whether a link to an anchor was followed from a message that is still in the conversation.
  public var canScrollBack: Bool {
    jumpOrigin.flatMap { source.table.index(ofKey: $0.key) } != nil
  }

  /// Scrolls back to where the last link to an anchor was followed; without one, nothing happens.
  public func scrollBack(animation: ListAnimation? = .standard) {
    guard let origin = jumpOrigin, let index = source.table.index(ofKey: origin.key) else { return }
    jumpOrigin = nil
    list.scroll(to: ItemPath(item: index), at: .head(origin.y), animation: animation)
  }

  /// Scrolls to an anchor or reference of a rich message, opening the sections around it, and
  /// highlights it.
  ///
  /// - Parameters:
  ///   - target: The anchor or reference.
  ///   - id: The ID of the message.
  ///   - animation: The scroll animation; `nil` scrolls at once.
  /// - Returns: Whether the message is in the conversation and has the target.
  @discardableResult public func scroll(
    to target: RichMessage.Target, of id: Message.ID, animation: ListAnimation? = .standard
  ) -> Bool {
    guard let key = source.table.key(of: id), let index = index(of: id),
      let rich = message(at: index).richMessage
    else { return false }
    let isTop = target == .anchor("")
    let path = rich.path(of: target)
    guard isTop || path != nil else { return false }
    jumpOrigin = list.visibleIndex(ofKey: key).flatMap { list.frame(at: $0) }
      .map { JumpOrigin(key: key, y: $0.minY) }
    guard !isTop, let path else {
      list.scroll(to: ItemPath(item: index), at: .head(Self.anchorInset), animation: animation)
      return true
    }
    var state = source.state(ofKey: key)
    state.sections.reveal(path)
    if state != source.state(ofKey: key) {
      source.set(state, ofKey: key)
      update([key], ListUpdate())
    }
    list.whenIdle { [weak self] in
      self?.scroll(inKey: key, animation, to: { $0.place(of: target) }) { row in
        row.rich?.scroll(toShow: target)
      }
    }
    return true
  }

  /// Scrolls from a footnote to its first mark, opening the sections around it, and highlights it.
  ///
  /// - Parameters:
  ///   - name: The name of the footnote.
  ///   - id: The ID of the message.
  ///   - animation: The scroll animation; `nil` scrolls at once.
  func scroll(
    toMarkOf name: String, of id: Message.ID, animation: ListAnimation? = .standard
  ) {
    guard let key = source.table.key(of: id),
      let path = richLayout(ofKey: key)?.document.mark(of: name)
    else { return }
    jumpOrigin = list.visibleIndex(ofKey: key).flatMap { list.frame(at: $0) }
      .map { JumpOrigin(key: key, y: $0.minY) }
    _ = reveal(path, of: id)
    list.whenIdle { [weak self] in
      self?.scroll(inKey: key, animation, to: { $0.place(ofMark: name) })
    }
  }

  /// Scrolls to a place in a message whose sections are open, and highlights it.
  private func scroll(
    inKey key: Int, _ animation: ListAnimation?, to place: (ChatRow) -> ChatRow.AnchorPlace?,
    arrival: @escaping @MainActor (ChatRowNode) -> Void = { _ in }
  ) {
    guard let index = source.table.index(ofKey: key) else { return }
    let row = source.rows.row(at: index, in: source.state(ofKey: key))
    guard let place = place(row) else { return }
    list.scroll(
      to: ItemPath(item: index), at: .head(Self.anchorInset - place.y), animation: animation
    ) { [weak self] isThere in
      guard isThere, let row = self?.row(ofKey: key) else { return }
      arrival(row)
      row.flash(place.range, visibleFor: Self.anchorFlash)
    }
  }

  /// The distance of a target from the upper edge of the view: about a line, in points.
  private static let anchorInset = 26.0
  /// The time that a target is fully highlighted, in seconds; with the fade, 1.2 s.
  private static let anchorFlash = 0.5
}
