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
  private let problems: ExportDiagnostics

  /// Imports the rest of an export, if there is any.
  ///
  /// - Parameters:
  ///   - export: The export.
  ///   - path: The path of the store; `nil` uses that in the cache.
  ///   - report: Receives the number of messages of the store at the start and after each part; the
  ///     import stops if it returns `false`, and a later one continues it.
  /// - Throws: `ExportStoreError` if the export cannot be read or the store cannot be written.
  init(
    _ export: Export, into path: String? = nil, report: (Int) -> Bool
  ) throws(ExportStoreError) {
    let place: String
    if let path { place = path } else { place = try ExportStore.path(of: export) }
    let store = try ExportStore(path: place)
    let clock = ContinuousClock()
    let start = clock.now
    let progress = try store.progress()
    var problems = ExportDiagnostics()
    if !progress.isComplete, report(progress.messageCount) {
      problems = try ExportImporter(export, into: store).run(report: report)
    }
    (self.store, self.problems, countBefore) = (store, problems, progress.messageCount)
    seconds = (clock.now - start) / .seconds(1)
  }

  /// Writes to standard error what was not understood.
  func reportProblems() { problems.warn() }
}

extension ExportDiagnostics {
  /// Writes the problems on standard error.
  func warn() {
    for problem in first { StandardStreams.warn(problem.description) }
    if count > first.count { StandardStreams.warn("\(count - first.count) more problems") }
  }
}
