import Dispatch
import GalleyFiles
import GalleyMessages
import Synchronization

/// The messages of a file with one on each line, worked on by several threads, in the file's order.
///
/// No more is held than a batch of lines and what comes of them, however long the file; with one
/// thread, no more than a line.
struct MessageLines: ~Copyable {
  /// A line and what it says.
  struct Item: Sendable {
    /// The line's number; the first is 1.
    var line: Int
    /// The message, or why there is none.
    var message: Result<Message, MessageError>
    /// The ID, if there is one that can be read, even in a line that is wrong.
    var id: Message.ID?
  }

  /// The number of lines that a thread takes at once; waking a thread takes as long as one layout.
  static let layoutsPerThread = 64
  /// The number of lines that a thread takes at once to draw them, since pictures are large.
  static let picturesPerThread = 8
  /// The number of bytes for each thread at which no further line is read ahead.
  private static let bytesPerThread = 1 << 20

  private var reader: LineReader
  private let jobs: Int
  private let linesPerThread: Int

  /// Begins to read.
  init(
    _ reader: consuming LineReader, jobs: Int, linesPerThread: Int = Self.layoutsPerThread
  ) {
    self.reader = reader
    self.jobs = jobs
    self.linesPerThread = linesPerThread
  }

  /// The file, as it was named.
  var path: String { reader.path }

  /// Turns every line into something, on several threads, and hands the results on in order.
  ///
  /// - Parameters:
  ///   - transform: Called once for each line that is not blank, on any thread.
  ///   - consume: Called on this thread with each result, in the order of the lines.
  /// - Throws: `Failure` if the file cannot be read, and what `consume` throws.
  mutating func forEach<Output: Sendable>(
    _ transform: @Sendable (Item) -> Output, consume: (Output) throws -> Void
  ) throws {
    guard jobs > 1 else {
      while let line = try nextLine() { try consume(transform(Self.item(line))) }
      return
    }
    while let batch = try nextBatch() {
      let outputs = Self.map(batch, jobs: jobs) { transform(Self.item($0)) }
      for output in outputs { try consume(output) }
    }
  }

  private mutating func nextBatch() throws -> [LineReader.Line]? {
    var batch: [LineReader.Line] = []
    var bytes = 0
    while batch.count < jobs * linesPerThread, bytes < jobs * Self.bytesPerThread,
      let line = try nextLine()
    {
      batch.append(line)
      bytes += line.bytes.count
    }
    return batch.isEmpty ? nil : batch
  }

  /// The next line that is not blank; `nil` at the end of the file.
  private mutating func nextLine() throws -> LineReader.Line? {
    do {
      while let line = try reader.next() {
        if !line.isBlank { return line }
      }
      return nil
    } catch { throw Failure(error) }
  }

  private static func item(_ line: LineReader.Line) -> Item {
    guard !line.isTooLong else {
      let rule = "at most \(LineReader.longestLine) bytes"
      return Item(
        line: line.number,
        message: .failure(.invalidValue(field: "line", value: "longer", rule: rule)), id: nil)
    }
    do {
      let message = try Message(json: line.bytes)
      return Item(line: line.number, message: .success(message), id: message.id)
    } catch {
      return Item(
        line: line.number, message: .failure(error), id: Message.id(ofJSON: line.bytes))
    }
  }

  /// Maps `inputs`, a stretch of them on each of `jobs` threads.
  private static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], jobs: Int, _ transform: @Sendable (Input) -> Output
  ) -> [Output] {
    guard inputs.count > 1 else { return inputs.map(transform) }
    let parts = Mutex([[Output]](repeating: [], count: jobs))
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      let stretch = inputs[inputs.count * job / jobs..<inputs.count * (job + 1) / jobs]
      let outputs = stretch.map(transform)
      parts.withLock { $0[job] = outputs }
    }
    return parts.withLock { $0 }.flatMap { $0 }
  }
}
