import GalleyExports
import GalleySystem
import GalleyTextCommands

/// A document to which the messages of an export are written one by one.
protocol Transcript: ~Copyable {
  /// Begins a conversation.
  mutating func begin(_ chat: ExportedChat) throws
  /// Adds a message.
  mutating func add(_ message: ExportedMessage) throws
}

/// The selected messages of an export.
struct SelectedMessages {
  let export: Export
  let arguments: ExportArguments

  /// Writes the messages to a document.
  ///
  /// - Returns: The number of messages.
  /// - Throws: `Failure` if the export cannot be read or nothing is selected.
  func write<Document: Transcript & ~Copyable>(
    to document: inout Document, _ problems: inout ProblemReport
  ) throws -> Int {
    let reader: any ExportReader
    do throws(ExportError) { reader = try export.reader() } catch { throw Failure(error) }
    var (count, isSelected, titles) = (0, false, [String]())
    while let item = try next(of: reader) {
      switch item {
      case .chat(let chat):
        isSelected = arguments.selects(chat)
        titles.append(chat.shownTitle)
        if isSelected { try document.begin(chat) }
      case .message(let message):
        guard isSelected, arguments.selects(message) else { continue }
        try document.add(message)
        count += 1
      }
    }
    // What was corrected is no problem of the document.
    for note in reader.diagnostics.first where note.isCorrected {
      StandardStreams.warn(note.description)
    }
    problems.say(reader.diagnostics.first.filter { !$0.isCorrected })
    guard count > 0 else { throw nothingSelected(titles) }
    return count
  }

  private func next(of reader: any ExportReader) throws(Failure) -> ExportItem? {
    do throws(FileError) { return try reader.next() } catch { throw Failure(error) }
  }

  private func nothingSelected(_ titles: [String]) -> Failure {
    guard let chat = arguments.chat, !titles.contains(chat) else {
      return Failure("\(export.folder): no message is in the selected days and conversations")
    }
    let names = titles.prefix(20).joined(separator: ", ")
    return Failure("\(export.folder): there is no conversation '\(chat)'; there are: \(names)")
  }
}
