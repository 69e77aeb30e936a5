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
  /// A pending change.
  struct Update {
    var change: MapChange
    var presentation = ListUpdate()
    var isRelayout = false
    var claims: [ElementID: Int] = [:]
    var completions: [(Bool) -> Void] = []
    var needed: [(element: ElementID, index: Int)] = []
    var batch: MeasuringBatch<Node>?
    var start = 0.0
    /// The number of repeated measurements because the size range changed meanwhile.
    var repetitions = 0
  }

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
  /// The container that shows the list.
  weak var container: (any ListContainer<Node>)?

  /// The environment of the nodes.
  let nodeEnvironment: DisplayEnvironment
  let loop: DisplayLoop
  weak var dataSource: (any ListDataSource<Node>)?
  var live = LiveNodes<Node>()
  var queue = UpdateQueue()
  var updates: [Int: Update] = [:]
  /// The size range of nodes, and the number of times that it has been set.
  private(set) var sizing: (range: SizeRange, version: UInt64)
  var isLoaded = false
  var isReading = false
  var batchDepth = 0
  var collected = ChangeSet()
  var collectedCompletions: [(Bool) -> Void] = []
  var idleHandlers: [() -> Void] = []
  /// The batches measured outside changes, oldest first.
  var requests: [MeasuringBatch<Node>] = []
  /// The time to measure a node, in seconds, as an exponentially weighted mean.
  var measuringCost: Double?
  private var actions: [UpdateQueue.Action] = []
  private var tickHandler: DisplayLoop.Handler?
  private var frames: DisplayLoop.FrameRequest?

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
    sizing = (range, 1)
    tickHandler = loop.onEachTick(in: .changeSets) { [weak self] _ in self?.checkDeadline() }
  }

  // MARK: State

  /// Sets the size range of nodes; a new one measures all existing nodes again on other threads.
  func setRange(_ range: SizeRange, presentation: ListUpdate = ListUpdate()) {
    guard range != sizing.range else { return }
    sizing = (range, sizing.version + 1)
    guard isLoaded else { return }
    enqueue(Update(change: MapChange(of: pendingMap), presentation: presentation, isRelayout: true))
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
    while let number = queue.inFlight, let batch = updates[number]?.batch {
      batch.wait(for: loop.executor)
      finishBatch(of: number)
    }
  }

  // MARK: Preparing and showing changes

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
      switch action {
      case .prepare(let number): prepare(number)
      case .show(let number): show(number)
      case .settle: settle()
      }
      actions.removeFirst()
    }
  }

  private func prepare(_ number: Int) {
    guard var update = updates[number] else { return }
    let needs = neededItems(of: update)
    update.needed = needs.compactMap { need in
      update.change.new[need.index].map { ($0.id, need.index) }
    }
    update.start = loop.clock.now
    updates[number] = update
    measure(number, keys: needs.map { $0.key })
  }

  private func neededItems(of update: Update) -> [NeededItem] {
    if update.isRelayout {
      return live.ids.compactMap { live[$0]?.visibleIndex }.sorted().map { NeededItem(index: $0) }
    }
    return container?.neededItems(after: update.change, update.presentation) ?? []
  }

  /// Measures the unmeasured nodes of a change, then shows the change.
  private func measure(_ number: Int, keys: [DisplayWork.Key] = []) {
    guard let update = updates[number] else { return }
    var jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)] = []
    for (offset, need) in update.needed.enumerated() {
      // Items that later changes have deleted need no node.
      let pending = pendingIndex(of: need.index, after: number)
      let isPending = pending.map { pendingMap[$0]?.id == need.element } ?? false
      guard live[need.element] != nil || isPending else { continue }
      let key = offset < keys.count ? keys[offset] : DisplayWork.Key(.visible)
      guard let element = update.change.new[need.index],
        let job = job(for: element, pendingIndex: pending)
      else { continue }
      jobs.append((job, key))
    }
    if isQuicker(jobs.count) {
      absorb(jobs.compactMap { $0.job.run { loop.clock.now } })
      return finish(number)
    }
    let ticks = loop
    let batch = MeasuringBatch(jobs, size: batchSize, clock: loop.clock) { [weak self] in
      ticks.perform(in: .changeSets) { self?.finishBatch(of: number) }
    }
    updates[number]?.batch = batch
    frames = loop.requestFrames()
    note(batch)
    batch.submit(to: loop.executor)
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
    updates[number]?.batch = nil
    let isStale = update.needed.contains { need in
      guard let entry = live[need.element], entry.cell.made != nil else { return false }
      return entry.stamp != stamp(of: entry)
    }
    // The size range may change in every tick; after the limit, the change is shown and measured
    // again behind it.
    guard isStale, update.repetitions < PreparationLimits.repetitionLimit else {
      return finish(number)
    }
    updates[number]?.repetitions += 1
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
    updates[number]?.batch = nil
    finish(number)
  }

  private func show(_ number: Int) {
    guard let update = updates[number] else { return }
    let items = update.needed.compactMap { measuredItem($0.element, at: $0.index) }
      .sorted { $0.index < $1.index }
    let delivery = ListDelivery(
      change: update.change, presentation: update.presentation, isRelayout: update.isRelayout,
      items: items)
    var isAccepted = false
    let accept = { @MainActor [self] in
      guard !isAccepted else { return }
      isAccepted = true
      visibleMap = update.change.new
      live.followVisible(update.change, claims: update.claims) {
        self.origin(of: $0, after: number)
      }
    }
    container?.show(delivery, accept: accept)
    accept()
    updates[number] = nil
    let isShown = container != nil
    let next = queue.finishShowing(number)
    for completion in update.completions { completion(isShown) }
    perform(next)
  }

  private func settle() {
    guard queue.isIdle else { return }
    frames = nil
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
  /// its items. Work that fits into a fifth of the main actor's 1.5 ms per frame, a few messages,
  /// is therefore done at once.
  static let synchronousBudget = 0.0003
  /// The estimated time to measure the first node, in seconds.
  static let firstCost = 0.0001
  /// The maximum number of times a change is measured again because the size range has changed.
  static let repetitionLimit = 3
}
