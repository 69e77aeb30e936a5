import Galley

/// The photos of messages, from files that take their time like a server.
struct Photos: MediaSource {
  @concurrent func image(for request: MediaRequest) async throws -> ImageSource? {
    guard case .photo(let photo) = request.subject else { return nil }
    try await Task.sleep(for: .milliseconds(500))
    return try ImageSource(path: photo.path)
  }
}
