internal import GRDB
package import GalleyExports
internal import GalleyJSON
internal import GalleyMessages

/// An import of an export into a store, which continues where an earlier one ended.
///
/// Messages are committed together with the position in the export behind them, so that a process
/// that is killed at any moment leaves a store that a further import completes, with the same rows
/// as an import without interruption. Only one process imports into a store at a time.
package final class ExportImporter {
  /// The maximum number of messages of a transaction.
  static let batchSize = 10_000

  private let export: Export
  private let store: ExportStore

  /// Creates an import.
  package init(_ export: Export, into store: ExportStore) {
    (self.export, self.store) = (export, store)
  }

  /// Imports the rest of the export.
  ///
  /// - Parameter report: Receives the number of messages of the store after each transaction; the
  ///   import stops after a transaction for which it returns `false`.
  /// - Returns: The problems of the part that was read.
  /// - Throws: `ExportStoreError` if the export cannot be read or the store cannot be written.
  package func run(
    report: (Int) -> Bool = { _ in true }
  ) throws(ExportStoreError) -> ExportDiagnostics {
    try ExportStoreError.wrapping {
      guard var batch = try store.database.read(ImportBatch.init) else {
        return ExportDiagnostics()
      }
      let reader = try export.reader(at: batch.position)
      while !batch.isComplete {
        try store.database.writeWithoutTransaction { db in
          try db.inTransaction(.immediate) {
            try batch.importNext(Self.batchSize, from: reader, in: db)
            return .commit
          }
        }
        if !report(batch.messageCount) { break }
      }
      return reader.diagnostics
    }
  }
}
