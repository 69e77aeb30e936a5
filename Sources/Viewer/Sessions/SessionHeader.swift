import GalleyChat
import GalleyJSON
import GalleyTextCommands

/// The first line of a recording: everything that a replay needs besides the steps.
struct SessionHeader: Hashable, Sendable {
  /// The conversation.
  enum Source: Hashable, Sendable {
    /// A generated conversation, with its number of messages and its seed.
    case generated(count: Int, seed: Int)
    /// A file with the digest of its contents; images may be anywhere if it was trusted.
    case file(path: String, digest: String, isTrusted: Bool)
  }

  /// A font manifest, which contains the digests of the fonts.
  struct Fonts: Hashable, Sendable {
    var path: String
    var digest: String
  }

  /// The version of the format.
  static let format = 1

  var source: Source
  /// The font manifest; `nil` for the system's fonts.
  var fonts: Fonts?
  var theme = ChatStyle.Appearance.light
  /// The version of the program that recorded the session.
  var version = programVersion

  /// The header as a line of JSON.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("galley_session", Self.format)
      object.member("version", version)
      object.member("theme", theme.rawValue)
      switch source {
      case .generated(let count, let seed):
        object.member("generate", count)
        object.member("seed", seed)
      case .file(let path, let digest, let isTrusted):
        object.member("chat", path)
        object.member("sha256", digest)
        object.member("allows_outside_files", isTrusted)
      }
      if let fonts {
        object.member("fonts", fonts.path)
        object.member("fonts_sha256", fonts.digest)
      }
    }
    writer.endLine()
    return writer.bytes
  }

  /// Creates the header for a conversation.
  init(source: Source, fonts: Fonts? = nil, theme: ChatStyle.Appearance = .light) {
    self.source = source
    self.fonts = fonts
    self.theme = theme
  }

  /// Reads a header.
  init(_ value: JSONValue) throws(SessionError) {
    guard let format = value["galley_session"]?.integer else {
      throw SessionError("expected the header of a session, with \"galley_session\"")
    }
    guard format == Self.format else {
      throw SessionError("expected format \(Self.format), but found \(format)")
    }
    if let count = value["generate"]?.integer {
      guard (1...10_000_000).contains(count), let seed = value["seed"]?.integer, seed >= 0 else {
        throw SessionError("expected \"generate\" from 1 to 10000000 and a \"seed\"")
      }
      source = .generated(count: count, seed: seed)
    } else {
      guard let path = value["chat"]?.string, let digest = value["sha256"]?.string else {
        throw SessionError("expected \"generate\", or \"chat\" and \"sha256\"")
      }
      source = .file(
        path: path, digest: digest, isTrusted: value["allows_outside_files"] == .bool(true))
    }
    if let path = value["fonts"]?.string {
      guard let digest = value["fonts_sha256"]?.string else {
        throw SessionError("expected \"fonts_sha256\"")
      }
      fonts = Fonts(path: path, digest: digest)
    }
    guard let theme = ChatStyle.Appearance(rawValue: value["theme"]?.string ?? "light") else {
      throw SessionError("expected a theme, light or dark")
    }
    self.theme = theme
    version = value["version"]?.string ?? "unknown"
  }
}
