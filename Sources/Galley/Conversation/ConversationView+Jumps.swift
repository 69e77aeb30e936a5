internal import GalleyDisplay
public import GalleyLists
public import GalleyMessages
internal import GalleyTypesetting

extension ConversationView {
  /// A highlight that shows a message or a part of it, and fades.
  public enum Highlight: Hashable, Sendable {
    /// No highlight.
    case none
    /// The message as a whole.
    case message
    /// A part of the text that a reply quotes; the message as a whole if the part is not found.
    case quote(MessageQuote)
  }

  /// Scrolls to a message, loading the messages around it if needed.
  ///
  /// - Parameters:
  ///   - id: The ID of the message.
  ///   - highlight: The highlight shown on arrival.
  ///   - animation: The scroll animation; `nil` scrolls at once.
  ///   - completion: Called with `true` when the list has arrived, or with `false` if the scroll
  ///     was superseded or abandoned, or there is no such message.
  public func scroll(
    to id: Message.ID, highlighting highlight: Highlight = .message,
    animation: ListAnimation? = .standard, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    if let index = index(of: id) {
      pages?.abandonReplacement()
      list.scroll(to: ItemPath(item: index), at: .center(), animation: animation) {
        [weak self] isThere in
        if isThere { self?.flash(id, highlight) }
        completion?(isThere)
      }
    } else if let pages {
      pages.replace(by: .around(id)) { [weak self] isLoaded in
        guard let self, isLoaded, index(of: id) != nil else {
          completion?(false)
          return
        }
        list.whenIdle {
          self.flash(id, highlight)
          completion?(true)
        }
      }
    } else {
      completion?(false)
    }
  }

  /// Scrolls to the message that another one replies to, and highlights the quoted part.
  ///
  /// - Parameters:
  ///   - id: The ID of the reply.
  ///   - completion: Called with whether the list has arrived.
  public func scrollToOriginal(
    of id: Message.ID, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    guard let reply = message(id), let original = reply.replyTo else {
      completion?(false)
      return
    }
    scroll(
      to: original, highlighting: reply.quote.map { .quote($0) } ?? .message,
      completion: completion)
  }

  /// Highlights a message that is on screen.
  private func flash(_ id: Message.ID, _ highlight: Highlight) {
    guard highlight != .none, let key = source.table.key(of: id) else { return }
    for index in list.displayedItems.live ?? 0..<0 where list.item(ofVisible: index)?.key == key {
      guard let row = list.node(at: index).flatMap({ ChatRowNode($0) }) else { continue }
      var range: Range<Int>?
      if case .quote(let quote) = highlight, let text = row.text {
        range = quote.range(in: text.text, revealed: text.revealed)
      }
      row.flash(range)
    }
  }
}

extension MessageQuote {
  /// Returns the range of the quoted text in a message as it is shown.
  ///
  /// The message may have been edited since: of the occurrences of the quoted text, the nearest to
  /// the old position counts; without any, those of its longest beginning that occurs.
  ///
  /// - Returns: UTF-8 offsets, or `nil` if not even the first two words occur.
  func range(in text: AttributedText, revealed: RevealedSpoilers) -> Range<Int>? {
    let quoted = self.text.text
    let place = position.map { text.string.utf8Offset(ofUTF16: $0) } ?? 0
    func occurrence(of part: String) -> Range<Int>? {
      text.matches(of: part, revealed: revealed).min {
        abs($0.lowerBound - place) < abs($1.lowerBound - place)
      }
    }
    if let whole = occurrence(of: quoted) { return whole }
    let words = quoted.split(whereSeparator: \.isWhitespace)
    var (found, known, missing) = (nil as Range<Int>?, 1, words.count)
    // If a beginning occurs, so do the shorter ones.
    while missing - known > 1 {
      let count = (known + missing) / 2
      if let range = occurrence(of: String(quoted[..<words[count - 1].endIndex])) {
        (found, known) = (range, count)
      } else {
        missing = count
      }
    }
    return found
  }
}

extension String {
  /// Returns the UTF-8 offset of a UTF-16 offset, clamped to the text.
  fileprivate func utf8Offset(ofUTF16 offset: Int) -> Int {
    let index = utf16.index(startIndex, offsetBy: max(0, offset), limitedBy: endIndex) ?? endIndex
    return utf8.distance(from: startIndex, to: index)
  }
}
