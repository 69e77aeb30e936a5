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
    if !claimable.isEmpty {
      continuity.claim = { item, index in
        guard let id = claimable.removeValue(forKey: item.key), self.show(item, in: id) else {
          return nil
        }
        claims[id] = index
        return id
      }
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
  ) throws(ChangeSetError) -> (ChangePlan, SummedTree<Element>, [(any Sendable)?]) {
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
      return (plan, try readItems(of: plan), contexts)
    } catch let problem as ChangeSetError.Problem {
      throw ChangeSetError(dataSource: name, problem: problem)
    } catch {
      throw ChangeSetError(dataSource: name, problem: .dataSourceFailed("\(error)"))
    }
  }

  /// Asks the data source for the items that a plan wants, and makes them new elements.
  private func readItems(of plan: ChangePlan) throws -> SummedTree<Element> {
    let source = dataSource
    let count = plan.wantedItems.reduce(0) { $0 + $1.count }
    let ids = ElementIDs(count: count)
    var stretches = plan.wantedStretches[...]
    var (rest, reader) = (0..<0, nil as (@MainActor (Int) throws -> ListItem)?)
    return try SummedTree(count: count) { numbers in
      var elements: [Element] = []
      elements.reserveCapacity(numbers.count)
      var next = numbers.lowerBound
      while next < numbers.upperBound {
        if rest.isEmpty, let stretch = stretches.popFirst() {
          rest = stretch.items
          reader = try source?.itemReader(ofSection: stretch.section)
        }
        let (part, item) = (rest.prefix(numbers.upperBound - next), reader)
        guard !part.isEmpty, let item else { break }
        for number in part {
          elements.append(Element(id: ids[next], item: try item(number)))
          next += 1
        }
        rest = rest.dropFirst(part.count)
      }
      return elements
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
    if plan.indexMap.removed.isEmpty { return claimable }
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
  /// Where the items that have to be asked for are after the edits, in their sections; ascending.
  fileprivate var wantedStretches: [(section: Int, items: Range<Int>)] {
    var (stretches, section, start): ([(section: Int, items: Range<Int>)], Int, Int) = ([], 0, 0)
    for range in wantedItems {
      var rest = range
      while !rest.isEmpty, section < counts.count {
        let part = rest.clamped(to: start..<(start + counts[section]))
        if !part.isEmpty {
          stretches.append((section, (part.lowerBound - start)..<(part.upperBound - start)))
          rest = part.upperBound..<rest.upperBound
        }
        guard !rest.isEmpty else { break }
        start += counts[section]
        section += 1
      }
    }
    return stretches
  }
}
