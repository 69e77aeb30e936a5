internal import GalleyCSystem
internal import Glibc
internal import Synchronization

/// A process that answers requests, one after the other, for untrusted data.
///
/// It has a socket for short messages and a ``MemoryFile`` for data, and nothing else: see
/// ``HelperService``. One caller uses it at a time. A process that failed answers nothing more; the
/// caller starts another one. It ends with the object.
package final class HelperProcess: Sendable {
  /// The reason for which a request has no answer.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The process cannot be started, or there is no memory for the data.
    case unavailable(reason: String)
    /// A signal ended the process.
    case signal(Int32)
    /// The process ended by itself.
    case exited(Int32)
    /// The process was killed at the time limit.
    case timeLimit

    /// A description of the failure.
    package var description: String {
      switch self {
      case .unavailable(let reason): "the helper process cannot be used: \(reason)"
      case .signal(SIGSYS): "the helper process made a call that is forbidden to it"
      case .signal(let signal): "signal \(signal) ended the helper process"
      case .exited(127): "the program of the helper process is missing"
      case .exited(let status): "the helper process ended with status \(status)"
      case .timeLimit: "the helper process took too long"
      }
    }
  }

  /// The maximum length of a message, in bytes.
  static let messageLimit = 4_096
  /// The descriptors that the process has, behind those of the standard streams.
  static let (socket, memory): (Int32, Int32) = (3, 4)
  /// The size to which the memory file shrinks after a larger request, in bytes.
  private static let keptSize = 8 << 20

  /// The process ID.
  package let process: Int32
  /// The memory file, which holds the data of one request.
  package let memory: MemoryFile
  private let socket: Int32
  /// The end of the process, after which its ID may be that of another one.
  private let ending = Mutex<Failure?>(nil)

  /// Starts a program.
  ///
  /// - Parameter words: The path of the program, and its arguments.
  /// - Throws: `Failure.unavailable`.
  package init(_ words: [String]) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.unavailable(errno) }
    let file = unsafe galley_memory_file("galley")
    let end = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    let shared = fcntl(file, F_DUPFD_CLOEXEC, 10)
    close(ends[1])
    defer {
      close(end)
      close(shared)
    }
    (socket, memory) = (ends[0], MemoryFile(descriptor: file))
    guard file >= 0, end >= 0, shared >= 0 else {
      let code = errno
      process = 0
      throw Self.unavailable(code)
    }
    do throws(FileError) {
      process = try ChildProcess.start(
        words, descriptors: [(end, Self.socket), (shared, Self.memory)])
    } catch {
      process = 0
      throw .unavailable(reason: error.reason)
    }
  }

  deinit {
    close(socket)
    close(memory.descriptor)
    if process > 0 { _ = end() }
  }

  private static func unavailable(_ code: Int32) -> Failure {
    .unavailable(reason: FileError(.read, "", code: code).reason)
  }

  /// Sends a request with data, and returns the answer.
  ///
  /// - Parameters:
  ///   - message: The request, of at most 4,096 bytes.
  ///   - data: The data, at the start of the memory file.
  ///   - room: The size of the answer's data, which follows `data` in the memory file.
  ///   - limit: The time limit.
  ///   - body: Called with the answer, while its data is in the memory file.
  /// - Returns: The result of `body`.
  /// - Throws: `Failure`; the process has then ended.
  package func exchange<Value>(
    _ message: [UInt8], _ data: Span<UInt8>, room: Int, limit: Duration,
    _ body: (_ answer: [UInt8]) -> Value
  ) throws(Failure) -> Value {
    let size = data.count + room
    guard memory.resize(to: size), memory.write(data, at: 0) else {
      throw Self.unavailable(errno)
    }
    defer { if size > Self.keptSize { _ = memory.resize(to: 0) } }
    let isSent = unsafe message.span.withUnsafeBytes { bytes in
      unsafe send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        == bytes.count
    }
    guard isSent else { throw end() }
    return body(try answer(until: ContinuousClock.now + limit))
  }

  private func answer(until time: ContinuousClock.Instant) throws(Failure) -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: Self.messageLimit)
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = max(0, (time - .now) / .milliseconds(1))
      let count = unsafe poll(&entry, 1, Int32(min(rest.rounded(.up), 1e9)))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        _ = end()
        throw .timeLimit
      }
      let length = unsafe recv(socket, &answer, answer.count, 0)
      if length < 0, errno == EINTR { continue }
      // An empty message is the end of the other side.
      guard length > 0 else { throw end() }
      return Array(answer.prefix(length))
    }
  }

  /// Kills the process unless it has ended, and returns how it ended.
  private func end() -> Failure {
    ending.withLock { known in
      let ending = known ?? waitForEnd()
      known = ending
      return ending
    }
  }

  private func waitForEnd() -> Failure {
    // A process that closed its socket is about to end by itself.
    var status: Int32 = 0
    for _ in 0..<20 {
      let found = unsafe waitpid(process, &status, WNOHANG)
      if found == process { return Self.failure(status) }
      // Another call has waited for it.
      if found < 0, errno == ECHILD { return .exited(0) }
      usleep(500)
    }
    kill(process, SIGKILL)
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Self.failure(status)
  }

  private static func failure(_ status: Int32) -> Failure {
    switch ChildProcess.ending(of: status) {
    case .exited(let status): .exited(status)
    case .signal(let signal): .signal(signal)
    case .timeLimit: .timeLimit
    }
  }
}
