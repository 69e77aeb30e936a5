internal import Dispatch
internal import GalleyExports
internal import GalleySystem
internal import Synchronization

/// The rows of an export, which a thread of its own reads ahead.
///
/// While rows are written, the next ones are read and converted. The order is that of the export,
/// and few pieces are in memory.
final class ImportSource: Sendable {
  private let thread = BatchThread(name: "galley.import")
  private let queue = ImportQueue()

  /// Begins to read at a position, or at the start.
  init(_ export: Export, at position: ExportPosition?, topics: TopicTracker) {
    thread.async { [queue] in
      do throws(ExportStoreError) {
        var reader = try ImportReader(export, at: position, topics: topics)
        while true {
          let piece = try reader.next()
          guard queue.add(.success(piece)), !piece.isLast else { return }
        }
      } catch { _ = queue.add(.failure(error)) }
    }
  }

  deinit { queue.cancel() }

  /// Waits for the next rows; must not be called after the last ones or an error.
  ///
  /// - Throws: `ExportStoreError` if the export cannot be read any further.
  func next() throws(ExportStoreError) -> ImportPiece { try queue.next().get() }
}

/// A queue of a few pieces between two threads.
private final class ImportQueue: Sendable {
  private static let length = 4

  private struct State {
    var pieces: [Result<ImportPiece, ExportStoreError>] = []
    var isCanceled = false
  }

  private let state = Mutex(State())
  // A semaphore must not end with a lower value than it began with.
  private let room = DispatchSemaphore(value: 0)
  private let arrivals = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.length { room.signal() }
  }

  /// Waits for room, and returns whether the piece is wanted.
  func add(_ piece: Result<ImportPiece, ExportStoreError>) -> Bool {
    room.wait()
    let isWanted = state.withLock { state in
      if !state.isCanceled { state.pieces.append(piece) }
      return !state.isCanceled
    }
    arrivals.signal()
    return isWanted
  }

  func next() -> Result<ImportPiece, ExportStoreError> {
    arrivals.wait()
    let piece = state.withLock { $0.pieces.removeFirst() }
    room.signal()
    return piece
  }

  /// Makes the adding thread stop.
  func cancel() {
    state.withLock { $0.isCanceled = true }
    room.signal()
  }
}
