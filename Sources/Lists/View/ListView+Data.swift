internal import GalleyDisplay

extension ListView {
  /// Loads the data if it has not been loaded.
  ///
  /// - Throws: An error if the data source is inconsistent.
  public func load() throws(ChangeSetError) {
    if !controller.isLoaded { try submit(.reload) }
  }

  /// Applies edits that the data source has already made.
  ///
  /// Within ``performBatch(_:_:completion:)`` the edits are part of the batch, and `update` is
  /// ignored.
  ///
  /// - Parameters:
  ///   - update: The presentation of the edits.
  ///   - body: A closure that records the edits.
  /// - Throws: An error if the edits or the data source are inconsistent; then nothing has changed.
  public func edit(
    _ update: ListUpdate = ListUpdate(), _ body: (inout ChangeSet) -> Void
  ) throws(ChangeSetError) {
    guard batchDepth == 0 else { return try controller.edit(body) }
    var changes = ChangeSet()
    body(&changes)
    try submit(changes, update)
  }

  /// Submits edits that the data source has already made.
  ///
  /// - Parameters:
  ///   - changes: The edits.
  ///   - update: The presentation of the edits.
  ///   - completion: Called when the edits are shown.
  /// - Throws: An error if the edits or the data source are inconsistent; then nothing has changed.
  public func submit(
    _ changes: ChangeSet, _ update: ListUpdate = ListUpdate(), completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try noting(update, if: controller.isLoaded || changes.reloadsData) {
      () throws(ChangeSetError) in
      try controller.submit(changes, completions: completion.map { [$0] } ?? [])
    }
  }

  /// Applies a batch of edits that the data source has already made.
  ///
  /// - Parameters:
  ///   - update: The presentation of the batch; that of the outermost batch is used.
  ///   - edits: A closure that calls ``edit(_:_:)``.
  ///   - completion: Called when the batch is shown.
  /// - Throws: An error if the edits or the data source are inconsistent; then nothing has changed.
  public func performBatch(
    _ update: ListUpdate = ListUpdate(), _ edits: @escaping () throws(ChangeSetError) -> Void,
    completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try noting(update, if: controller.isLoaded && batchDepth == 0) { () throws(ChangeSetError) in
      try self.controller.performBatch(
        { () throws(ChangeSetError) in
          self.batchDepth += 1
          // Edits triggered by submitting the batch are not part of it.
          defer { self.batchDepth -= 1 }
          try edits()
        }, completion: completion)
    }
  }

  /// Reloads all items, keeping nodes that can show the new data.
  ///
  /// - Parameters:
  ///   - update: The presentation of the change.
  ///   - completion: Called when the new data is shown.
  /// - Throws: An error if the data source is inconsistent; then nothing has changed.
  public func reloadData(
    _ update: ListUpdate = ListUpdate(), completion: ((Bool) -> Void)? = nil
  ) throws(ChangeSetError) {
    try submit(.reload, update, completion: completion)
  }

  /// Records the presentation of the change that `body` submits.
  private func noting(
    _ update: ListUpdate, if isShown: Bool, _ body: () throws(ChangeSetError) -> Void
  ) throws(ChangeSetError) {
    guard isShown else { return try body() }
    updates.append(update)
    let count = updates.count
    do throws(ChangeSetError) {
      try body()
    } catch {
      // A refused change is never shown.
      if updates.count == count { updates.removeLast() }
      throw error
    }
    setNeedsSettling()
  }
}
