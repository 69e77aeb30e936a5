import GalleyQuotes
import HTTPTypes

/// The error that a request is answered with.
enum ServeError: Error, Hashable, Sendable {
  case notFound
  /// The request comes from a page of another origin, or names another host.
  case refused(String)
  case invalidBody(String)
  case bodyTooLarge(limit: Int)
  case tooSlow
  case quote(QuoteError)
  case invalid(String)
  /// A limit of an export.
  case tooLarge(String)
  /// The program that draws exports is missing.
  case unavailable(String)
  /// All threads are busy, and the queue is full.
  case busy
  case rateLimited(RateLimiter.Remaining)

  /// The status.
  var status: HTTPResponse.Status {
    switch self {
    case .notFound: .notFound
    case .refused: .forbidden
    case .invalidBody, .invalid: .badRequest
    case .bodyTooLarge, .tooLarge: .contentTooLarge
    case .unavailable: .notImplemented
    case .tooSlow: .requestTimeout
    case .quote(.deadline): .gatewayTimeout
    case .quote(.tooManyMessages), .quote(.tooLong), .quote(.tooManyPixels): .contentTooLarge
    case .quote(.bitmap): .internalServerError
    case .quote: .badRequest
    case .busy: .serviceUnavailable
    case .rateLimited: .tooManyRequests
    }
  }

  /// The message for the client.
  var message: String {
    switch self {
    case .notFound: "Not Found"
    case .refused(let reason): "forbidden: \(reason)"
    case .invalidBody(let reason): "invalid_body: \(reason)"
    case .bodyTooLarge(let limit): "body_too_large: at most \(limit) bytes are allowed"
    case .tooSlow: "request_timeout: the body did not arrive in time"
    case .quote(let error): error.description
    case .invalid(let reason), .tooLarge(let reason), .unavailable(let reason): reason
    case .busy: "busy: all threads are in use and the queue is full; try again later"
    case .rateLimited: "too_many_requests: try again later"
    }
  }
}
