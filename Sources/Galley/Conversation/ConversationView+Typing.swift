public import GalleyLists

extension ConversationView {
  /// Shows who is typing below the last message; an empty list shows nobody.
  public func setTyping(_ names: [String], _ update: ListUpdate = .animated) {
    guard names != source.typing else { return }
    let (hadRow, hasRow) = (!source.typing.isEmpty, !names.isEmpty)
    source.typing = names
    let path = ItemPath(item: source.table.count)
    perform(update) { changes in
      switch (hadRow, hasRow) {
      case (false, true): changes.insert(path)
      case (true, false): changes.delete(path)
      case (true, true): changes.update(path)
      case (false, false): break
      }
    }
  }

  /// Shows the typing indicator in the current style.
  func updateTyping() {
    guard !source.typing.isEmpty else { return }
    source.noteTypingRevision()
    perform(ListUpdate()) { $0.update(ItemPath(item: source.table.count)) }
  }
}
