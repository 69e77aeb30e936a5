import Foundation
import GRDB
import Galley

/// The photos of messages, which come from the database as late as from a server.
struct Photos: MediaSource {
  let database: DatabasePool

  func image(for request: MediaRequest) async throws -> ImageSource? {
    guard case .photo(let photo) = request.subject else { return nil }
    try await Task.sleep(for: .seconds(1))
    let file = try await database.read {
      try Data.fetchOne($0, sql: "SELECT file FROM photo WHERE name = ?", arguments: [photo.path])
    }
    return try file.map { try ImageSource(Array($0)) }
  }
}
