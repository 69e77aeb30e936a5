extension Limits {
  /// Bounds of the quote server.
  ///
  /// The first six are defaults of options.
  package enum Server {
    /// Bytes of a body.
    package static let body = 8 << 20
    /// Requests that wait for a thread; others are refused at once.
    package static let queue = 64
    /// Connections, each with a descriptor.
    package static let connections = 512
    /// Seconds for a picture, with those in the queue.
    package static let seconds = 5.0
    /// Seconds in which a client sends a request, and reads the answer.
    package static let requestSeconds = 15.0
    /// Bytes of memory of a process that draws an export.
    package static let exportMemory = 2 << 30
    /// Bytes of the picture or document of an export.
    package static let exportOutput = 64 << 20
    /// Folders around a file of an export.
    package static let exportDepth = 16
    /// Addresses whose requests are counted.
    package static let addresses = 65_536
    /// Nested values of JSON; rich messages are the deepest.
    package static let jsonDepth = 128
    /// Fields of a form.
    package static let fields = 4_096
    /// Brackets in the name of a field, each of which is a level of nesting.
    package static let fieldDepth = 12
    /// Parts of a multipart body.
    package static let parts = 4_096
    /// Bytes of the header of a part.
    package static let partHeader = 8_192
  }
}
