import ArgumentParser
import Dispatch
import Foundation
import GalleyFonts
import GalleyImages
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import Logging
import Synchronization

/// `galley serve`: serves pictures of messages over HTTP.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve pictures of messages over HTTP, compatible with quote-api.",
    discussion: """
      galley serve --port 8017 --fonts Fonts/fonts.json

      POST /generate, /generate.png and /generate.webp answer as quote-api does; POST /render draws \
      a message, a rich message or a list of them, or a range of an export of a messenger, as \
      galley chat does; GET /health and GET /metrics describe the server. SIGTERM and Ctrl-C finish \
      the requests in flight.

      The server makes no outgoing connections: pictures are part of a request, as data addresses \
      or as files of a multipart body. \
      It listens on this machine only, unless --host is given, and refuses browsers on pages of \
      other origins.
      """)

  @Option(
    help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "address"))
  var host = ServeOptions().host

  @Option(
    help: ArgumentHelp("The port; 0 for a free one. (default: 8017)", valueName: "number"),
    transform: Bounded.integer(0...65_535))
  var port = ServeOptions().port

  @Option(
    help: ArgumentHelp(
      "The number of threads that draw. (default: one per core)", valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The number of requests that may wait for a thread; others get status 503. (default: 64)",
      valueName: "requests"),
    transform: Bounded.integer(0...100_000))
  var queue = ServeOptions().queue

  @Option(
    help: ArgumentHelp(
      "The time for drawing a picture, in seconds. (default: 5)", valueName: "seconds"),
    transform: Bounded.number(0.1...3_600))
  var deadline = ServeOptions().deadline

  @Option(
    help: ArgumentHelp("The maximum size of a request, in MiB. (default: 8)", valueName: "size"),
    transform: Bounded.integer(1...256))
  var bodyLimit = ServeOptions().bodyLimit >> 20

  @Option(
    help: ArgumentHelp(
      "The time for sending a request, in seconds. (default: 15)", valueName: "seconds"),
    transform: Bounded.number(0.5...3_600))
  var requestTimeout = ServeOptions().requestTimeout

  @Option(
    help: ArgumentHelp("The maximum number of connections. (default: 512)", valueName: "number"),
    transform: Bounded.integer(1...100_000))
  var connections = ServeOptions().connections

  @Option(
    help: ArgumentHelp(
      "The maximum number of requests of an address in some seconds, such as 20/55. (default: any)",
      valueName: "count/seconds"),
    transform: Self.rateLimit)
  var rateLimit: RateLimit?

  @Option(
    name: .customLong("allow-origin"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An origin whose pages may send requests, such as https://example.org; repeatable.",
      valueName: "origin"))
  var origins: [String] = []

  @Option(
    name: .customLong("allow-host"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A name of this server, for requests through a proxy; repeatable.", valueName: "name"))
  var hosts: [String] = []

  @Option(
    help: "The format of the log on standard error, text or json. (default: text)",
    completion: .list(["text", "json"]), transform: Bounded.choice)
  var logFormat = ServeLog.Format.text

  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func run() throws {
    let collection = try fonts.collection(forStrangers: true)
    let described = try FontReport(manifest: fonts.manifest, files: fonts.files.map(\.path))
    var logger = Logger(label: "galley-serve", factory: { [logFormat] _ in ServeLog(logFormat) })
    logger.logLevel = .info
    let server = QuoteServer(
      options: options, engine: TextEngine(fonts: collection), fonts: described, logger: logger)
    try Self.waiting {
      try await server.run(endsOnSignal: true) { address in
        // A closed standard output is no reason to end.
        try? StandardStreams.write(lines: address)
      }
    }
  }

  private var options: ServeOptions {
    var options = ServeOptions()
    options.host = host
    options.port = port
    options.threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
    options.queue = queue
    options.deadline = deadline
    options.bodyLimit = bodyLimit << 20
    options.requestTimeout = requestTimeout
    options.connections = connections
    options.rateLimit = rateLimit
    options.origins = Set(origins)
    options.helpers = fonts.isIsolatedByDefault ? ImageHelpers() : nil
    options.hosts = Set(hosts.map { $0.lowercased() })
    options.fontArguments =
      (fonts.manifest.map { ["--fonts", $0] } ?? [])
      + fonts.files.flatMap { ["--font-file", "\($0.path)#\($0.index)"] }
      + (fonts.isIsolatedByDefault ? [] : ["--no-isolation"])
    return options
  }

  /// Parses a number of requests and of seconds.
  @Sendable static func rateLimit(_ argument: String) throws -> RateLimit {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let count = parts[0], let seconds = parts[1], count > 0, seconds > 0,
      count <= 1_000_000, seconds <= 86_400
    else { throw ValidationError("Expected a number of requests and of seconds, such as 20/55.") }
    return RateLimit(count: count, seconds: seconds)
  }

  /// Runs an asynchronous function while this thread waits.
  private static func waiting(
    for body: @escaping @Sendable () async throws -> Void
  ) throws {
    let failure = WaitedError()
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { failure.value.withLock { $0 = "\(error)" } }
      end.signal()
    }
    end.wait()
    if let reason = failure.value.withLock(\.self) {
      throw Failure("the server ended: \(reason)")
    }
  }
}

/// The description of an error that a task sets for a thread that waits.
private final class WaitedError: Sendable {
  let value = Mutex<String?>(nil)
}
