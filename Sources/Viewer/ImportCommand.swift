import ArgumentParser
import GalleyExportStore
import GalleyExports
import GalleyJSON
import GalleySystem
import GalleyTextCommands

/// `galley-view import`: imports an export of a messenger, and measures reading from the store.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import an export of a messenger for fast reading and searching.",
    discussion: """
      galley-view import ~/ChatExport_2026-03-01

      Messages are stored in one SQLite file in the cache directory, or in --store. An import that \
      was interrupted is continued. What was not understood is reported on standard error.

      With --check, the export is only read, and nothing is stored.

      With --json, figures are written: the number of messages, the seconds, the memory of the \
      process, and the milliseconds of reading the last 100 messages and of a search.
      """)

  @Argument(
    help: ArgumentHelp("The export: a file or folder.", valueName: "export"),
    completion: .file())
  var source: String

  @Option(
    help: ArgumentHelp("The SQLite file. (default: a file in the cache)", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store: String?

  @Option(help: ArgumentHelp("With --json: the words of the search.", valueName: "words"))
  var search = "the"

  @Flag(help: "Read the export and report its problems, without storing it.")
  var check = false

  @Flag(help: "Write figures as JSON.")
  var json = false

  func run() throws {
    let export: Export
    do throws(ExportError) { export = try Export(path: source) } catch { throw Failure(error) }
    guard !check else { return try read(export) }
    do throws(ExportStoreError) {
      var line = ProgressLine(isShown: !json, total: nil)
      var before: Int?
      let imported = try ImportedExport(export, into: store) { count in
        let first = before ?? count
        before = first
        line.show(done: count, count: count - first)
        return true
      }
      line.clear()
      imported.reportProblems()
      try report(imported.store, before: imported.countBefore, seconds: imported.seconds)
    } catch { throw Failure(error) }
  }

  /// Reads an export, and reports its problems.
  private func read(_ export: Export) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var (chats, messages) = (0, 0)
    let problems: ExportDiagnostics
    do throws(ExportError) {
      let reader = try export.reader()
      do throws(FileError) {
        while let item = try reader.next() {
          if case .chat = item { chats += 1 } else { messages += 1 }
        }
      } catch { throw .file(error) }
      problems = reader.diagnostics
    } catch { throw Failure(error) }
    let seconds = (clock.now - start) / .seconds(1)
    problems.warn()
    guard json else {
      try? StandardStreams.write(
        lines: "\(export.format.rawValue): \(chats) conversations, \(messages) messages\n")
      return
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", export.format.rawValue)
      writer.member("chats", chats)
      writer.member("messages", messages)
      writer.member("problems", problems.count)
      writer.member("seconds", rounded: seconds)
    }
    writer.endLine()
    try? StandardStreams.write(json: writer.bytes)
  }

  /// Writes the result, and measures reading from the store.
  private func report(
    _ store: ExportStore, before: Int, seconds: Double
  ) throws(ExportStoreError) {
    let count = try store.progress().messageCount
    guard json else {
      try? StandardStreams.write(lines: "\(count) messages in \(store.path)\n")
      return
    }
    let memory = ProcessMemory.residentBytes ?? 0
    let clock = ContinuousClock()
    let start = clock.now
    let page = try ExportStore(path: store.path)
    let chats = try page.chats()
    if let chat = chats.last { _ = try page.messages(chat.count - 100..<chat.count, of: chat) }
    let pageTime = (clock.now - start) / .milliseconds(1)
    let searchStart = clock.now
    let hits = try page.search(search, limit: 50).hits.count
    let searchTime = (clock.now - searchStart) / .milliseconds(1)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("messages", count)
      writer.member("imported", count - before)
      writer.member("seconds", rounded: seconds)
      writer.member("resident_bytes", memory)
      writer.member("chats", chats.count)
      writer.member("page_ms", rounded: pageTime)
      writer.member("search_ms", rounded: searchTime)
      writer.member("hits", hits)
    }
    writer.endLine()
    try? StandardStreams.write(json: writer.bytes)
  }
}
