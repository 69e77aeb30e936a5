package import GalleyTypesetting
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The HTTP server of quotes and messages.
package struct QuoteServer: Sendable {
  private let options: ServeOptions
  private let logger: Logger
  private let responder: QuoteResponder

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: The settings.
  ///   - engine: The layout engine.
  ///   - fonts: The fonts, as `/health` describes them.
  ///   - logger: The log of requests.
  package init(options: ServeOptions, engine: TextEngine, fonts: FontReport, logger: Logger) {
    self.options = options
    self.logger = logger
    responder = QuoteResponder(options: options, engine: engine, fonts: fonts, logger: logger)
  }

  /// Serves until the task is canceled or, if requested, the process gets SIGTERM or SIGINT.
  ///
  /// Requests in flight are finished first.
  ///
  /// - Parameters:
  ///   - endsOnSignal: Whether signals end the server.
  ///   - ready: A function that is called with the server's address when it answers.
  /// - Throws: If the port is in use, or the address is not one of this machine.
  package func run(
    endsOnSignal: Bool, ready: @escaping @Sendable (_ address: String) async -> Void
  ) async throws {
    let host = options.host
    let application = Application(
      responder: responder,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionDeadlines(options)],
          idleTimeout: .milliseconds(Int64(options.requestTimeout * 2_000)))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: options.port),
        availableConnectionsDelegate: .maximum(options.connections, logger: quietLogger)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        await ready("http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
      },
      logger: quietLogger)
    var configuration = ServiceGroupConfiguration(
      services: [application],
      gracefulShutdownSignals: endsOnSignal ? [.sigterm, .sigint] : [], logger: quietLogger)
    configuration.maximumGracefulShutdownDuration = .seconds(options.graceTime)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// The logger of the HTTP library, whose messages are of interest only if something is wrong.
  private var quietLogger: Logger {
    var logger = logger
    logger.logLevel = .warning
    return logger
  }
}
