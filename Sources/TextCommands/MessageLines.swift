import GalleyBasics
import Dispatch
internal import GalleyMessageOutput
package import GalleyMessages
package import GalleySystem
internal import GalleyTypesetting
import Synchronization

/// The messages of a file with one message per line, processed on several threads in order.
///
/// At most one batch of lines and its results is in memory, or one line with a single thread.
package struct MessageLines: ~Copyable {
  /// A line and its message.
  package struct Item: Sendable {
    /// The line number, starting at 1.
    package var line: Int
    /// The offset of the end of the line in the file, in bytes.
    package var end: Int
    /// The message, or the error that the line contains.
    package var message: Result<Message, MessageError>
    /// The line of an object with blocks, which may be a rich message; `message` is then a failure.
    package var rich: [UInt8]?
    /// The ID, if it can be read, even from an invalid line.
    package var id: Message.ID?
  }

  /// The number of lines per thread in a batch; waking a thread costs as much as one layout.
  package static let layoutsPerThread = 64
  /// The number of lines per thread in a batch for drawing, because pictures are large.
  package static let picturesPerThread = 8
  /// The number of bytes per thread after which a batch is not extended.
  private static let bytesPerThread = 1 << 20

  private var reader: LineReader
  private let jobs: Int
  private let linesPerThread: Int
  private let lastSkipped: Int

  /// Creates a reader of messages.
  ///
  /// - Parameters:
  ///   - reader: The reader of the lines.
  ///   - jobs: The number of threads.
  ///   - linesPerThread: The number of lines per thread in a batch.
  ///   - lastSkipped: The number of the last line that is not read as a message.
  package init(
    _ reader: consuming LineReader, jobs: Int, linesPerThread: Int = Self.layoutsPerThread,
    after lastSkipped: Int = 0
  ) {
    self.lastSkipped = lastSkipped
    self.reader = reader
    self.jobs = jobs
    self.linesPerThread = linesPerThread
  }

  /// The path of the file, as given.
  var path: String { reader.path }

  /// Transforms every line on several threads, and passes the results on in order.
  ///
  /// - Parameters:
  ///   - transform: Called once for each line that is not blank, on any thread.
  ///   - consume: Called on the current thread with each result, in the order of the lines.
  /// - Throws: `Failure` if the file cannot be read, and errors of `consume`.
  package mutating func forEach<Output: Sendable>(
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

  /// Returns the next line that is not blank; `nil` at the end of the file.
  private mutating func nextLine() throws -> LineReader.Line? {
    do {
      while let line = try reader.next() {
        if line.number > lastSkipped, !line.isBlank { return line }
      }
      return nil
    } catch { throw Failure(error) }
  }

  private static func item(_ line: LineReader.Line) -> Item {
    guard !line.isTooLong else {
      let rule = "at most \(Limits.Files.line) bytes"
      return Item(
        line: line.number, end: line.end,
        message: .failure(.invalidValue(field: "line", value: "longer", rule: rule)), id: nil)
    }
    do {
      let message = try Message(json: line.bytes)
      return Item(
        line: line.number, end: line.end, message: .success(message), id: message.id)
    } catch {
      let isRich = InputMessage.isRich(json: line.bytes)
      return Item(
        line: line.number, end: line.end, message: .failure(error),
        rich: isRich ? line.bytes : nil, id: Message.id(ofJSON: line.bytes))
    }
  }

  /// Maps `inputs` on `jobs` threads, each of which gets a contiguous range.
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

extension LayoutSettings {
  /// Returns the layout of a line: of a rich message if it has blocks.
  ///
  /// - Throws: `MessageError` or `RichMessageError` if the line is no valid message.
  func layout(_ item: MessageLines.Item, with engine: TextEngine) throws -> LaidOutMessage {
    if let rich = item.rich { return .rich(try layout(richMessage: rich, with: engine), item.id) }
    let message = try item.message.get()
    return .message(layout(message, with: engine), message)
  }
}
