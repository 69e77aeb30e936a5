import GalleyBasics
import GalleyQuotes
import GalleySystem

/// The answer to a request to draw an export of a messenger, as `galley chat` draws it.
///
/// A process of its own draws it, because exports and their pictures are strangers' files: it has
/// limits of time, memory and output, reads the files of the request only, and may crash.
struct ExportAnswer: Sendable {
  let options: ServeOptions

  /// The media types of the formats.
  private static let types = [
    "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8",
  ]
  /// The fields that are options of `galley chat`.
  private static let options = ["from", "to", "chat", "theme", "scale", "width"]

  /// Draws an export.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request; the files named `export` are the export.
  ///   - end: The time at which the process is killed.
  /// - Returns: The picture or the document.
  /// - Throws: `ServeError`.
  func answer(
    _ fields: RequestFields, until end: ContinuousClock.Instant
  ) throws(ServeError) -> Answer {
    let files = fields.files.filter { $0.name == "export" }
    guard !files.isEmpty else {
      throw .invalid("invalid_export: export must be a file of a multipart body")
    }
    let loose = LooseFields(fields.value)
    let format = loose.string("format") ?? "png"
    guard let type = Self.types[format] else {
      throw .invalid("invalid_field: format of an export must be png, pdf or html")
    }
    let folder = try ExportFolder(files)
    let output = folder.file("output." + format)
    var words = ["galley", "chat", folder.source, "--output=" + output, "--threads=1"]
    for name in Self.options {
      if let value = loose.string(name) { words.append("--\(name)=\(value)") }
    }
    words += options.fontArguments
    let streams = ChildProcess.Streams(
      input: "/dev/null", output: folder.file("words"), errors: folder.file("errors"))
    let ending: ChildProcess.Ending
    do {
      ending = try ChildProcess.run(
        limited(CurrentProcess.command(ofSibling: words)), streams: streams,
        limit: end - ContinuousClock.now)
    } catch { throw .unavailable("export_unavailable: \(error.reason)") }
    let errors = (try? FileSystem.bytes(of: streams.errors, limit: 1 << 20)) ?? []
    let notes = folder.relative(String(decoding: errors, as: UTF8.self))
      .split(whereSeparator: \.isNewline).map(String.init)
    // A picture with missing parts ends with status 1, too.
    if [.exited(0), .exited(1)].contains(ending),
      let body = try? FileSystem.bytes(of: output, limit: Limits.Server.exportOutput)
    {
      var answer = Answer(type: type, body: body)
      answer.headers.set(notes: notes)
      return answer
    }
    throw Self.error(ending, notes)
  }

  /// Returns the command that runs another one with limits of memory and of written files.
  func limited(_ words: [String]) -> [String] {
    let memory =
      options.exportMemory == .max ? "unlimited" : String(options.exportMemory >> 10)
    let limits = "ulimit -v \(memory); ulimit -f \(Limits.Server.exportOutput >> 9)"
    return ["/bin/sh", "-c", limits + "; exec \"$@\"", "sh"] + words
  }

  private static func error(_ ending: ChildProcess.Ending, _ notes: [String]) -> ServeError {
    let reason = notes.first.map { String($0.prefix(1_000)) } ?? "it cannot be drawn"
    switch ending {
    case .timeLimit: return .quote(.deadline)
    // Without memory for a small part, the process crashes.
    case .signal: return .exportTooLarge
    case .exited where reason.contains("out of memory"): return .exportTooLarge
    case .exited(127): return .unavailable("export_unavailable: the program galley is missing")
    case .exited(64):
      return .invalid("invalid_field: " + (reason.split(separator: "Error: ").last ?? ""))
    case .exited: return .invalid("invalid_export: " + reason)
    }
  }
}

extension ServeError {
  /// The error of an export that needs too much memory, or makes too large a file.
  fileprivate static var exportTooLarge: ServeError {
    .tooLarge(
      "export_too_large: drawing it needs more memory or space than allowed; select fewer days")
  }
}
