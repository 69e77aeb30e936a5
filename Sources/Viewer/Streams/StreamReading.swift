import Dispatch
import GalleyDisplay
import GalleyScheduling
import GalleySystem
import Synchronization

/// A thread that reads Markdown and appends it to a message, at a speed or as it comes.
final class StreamReading: Sendable {
  private struct State {
    var hasEnded = false
    var error: FileError?
  }

  private let message: StreamingMessageNode
  private let state = Mutex(State())
  /// Signaled when reading is stopped.
  private let stopping = DispatchSemaphore(value: 0)

  /// Creates a reading of nothing, which has not begun.
  init(into message: StreamingMessageNode) { self.message = message }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - source: The path of a file, or `-` for standard input.
  ///   - chunk: The length of pieces in bytes; `nil` appends what has come.
  ///   - rate: The number of pieces per second; `nil` appends at once.
  func begin(_ source: String, chunk: Int?, rate: Double?) {
    DispatchQueue(label: "galley.stream").async { [self] in
      do throws(FileError) {
        try read(source, chunk: chunk, rate: rate)
        end(nil)
      } catch { end(error) }
    }
  }

  /// Whether the message is complete, or reading was stopped.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// The error that has ended the reading.
  var error: FileError? { state.withLock { $0.error } }

  /// Stops reading, and completes the message with what has come.
  func stop() {
    end(nil)
    stopping.signal()
  }

  private func end(_ error: FileError?) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      (state.hasEnded, state.error) = (true, error)
      message.finish()
    }
  }

  private func read(_ source: String, chunk: Int?, rate: Double?) throws(FileError) {
    var reader = source == "-" ? ByteReader() : try ByteReader(path: source)
    let clock = SystemClock()
    var due = clock.now
    while case let bytes = try reader.next(room: 1 << 16), !bytes.isEmpty {
      var rest = bytes[...]
      while !rest.isEmpty {
        if let rate {
          // A sender that pauses does not catch up afterwards.
          due = max(due, clock.now - 1 / rate)
          guard stopping.wait(timeout: .now() + max(0, due - clock.now)) == .timedOut else {
            return
          }
          due += 1 / rate
        }
        let piece = rest.prefix(chunk ?? rest.count)
        rest = rest.dropFirst(piece.count)
        guard append(piece) else { return }
      }
    }
  }

  /// Appends a piece, and returns whether reading goes on.
  private func append(_ piece: ArraySlice<UInt8>) -> Bool {
    state.withLock { state in
      if !state.hasEnded { message.append(piece) }
      return !state.hasEnded
    }
  }
}
