internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

/// A controller that brings the changes of a data source to the screen, validated, in order and
/// with measured nodes.
///
/// There are two maps. The *pending* map is the current state of the data source; it includes a
/// change set as soon as that is accepted. The *visible* map is what the container shows; it
/// changes when the container accepts a change, one change set at a time. In between, nodes are
/// created and measured on other threads, only for the items that the container needs.
@MainActor final class DataController<Node: ListNode> {
  typealias Update = PendingUpdate<Node>

  /// The state of the data source.
  var pendingMap = ElementMap()
  /// The state that the container shows.
  var visibleMap = ElementMap()
  /// The thread on which changes are prepared.
  var preparation = ChangeSet.Preparation.automatic
  /// The maximum time that a change waits for measurements, in seconds.
  ///
  /// A guess: a longer wait looks as if the application hangs.
  var deadline = 0.25
  /// The number of nodes measured by one unit of work.
  ///
  /// A guess: with more, a screen of messages occupies only one thread.
  var batchSize = 4
  /// The animation of items whose nodes want another size; `nil` shows the size at once.
  var resizeAnimation: ListAnimation? = .standard
  /// The time that changes may take in one tick.
  var budget = ShowingBudget()
  /// The container that shows the list.
  weak var container: (any ListContainer<Node>)?

  /// The environment of the nodes.
  let nodeEnvironment: DisplayEnvironment
  let loop: DisplayLoop
  weak var dataSource: (any ListDataSource<Node>)?
  var live = LiveNodes<Node>()
  var queue = UpdateQueue()
  var updates: [Int: Update] = [:]
  /// The update that measures nodes again and has not begun; it includes later requests.
  private var waitingMeasurement: Update?
  /// The change that is ready and waits for the next tick, because the budget is exhausted.
  private var postponed: Int?
  /// The size range of nodes.
  let sizing: NodeSizing
  /// The version of the size range at the time when all nodes were last measured again.
  private var shownSizing: UInt64 = 1
  /// The measurement of nodes whose size is of an earlier range, if there may be any.
  var followUp: FollowUp?
  var isLoaded = false
  var isReading = false
  private var isWaiting = false
  var batchDepth = 0
  var collected = ChangeSet()
  var collectedCompletions: [(Bool) -> Void] = []
  var idleHandlers: [() -> Void] = []
  /// The batches measured outside changes, oldest first.
  var requests: [MeasuringBatch<Node>] = []
  /// The elements whose nodes were invalidated in this tick.
  var invalidated: [ElementID] = []
  /// The start of the current or last tick, in seconds.
  private(set) var tickTime: Double?
  /// The time to measure a node, in seconds, as an exponentially weighted mean.
  var measuringCost: Double?
  private var actions: [UpdateQueue.Action] = []
  private var tickHandlers: [DisplayLoop.Handler] = []
  var frames: DisplayLoop.FrameRequest?

  /// Creates a controller that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: The data source, which is not retained.
  ///   - range: The size range of nodes.
  ///   - nodeEnvironment: The environment of the nodes, whose executor measures them.
  init(
    _ dataSource: any ListDataSource<Node>, range: SizeRange,
    environment nodeEnvironment: DisplayEnvironment
  ) {
    self.nodeEnvironment = nodeEnvironment
    loop = nodeEnvironment.loop
    self.dataSource = dataSource
    sizing = NodeSizing(range)
    tickHandlers = [
      loop.onEachTick(in: .input) { [weak self] in
        self?.tickTime = $0.time
        self?.budget.beginTick()
      },
      loop.onEachTick(in: .changeSets) { [weak self] _ in
        self?.checkDeadline()
        self?.showPostponed()
        self?.followUpIfNeeded()
      },
    ]
  }

  // MARK: State

  /// Sets the size range of nodes; a new one measures existing nodes again on other threads.
  ///
  /// Measurements that have not begun use the newest range. Those that have are shown as well: they
  /// are newer than what is on screen, and the list follows a range that changes in every tick.
  ///
  /// - Parameters:
  ///   - range: The size range.
  ///   - scope: The nodes to measure at once, `allNodes` or `nearNodes`; the others follow when the
  ///     range rests, or when they come near the viewport.
  ///   - presentation: The presentation of the new sizes.
  func setRange(
    _ range: SizeRange, measuring scope: Update.Scope = .allNodes,
    presentation: ListUpdate = ListUpdate()
  ) {
    guard sizing.set(range), isLoaded else { return }
    if scope == .nearNodes { followUp = FollowUp(rangeTime: loop.clock.now) }
    measureAgain(scope, presentation)
  }

  /// Measures nodes again after all changes submitted so far, and shows their new sizes.
  ///
  /// While such an update waits, further requests are added to it: it measures everything in the
  /// newest state when its turn comes.
  func measureAgain(_ scope: Update.Scope, _ presentation: ListUpdate) {
    if let waitingMeasurement { return waitingMeasurement.include(scope, presentation) }
    let update = Update(measuring: scope, of: pendingMap, presentation)
    waitingMeasurement = update
    enqueue(update)
  }

  /// Whether any change is not shown yet.
  var isProcessing: Bool { !queue.isIdle }

  /// Calls a closure once all changes submitted so far are shown, or immediately if they are.
  func whenIdle(_ body: @escaping () -> Void) {
    if queue.isIdle { body() } else { idleHandlers.append(body) }
  }

  /// Shows all pending changes before returning.
  ///
  /// This method waits for nodes that are being measured, however long they take.
  func waitUntilIdle() {
    let wasWaiting = isWaiting
    isWaiting = true
    showPostponed()
    if followUp.take() != nil { measureAgain(.allNodes, ListUpdate()) }
    while let number = queue.inFlight, let batch = updates[number]?.batch {
      batch.wait(for: loop.executor)
      finishBatch(of: number)
    }
    isWaiting = wasWaiting
  }

  // MARK: Preparing changes

  /// Appends a change to the queue.
  func enqueue(_ update: Update) {
    let (number, action) = queue.submit()
    updates[number] = update
    perform(action)
  }

  /// Performs an action of the queue, and the actions that result from it, in order.
  private func perform(_ action: UpdateQueue.Action?) {
    guard let action else { return }
    actions.append(action)
    guard actions.count == 1 else { return }
    while let action = actions.first {
      let start = loop.clock.now
      switch action {
      case .prepare(let number): prepare(number)
      case .show(let number): showOrPostpone(number)
      case .settle: settle()
      }
      budget.add(loop.clock.now - start)
      actions.removeFirst()
    }
  }

  private func prepare(_ number: Int) {
    guard let update = updates[number] else { return }
    if update === waitingMeasurement { waitingMeasurement = nil }
    let needs = neededItems(of: update)
    update.needed = needs.compactMap { need in
      update.change.new[need.index].map { Update.Need(element: $0.id, index: need.index) }
    }
    if case .nodes(let elements) = update.scope {
      for id in elements { update.sizes[id] = live[id]?.measured?.size }
    }
    update.start = loop.clock.now
    measure(number, keys: needs.map { $0.key })
  }

  private func neededItems(of update: Update) -> [NeededItem] {
    let indices: [Int]
    switch update.scope {
    case .edits, .nearNodes:
      return container?.neededItems(after: update.change, update.presentation) ?? []
    case .allNodes: indices = live.ids.compactMap { live[$0]?.visibleIndex }
    case .nodes(let elements): indices = elements.compactMap { live[$0]?.visibleIndex }
    }
    return indices.sorted().map { NeededItem(index: $0) }
  }

  /// Measures the unmeasured nodes of a change, then shows the change.
  private func measure(_ number: Int, keys: [DisplayWork.Key] = []) {
    guard let update = updates[number] else { return }
    let (jobs, isMeasured) = jobs(of: update, number, keys: keys)
    update.isObsolete = isMeasured && update.repetitions == 0 && !hasNewSizing(update.scope)
    if update.isObsolete || isQuicker(jobs.count) {
      absorb(jobs.compactMap { $0.job.run { loop.clock.now } })
      return finish(number)
    }
    let ticks = loop
    let batch = MeasuringBatch(jobs, size: batchSize, clock: loop.clock) { [weak self] in
      ticks.perform(in: .changeSets) { self?.finishBatch(of: number) }
    }
    update.batch = batch
    frames = loop.requestFrames()
    note(batch)
    batch.submit(to: loop.executor)
  }

  /// Returns the measurements that a change needs, and whether all of its nodes had been measured.
  ///
  /// The sizes that nodes know are taken in at once.
  private func jobs(
    of update: Update, _ number: Int, keys: [DisplayWork.Key]
  ) -> (jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)], isMeasured: Bool) {
    let later = maps(after: number)
    var jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)] = []
    var isMeasured = true
    for (offset, need) in update.needed.enumerated() {
      // Items that later changes have deleted need no node.
      let pending = later.newIndex(of: need.index)
      let isPending = pending.map { pendingMap[$0]?.id == need.element } ?? false
      guard live[need.element] != nil || isPending else { continue }
      let key = offset < keys.count ? keys[offset] : DisplayWork.Key(.visible)
      guard let element = update.change.new[need.index],
        let job = job(for: element, pendingIndex: pending)
      else { continue }
      isMeasured = false
      if let known = job.knownResult() {
        absorb([known])
      } else {
        jobs.append((job, key))
      }
    }
    return (jobs, isMeasured)
  }

  /// Returns whether an update shows more than the sizes that it measures.
  private func hasNewSizing(_ scope: Update.Scope) -> Bool {
    switch scope {
    case .edits: true
    case .allNodes, .nearNodes: shownSizing != sizing.current.version
    case .nodes: false
    }
  }

  /// Returns whether measuring nodes on the main actor is faster than on other threads.
  private func isQuicker(_ count: Int) -> Bool {
    switch preparation {
    case .synchronous: true
    case .asynchronous: false
    case .automatic:
      Double(count) * (measuringCost ?? PreparationLimits.firstCost)
        <= PreparationLimits.synchronousBudget
    }
  }

  private func finishBatch(of number: Int) {
    guard let update = updates[number], let batch = update.batch, batch.isFinished else { return }
    absorb(batch.takeResults())
    update.batch = nil
    let isStale = update.needed.contains { need in
      guard let entry = live[need.element], entry.cell.made != nil else { return false }
      return !entry.isContentMeasured
    }
    // The content may change in every tick; after the limit, the change is shown and measured
    // again behind it.
    guard isStale, update.repetitions < PreparationLimits.repetitionLimit else {
      return finish(number)
    }
    update.repetitions += 1
    measure(number)
  }

  private func finish(_ number: Int) { perform(queue.finishPreparing(number)) }

  private func checkDeadline() {
    if !requests.isEmpty {
      let finished = requests.filter { $0.isFinished }
      if !finished.isEmpty {
        requests.removeAll { request in finished.contains { $0 === request } }
        deliver(finished.flatMap { absorb($0.takeResults()) })
      }
    }
    guard let number = queue.inFlight, let update = updates[number], let batch = update.batch,
      loop.clock.now - update.start >= deadline
    else { return }
    absorb(batch.takeResults())
    // The remaining nodes are delivered later, as a request.
    if !batch.isFinished { requests.append(batch) }
    update.batch = nil
    finish(number)
  }

  // MARK: Showing changes

  /// Shows a change that is ready, or postpones it to the next tick if the budget is exhausted.
  private func showOrPostpone(_ number: Int) {
    guard budget.isExhausted, !isWaiting, preparation != .synchronous else { return show(number) }
    postponed = number
    loop.setNeedsTick()
  }

  private func showPostponed() {
    guard let number = postponed else { return }
    postponed = nil
    perform(.show(number))
  }

  private func show(_ number: Int) {
    guard let update = updates[number] else { return }
    if !update.isObsolete { deliver(update, number) }
    updates[number] = nil
    let isShown = container != nil
    let next = queue.finishShowing(number)
    for completion in update.completions { completion(isShown) }
    perform(next)
  }

  private func deliver(_ update: Update, _ number: Int) {
    let items = update.needed.compactMap { measuredItem($0.element, at: $0.index) }
      .sorted { $0.index < $1.index }
    if case .nodes = update.scope, items.allSatisfy({ update.sizes[$0.element] == $0.size }) {
      container?.didMeasure(items)
      return
    }
    if update.scope.isRelayout { shownSizing = sizing.current.version }
    let delivery = ListDelivery(
      change: update.change, presentation: update.presentation,
      isRelayout: update.scope.isRelayout, items: items)
    let later = maps(after: number)
    var isAccepted = false
    let accept = { @MainActor [self] in
      guard !isAccepted else { return }
      isAccepted = true
      visibleMap = update.change.new
      live.followVisible(update.change, claims: update.claims) { later.oldIndex(of: $0) }
    }
    container?.show(delivery, accept: accept)
    accept()
  }

  private func settle() {
    guard queue.isIdle else { return }
    if followUp == nil { frames = nil }
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }
}

/// The limits of preparing changes on the main actor and again.
enum PreparationLimits {
  /// The maximum time to measure on the main actor instead of other threads, in seconds.
  ///
  /// On two cores of 2.1 GHz, a round trip to another thread takes up to 10 µs, of which the main
  /// actor spends 3; but then the change waits for the next tick, up to 8.3 ms at 120 Hz, without
  /// its items. Work that fits into a tenth of the main actor's 1.5 ms per frame, one or two short
  /// messages, is therefore done at once.
  static let synchronousBudget = 0.00015
  /// The estimated time to measure the first node, in seconds.
  static let firstCost = 0.0001
  /// The maximum number of times a change is measured again because contents have changed.
  static let repetitionLimit = 3
}

extension [IndexMap] {
  /// Returns the index after consecutive changes; `nil` if the item was deleted.
  func newIndex(of index: Int) -> Int? {
    reduce(index) { index, map in index.flatMap { map.newIndex(of: $0) } }
  }

  /// Returns the index before consecutive changes; `nil` if the item was inserted.
  func oldIndex(of index: Int) -> Int? {
    reversed().reduce(index) { index, map in index.flatMap { map.oldIndex(of: $0) } }
  }
}
