internal import GalleyDisplay

extension ListView {
  /// Loads everything, if that was not done.
  ///
  /// - Throws: What is wrong with the data source.
  public func load() throws(ChangeSetError) {
    if !controller.isLoaded { try submit(.reload) }
  }

  /// Makes edits, which the data source has made already.
  ///
  /// Within ``performBatch(_:_:completion:)`` they are part of that, and `update` does not count.
  ///
  /// - Parameters:
  ///   - update: How they are shown.
  ///   - body: Puts them together.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed.
  public func edit(
    _ update: ListUpdate = ListUpdate(), _ body: (inout ChangeSet) -> Void
  ) throws(ChangeSetError) {
    guard batchDepth == 0 else { return try controller.edit(body) }
    var changes = ChangeSet()
    body(&changes)
    try submit(changes, update)
  }

  /// Takes edits on, which the data source has made already.
  ///
  /// - Parameters:
  ///   - changes: The edits.
  ///   - update: How they are shown.
  ///   - completion: Is told when they are.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed.
  public func submit(
    _ changes: ChangeSet, _ update: ListUpdate = ListUpdate(), completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try noting(update, if: controller.isLoaded || changes.reloadsData) {
      () throws(ChangeSetError) in
      try controller.submit(changes, completions: completion.map { [$0] } ?? [])
    }
  }

  /// Makes edits together, which the data source has made already.
  ///
  /// - Parameters:
  ///   - update: How they are shown; that of the outermost batch counts.
  ///   - edits: Calls ``edit(_:_:)``.
  ///   - completion: Is told when they are shown.
  /// - Throws: What is wrong with the edits or the data source; then nothing has changed.
  public func performBatch(
    _ update: ListUpdate = ListUpdate(), _ edits: @escaping () throws(ChangeSetError) -> Void,
    completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try noting(update, if: controller.isLoaded && batchDepth == 0) { () throws(ChangeSetError) in
      try self.controller.performBatch(
        { () throws(ChangeSetError) in
          self.batchDepth += 1
          // What the batch sets off when it is taken on is not part of it.
          defer { self.batchDepth -= 1 }
          try edits()
        }, completion: completion)
    }
  }

  /// Has everything be asked for again; nodes that can show what came stay.
  ///
  /// - Parameters:
  ///   - update: How that is shown.
  ///   - completion: Is told when it is.
  /// - Throws: What is wrong with the data source; then nothing has changed.
  public func reloadData(
    _ update: ListUpdate = ListUpdate(), completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try submit(.reload, update, completion: completion)
  }

  /// Remembers how the change that `body` submits is to be shown.
  private func noting(
    _ update: ListUpdate, if isShown: Bool, _ body: () throws(ChangeSetError) -> Void
  ) throws(ChangeSetError) {
    guard isShown else { return try body() }
    updates.append(update)
    let count = updates.count
    do throws(ChangeSetError) {
      try body()
    } catch {
      // What was refused never comes to be shown.
      if updates.count == count { updates.removeLast() }
      throw error
    }
    setNeedsSettling()
  }
}
