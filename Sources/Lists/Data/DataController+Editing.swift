extension DataController {
  // MARK: Edits

  /// Loads the data if it has not been loaded.
  ///
  /// - Throws: An error if the data source is inconsistent.
  func loadIfNeeded() throws(ChangeSetError) {
    if !isLoaded { try submit(.reload) }
  }

  /// Applies a batch of edits that the data source has already made.
  ///
  /// Edits and errors of nested batches belong to the outermost batch; completions run in the order
  /// in which the batches end.
  ///
  /// - Parameters:
  ///   - edits: A closure that calls ``edit(_:_:)``.
  ///   - presentation: The presentation of the batch, unless it is nested.
  ///   - completion: Called when the edits are shown, with whether a container showed them.
  /// - Throws: An error if the edits or the data source are inconsistent; then nothing has changed,
  ///   and no completion runs.
  func performBatch(
    _ edits: (() throws(ChangeSetError) -> Void)? = nil, presentation: ListUpdate = ListUpdate(),
    completion: ((Bool) -> Void)? = nil
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
    try submit(changes, presentation, completions: completions)
  }

  /// Adds edits to the current batch, or submits them as a batch of their own.
  func edit(
    _ presentation: ListUpdate = ListUpdate(), _ body: (inout ChangeSet) -> Void
  ) throws(ChangeSetError) {
    var changes = ChangeSet()
    body(&changes)
    if batchDepth > 0 {
      collected.merge(changes)
    } else {
      try submit(changes, presentation)
    }
  }

  /// Submits edits that the data source has already made.
  ///
  /// The edits are in ``pendingMap`` when this method returns. Edits before the first load are not
  /// needed and complete at once.
  ///
  /// - Parameters:
  ///   - changes: The edits.
  ///   - presentation: The presentation of the edits.
  ///   - completions: Called in order when the edits are shown, with whether a container showed
  ///     them.
  /// - Throws: An error if the edits or the data source are inconsistent; then nothing has changed.
  func submit(
    _ changes: ChangeSet, _ presentation: ListUpdate = ListUpdate(),
    completions: [(Bool) -> Void] = []
  ) throws(ChangeSetError) {
    guard isLoaded || changes.reloadsData else {
      for completion in completions { completion(true) }
      return
    }
    let (plan, items, contexts) = try read(changes)
    var claims: [ElementID: Int] = [:]
    var continuity = MapChange.Continuity()
    continuity.keeps = { element, item, isReload in
      self.live[element.id] == nil ? !isReload : self.show(item, in: element.id)
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
    enqueue(Update(change, presentation, claims: claims, completions: completions))
  }

  // MARK: Reading

  /// Reads what a change set needs from the data source.
  private func read(
    _ changes: ChangeSet
  ) throws(ChangeSetError) -> (ChangePlan, SummedTree<ListElement>, [(any Sendable)?]) {
    let source = dataSource
    var name: String { source.map { "\(type(of: $0))" } ?? "no data source" }
    guard !isReading else { throw ChangeSetError(dataSource: name, problem: .editWhileReading) }
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

  /// Reads the items that a plan needs from the data source, as new elements.
  private func readItems(of plan: ChangePlan) throws -> SummedTree<ListElement> {
    let source = dataSource
    let count = plan.wantedItems.reduce(0) { $0 + $1.count }
    let firstID = ElementID.reserve(count)
    var stretches = plan.wantedStretches[...]
    var (rest, reader) = (0..<0, nil as (@MainActor (Int) throws -> ListItem)?)
    return try SummedTree(count: count) { numbers in
      var elements: [ListElement] = []
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
          elements.append(ListElement(id: firstID.advanced(by: next), item: try item(number)))
          next += 1
        }
        rest = rest.dropFirst(part.count)
      }
      return elements
    }
  }

  // MARK: Retained nodes

  /// Updates the node of an element to show an item.
  ///
  /// - Returns: Whether the node shows it.
  private func show(_ item: ListItem, in id: ElementID) -> Bool {
    guard let entry = live[id], let node = entry.cell.made else { return false }
    let isSame = entry.item == item
    guard isSame || dataSource?.update(node, to: item) == true else { return false }
    live[id]?.item = item
    if !isSame { entry.cell.noteContent() }
    return true
  }

  /// Returns the elements with nodes that a plan removes, by item key; an inserted item with the
  /// same key may reuse the node.
  private func claimableElements(_ plan: ChangePlan) -> [Int: ElementID] {
    var claimable: [Int: ElementID] = [:]
    if plan.indexMap.departures.isEmpty { return claimable }
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
  /// The ranges of items to read, by section and index after the edits; ascending.
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
