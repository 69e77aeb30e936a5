internal import GalleyJSON
package import GalleySystem

/// An export of a messenger: a file, a folder with its files, or a zip file with either.
///
/// Files are opened inside of the folder only; links are refused.
package struct Export: Hashable, Sendable {
  /// The formats.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case telegram = "Telegram Desktop"
    case whatsApp = "WhatsApp"
    case discord = "DiscordChatExporter"
    case slack = "Slack"
    case matrix = "Matrix"
    case messenger = "Messenger"
    case signal = "Signal"
  }

  /// The format.
  package let format: Format
  /// The folder of the export, which contains all of its files.
  package let folder: String
  /// The files with messages, relative to the folder; none for Slack.
  package let files: [String]
  private let title: String

  /// Finds the format of a file or folder; a zip file is unpacked into the user's cache first.
  ///
  /// - Throws: `ExportError` if it cannot be read or is no known export.
  package init(path: String) throws(ExportError) {
    let status: FileStatus
    let isZip: Bool
    do throws(FileError) {
      status = try FileStatus(path: path)
      isZip = status.kind == .regular ? try ZippedExport.isZip(path) : false
    } catch { throw .file(error) }
    if status.kind == .directory {
      try self.init(folder: path)
    } else if isZip {
      let folder = try ZippedExport.folder(of: path)
      do throws(ExportError) { try self.init(folder: folder) } catch {
        guard case .unknownFormat(_, let reason) = error else { throw error }
        throw .archive(path: path, reason: "not a known export: " + reason)
      }
    } else {
      try self.init(file: path)
    }
  }

  private init(_ format: Format, folder: String, files: [String], title: String = "") {
    (self.format, self.folder, self.files, self.title) = (format, folder, files, title)
  }

  private init(file path: String) throws(ExportError) {
    let folder = FileSystem.directory(of: path) ?? "."
    let name = String(path.split(separator: "/").last ?? "")
    guard let format = try Self.format(of: path) else {
      throw .unknownFormat(
        path: path, reason: "neither the JSON of a known exporter nor WhatsApp's text")
    }
    self.init(
      format, folder: folder, files: [name],
      title: WhatsAppTitle.title(file: name, folder: folder))
  }

  private init(folder path: String) throws(ExportError) {
    let names: [String]
    do { names = try FileSystem.names(in: path) } catch { throw .file(error) }
    if names.contains("result.json"), try Self.format(of: path + "/result.json") == .telegram {
      self.init(.telegram, folder: path, files: ["result.json"])
      return
    }
    let lists: Set = ["channels.json", "dms.json", "groups.json", "mpims.json"]
    if names.contains("users.json") || names.contains(where: lists.contains) {
      self.init(.slack, folder: path, files: [])
      return
    }
    for (ending, format) in [
      (".txt", Format.whatsApp), (".json", .discord), (".json", .messenger), (".json", .telegram),
      (".json", .matrix), (".json", .signal), (".md", .signal),
    ] {
      let files = names.filter { name in
        name.hasSuffix(ending) && (try? Self.format(of: path + "/" + name)) == format
      }
      guard let first = files.first else { continue }
      self.init(
        format, folder: path,
        files: format == .discord ? files : format == .messenger ? Self.byNumber(files) : [first],
        title: WhatsAppTitle.title(file: first, folder: path))
      return
    }
    let conversations = names.compactMap { name in
      ["data.json", "chat.md", "index.md"].map { name + "/" + $0 }
        .first { (try? Self.format(of: path + "/" + $0)) == .signal }
    }
    if !conversations.isEmpty {
      self.init(.signal, folder: path, files: conversations)
      return
    }
    throw .unknownFormat(
      path: path, reason: "the folder has neither result.json nor another known file")
  }

  /// Creates a reader that begins at a position, or at the start.
  ///
  /// - Throws: `ExportError` if a file cannot be read.
  package func reader(at position: ExportPosition? = nil) throws(ExportError) -> any ExportReader {
    do throws(FileError) {
      switch format {
      case .telegram:
        return TelegramReader(try scope.open(files[0]), name: files[0], at: position)
      case .whatsApp:
        return try WhatsAppReader(files[0], in: scope, title: title, at: position)
      case .discord: return try DiscordReader(files, in: scope, at: position)
      case .slack: return try SlackReader(SlackFolder(scope), in: scope, at: position)
      case .matrix: return try MatrixReader(scope, name: files[0], at: position)
      case .messenger: return MessengerReader(files, in: scope, at: position)
      case .signal:
        return try SignalReader(
          files, in: scope, title: Self.name(ofFolder: folder) ?? "Signal", at: position)
      }
    } catch { throw .file(error) }
  }

  /// Returns the name of a folder, without those around it.
  static func name(ofFolder path: String) -> String? {
    FileSystem.absolutePath(path).split(separator: "/").last { $0 != "." }.map(String.init)
  }

  /// Returns names such as `message_10.json` in the order of their numbers.
  private static func byNumber(_ names: [String]) -> [String] {
    func number(_ name: String) -> Int { Int(name.filter(\.isNumber).prefix(9)) ?? 0 }
    return names.sorted { (number($0), $0) < (number($1), $1) }
  }

  /// The scope in which files of the export are opened.
  package var scope: FileScope { FileScope(directory: folder) }

  /// Returns the format of a file, or `nil` if it is none.
  private static func format(of path: String) throws(ExportError) -> Format? {
    do throws(FileError) {
      let file = try RegularFile(path: path)
      let start = try file.bytes(from: 0, count: 1 << 16)
      guard let first = start.first(where: { $0 > 0x20 && $0 < 0x80 }) else { return nil }
      if first == UInt8(ascii: "{") { return ExportSniffer.format(of: file) }
      let text = String(decoding: start, as: UTF8.self)
      let lines = text.split(whereSeparator: \.isNewline).prefix(50).map(String.init)
      // The headers of Signal's texts are legal for WhatsApp, too.
      if path.hasSuffix(".md") { return lines.contains { SignalHeader($0) != nil } ? .signal : nil }
      return lines.contains { WhatsAppHeader($0) != nil } ? .whatsApp : nil
    } catch { throw .file(error) }
  }
}

/// Titles of WhatsApp's conversations.
enum WhatsAppTitle {
  /// Returns the title in a file's name; `_chat.txt` is in a folder with the title.
  static func title(file: String, folder: String) -> String {
    var name = file.hasSuffix(".txt") ? String(file.dropLast(4)) : file
    if name == "_chat" {
      name = Export.name(ofFolder: folder) ?? name
    }
    for prefix in ["WhatsApp Chat with ", "WhatsApp Chat - ", "WhatsApp-Chat mit "]
    where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }
}
