import GalleyJSON
import HTTPTypes
import Hummingbird
import NIOCore

/// A response that has not been sent.
struct Answer: Sendable {
  var status = HTTPResponse.Status.ok
  var headers = HTTPFields()
  var body: [UInt8] = []

  init(status: HTTPResponse.Status = .ok, type: String, body: [UInt8]) {
    self.status = status
    self.body = body
    headers[.contentType] = type
  }

  /// Creates a response with JSON.
  init(status: HTTPResponse.Status = .ok, json write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object(write)
    self.init(status: status, type: "application/json; charset=utf-8", body: writer.bytes)
  }

  /// Creates the response of an error, in the form of quote-api.
  init(_ error: ServeError) {
    self.init(status: error.status) { writer in
      writer.member("ok", false)
      writer.name("error")
      writer.object { writer in
        writer.member("code", error.status.code)
        writer.member("message", error.message)
      }
    }
    switch error {
    case .busy: headers[.retryAfter] = "1"
    case .rateLimited(let remaining):
      headers.merge(remaining.headers)
      headers[.retryAfter] = String(remaining.reset)
    case .tooSlow, .bodyTooLarge: headers[.connection] = "close"
    default: break
    }
  }

  /// The answer to a browser that asks for permission.
  static var preflight: Answer {
    var answer = Answer(status: .noContent, type: "text/plain", body: [])
    answer.headers[.accessControlAllowMethods] = "GET, POST"
    answer.headers[.accessControlAllowHeaders] = "content-type, if-none-match"
    return answer
  }

  /// Returns the response, without its body if the request has asked for headers only.
  func response(isHead: Bool) -> Response {
    var headers = headers
    headers[.contentLength] = String(body.count)
    headers[.xContentTypeOptions] = "nosniff"
    let hasBody = !isHead && status != .noContent && status != .notModified
    if status == .noContent || status == .notModified { headers[.contentLength] = nil }
    return Response(
      status: status, headers: headers,
      body: hasBody ? ResponseBody(byteBuffer: ByteBuffer(bytes: body)) : ResponseBody())
  }
}
