internal import GalleyGeometry
public import GalleyLayoutSpecs
public import GalleyScheduling

/// Brings what a data source has to the screen: checked, in order, and with measured nodes.
///
/// There are two maps. The *pending* map is what the data source said last; a change set that was
/// accepted is in it at once. The *visible* map is what the container shows; it changes when the
/// container says so, one change set after the other. Between the two, nodes are made and measured
/// on other threads, for those items only that the container needs.
@MainActor public final class DataController<Node: ListNode> {
  /// Whether changes are prepared on the main actor.
  public enum Preparation: Hashable, Sendable {
    /// If that is likely to be quicker than to have other threads do it.
    case automatic
    /// Always, so that a change is shown when its submission returns.
    case synchronous
    /// Never.
    case asynchronous
  }

  /// A change on its way.
  struct Update {
    var change: MapChange
    var isRelayout = false
    var claims: [ElementID: Int] = [:]
    var completions: [(Bool) -> Void] = []
    var needed: [(element: ElementID, index: Int)] = []
    var batch: MeasuringBatch<Node>?
    var start = 0.0
    /// How often the limits for sizes changed while the nodes were being measured.
    var repetitions = 0
  }

  /// What the data source has.
  public internal(set) var pendingMap = ElementMap()
  /// What the container shows.
  public internal(set) var visibleMap = ElementMap()
  /// Where changes are prepared.
  public var preparation = Preparation.automatic
  /// How long a change waits for nodes that are not measured in time, in seconds.
  ///
  /// A guess: longer looks as if the application had stopped.
  public var deadline = 0.25
  /// How many nodes are measured in one piece of work.
  ///
  /// A guess: with more, a screen of messages keeps only one thread busy.
  public var batchSize = 4
  /// What shows the list.
  public weak var container: (any ListContainer<Node>)?

  let loop: DisplayLoop
  weak var dataSource: (any ListDataSource<Node>)?
  var live = LiveNodes<Node>()
  var queue = UpdateQueue()
  var updates: [Int: Update] = [:]
  var environment: (range: SizeRange, version: UInt64)
  var isLoaded = false
  var isReading = false
  var batchDepth = 0
  var collected = ChangeSet()
  var collectedCompletions: [(Bool) -> Void] = []
  var idleHandlers: [() -> Void] = []
  /// What is measured outside of changes, oldest first.
  var requests: [MeasuringBatch<Node>] = []
  /// How long it takes to measure a node, in seconds: a mean in which older ones count less.
  var measuringCost: Double?
  private var actions: [UpdateQueue.Action] = []
  private var tickHandler: TickHandler?
  private var frames: FrameRequest?

  /// Makes a controller that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: What has the items; it is not kept alive.
  ///   - range: How large nodes may be.
  ///   - loop: Ticks, and has the executor that measures.
  public init(
    _ dataSource: any ListDataSource<Node>, range: SizeRange, loop: DisplayLoop
  ) {
    self.loop = loop
    self.dataSource = dataSource
    environment = (range, 1)
    tickHandler = loop.onEachTick(in: .changeSets) { [weak self] _ in self?.checkDeadline() }
  }

  // MARK: State

  /// Whether there is anything that the container does not show yet.
  public var isProcessing: Bool { !queue.isIdle }

  /// Calls `body` when everything is shown that was submitted until then: now, if it is.
  public func whenIdle(_ body: @escaping () -> Void) {
    if queue.isIdle { body() } else { idleHandlers.append(body) }
  }

  /// Has everything be shown before this returns.
  ///
  /// It waits for nodes that are being measured, however long they take.
  public func waitUntilIdle() {
    while let number = queue.inFlight, let batch = updates[number]?.batch {
      batch.wait(for: loop.executor)
      finishBatch(of: number)
    }
  }

  // MARK: Preparing and showing

  /// Puts a change at the end of the queue.
  func enqueue(_ update: Update) {
    let (number, action) = queue.submit()
    updates[number] = update
    perform(action)
  }

  /// Does what the queue says, and what it says meanwhile, one after the other.
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
    return container?.neededItems(after: update.change) ?? []
  }

  /// Has measured what of a change is not, and then the change shown.
  private func measure(_ number: Int, keys: [WorkKey] = []) {
    guard let update = updates[number] else { return }
    var jobs: [(job: MeasuringJob<Node>, key: WorkKey)] = []
    for (offset, need) in update.needed.enumerated() {
      // What later changes have taken away need not be made for this one.
      let pending = pendingIndex(of: need.index, after: number)
      let isPending = pending.map { pendingMap[$0]?.id == need.element } ?? false
      guard live[need.element] != nil || isPending else { continue }
      let key = offset < keys.count ? keys[offset] : WorkKey(.visible)
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

  /// Whether to measure nodes here is quicker than to have other threads do it.
  private func isQuicker(_ count: Int) -> Bool {
    switch preparation {
    case .synchronous: true
    case .asynchronous: false
    case .automatic:
      Double(count) * (measuringCost ?? DataControllerFigures.firstCost)
        <= DataControllerFigures.synchronousBudget
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
    // Limits may change at each tick; then what is shown is measured once more behind this.
    guard isStale, update.repetitions < DataControllerFigures.repetitionLimit else {
      return finish(number)
    }
    updates[number]?.repetitions += 1
    measure(number)
  }

  private func finish(_ number: Int) {
    perform(queue.finishPreparing(number))
  }

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
    // What is still being measured comes later, by itself.
    if !batch.isFinished { requests.append(batch) }
    updates[number]?.batch = nil
    finish(number)
  }

  private func show(_ number: Int) {
    guard let update = updates[number] else { return }
    let delivery = delivery(of: update)
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

  private func delivery(of update: Update) -> ListDelivery<Node> {
    var (items, unmeasured): ([MeasuredItem<Node>], [Int]) = ([], [])
    for need in update.needed.sorted(by: { $0.index < $1.index }) {
      if let entry = live[need.element], let node = entry.cell.made, let size = entry.size {
        items.append(
          MeasuredItem(index: need.index, element: need.element, node: node, size: size))
      } else {
        unmeasured.append(need.index)
      }
    }
    return ListDelivery(
      change: update.change, isRelayout: update.isRelayout, items: items, unmeasured: unmeasured)
  }

  private func settle() {
    guard queue.isIdle else { return }
    frames = nil
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }
}

/// What decides how changes are prepared.
enum DataControllerFigures {
  /// How long measuring may take on the main actor, in seconds, so that no threads are asked.
  ///
  /// On two cores of 2.1 GHz work goes to another thread and back within 10 µs, of which the main
  /// actor spends 3; but then the change waits for the next tick, up to 8.3 ms at 120 Hz, and its
  /// items are missing until then. So what fits into a fifth of the 1.5 ms that the main actor has
  /// for a frame is done at once: a message or a few.
  static let synchronousBudget = 0.0003
  /// How long measuring a node is thought to take, in seconds, until one was measured.
  static let firstCost = 0.0001
  /// How often a change is measured again because the limits for sizes changed meanwhile.
  static let repetitionLimit = 3
}
