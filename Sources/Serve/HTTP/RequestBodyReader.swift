import HTTPTypes
import Hummingbird
import NIOCore

/// A reader of whole bodies, within a size and a time.
struct RequestBodyReader: Sendable {
  private let limit: Int
  private let timeout: Duration

  init(_ options: ServeOptions) {
    limit = options.bodyLimit
    timeout = .milliseconds(Int(options.requestTimeout * 1_000))
  }

  /// Returns the body of a request.
  ///
  /// - Throws: `ServeError.bodyTooLarge`, without reading the rest, `.tooSlow` or `.invalidBody`.
  func bytes(of request: Request) async throws(ServeError) -> [UInt8] {
    let limit = limit
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw .bodyTooLarge(limit: limit)
    }
    let timeout = timeout
    do {
      return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        group.addTask {
          let buffer = try await request.body.collect(upTo: limit)
          return Array(buffer.readableBytesView)
        }
        group.addTask {
          try await Task.sleep(for: timeout)
          return nil
        }
        defer { group.cancelAll() }
        guard let bytes = try await group.next() ?? nil else { throw ServeError.tooSlow }
        return bytes
      }
    } catch let error as ServeError {
      throw error
    } catch is NIOTooManyBytesError {
      throw .bodyTooLarge(limit: limit)
    } catch {
      throw .invalidBody("the body ended early")
    }
  }
}
