/// A body in the format `multipart/form-data`.
struct Multipart {
  private(set) var bytes: [UInt8] = []

  /// The header that names its format.
  static let headers = ["Content-Type": "multipart/form-data; boundary=\"a boundary\""]

  init(_ fields: KeyValuePairs<String, String> = [:]) {
    for (name, value) in fields { add("name=\"\(name)\"", Array(value.utf8)) }
  }

  /// Adds a file.
  mutating func add(_ name: String, file: String, _ content: [UInt8]) {
    add("name=\"\(name)\"; filename=\"\(file)\"", content)
  }

  /// Adds a file with a text.
  mutating func add(_ name: String, file: String, _ content: String) {
    add(name, file: file, Array(content.utf8))
  }

  /// Adds the parts of another body.
  mutating func add(_ other: Multipart) { bytes += other.bytes }

  private mutating func add(_ parameters: String, _ content: [UInt8]) {
    bytes += "--a boundary\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n".utf8
    bytes += content + Array("\r\n".utf8)
  }
}

extension TestServer {
  /// Sends a form with files and returns the whole response.
  func send(_ path: String, _ form: Multipart) async throws -> TestResponse {
    try await send(
      "POST", path, bytes: form.bytes + Array("--a boundary--\r\n".utf8),
      headers: Multipart.headers)
  }
}
