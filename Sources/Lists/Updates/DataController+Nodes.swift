internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

extension DataController {
  // MARK: Lookup

  /// The node of an item in what the data source has, which is made if need be.
  ///
  /// - Returns: The node, or `nil` if there is no such item, or nothing to show it with.
  public func node(at path: ItemPath) -> Node? {
    try? loadIfNeeded()
    guard let index = pendingMap.index(of: path), let element = pendingMap[index] else {
      return nil
    }
    return entry(for: element, pendingIndex: index)?.cell.node()
  }

  /// The node of an item in what the data source has, if it has been made.
  public func nodeIfMade(at path: ItemPath) -> Node? {
    pendingMap[path].flatMap { live[$0.id]?.cell.made }
  }

  /// Where a node's item is in what the data source has, or `nil` if it went from there.
  public func path(of node: Node) -> ItemPath? {
    live.id(of: node).flatMap { live[$0]?.pendingIndex }.flatMap { pendingMap.path(of: $0) }
  }

  /// Where a node's item is in what is shown, or `nil` if it is not there.
  public func visibleIndex(of node: Node) -> Int? {
    live.id(of: node).flatMap { live[$0]?.visibleIndex }
  }

  /// The node and the size of an item in what is shown, if it has both.
  public func measuredItem(at visibleIndex: Int) -> MeasuredItem<Node>? {
    visibleMap[visibleIndex].flatMap { measuredItem($0.id) }
  }

  /// How many items have nodes, or are about to.
  public var liveNodeCount: Int { live.entries.count }

  /// Where an item that is shown is in what the data source has, or `nil` if it went from there.
  public func pendingIndex(ofVisible index: Int) -> Int? {
    pendingIndex(of: index, after: 0)
  }

  /// Where an item that the data source has is in what is shown, or `nil` if it is not there.
  public func visibleIndex(ofPending index: Int) -> Int? {
    origin(of: index, after: 0)
  }

  // MARK: Nodes for scrolling

  /// Has nodes made and measured for items that are shown, or will be soon.
  ///
  /// The container hears of them by `didMeasure`, of all that are measured here before this returns.
  /// What is there already, or under way, is left alone.
  ///
  /// - Parameter needs: The items, by their indices in what is shown; most wanted first.
  public func requestNodes(_ needs: [NeededItem]) {
    var jobs: [(job: MeasuringJob<Node>, key: WorkKey)] = []
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

  /// Gives nodes that wait to be measured other keys.
  ///
  /// - Parameter needs: The items, by their indices in what is shown.
  public func rekey(_ needs: [NeededItem]) {
    var keys: [WorkID: WorkKey] = [:]
    for need in needs {
      guard let work = visibleMap[need.index].flatMap({ live[$0.id]?.work }) else { continue }
      keys[work] = min(keys[work] ?? need.key, need.key)
    }
    if !keys.isEmpty { loop.executor.rekey(keys) }
  }

  /// Lets go of the nodes of items that are shown but not wanted any more, and does not measure
  /// those that wait to be.
  ///
  /// - Parameter isWanted: Whether the node of an item is, by its index in what is shown.
  public func releaseNodes(except isWanted: (Int) -> Bool) {
    for id in live.ids {
      guard let index = live[id]?.visibleIndex, !isWanted(index) else { continue }
      live[id] = nil
    }
  }

  // MARK: Parts

  /// What makes and measures the node of an element; `nil` if nothing has to be done, or nothing
  /// can.
  func job(for element: Element, pendingIndex: Int? = nil) -> MeasuringJob<Node>? {
    guard let entry = entry(for: element, pendingIndex: pendingIndex) else { return nil }
    let stamp = stamp(of: entry)
    guard entry.stamp != stamp else { return nil }
    return MeasuringJob(
      element: element.id, cell: entry.cell, range: environment.range, stamp: stamp)
  }

  /// What a measurement has to be for, to be right now.
  func stamp(of entry: LiveNodes<Node>.Entry) -> MeasurementStamp {
    MeasurementStamp(environment: environment.version, content: entry.content)
  }

  /// Takes in what was measured.
  @discardableResult func absorb(_ results: [MeasuringResult]) -> [ElementID] {
    for result in results {
      measuringCost = measuringCost.map { $0 * 0.9 + result.duration * 0.1 } ?? result.duration
    }
    return live.absorb(results, environment: environment.version)
  }

  /// Tells the container of what was measured outside of a change.
  func deliver(_ elements: [ElementID]) {
    let items = elements.compactMap { measuredItem($0) }.sorted { $0.index < $1.index }
    if !items.isEmpty { container?.didMeasure(items) }
  }

  /// Remembers which work measures which node.
  func note(_ batch: MeasuringBatch<Node>) {
    for (work, elements) in batch.pieces {
      for element in elements { live[element]?.work = work }
    }
  }

  /// Where an item of a change on its way is in what the data source has, or `nil` if it went from
  /// there; what was reloaded is another in its place.
  func pendingIndex(of index: Int, after number: Int) -> Int? {
    maps(after: number).reduce(index) { index, map in
      index.flatMap { map.newIndex(of: $0) }
    }
  }

  /// Where an item of the data source's is in the map of a change on its way.
  func origin(of pendingIndex: Int, after number: Int) -> Int? {
    maps(after: number).reversed().reduce(pendingIndex) { index, map in
      index.flatMap { map.oldIndex(of: $0) }
    }
  }

  private func maps(after number: Int) -> [IndexMap] {
    updates.keys.filter { $0 > number }.sorted().compactMap { updates[$0]?.change.indexMap }
  }

  private func measuredItem(_ id: ElementID) -> MeasuredItem<Node>? {
    guard let entry = live[id], let index = entry.visibleIndex, let node = entry.cell.made,
      let size = entry.size
    else { return nil }
    return MeasuredItem(index: index, element: id, node: node, size: size)
  }

  /// The entry of an element, which is made if need be.
  ///
  /// Its node shows the newest version of the item, also for a change that has an older one.
  private func entry(
    for element: Element, pendingIndex: Int?
  ) -> LiveNodes<Node>.Entry? {
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
      cell: NodeCell(maker), item: item, pendingIndex: pending?.index, visibleIndex: visible)
    live[element.id] = entry
    return entry
  }
}
