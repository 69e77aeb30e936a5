/// A file attached to a message of an export.
package struct ExportedMedia: Hashable, Sendable {
  /// The kinds of files.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case photo, video, animation, sticker, voice, audio, document
    /// A round video.
    case videoMessage = "video_message"

    /// Creates the kind of a file with a name, by its ending.
    init(fileName name: String) {
      let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
      self =
        switch ending {
        case ".jpg", ".jpeg", ".png", ".webp": .photo
        case ".mp4", ".mov", ".3gp", ".mkv", ".webm": .video
        case ".gif": .animation
        case ".opus", ".ogg", ".m4a": .voice
        case ".mp3", ".aac", ".flac", ".wav": .audio
        default: .document
        }
    }
  }

  /// The reason for which an export lacks a file.
  package enum Absence: String, Hashable, Sendable, CaseIterable {
    case notIncluded = "not_included"
    case tooLarge = "too_large"
    case unavailable
    /// The path leads outside the export's folder.
    case refused
  }

  /// The kind.
  package var kind: Kind
  /// The path of the file, relative to the export's folder; `nil` if the export lacks it.
  package var path: String?
  /// The reason for a missing path.
  package var absence: Absence?
  /// The path of a small picture of the file.
  package var thumbnail: String?
  /// The address of the file on the messenger's servers, which is shown, but never fetched.
  package var address: String?
  /// The name of the file.
  package var name: String?
  /// The MIME type.
  package var mimeType: String?
  /// The width of the picture, in pixels.
  package var width: Int?
  /// The height of the picture, in pixels.
  package var height: Int?
  /// The duration, in seconds.
  package var duration: Int?
  /// The size of the file, in bytes.
  package var byteCount: Int?
  /// The title of a piece of music.
  package var title: String?
  /// The performer of a piece of music.
  package var performer: String?
  /// The emoji of a sticker.
  package var emoji: String?
  /// Whether the picture is covered until it is revealed.
  package var hasSpoiler = false

  /// Creates a description of a file.
  package init(_ kind: Kind) { self.kind = kind }

  /// Whether the file is shown as a picture.
  package var isPicture: Bool {
    switch kind {
    case .photo, .sticker, .video, .animation, .videoMessage: true
    case .voice, .audio, .document: false
    }
  }

  /// Sets the path, unless it leads outside the folder.
  package mutating func setPath(_ path: String) {
    if let safe = ExportPath.checked(path) { self.path = safe } else { absence = .refused }
  }

  /// The kind in words, with the name and the duration that are known.
  package var summary: String {
    var words =
      switch kind {
      case .photo: "Photo"
      case .video: "Video"
      case .animation: "GIF"
      case .sticker: emoji.map { "\($0) Sticker" } ?? "Sticker"
      case .voice: "Voice message"
      case .videoMessage: "Video message"
      case .audio: [performer, title].compactMap(\.self).joined(separator: " – ")
      case .document: name ?? "File"
      }
    if words.isEmpty { words = name ?? "Audio file" }
    if let duration { words += ", " + Self.clock(duration) }
    if kind == .document || kind == .audio, let byteCount { words += ", " + Self.size(byteCount) }
    return words
  }

  /// Returns a duration as minutes and seconds.
  static func clock(_ seconds: Int) -> String {
    let seconds = max(0, seconds)
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns a size with a unit and at most one decimal.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(max(0, bytes)), "B")
    for next in ["KB", "MB", "GB", "TB"] where value >= 1_000 {
      (value, unit) = (value / 1_000, next)
    }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 || unit == "B"
      ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}

/// Checks of the paths that exports name.
package enum ExportPath {
  /// Returns a relative path with `/` between its parts, or `nil` if it could leave its folder: an
  /// absolute path, one with `..` or a drive letter, or one with a null character.
  ///
  /// Links are refused when the file is opened, by `FileScope`.
  package static func checked(_ path: String) -> String? {
    var parts: [Substring] = []
    let bytes = path.utf8
    guard let first = bytes.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\"),
      !bytes.contains(0), path.utf8.count <= 4_096
    else { return nil }
    if bytes.dropFirst().first == UInt8(ascii: ":") { return nil }
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) {
      if part == ".." { return nil }
      if part != "." { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
