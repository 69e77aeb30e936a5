import ArgumentParser
import GalleySystem
import GalleyTextCommands

extension SessionHeader {
  /// Creates the header for the conversation and the fonts that arguments select.
  ///
  /// - Throws: `Failure` if a file cannot be read, or is standard input.
  init(_ conversation: ConversationArguments) throws {
    if let path = conversation.source {
      guard path != "-" else { throw Failure("a session with standard input cannot be recorded") }
      source = .file(
        path: FileSystem.absolutePath(path), digest: try Self.digest(of: path),
        isTrusted: conversation.files.allowsOutsideFiles)
    } else {
      source = .generated(count: conversation.generate ?? 1, seed: conversation.seed)
    }
    if let path = conversation.fonts.manifest {
      fonts = Fonts(path: FileSystem.absolutePath(path), digest: try Self.digest(of: path))
    }
  }

  /// Returns the arguments that select the recorded conversation and fonts.
  ///
  /// Recorded paths may be relative to the recording.
  ///
  /// - Parameters:
  ///   - recording: The path of the recording.
  ///   - chat: The path of the conversation instead of the recorded one.
  ///   - manifest: The path of the font manifest instead of the recorded one.
  /// - Returns: The arguments.
  /// - Throws: `Failure` if a file cannot be read or differs from the recorded one.
  func arguments(
    of recording: String, chat: String? = nil, manifest: String? = nil
  ) throws -> ConversationArguments {
    var words: [String]
    switch source {
    case .generated(let count, let seed): words = ["--generate=\(count)", "--seed=\(seed)"]
    case .file(let path, let digest, let isTrusted):
      let path = chat ?? Self.path(path, of: recording)
      try Self.check(path, digest, "conversation")
      words = isTrusted ? ["--allow-outside-files", "--", path] : ["--", path]
    }
    if let fonts {
      let path = manifest ?? Self.path(fonts.path, of: recording)
      try Self.check(path, fonts.digest, "font manifest")
      words.insert("--fonts=\(path)", at: 0)
    }
    return try ConversationArguments.parse(words)
  }

  private static func path(_ path: String, of recording: String) -> String {
    guard !path.hasPrefix("/"), let folder = FileSystem.directory(of: recording) else {
      return path
    }
    return folder + "/" + path
  }

  static func digest(of path: String) throws -> String {
    let bytes: [UInt8]
    do { bytes = try FileSystem.bytes(of: path) } catch { throw Failure(error) }
    return SHA256.hexDigest(of: bytes.span)
  }

  private static func check(_ path: String, _ digest: String, _ kind: String) throws {
    guard try self.digest(of: path) != digest else { return }
    throw Failure("\(path): not the \(kind) of the session, whose SHA-256 is \(digest)")
  }
}
