public import GalleyLayoutSpecs

extension DataController {
  // MARK: Edits

  /// Loads everything, if that was not done.
  ///
  /// - Throws: What is wrong with the data source.
  public func loadIfNeeded() throws(ChangeSetError) {
    if !isLoaded { try submit(.reload) }
  }

  /// Makes edits together, which the data source has made already.
  ///
  /// Edits of batches within a batch belong to the outermost, and so do errors; completions run in
  /// the order in which the batches end.
  ///
  /// - Parameters:
  ///   - edits: Calls ``edit(_:)``.
  ///   - completion: Is told when the edits are shown: whether by a container.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed, and no
  ///   completion runs.
  public func performBatch(
    _ edits: (() throws(ChangeSetError) -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    batchDepth += 1
    do throws(ChangeSetError) {
      try edits?()
    } catch {
      (batchDepth, collected, collectedCompletions) = (0, ChangeSet(), [])
      throw error
    }
    guard batchDepth > 0 else { return }
    batchDepth -= 1
    if let completion { collectedCompletions.append(completion) }
    guard batchDepth == 0 else { return }
    let (changes, completions) = (collected, collectedCompletions)
    collected = ChangeSet()
    collectedCompletions = []
    try submit(changes, completions: completions)
  }

  /// Adds edits to the batch under way, or makes them a batch of their own.
  public func edit(_ body: (inout ChangeSet) -> Void) throws(ChangeSetError) {
    var changes = ChangeSet()
    body(&changes)
    if batchDepth > 0 {
      collected.merge(changes)
    } else {
      try submit(changes)
    }
  }

  /// Has everything be asked for again; nodes that can show what came stay.
  public func reloadData(completion: ((Bool) -> Void)? = nil) throws(ChangeSetError) {
    try submit(.reload, completions: completion.map { [$0] } ?? [])
  }

  /// Takes edits on, which the data source has made already.
  ///
  /// When this returns they are in ``pendingMap``. Edits before the first load are not needed and
  /// count as done.
  ///
  /// - Parameters:
  ///   - changes: The edits.
  ///   - completions: Are told, in order, when the edits are shown: whether by a container.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed.
  public func submit(
    _ changes: ChangeSet, completions: [(Bool) -> Void] = []
  ) throws(ChangeSetError) {
    guard isLoaded || changes.reloadsData else {
      for completion in completions { completion(true) }
      return
    }
    let (plan, items, contexts) = try read(changes)
    var claims: [ElementID: Int] = [:]
    var continuity = MapChange.Continuity()
    continuity.keeps = { element, item, isReload in
      self.keeps(element, item, isReload: isReload)
    }
    var claimable = claimableElements(plan)
    continuity.claim = { item, index in
      guard !claimable.isEmpty, let id = claimable.removeValue(forKey: item.key),
        self.show(item, in: id)
      else {
        return nil
      }
      claims[id] = index
      return id
    }
    let change = MapChange(
      plan, of: pendingMap, items: items, contexts: contexts, continuity: continuity)
    isLoaded = true
    pendingMap = change.new
    live.followPending(change, claims: claims)
    enqueue(Update(change: change, claims: claims, completions: completions))
  }

  /// Sets how large nodes may be, and has all that have been made measured again, on other threads.
  public var range: SizeRange {
    get { environment.range }
    set {
      guard newValue != environment.range else { return }
      environment = (newValue, environment.version + 1)
      guard isLoaded else { return }
      enqueue(Update(change: MapChange(of: pendingMap), isRelayout: true))
    }
  }

  // MARK: Reading

  /// Asks the data source for what a change set needs.
  private func read(
    _ changes: ChangeSet
  ) throws(ChangeSetError) -> (ChangePlan, [ListItem], [(any Sendable)?]) {
    let source = dataSource
    var name: String { source.map { "\(type(of: $0))" } ?? "no data source" }
    guard !isReading else {
      throw ChangeSetError(dataSource: name, problem: .editWhileReading)
    }
    isReading = true
    defer { isReading = false }
    do {
      let sections = try source?.sectionCount() ?? 0
      guard sections >= 0 else {
        throw ChangeSetError.Problem.negativeCount(section: nil, count: sections)
      }
      guard sections <= ChangePlan.itemLimit else {
        throw ChangeSetError.Problem.tooManyItems(limit: ChangePlan.itemLimit)
      }
      let counts = try (0..<sections).map { try source?.itemCount(inSection: $0) ?? 0 }
      let plan = try ChangePlan(changes, of: pendingMap, counts: counts)
      let contexts = try plan.wantedContexts.map { try source?.context(ofSection: $0) }
      var items: [ListItem] = []
      items.reserveCapacity(plan.wantedItems.count)
      try plan.forEachWantedPath { path in
        items.append(try source?.item(at: path) ?? ListItem(key: path.item))
      }
      return (plan, items, contexts)
    } catch let problem as ChangeSetError.Problem {
      throw ChangeSetError(dataSource: name, problem: problem)
    } catch {
      throw ChangeSetError(dataSource: name, problem: .dataSourceFailed("\(error)"))
    }
  }

  // MARK: Nodes that stay

  /// Whether an element goes on with what its item has become.
  private func keeps(_ element: Element, _ item: ListItem, isReload: Bool) -> Bool {
    live[element.id] == nil ? !isReload : show(item, in: element.id)
  }

  /// Has the node of an element show an item.
  ///
  /// - Returns: Whether it does.
  private func show(_ item: ListItem, in id: ElementID) -> Bool {
    guard let entry = live[id], let node = entry.cell.made else { return false }
    let isSame = entry.item == item
    guard isSame || dataSource?.update(node, to: item) == true else { return false }
    live[id]?.item = item
    if !isSame { live[id]?.content += 1 }
    return true
  }

  /// The elements with nodes that go with a plan, by the keys of their items: an item that comes with
  /// such a key may be shown with the same node.
  private func claimableElements(_ plan: ChangePlan) -> [Int: ElementID] {
    var claimable: [Int: ElementID] = [:]
    for id in live.ids {
      guard let entry = live[id], let index = entry.pendingIndex, entry.cell.made != nil,
        plan.indexMap.newIndex(of: index) == nil
      else { continue }
      claimable[entry.item.key] = id
    }
    return claimable
  }
}

extension ChangePlan {
  /// Calls `body` with the places after the edits of the items that have to be asked for; ascending.
  func forEachWantedPath(_ body: (ItemPath) throws -> Void) rethrows {
    var (section, start) = (0, 0)
    for index in wantedItems {
      while section < counts.count, index >= start + counts[section] {
        start += counts[section]
        section += 1
      }
      try body(ItemPath(section: section, item: index - start))
    }
  }
}
