public import GalleyDisplay
public import GalleyGeometry
public import GalleyLists
internal import GalleyRichTypesetting
public import GalleyTypesetting

extension ConversationView: ListViewDelegate {
  /// Returns the day header of a message.
  public func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] {
    guard let index = source.table.index(ofKey: item.key),
      let day = source.dayHeaders.day(at: index, in: source.rows)
    else { return [] }
    let number = days.number(of: day)
    let height = source.dayHeaders.header(of: day, in: source.rows).height
    var header = ListHeader(id: number, length: height) { [source] environment in
      // The header may be created later, in a different style.
      source.dayHeaders.header(of: day, in: source.rows).makeNode(environment: environment)
    }
    header.isFloating = true
    return [header]
  }

  /// Loads a page at an end.
  public func list(_ list: ListView, fetchAt end: ListEnd) {
    guard let pages else { return list.finishFetch(at: end, hasMore: false) }
    pages.extend(end)
  }

  /// Updates the unread messages and the button for the items on screen.
  public func list(_ list: ListView, displays items: ListView.DisplayedItems) {
    noteSeen(items.range)
    onMove?()
  }

  /// Updates the button for the distance from the end.
  public func list(
    _ list: ListView, didChange head: ListView.EndDistance, _ tail: ListView.EndDistance
  ) {
    showButton()
    onMove?()
  }

  /// Repeats a failed request toward whose end the reader scrolls.
  public func list(_ list: ListView, didScrollBy distance: Double) {
    onMove?()
    if list.isScrolling { pages?.didScroll(toward: distance < 0 ? .head : .tail) }
  }

  /// Installs the pointer handler of a row.
  public func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {
    guard let row = ChatRowNode(node) else { return }
    if search != nil { showMarks(on: row, ofKey: item.key) }
    row.text?.animatesDust = node.environment.animationPlayback != .firstFrame
    install(interaction, on: node)
  }

  /// Removes the pointer handler of a row, which may show another version of its message.
  public func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {
    guard let row = ChatRowNode(node) else { return }
    node.pointerHandler = nil
    row.mark(nil)
  }

  /// Records a revealed spoiler whose node is already being updated.
  func noteRevealed(_ spoiler: Int, in key: Int, on row: ChatRowNode) {
    var state = source.state(ofKey: key)
    state.revealed = state.revealed.revealing(spoiler)
    source.set(state, ofKey: key)
    row.note(state)
    search?.refresh(key)
  }

  /// Expands or collapses a block of a message; the bubble and the other messages move along.
  func expand(_ block: Int, _ isExpanded: Bool, in key: Int) {
    var state = source.state(ofKey: key)
    if isExpanded {
      state.expandedBlocks.insert(block)
    } else {
      state.expandedBlocks.remove(block)
    }
    source.set(state, ofKey: key)
    guard let row = row(ofKey: key) else { return update([key], .animated) }
    let style = ListAnimation.standard
    row.setExpanded(
      isExpanded, block: block, in: state,
      LayoutTransition(duration: style.duration, curve: style.curve))
  }
}

extension ConversationView: ListSelection.Source {
  /// Returns the text of a message.
  public func selectableText(of item: ListItem) -> AttributedText? {
    source.table.index(ofKey: item.key).flatMap {
      source.rows.text(at: $0, in: source.state(ofKey: item.key))
    }
  }

  /// Returns the revealed spoilers of a message.
  public func revealedSpoilers(of item: ListItem) -> RevealedSpoilers {
    source.state(ofKey: item.key).revealed
  }

  /// Returns a part of a rich message: tables as tab-separated values, lists with their labels.
  public func plainText(of range: Range<Int>, of item: ListItem) -> DisclosedText? {
    guard let layout = richLayout(ofKey: item.key), let positions = layout.positions(of: range)
    else { return nil }
    return layout.plainText(of: positions, revealed: revealedSpoilers(of: item))
  }

  /// Returns the layout of a rich message, on screen or not; `nil` if the message has no blocks.
  func richLayout(ofKey key: Int) -> RichLayout? {
    guard let message = source.table.message(ofKey: key), message.richMessage != nil,
      let index = source.table.index(ofKey: key)
    else { return nil }
    return row(ofKey: key)?.rich?.layout
      ?? source.rows.row(at: index, in: source.state(ofKey: key)).richLayout
  }

  /// Returns the offset in a message's text nearest to a point.
  public func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int? {
    guard let row = ChatRowNode(node), let place = row.textPoint(point) else { return nil }
    if let layout = row.rich?.layout {
      return layout.position(at: place).map { layout.offset(of: $0) }
    }
    return row.text?.layout.position(at: place).offset
  }

  /// Returns whether a point is on the text of a message.
  public func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), let place = row.textPoint(point) else { return false }
    if let rich = row.rich { return rich.isText(at: place) }
    guard let text = row.text else { return false }
    return Rect(origin: .zero, size: text.frame.size).contains(place)
  }

  /// Returns the word or paragraph around an offset.
  public func range(of unit: ListSelection.Unit, around offset: Int, of item: ListItem) -> Range<
    Int
  > {
    let textUnit = unit == .paragraph ? TextLayout.Unit.paragraph : .word
    if let layout = richLayout(ofKey: item.key) {
      let range = layout.position(atOffset: offset).flatMap { layout.range(of: textUnit, at: $0) }
      guard let range else { return offset..<offset }
      return layout.offset(of: range.lowerBound)..<layout.offset(of: range.upperBound)
    }
    guard let layout = textLayout(of: item) else { return offset..<offset }
    return layout.range(of: textUnit, at: offset)
  }

  /// Returns the layout of a message's text.
  public func textLayout(of item: ListItem) -> TextLayout? {
    source.table.index(ofKey: item.key).flatMap { index in
      source.rows.row(at: index, in: source.state(ofKey: item.key)).layout
    }
  }

  /// Returns the text node of a message.
  public func textNode(in node: DisplayNode, of item: ListItem) -> TextNode? {
    ChatRowNode(node)?.text
  }

  /// Returns the color of a message's bubble.
  public func backgroundColor(of item: ListItem) -> Color {
    row(ofKey: item.key)?.row.bubbleColor ?? .white
  }

  /// Shows the selection behind a message's text.
  public func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem) {
    ChatRowNode(node)?.select(range)
  }
}
