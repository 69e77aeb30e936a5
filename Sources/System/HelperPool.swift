internal import GalleyBasics
internal import Synchronization

/// Processes without rights that give the same service, of which idle ones are kept.
///
/// Each works for one request at a time. It starts when there is no idle one, so a service costs
/// nothing before its first request.
package final class HelperPool: Sendable {
  /// The bounds of a process.
  package struct Bounds: Hashable, Sendable {
    /// The maximum size of the process, in bytes.
    package var memory = Limits.Helpers.memory
    /// The time limit of a request, in seconds.
    package var seconds = Limits.Helpers.seconds
    /// The maximum number of idle processes.
    package var idle = Limits.Helpers.idle

    /// Creates the default bounds.
    package init() {}
  }

  private let command: [String]
  private let bounds: Bounds
  private let idle = Mutex<[HelperProcess]>([])

  /// Creates a pool without processes.
  ///
  /// - Parameters:
  ///   - service: The name of the service, the first argument of its program.
  ///   - program: The path of the program `galley`; `nil` for the one beside the current program.
  ///   - bounds: The bounds of a process.
  package init(of service: String, program: String? = nil, bounds: Bounds = Bounds()) {
    let words = program.map { [$0] } ?? CurrentProcess.command(ofSibling: ["galley"])
    command = words + [service, String(bounds.memory)]
    self.bounds = bounds
  }

  /// The IDs of the idle processes.
  package var processes: [Int32] { idle.withLock { $0.map(\.process) } }

  /// Sends a request with data to a process, and returns the result of `body`.
  ///
  /// - Parameters:
  ///   - message: The request, of at most 4,096 bytes.
  ///   - data: The data, at the start of the memory file.
  ///   - room: The size of the answer's data, which follows `data` in the memory file.
  ///   - body: Called with the answer, and the memory file with its data.
  /// - Returns: The result of `body`.
  /// - Throws: `HelperProcess.Failure`; another process works for the next request.
  package func exchange<Value>(
    _ message: [UInt8], _ data: Span<UInt8>, room: Int = 0,
    _ body: (_ answer: [UInt8], MemoryFile) -> Value
  ) throws(HelperProcess.Failure) -> Value {
    let process = try takenProcess()
    let value = try process.exchange(
      message, data, room: room, limit: .milliseconds(Int(bounds.seconds * 1_000))
    ) { body($0, process.memory) }
    idle.withLock { if $0.count < bounds.idle { $0.append(process) } }
    return value
  }

  /// Returns an idle process, or starts one.
  private func takenProcess() throws(HelperProcess.Failure) -> HelperProcess {
    if let process = idle.withLock({ $0.popLast() }) { return process }
    return try HelperProcess(command)
  }
}
