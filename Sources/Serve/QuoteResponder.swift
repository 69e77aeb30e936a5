import GalleyTypesetting
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context of a request.
struct ServeContext: InitializableFromSource {
  /// The address of the client, without the port.
  let address: String

  init(source: ApplicationRequestContextSource) {
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}

/// The answers to requests, with limits, counts and the log around them.
struct QuoteResponder: HTTPResponder {
  private let options: ServeOptions
  private let gate: RequestGate
  private let limiter: RateLimiter?
  private let answers: AnswerTable
  private let metrics: ServeMetrics
  private let logger: Logger

  init(options: ServeOptions, engine: TextEngine, fonts: FontReport, logger: Logger) {
    self.options = options
    self.logger = logger
    gate = RequestGate(origins: options.origins, hosts: options.hosts)
    limiter = options.rateLimit.map(RateLimiter.init)
    let metrics = ServeMetrics()
    self.metrics = metrics
    answers = AnswerTable(options: options, engine: engine, fonts: fonts, metrics: metrics)
  }

  func respond(to request: Request, context: ServeContext) async -> Response {
    let start = ContinuousClock.now
    let id = metrics.nextRequestID()
    let route = Route(request)
    var answer: Answer
    do throws(ServeError) {
      answer = try await self.answer(to: request, route, context)
    } catch {
      answer = Answer(error)
    }
    if let origin = request.headers[.origin], gate.isListed(origin) {
      answer.headers[.accessControlAllowOrigin] = origin
      answer.headers[.accessControlExposeHeaders] = "*"
      answer.headers[.vary] = "Origin"
    }
    answer.headers[.requestID] = id
    let seconds = start.duration(to: .now) / .seconds(1)
    metrics.record(route, answer, seconds: seconds)
    log(request, route, answer, id: id, seconds: seconds)
    return answer.response(isHead: request.method == .head)
  }

  private func answer(
    to request: Request, _ route: Route, _ context: ServeContext
  ) async throws(ServeError) -> Answer {
    try gate.check(
      host: request.head.authority, origin: request.headers[.origin],
      site: request.headers[.fetchSite])
    if request.method == .options, let origin = request.headers[.origin], gate.isListed(origin) {
      return .preflight
    }
    switch route {
    case .health: return answers.health()
    case .metrics: return answers.metricsText()
    case .unknown: throw .notFound
    case .generate, .render: break
    }
    let remaining = try limiter?.admit(context.address, at: .now)
    let body = try await RequestBodyReader(options).bytes(of: request)
    let input = RequestFields.Input(
      query: request.uri.query, body: body, type: request.headers[.contentType])
    var answer = try await answers.picture(
      route, input, isKnown: request.headers[.ifNoneMatch])
    if let remaining { answer.headers.merge(remaining.headers) }
    return answer
  }

  /// Writes the line of a request, which contains nothing of its text.
  private func log(
    _ request: Request, _ route: Route, _ answer: Answer, id: String, seconds: Double
  ) {
    logger.info(
      "request",
      metadata: [
        "id": "\(id)", "method": "\(request.method.rawValue)", "route": "\(route.name)",
        "status": "\(answer.status.code)", "ms": "\((seconds * 1e5).rounded() / 100)",
        "bytes": "\(answer.body.count)",
      ])
  }
}

extension HTTPField.Name {
  /// The headers whose names are constants, so they are valid.
  static let fetchSite = named("Sec-Fetch-Site")
  static let requestID = named("X-Request-Id")

  /// Returns a name that is known to be valid.
  static func named(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else {
      preconditionFailure("a header name consists of token characters")
    }
    return name
  }
}

extension HTTPFields {
  /// Sets fields, replacing those of the same names.
  mutating func merge(_ other: HTTPFields) {
    for field in other { self[field.name] = field.value }
  }
}
