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
  func pendingIndex(ofVisible index: Int) -> Int? { pendingIndex(of: index, after: 0) }

  /// Returns the visible index of a pending item; `nil` if it is not shown yet.
  func visibleIndex(ofPending index: Int) -> Int? { origin(of: index, after: 0) }

  // MARK: Nodes for scrolling

  /// Creates and measures nodes for items that are or will soon be visible.
  ///
  /// The container receives them through `didMeasure`; those measured synchronously, before this
  /// method returns. Measured and pending nodes are left alone. The items are named by visible
  /// index, in descending order of priority.
  func requestNodes(_ needs: [NeededItem]) {
    var jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)] = []
    for need in needs {
      guard let element = visibleMap[need.index], live[element.id]?.work == nil else { continue }
      let pending = pendingIndex(ofVisible: need.index)
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
      guard let index = live[id]?.visibleIndex, !isWanted(index) else { continue }
      live[id] = nil
    }
  }

  // MARK: Helpers

  /// Returns the job that creates and measures the node of an element; `nil` if nothing has to be
  /// done or no node can be made.
  func job(for element: ListElement, pendingIndex: Int? = nil) -> MeasuringJob<Node>? {
    guard let entry = entry(for: element, pendingIndex: pendingIndex) else { return nil }
    let stamp = stamp(of: entry)
    guard entry.stamp != stamp else { return nil }
    return MeasuringJob(element: element.id, cell: entry.cell, range: sizing.range, stamp: stamp)
  }

  /// Returns the stamp of a measurement that is valid now.
  func stamp(of entry: LiveNodes<Node>.Entry) -> MeasurementStamp {
    MeasurementStamp(sizing: sizing.version, content: entry.content)
  }

  /// Takes in measurement results.
  @discardableResult func absorb(_ results: [MeasuringResult]) -> [ElementID] {
    for result in results {
      measuringCost = measuringCost.map { $0 * 0.9 + result.duration * 0.1 } ?? result.duration
    }
    return live.absorb(results, sizing: sizing.version)
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

  /// Returns the pending index of an item in a pending change; `nil` if it has been deleted.
  ///
  /// A reloaded item is a different element at the same index.
  func pendingIndex(of index: Int, after number: Int) -> Int? {
    maps(after: number).reduce(index) { index, map in
      index.flatMap { map.newIndex(of: $0) }
    }
  }

  /// Returns the index of a pending item in the map of a pending change.
  func origin(of pendingIndex: Int, after number: Int) -> Int? {
    maps(after: number).reversed().reduce(pendingIndex) { index, map in
      index.flatMap { map.oldIndex(of: $0) }
    }
  }

  private func maps(after number: Int) -> [IndexMap] {
    updates.keys.filter { $0 > number }.sorted().compactMap { updates[$0]?.change.indexMap }
  }

  /// Returns the node and size of an element, if it has both.
  func measuredItem(_ id: ElementID, at index: Int) -> MeasuredItem<Node>? {
    guard let entry = live[id], let node = entry.cell.made, let size = entry.size else {
      return nil
    }
    return MeasuredItem(index: index, element: id, node: node, size: size)
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
      cell: NodeCell { [nodeEnvironment] in maker(nodeEnvironment) }, item: item,
      pendingIndex: pending?.index, visibleIndex: visible)
    live[element.id] = entry
    return entry
  }
}
