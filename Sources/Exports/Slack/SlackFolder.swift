internal import GalleyBasics
internal import GalleyJSON
internal import GalleySystem

/// The files of a Slack export.
struct SlackFolder {
  /// A channel, group or direct conversation.
  struct Channel {
    let index: Int
    let chat: ExportedChat
  }

  /// The file of a day.
  struct File {
    let channel: Channel
    /// The path in the export's folder.
    let name: String
  }

  private(set) var files: [File] = []
  /// The names of people by identifier.
  private(set) var people: [String: String] = [:]
  /// The names of channels by identifier.
  private(set) var channelNames: [String: String] = [:]

  /// Reads the lists of people and channels, and finds the files of days.
  init(_ scope: FileScope) throws(FileError) {
    for user in Self.list("users.json", scope) {
      guard let id = user["id"]?.filled else { continue }
      people[id] =
        user["profile"]?["display_name"]?.filled ?? user["real_name"]?.filled
        ?? user["profile"]?["real_name"]?.filled ?? user["name"]?.filled
    }
    var folders: [String: ExportedChat] = [:]
    for (list, kind) in [
      ("channels.json", "channel"), ("groups.json", "private_channel"), ("dms.json", "direct"),
      ("mpims.json", "group"),
    ] {
      for entry in Self.list(list, scope) {
        guard let id = entry["id"]?.filled else { continue }
        let name = entry["name"]?.filled
        let members = (entry["members"]?.elements ?? []).compactMap { member in
          member.string.map { people[$0] ?? $0 }
        }
        if let name { channelNames[id] = name }
        folders[name ?? id] = ExportedChat(
          id: id, title: kind == "direct" ? members.joined(separator: ", ") : name, kind: kind)
      }
    }
    for folder in try FileSystem.names(in: scope.directory) {
      guard let days = try? FileSystem.names(in: scope.path(of: folder)) else { continue }
      let chat = folders[folder] ?? ExportedChat(id: folder, title: folder, kind: "channel")
      let channel = Channel(index: files.count, chat: chat)
      files += days.filter { $0.hasSuffix(".json") }.map {
        File(channel: channel, name: folder + "/" + $0)
      }
    }
  }

  private static func list(_ name: String, _ scope: FileScope) -> [JSONValue] {
    guard let file = try? scope.open(name),
      let bytes = try? file.bytes(limit: Limits.Exports.wholeFile)
    else {
      return []
    }
    var reader = JSONReader(bytes, dialect: .tolerant)
    return (try? reader.value())?.elements ?? []
  }
}
