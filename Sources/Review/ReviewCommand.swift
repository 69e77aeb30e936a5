import ArgumentParser
import Dispatch
import GalleyCorpus
import GalleySystem
import GalleyTextCommands
import Synchronization

/// `galley corpus review`.
struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Serve the report on this machine, to approve cases by click and key.",
    discussion: """
      Open the printed address in a browser. The server listens on 127.0.0.1 only, and refuses \
      requests without the random token of the address, and those of other pages.

      Keys: a approves the current case, r rejects it (its expectation stays), right and left \
      arrow or j and k change the case, 1 to 5 the view of pictures. Loading the page again runs \
      the cases again. Ctrl-C ends the review; the exit status is 2 if cases were rejected or left.
      """)

  @OptionGroup var selection: CorpusCommand.Selection
  @Option(help: ArgumentHelp("The port. (default: a free one)", valueName: "number"))
  var port: UInt16 = 0
  @OptionGroup var arguments: CorpusCommand.Arguments

  func run() throws {
    if FileSystem.environment("CI") != nil { throw Failure(CorpusError.continuousIntegration) }
    let interruption = Interruption()
    let runner = try arguments.runner()
    _ = try selection.cases(of: try arguments.load())
    let (arguments, selection) = (arguments, selection)
    let session = ReviewSession(root: arguments.corpus) {
      let corpus = try arguments.load()
      return arguments.run(try selection.cases(of: corpus), of: corpus, with: runner)
    }
    let server = try ReviewServer(session, port: port)
    try Self.start(server)
    interruption.wait()
    let summary = Self.waiting { await session.summary }
    try StandardStreams.write(lines: summary.text)
    if !summary.rejected.isEmpty || summary.left > 0 { throw ExitCode(2) }
  }

  /// Starts the server and prints its address.
  private static func start(_ server: ReviewServer) throws {
    let address: Result<String, any Error> = waiting {
      await withCheckedContinuation { continuation in
        let once = Mutex<CheckedContinuation<Result<String, any Error>, Never>?>(continuation)
        let answer = { @Sendable (result: Result<String, any Error>) in
          once.withLock { $0.take() }?.resume(returning: result)
        }
        _ = Task.detached {
          do {
            try await server.run { answer(.success($0.address)) }
          } catch {
            answer(.failure(Failure("the server could not be started: \(error)")))
          }
        }
      }
    }
    try StandardStreams.write(lines: "\(try address.get())\nCtrl-C ends the review.")
  }

  /// Returns the result of an asynchronous function, while this thread waits.
  private static func waiting<Value: Sendable>(
    for body: @escaping @Sendable () async -> Value
  ) -> Value {
    let (result, end) = (WaitedValue<Value>(), DispatchSemaphore(value: 0))
    Task.detached {
      let value = await body()
      result.value.withLock { $0 = value }
      end.signal()
    }
    end.wait()
    guard let value = result.value.withLock(\.self) else {
      preconditionFailure("the value is set before the signal")
    }
    return value
  }
}

/// A value that a task sets for a thread that waits.
private final class WaitedValue<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
