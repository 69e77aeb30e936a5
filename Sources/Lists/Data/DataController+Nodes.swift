internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

extension DataController {
  // MARK: Lookup

  /// Returns the node of an item in the pending map, creating it if needed.
  ///
  /// - Returns: The node, or `nil` if there is no such item or no node for it.
  func node(at path: ItemPath) -> Node? {
    try? loadIfNeeded()
    guard let index = pendingMap.index(of: path), let element = pendingMap[index] else {
      return nil
    }
    return entry(for: element, pendingIndex: index)?.cell.node()
  }

  /// Returns the path of a node's item in the pending map; `nil` if it has been deleted.
  func path(of node: Node) -> ItemPath? {
    live.id(of: node).flatMap { live[$0]?.pendingIndex }.flatMap { pendingMap.path(of: $0) }
  }

  /// Returns the visible index of a node's item; `nil` if it is not shown.
  func visibleIndex(of node: Node) -> Int? { live.id(of: node).flatMap { live[$0]?.visibleIndex } }

  /// Returns the node and size of a visible item, if it has both.
  func measuredItem(at visibleIndex: Int) -> MeasuredItem<Node>? {
    visibleMap[visibleIndex].flatMap { measuredItem($0.id, at: visibleIndex) }
  }

  /// The number of items that have nodes or are getting them.
  var liveNodeCount: Int { live.entries.count }

  /// Returns the pending index of a visible item; `nil` if it has been deleted.
  func pendingIndex(ofVisible index: Int) -> Int? { maps(after: 0).newIndex(of: index) }

  /// Returns the visible index of a pending item; `nil` if it is not shown yet.
  func visibleIndex(ofPending index: Int) -> Int? { maps(after: 0).oldIndex(of: index) }

  // MARK: Nodes for scrolling

  /// Creates and measures nodes for items that are or will soon be visible.
  ///
  /// The container receives them through `didMeasure`; those measured synchronously, before this
  /// method returns. Measured and pending nodes are left alone. The items are named by visible
  /// index, in descending order of priority.
  func requestNodes(_ needs: [NeededItem]) {
    let later = maps(after: 0)
    var jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)] = []
    for need in needs {
      guard let element = visibleMap[need.index], live[element.id]?.work == nil else { continue }
      let pending = later.newIndex(of: need.index)
      guard let job = job(for: element, pendingIndex: pending) else { continue }
      live[element.id]?.visibleIndex = need.index
      jobs.append((job, need.key))
    }
    guard !jobs.isEmpty else { return }
    guard preparation != .synchronous else {
      return deliver(absorb(jobs.compactMap { $0.job.run { loop.clock.now } }))
    }
    let ticks = loop
    let batch = MeasuringBatch(jobs, size: batchSize, clock: loop.clock) {
      ticks.perform(in: .changeSets) {}
    }
    requests.append(batch)
    note(batch)
    batch.submit(to: loop.executor)
  }

  /// Changes the priority of pending measurements of visible items.
  func rekey(_ needs: [NeededItem]) {
    var keys: [DisplayWork.ID: DisplayWork.Key] = [:]
    for need in needs {
      guard let work = visibleMap[need.index].flatMap({ live[$0.id]?.work }) else { continue }
      keys[work] = min(keys[work] ?? need.key, need.key)
    }
    if !keys.isEmpty { loop.executor.rekey(keys) }
  }

  /// Releases the nodes of visible items that are no longer needed, and cancels their pending
  /// measurements.
  func releaseNodes(except isWanted: (Int) -> Bool) {
    for id in live.ids {
      guard let entry = live[id], let index = entry.visibleIndex, !isWanted(index) else { continue }
      live[id] = nil
      loop.backgroundReleases.add(entry.cell)
    }
  }

  // MARK: Helpers

  /// Returns the job that creates and measures the node of an element; `nil` if nothing has to be
  /// done or no node can be made.
  func job(for element: ListElement, pendingIndex: Int? = nil) -> MeasuringJob<Node>? {
    guard let entry = entry(for: element, pendingIndex: pendingIndex) else { return nil }
    let (version, content) = (sizing.current.version, entry.cell.content)
    guard entry.stamp != MeasurementStamp(sizing: version, content: content) else { return nil }
    return MeasuringJob(element: element.id, cell: entry.cell, sizing: sizing)
  }

  /// Takes in measurement results.
  @discardableResult func absorb(_ results: [MeasuringResult]) -> [ElementID] {
    for result in results {
      guard let duration = result.duration else { continue }
      measuringCost = measuringCost.map { $0 * 0.9 + duration * 0.1 } ?? duration
    }
    return live.absorb(results)
  }

  /// Reports nodes that were measured outside a change to the container.
  func deliver(_ elements: [ElementID]) {
    let items = elements.compactMap { id in
      live[id]?.visibleIndex.flatMap { measuredItem(id, at: $0) }
    }.sorted { $0.index < $1.index }
    if !items.isEmpty { container?.didMeasure(items) }
  }

  /// Records the work that measures each node.
  func note(_ batch: MeasuringBatch<Node>) {
    for (work, elements) in batch.pieces {
      for element in elements { live[element]?.work = work }
    }
  }

  /// Returns the index maps of the pending changes after one, oldest first, without those that
  /// leave all indices unchanged.
  func maps(after number: Int) -> [IndexMap] {
    guard let oldest = queue.inFlight else { return [] }
    return (oldest...queue.count).dropFirst(max(0, number + 1 - oldest))
      .compactMap { updates[$0]?.change.indexMap }.filter { !$0.isIdentity }
  }

  /// Returns the node and size of an element, if it has both.
  func measuredItem(_ id: ElementID, at index: Int) -> MeasuredItem<Node>? {
    guard let entry = live[id], let node = entry.cell.made, let measured = entry.measured else {
      return nil
    }
    return MeasuredItem(
      index: index, element: id, node: node, size: measured.size, range: measured.range)
  }

  /// Returns the entry of an element, creating it if needed.
  ///
  /// Its node shows the newest version of the item, even for a change that contains an older one.
  private func entry(for element: ListElement, pendingIndex: Int?) -> LiveNodes<Node>.Entry? {
    if let entry = live[element.id] { return entry }
    let pending = pendingIndex.flatMap { index in
      pendingMap[index].flatMap { $0.id == element.id ? (index: index, item: $0.item) : nil }
    }
    let item = pending?.item ?? element.item
    guard let maker = dataSource?.nodeMaker(for: item) else { return nil }
    let visible = pending.flatMap { visibleIndex(ofPending: $0.index) }.flatMap {
      visibleMap[$0]?.id == element.id ? $0 : nil
    }
    let entry = LiveNodes.Entry(
      item, in: cell(of: element.id, maker), pendingIndex: pending?.index, visibleIndex: visible)
    live[element.id] = entry
    return entry
  }

  private func cell(
    of id: ElementID, _ maker: @escaping @Sendable (DisplayEnvironment) -> Node
  ) -> NodeCell<Node> {
    NodeCell { [nodeEnvironment] in
      maker(nodeEnvironment)
    } report: { [weak self, loop] in
      loop.perform(in: .changeSets) { self?.noteInvalidation(of: id) }
    }
  }

  // MARK: Nodes that want another size

  /// Notes that the node of an element was invalidated.
  private func noteInvalidation(of id: ElementID) {
    if invalidated.isEmpty {
      // All invalidations of a tick are measured and shown together.
      loop.perform(in: .changeSets) { [weak self] in self?.measureInvalidated() }
    }
    invalidated.append(id)
  }

  private func measureInvalidated() {
    var (wanted, transition): (Set<ElementID>, LayoutTransition?) = ([], nil)
    for id in invalidated {
      guard let entry = live[id] else { continue }
      let latest = entry.cell.takeReport()
      // Otherwise a measurement has begun since.
      guard !entry.isContentMeasured else { continue }
      wanted.insert(id)
      transition = latest ?? transition
    }
    invalidated = []
    guard !wanted.isEmpty else { return }
    var presentation = ListUpdate(animation: resizeAnimation)
    if let transition {
      presentation.animation = ListAnimation(duration: transition.duration, curve: transition.curve)
      presentation.start = tickTime
    }
    measureAgain(.nodes(wanted), presentation)
  }
}
