internal import GalleyDisplay
internal import GalleyLists
internal import GalleyMessages
internal import GalleyScheduling

/// The requests of a paged conversation, and the rows that show them.
///
/// Outcomes of requests reach the main actor in the ticks of the display loop, in ``deliver(_:_:)``
/// only.
@MainActor final class PageController {
  /// The outcome of a request.
  typealias Outcome = Result<MessagePage, any Error>

  private(set) var window = PageWindow()
  /// The maximum number of messages of a page.
  var pageSize = 50
  /// Messages that have come since the newest messages were requested.
  var missed: [ChatMessage] = []

  let pages: any MessagePages
  private weak var view: ConversationView?
  private let environment: DisplayEnvironment
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var indicators: [ListEnd: LoadingRow] = [:]
  /// The row over the conversation while another part is loaded.
  private var overlay: LoadingRow?
  private var failures: [ListEnd: Double] = [:]
  private var whenReplaced: (@MainActor (_ isLoaded: Bool) -> Void)?

  /// The minimum time between a failed request and one that scrolling repeats, in seconds.
  ///
  /// A guess: shorter, and a fling would repeat a request that has just failed.
  private static let retryDelay = 2.0

  init(_ pages: any MessagePages, environment: DisplayEnvironment) {
    self.pages = pages
    self.environment = environment
  }

  isolated deinit {
    for task in tasks.values { task.cancel() }
  }

  /// Connects the controller to its view.
  func connect(to view: ConversationView) {
    self.view = view
    view.list.fetchIndicator = { [weak self, environment] end in
      let node = self?.makeIndicator(at: end) ?? DisplayNode(environment: environment)
      return (node, LoadingRow.height)
    }
  }

  // MARK: Requests

  /// Loads more messages at an end of the list.
  func extend(_ end: ListEnd) {
    // The list's fetch ends with the replacement.
    guard let view, !window.isReplacing else { return }
    guard let edge = view.edge(at: end) else { return replace(by: .newest) }
    guard let ticket = window.extend(end) else { return endFetch(at: end) }
    if end == .tail { forgetMissed() }
    failures[end] = nil
    showIndicator(at: end, hasFailed: false)
    load(MessagePage.Request(end == .head ? .before(edge) : .after(edge), limit: pageSize), ticket)
  }

  /// Loads another part of the conversation and shows it instead of the current one.
  func replace(
    by target: PageWindow.Target, _ completion: (@MainActor (_ isLoaded: Bool) -> Void)? = nil
  ) {
    takeCompletion()?(false)
    whenReplaced = completion
    let (ticket, stale) = window.replace(by: target)
    for ticket in stale { tasks.removeValue(forKey: ticket)?.cancel() }
    for end in [ListEnd.head, .tail] { endFetch(at: end) }
    forgetMissed()
    showOverlay(hasFailed: false)
    let place: MessagePage.Request.Place =
      switch target {
      case .newest: .newest
      case .around(let id): .around(id)
      }
    load(MessagePage.Request(place, limit: pageSize), ticket)
  }

  private func load(_ request: MessagePage.Request, _ ticket: Int) {
    tasks[ticket] = Task.detached { [pages, loop = environment.loop, weak self] in
      let outcome: Outcome
      do { outcome = .success(try await pages.page(request)) } catch { outcome = .failure(error) }
      loop.perform(in: .changeSets) { self?.deliver(ticket, outcome) }
    }
  }

  /// Repeats a request that has failed.
  func retry(_ end: ListEnd?) {
    if let end { return extend(end) }
    if let (target, state) = window.replacement, state == .failed {
      replace(by: target, takeCompletion())
    }
  }

  /// Repeats failed requests at an end to which the reader scrolls some time later, and abandons a
  /// failed jump.
  func didScroll(toward end: ListEnd) {
    if window.replacement?.state == .failed, view?.count != 0 { abandonReplacement() }
    guard window.state(of: end) == .failed, let failure = failures[end],
      environment.clock.now - failure >= Self.retryDelay
    else { return }
    retry(end)
  }

  /// Forgets a jump that waits for its page or has failed, because the reader has gone elsewhere.
  func abandonReplacement() {
    guard let (_, state) = window.replacement else { return }
    if case .loading(let ticket) = state { tasks.removeValue(forKey: ticket)?.cancel() }
    window.abandonReplacement()
    endReplacement(isLoaded: false)
  }

  // MARK: Outcomes

  /// Takes the outcome of a request, unless it has been superseded.
  func deliver(_ ticket: Int, _ outcome: Outcome) {
    tasks[ticket] = nil
    guard let view, let purpose = window.purpose(of: ticket) else { return }
    switch outcome {
    case .failure(let error): fail(ticket, error, in: view)
    case .success(let page): show(page, for: purpose, ticket, in: view)
    }
  }

  private func fail(_ ticket: Int, _ error: any Error, in view: ConversationView) {
    switch window.fail(ticket) {
    case .extend(let end)?:
      failures[end] = environment.clock.now
      showIndicator(at: end, hasFailed: true)
    case .replace?:
      showOverlay(hasFailed: true)
      for end in [ListEnd.head, .tail] { endFetch(at: end) }
    case nil: return
    }
    view.onPageFailure?(error)
  }

  private func show(
    _ page: MessagePage, for purpose: PageWindow.Purpose, _ ticket: Int, in view: ConversationView
  ) {
    let messages = page.ordered
    switch purpose {
    case .extend(let end):
      let isNew = view.extend(with: messages, at: end)
      window.finish(ticket, hasOlder: isNew && page.hasOlder, hasNewer: isNew && page.hasNewer)
      if window.reachesEnd { takeMissed(in: view) }
      endFetch(at: end)
    case .replace(let target): replace(with: messages, page, target, ticket, in: view)
    }
    view.list.fetchEnds = window.extensibleEnds
  }

  private func replace(
    with messages: [ChatMessage], _ page: MessagePage, _ target: PageWindow.Target, _ ticket: Int,
    in view: ConversationView
  ) {
    if messages.isEmpty, target != .newest {
      // There is no such message.
      window.abandonReplacement()
      if view.count == 0 { return replace(by: .newest, takeCompletion()) }
    } else {
      window.finish(
        ticket, hasOlder: !messages.isEmpty && page.hasOlder,
        hasNewer: target != .newest && page.hasNewer)
      view.replaceAll(with: messages + (window.reachesEnd ? missed : []), showing: target)
      if window.reachesEnd { missed = [] } else { forgetMissed() }
      view.list.resetFetching()
    }
    view.list.fetchEnds = window.extensibleEnds
    endReplacement(isLoaded: true)
  }

  /// Ends the wait for another part of the conversation.
  private func endReplacement(isLoaded: Bool) {
    hideOverlay()
    for end in [ListEnd.head, .tail] { endFetch(at: end) }
    takeCompletion()?(isLoaded)
  }

  private func takeCompletion() -> (@MainActor (_ isLoaded: Bool) -> Void)? {
    defer { whenReplaced = nil }
    return whenReplaced
  }

  /// Appends the messages that have come while the last page was loaded.
  private func takeMissed(in view: ConversationView) {
    let late = missed
    missed = []
    if !late.isEmpty { view.append(late, ListUpdate()) }
    view.noteReachedEnd()
  }

  /// Forgets the messages that will come with a page: all that are not on their way.
  private func forgetMissed() {
    missed.removeAll { $0.status != .sending && $0.status != .failed }
  }

  /// Replaces or removes a message that waits for the newest page.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult func changeMissed(_ id: Message.ID, to message: ChatMessage?) -> Bool {
    guard let index = missed.firstIndex(where: { $0.id == id }) else { return false }
    missed.replaceSubrange(index...index, with: message.map { [$0] } ?? [])
    return true
  }

  // MARK: Rows

  private func makeIndicator(at end: ListEnd) -> DisplayNode {
    let row = LoadingRow(environment: environment)
    row.onRetry = { [weak self] in self?.retry(end) }
    if let view { row.show(hasFailed: false, of: view.source.rows) }
    indicators[end] = row
    return row.node
  }

  private func showIndicator(at end: ListEnd, hasFailed: Bool) {
    guard let view else { return }
    indicators[end]?.show(hasFailed: hasFailed, of: view.source.rows)
  }

  /// Ends the list's fetch at an end, which may show the row of a failure.
  private func endFetch(at end: ListEnd) {
    guard indicators.removeValue(forKey: end) != nil else { return }
    failures[end] = nil
    view?.list.finishFetch(at: end, hasMore: window.state(of: end) != .closed)
  }

  private func showOverlay(hasFailed: Bool) {
    guard let view else { return }
    let row = overlay ?? LoadingRow(environment: environment)
    row.onRetry = { [weak self] in self?.retry(nil) }
    row.show(hasFailed: hasFailed, of: view.source.rows)
    if overlay == nil { view.node.addSubnode(row.node) }
    overlay = row
    layOut()
  }

  private func hideOverlay() {
    overlay?.node.removeFromSupernode()
    overlay = nil
  }

  /// Places the row over the conversation, and shows all rows in the current style.
  func layOut() {
    guard let view else { return }
    for row in indicators.values { row.show(hasFailed: row.hasFailed, of: view.source.rows) }
    guard let overlay else { return }
    overlay.show(hasFailed: overlay.hasFailed, of: view.source.rows)
    overlay.node.frame.origin.y = ((view.list.size.height - LoadingRow.height) / 2).rounded()
  }

  /// The rows that report a failure, with the ends to which they belong; `nil` for the one over the
  /// conversation.
  var failedRows: [(end: ListEnd?, row: LoadingRow)] {
    let all = [(nil, overlay), (ListEnd.head, indicators[.head]), (.tail, indicators[.tail])]
    return all.compactMap { end, row in
      row.flatMap { $0.hasFailed ? (end, $0) : nil }
    }
  }
}
