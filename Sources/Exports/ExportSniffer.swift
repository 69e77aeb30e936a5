internal import GalleyBasics
internal import GalleyJSON
internal import GalleySystem

/// Finds the format of a JSON file by the first names in it.
enum ExportSniffer {
  /// The number of members that are looked at.
  private static let memberLimit = 200

  /// Returns the format, or `nil` if it is none.
  static func format(of file: consuming RegularFile) -> Export.Format? {
    var reader = JSONReader(
      FileSource(file, pieceSize: 1 << 16), dialect: .tolerant, deepest: Limits.Exports.depth,
      longest: Limits.Exports.messageSize)
    guard (try? reader.next()) == .beginObject else { return nil }
    var names: Set<String> = []
    for _ in 0..<memberLimit {
      guard let event = try? reader.next(), case .name(let name) = event else { return nil }
      if ["date", "sender", "body"].contains(name), names.insert(name).inserted, names.count == 3 {
        return .signal
      }
      switch name {
      case "guild", "channel": return .discord
      case "room_name", "room_creator", "exported_by": return .matrix
      case "participants", "thread_path": return .messenger
      case "chats", "left_chats", "personal_information", "frequent_contacts": return .telegram
      case "messages": return isTelegram(&reader) ? .telegram : nil
      default:
        let depth = reader.depth
        guard let value = try? reader.next() else { return nil }
        if value == .beginArray || value == .beginObject {
          guard reader.skip(toDepth: depth) else { return nil }
        }
      }
    }
    return nil
  }

  /// Returns whether the first message has a type, as Telegram's have; an empty list is a chat,
  /// too.
  private static func isTelegram(_ reader: inout JSONReader) -> Bool {
    guard (try? reader.next()) == .beginArray, let first = try? reader.next() else { return false }
    guard first == .beginObject else { return first == .endArray }
    for _ in 0..<memberLimit {
      guard let event = try? reader.next(), case .name(let name) = event else { return false }
      if name == "type" { return true }
      let depth = reader.depth
      guard let value = try? reader.next() else { return false }
      if value == .beginArray || value == .beginObject {
        guard reader.skip(toDepth: depth) else { return false }
      }
    }
    return false
  }
}
