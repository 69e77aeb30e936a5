public import GalleyLists
public import GalleyMessages

/// Messages that the reader has not seen: the bar above the first, and their number.
extension ConversationView {
  /// The number of messages that the reader has not seen, including those that are not loaded.
  public var unreadCount: Int { unread.count }

  /// The distance of the bar from the top of the view when the conversation opens, in points.
  static var dividerInset: Double { 48 }

  /// Marks messages as read.
  ///
  /// If the last one is outgoing, others have read it and those before it, whose ticks change.
  /// Otherwise the reader has, elsewhere, and the messages are no longer counted.
  public func markAsRead(upTo id: Message.ID, _ update: ListUpdate = .animated) {
    guard let last = index(of: id) else { return }
    guard message(at: last).isOutgoing else {
      _ = unread.see(upTo: last, in: source.table)
      return showButton()
    }
    edit(update) { edit in
      for index in (0...last).reversed() {
        var message = edit.new.message(at: index)
        guard message.isOutgoing, message.status != nil else { continue }
        // Everything before was read earlier.
        if message.status == .read { break }
        guard message.status == .sent else { continue }
        message.status = .read
        edit.replace(message)
      }
    }
  }

  /// Removes the bar above the first unread message.
  public func hideUnreadDivider(_ update: ListUpdate = .animated) {
    guard let key = unread.divider else { return }
    unread.hideDivider()
    source.divider = nil
    let row = source.table.index(ofKey: key)
    let before = row.flatMap { $0 > 0 ? source.table.key(at: $0 - 1) : nil }
    self.update(Set([key, before].compactMap { $0 }), update)
  }

  /// Scrolls to the newest message, loading it if needed.
  public func scrollToEnd(animation: ListAnimation? = .standard) {
    if !reachesEnd {
      pages?.replace(by: .newest)
    } else if itemCount > 0 {
      list.scroll(to: ItemPath(item: itemCount - 1), at: .tail(), animation: animation)
    }
  }

  /// The number of items: the messages, and the typing indicator.
  var itemCount: Int { source.itemCount(inSection: 0) }

  /// Counts messages that have come while the newest ones are not loaded.
  func noteMissed(_ messages: [ChatMessage]) {
    unread.miss(messages.count { !$0.isOutgoing })
    pages?.missed += messages
    showButton()
  }

  /// Notes that the newest messages are loaded.
  func noteReachedEnd() {
    unread.reachEnd()
    showButton()
  }

  /// Notes which messages are on screen.
  func noteSeen(_ items: Range<Int>) {
    for item in items.reversed() {
      guard let key = list.item(ofVisible: item)?.key, let index = source.table.index(ofKey: key)
      else { continue }
      if let last = unread.see(upTo: index, in: source.table) {
        onSeen?(message(at: last))
      }
      break
    }
    showButton()
  }

  /// Shows the button that scrolls to the end, unless the reader is there.
  func showButton() {
    let isAway: Bool
    switch list.offsetFromTail {
    case .known(let distance): isAway = distance > Self.buttonDistance
    case .unknown: isAway = true
    case .none: isAway = false
    }
    button.show(
      isAway || !reachesEnd && count > 0, count: countBelow?() ?? unread.count,
      of: source.rows)
  }

  /// The distance from the end beyond which the button appears, in points.
  private static var buttonDistance: Double { 120 }
}
