internal import GRDB
package import GalleyExports

/// An import of an export into a store, which continues where an earlier one ended.
///
/// Messages are committed together with the position in the export behind them, so that a process
/// that is killed at any moment leaves a store that a further import completes, with the same rows
/// as an import without interruption. One thread reads the export, and the calling one writes.
/// Only one process imports into a store at a time.
package final class ExportImporter {
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
  /// - Throws: `ExportStoreError` if the export cannot be read or the store cannot be written. What
  ///   was read before the error is in the store.
  package func run(
    report: (Int) -> Bool = { _ in true }
  ) throws(ExportStoreError) -> ExportDiagnostics {
    try ExportStoreError.wrapping {
      guard var tables = try store.database.read(ImportTables.init) else {
        return ExportDiagnostics()
      }
      let source = ImportSource(export, at: tables.position, topics: tables.topics)
      while !tables.isComplete {
        var failure: ExportStoreError?
        try store.database.writeWithoutTransaction { db in
          try db.inTransaction(.immediate) {
            failure = try tables.fill(from: source, in: db)
            return .commit
          }
        }
        if let failure { throw failure }
        if !report(tables.messageCount) { break }
      }
      return tables.diagnostics
    }
  }
}
