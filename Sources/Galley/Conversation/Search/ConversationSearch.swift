internal import GalleyChat
internal import GalleyDisplay
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyScheduling

/// A search in a conversation, whose hits are marked and can be visited.
///
/// Hits are found on other threads, from the newest message to the oldest, and follow the edits of
/// the conversation. In a paged conversation they are found by ``MessagePages/messages(matching:)``
/// if that is implemented, and among the loaded messages otherwise.
@MainActor public final class ConversationSearch {
  /// The text to find.
  public let query: String
  /// Called when the number of hits or the current one has changed, or the search is complete.
  public var onChange: (@MainActor () -> Void)?
  /// Whether all messages have been searched.
  public private(set) var isComplete = false

  private(set) var hits = SearchHits()
  private weak var view: ConversationView?
  private let loop: DisplayLoop
  /// The messages when the search began, of which the first `remaining` have not been searched.
  private let table: MessageTable
  private var remaining: Int
  /// The messages that have changed since then, which are searched at once.
  private var edited: Set<Message.ID> = []
  private let sentinel = Sentinel()
  private var task: Task<Void, Never>?
  /// Whether the hits come from the pages, and may be in messages that are not loaded.
  private var isRemote = false
  /// Whether the hits come with their numbers in messages, which need not be loaded.
  private var isStreamed = false

  /// The number of messages that are searched as one piece of work.
  ///
  /// Some milliseconds, so that drawing need not wait.
  private static let chunk = 256

  init(_ query: String, in view: ConversationView, pages: (any MessagePages)?) {
    self.query = query
    self.view = view
    loop = view.node.environment.loop
    table = view.source.table
    remaining = table.count
    if query.isEmpty { isComplete = true } else { begin(pages) }
  }

  isolated deinit { cancel() }

  // MARK: Hits

  /// The number of hits found so far.
  public var count: Int { hits.all.count }

  /// The number of the current hit, counted from 0 for the newest; `nil` if there are none.
  public var position: Int? { hits.current }

  /// Goes to the next older hit; after the oldest, to the newest.
  public func next() { step(by: 1) }

  /// Goes to the next newer hit; after the newest, to the oldest.
  public func previous() { step(by: -1) }

  private func step(by distance: Int) {
    hits.step(by: distance)
    visit()
    onChange?()
  }

  /// Scrolls to the current hit.
  private func visit() {
    view?.showMarks()
    guard let view, let hit = hits.currentHit else { return }
    guard isStreamed else { return show(hit, in: view) }
    if view.index(of: hit.id) != nil { return show(resolved(hit, in: view), in: view) }
    view.scroll(to: hit.id, highlighting: .none) { [weak self] isThere in
      guard let self, isThere, hits.currentHit == hit, let view = self.view else { return }
      show(resolved(hit, in: view), in: view)
    }
  }

  /// Finds the place of a hit in its message, of which only the number was known.
  private func resolved(_ hit: SearchHits.Hit, in view: ConversationView) -> SearchHits.Hit {
    guard hit.range == nil, hit.hidden == nil, let index = view.index(of: hit.id),
      let key = view.source.table.key(of: hit.id)
    else { return hit }
    let found = Array(
      view.source.rows.hits(of: query, at: index, in: view.source.state(ofKey: key)).reversed())
    guard var place = found.isEmpty ? nil : found[min(hit.ordinal, found.count - 1)] else {
      return hit
    }
    place.ordinal = hit.ordinal
    hits.resolve(place)
    view.showMarks()
    return place
  }

  private func show(_ hit: SearchHits.Hit, in view: ConversationView) {
    if let path = hit.hidden, let key = view.reveal(path, of: hit.id) { refresh(key) }
    guard let range = hits.currentHit?.range, view.scroll(toMatch: range, of: hit.id) else {
      return view.scroll(to: hit.id, highlighting: .none)
    }
  }

  // MARK: Searching

  /// Stops searching.
  func cancel() {
    sentinel.cancel()
    task?.cancel()
  }

  private func begin(_ pages: (any MessagePages)?) {
    guard let pages else { return searchChunk() }
    if let pages = pages as? any SearchablePages { return follow(pages.matches(of: query)) }
    task = Task.detached { [query, loop, weak self] in
      let found = try? await pages.messages(matching: query)
      loop.perform(in: .changeSets) { self?.take(found) }
    }
  }

  /// Takes the matches that come from an archive.
  private func follow(_ matches: AsyncThrowingStream<[MessageMatch], any Error>) {
    (isRemote, isStreamed) = (true, true)
    task = Task.detached { [loop, weak self] in
      // After an error, the hits that were found remain.
      var iterator = matches.makeAsyncIterator()
      while let batch = try? await iterator.next(), !Task.isCancelled {
        loop.perform(in: .changeSets) { self?.take(batch) }
      }
      loop.perform(in: .changeSets) { self?.take([], isLast: true) }
    }
  }

  /// Takes matches in messages older than all before.
  private func take(_ matches: [MessageMatch], isLast: Bool = false) {
    guard view?.search === self else { return }
    let isFirst = hits.all.isEmpty
    hits.append(
      matches.flatMap { match in
        match.ranges.indices.reversed().map { SearchHits.Hit(id: match.id, ordinal: $0) }
      })
    isComplete = isLast
    if isFirst, !hits.all.isEmpty { visit() }
    onChange?()
  }

  /// Takes what a paged conversation has found, or searches the loaded messages.
  private func take(_ found: [Message.ID]?) {
    guard let found else { return searchChunk() }
    isRemote = true
    hits.set(found.map { SearchHits.Hit(id: $0) })
    isComplete = true
    if !found.isEmpty { visit() }
    onChange?()
  }

  private func searchChunk() {
    guard let view else { return }
    let rows = max(0, remaining - Self.chunk)..<remaining
    var snapshot = view.source.rows
    snapshot.source = table
    let states = view.source.states
    let work = DisplayWork(ticket: sentinel.issueTicket()) {
      [query, table, snapshot, loop] ticket in
      var found: [(row: Int, hits: [SearchHits.Hit])] = []
      for row in rows.reversed() {
        if ticket.isStale { return }
        let state = states[table.key(at: row)] ?? MessageState()
        let hits = snapshot.hits(of: query, at: row, in: state)
        if !hits.isEmpty { found.append((row, hits)) }
      }
      let all = found
      loop.perform(in: .changeSets) { [weak self] in
        if !ticket.isStale { self?.take(all, to: rows.lowerBound) }
      }
    } ended: { _ in
    }
    loop.executor.submit(work, key: DisplayWork.Key(.none))
  }

  /// Takes the hits of a part of the messages.
  private func take(_ found: [(row: Int, hits: [SearchHits.Hit])], to start: Int) {
    guard let view else { return }
    let isFirst = hits.all.isEmpty
    let now = view.source.table
    for (_, new) in found {
      guard let id = new.first?.id, !edited.contains(id), let row = now.index(of: id) else {
        continue
      }
      hits.insert(new, ofRow: row, rowOf: now.index(of:))
    }
    remaining = start
    isComplete = start == 0
    if isFirst, !hits.all.isEmpty { visit() }
    if !found.isEmpty || isComplete { onChange?() }
    if !isComplete { searchChunk() }
  }

  // MARK: Edits

  /// Follows an edit of the conversation.
  func follow(_ edit: TableEdit) {
    let gone = edit.deleted.union(edit.changed).compactMap { edit.old.message(ofKey: $0)?.id }
    refresh(Set(gone), keys: edit.inserted.union(edit.changed))
  }

  /// Searches a message again, such as after a spoiler has been revealed.
  func refresh(_ key: Int) {
    guard let id = view?.source.table.message(ofKey: key)?.id else { return }
    refresh([id], keys: [key])
  }

  private func refresh(_ gone: Set<Message.ID>, keys: Set<Int>) {
    guard let view, !query.isEmpty, !isRemote else { return }
    edited.formUnion(gone)
    let rows = view.source.rows
    var kept: Set<Message.ID> = []
    var found: [(row: Int, hits: [SearchHits.Hit])] = []
    for key in keys {
      guard let row = view.source.table.index(ofKey: key) else { continue }
      let hits = rows.hits(of: query, at: row, in: view.source.state(ofKey: key))
      if let id = hits.first?.id, gone.contains(id), self.hits.replace(id, with: hits) {
        kept.insert(id)
      } else {
        found.append((row, hits))
      }
    }
    hits.remove(gone.subtracting(kept))
    for (row, found) in found {
      hits.insert(found, ofRow: row, rowOf: view.source.table.index(of:))
    }
    view.showMarks()
    onChange?()
  }
}

extension ChatRows {
  /// Returns the hits in a message, the last first.
  fileprivate func hits(
    of query: String, at index: Int, in state: MessageState
  ) -> [SearchHits.Hit] {
    guard let id = source.message(at: index).id else { return [] }
    if let layout = richLayout(at: index, in: state) {
      return layout.document.matches(
        of: query, options: RowSearch.options, revealed: state.revealed
      ).reversed().map { match in
        guard let positions = layout.positions(of: match), !layout.rects(of: positions).isEmpty
        else { return SearchHits.Hit(id: id, hidden: match.path) }
        let (start, end) = (positions.lowerBound, positions.upperBound)
        return SearchHits.Hit(
          id: id, range: layout.offset(of: start)..<layout.offset(of: end))
      }
    }
    guard let text = text(at: index, in: state) else { return [] }
    return text.matches(of: query, options: RowSearch.options, revealed: state.revealed)
      .reversed().map { SearchHits.Hit(id: id, range: $0) }
  }
}
