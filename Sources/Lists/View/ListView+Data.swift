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
    try controller.edit(update, body)
    didSubmit()
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
    try controller.submit(changes, update, completions: completion.map { [$0] } ?? [])
    didSubmit()
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
    try controller.performBatch(edits, presentation: update, completion: completion)
    didSubmit()
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

  private func didSubmit() {
    if controller.isLoaded { setNeedsSettling() }
  }

  // MARK: Processing

  /// The thread on which changes are prepared.
  public var preparation: ChangeSet.Preparation {
    get { controller.preparation }
    set { controller.preparation = newValue }
  }

  /// The maximum time that a change waits for measurements, in seconds.
  public var deadline: Double {
    get { controller.deadline }
    set { controller.deadline = newValue }
  }

  /// Whether any change is not shown yet.
  public var isProcessing: Bool { controller.isProcessing }

  /// Calls a closure once all changes submitted so far are shown, or immediately if they are.
  public func whenIdle(_ body: @escaping () -> Void) { controller.whenIdle(body) }

  /// Shows all pending changes before returning, however long their nodes take.
  public func waitUntilIdle() { controller.waitUntilIdle() }
}
