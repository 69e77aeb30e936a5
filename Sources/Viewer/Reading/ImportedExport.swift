import GalleyExportStore
import GalleyExports
import GalleySystem
import GalleyTextCommands

/// An export that was imported into a store, now or before.
struct ImportedExport {
  let store: ExportStore
  /// The number of messages that an earlier import left.
  let countBefore: Int
  /// The duration of the import, in seconds.
  let seconds: Double

  /// Imports the rest of an export, and reports progress and problems on standard error.
  ///
  /// - Parameters:
  ///   - export: The export.
  ///   - path: The path of the store; `nil` uses that in the cache.
  ///   - showsProgress: Whether a terminal shows the progress.
  /// - Throws: `ExportStoreError` if the export cannot be read or the store cannot be written.
  init(
    _ export: Export, into path: String? = nil, showsProgress: Bool = true
  ) throws(ExportStoreError) {
    let place: String
    if let path { place = path } else { place = try ExportStore.path(of: export) }
    let store = try ExportStore(path: place)
    let clock = ContinuousClock()
    let start = clock.now
    let before = try store.progress().messageCount
    var line = ProgressLine(isShown: showsProgress, total: nil)
    let problems = try ExportImporter(export, into: store).run { count in
      line.show(done: count, count: count - before)
      return true
    }
    line.clear()
    (self.store, countBefore) = (store, before)
    seconds = (clock.now - start) / .seconds(1)
    problems.warn()
  }
}

extension ExportDiagnostics {
  /// Writes the problems on standard error.
  func warn() {
    for problem in first { StandardStreams.warn(problem.description) }
    if count > first.count { StandardStreams.warn("\(count - first.count) more problems") }
  }
}
