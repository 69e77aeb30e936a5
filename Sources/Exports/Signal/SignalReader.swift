internal import GalleyBasics
internal import GalleyJSON
internal import GalleyMessages
internal import GalleySystem

/// A reader of the files of signal-export: one conversation per file, as JSON Lines or as text.
///
/// Neither form has identifiers; messages have the number of their first line. `unit` of a position
/// is the index of the file.
final class SignalReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private let files: [String]
  private let scope: FileScope
  private let title: String
  private var lines: LineReader?
  private var text = SignalText(folder: "")
  private var isJSON = false
  /// The message of a text whose lines are being read, and its text.
  private var pending: (message: ExportedMessage, text: String)?
  /// The offset of the file from which lines are read; those before it were.
  private var start: Int

  /// Creates a reader that begins at a position, or at the start.
  ///
  /// - Parameters:
  ///   - files: The files, relative to the scope.
  ///   - scope: The folder of the export.
  ///   - title: The title of a conversation whose file is in the export's folder itself.
  ///   - position: The position.
  /// - Throws: `FileError` if the file at the position cannot be read.
  init(
    _ files: [String], in scope: FileScope, title: String, at position: ExportPosition?
  ) throws(FileError) {
    (self.files, self.scope, self.title) = (files, scope, title)
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    start = position?.offset ?? 0
    if position != nil { try open() }
  }

  private var file: String { files[position.unit] }

  private func open() throws(FileError) {
    guard position.unit < files.count else { return }
    lines = try LineReader(scope.open(file))
    text = SignalText(folder: FileSystem.directory(of: file) ?? "")
    isJSON = file.hasSuffix(".json")
  }

  func next() throws(FileError) -> ExportItem? {
    while position.unit < files.count {
      guard lines != nil else {
        try open()
        let title = text.folder.isEmpty ? title : text.folder
        return .chat(ExportedChat(id: title, title: title))
      }
      while let line = try lines?.next() {
        guard line.end > start else { continue }
        if let message = read(line) { return found(message) }
      }
      if let last = finish() { return found(last) }
      lines = nil
      start = 0
      position = ExportPosition(unit: position.unit + 1, offset: 0)
    }
    return nil
  }

  private func found(_ message: ExportedMessage) -> ExportItem {
    position.offset = message.end
    return .message(message)
  }

  /// Reads a line, and returns the message that is complete.
  private func read(_ line: LineReader.Line) -> ExportedMessage? {
    if line.isTooLong {
      diagnostics.add("a line was left out: it is too long", in: file, line: line.number)
      return nil
    }
    return isJSON ? message(ofJSON: line) : message(before: line)
  }

  private func message(ofJSON line: LineReader.Line) -> ExportedMessage? {
    guard !line.isBlank else { return nil }
    var reader = JSONReader(line.bytes, dialect: .tolerant)
    do throws(JSONError) {
      let value = try reader.value()
      guard case .object = value else { throw JSONError(reason: .expected("an object"), offset: 0) }
      var message = SignalMessage(value, text: text).message
      message.id = .number(line.number)
      (message.offset, message.end) = (line.end - line.bytes.count, line.end)
      return message
    } catch {
      diagnostics.add("a message was left out: \(error)", in: file, line: line.number)
      return nil
    }
  }

  /// Reads a line of text, and returns the message before it if the line begins one.
  private func message(before line: LineReader.Line) -> ExportedMessage? {
    let words = String(decoding: line.bytes, as: UTF8.self)
    guard let header = SignalHeader(words) else {
      continueMessage(words, line)
      return nil
    }
    let finished = finish()
    var message = ExportedMessage()
    message.id = .number(line.number)
    (message.date, message.isLocalDate) = (header.date, true)
    message.setSender(header.sender)
    (message.offset, message.end) = (line.end - line.bytes.count, line.end)
    pending = (message, String(header.rest))
    return finished
  }

  private func continueMessage(_ words: String, _ line: LineReader.Line) {
    guard let count = pending?.text.utf8.count else {
      if !line.isBlank {
        diagnostics.add("a line before the first message", in: file, line: line.number)
      }
      return
    }
    if count + words.utf8.count > Limits.Exports.messageSize {
      diagnostics.add("a message was cut off: it is too long", in: file, line: line.number)
    } else {
      pending?.text += "\n" + words
    }
    pending?.message.end = line.end
  }

  /// Returns the message whose lines were read.
  private func finish() -> ExportedMessage? {
    guard let words = pending?.text, var message = pending?.message else { return nil }
    pending = nil
    text.read(words, into: &message)
    return message
  }
}
