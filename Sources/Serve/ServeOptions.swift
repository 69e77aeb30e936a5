internal import GalleyBasics
package import GalleyImages
package import GalleyQuotes

/// The settings of a server.
package struct ServeOptions: Sendable {
  /// The address to listen on.
  package var host = "127.0.0.1"
  /// The port; 0 is a free one.
  package var port = 8_017
  /// The number of threads that draw.
  package var threads = 2
  /// The number of requests that wait for a thread; further ones are refused.
  package var queue = Limits.Server.queue
  /// The time in which a picture must be finished, with the time in the queue, in seconds.
  package var deadline = Limits.Server.seconds
  /// The maximum size of a body, in bytes.
  package var bodyLimit = Limits.Server.body
  /// The time in which a client must send a request, and read the answer, in seconds.
  package var requestTimeout = Limits.Server.requestSeconds
  /// The maximum number of connections.
  package var connections = Limits.Server.connections
  /// The maximum number of requests of an address; `nil` for any number.
  package var rateLimit: RateLimit?
  /// The origins of other pages that may send requests, such as `https://example.org`.
  package var origins: Set<String> = []
  /// The names of the server that requests may use, besides addresses and `localhost`.
  package var hosts: Set<String> = []
  /// The processes that decode the pictures of requests; `nil` to decode them in this one.
  package var helpers: ImageHelpers?
  /// The limits of a picture.
  package var limits = QuoteRequest.Limits()

  /// The options of `galley` that select the same fonts and isolation.
  package var fontArguments: [String] = []
  /// The maximum memory of a process that draws an export, in bytes; `Int.max` for any.
  package var exportMemory = Limits.Server.exportMemory

  /// Creates the default settings.
  package init() {}

  /// The time in which any request is answered after it was begun, in seconds, rounded up.
  var graceTime: Int { Int((requestTimeout + 2 * deadline + 1).rounded(.up)) }
}

/// A maximum number of requests in a time.
package struct RateLimit: Hashable, Sendable {
  /// The number of requests.
  package var count: Int
  /// The time, in seconds.
  package var seconds: Int

  /// Creates a limit.
  package init(count: Int, seconds: Int) {
    self.count = count
    self.seconds = seconds
  }
}
