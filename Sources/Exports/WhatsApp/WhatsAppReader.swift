internal import GalleyBasics
internal import GalleyMessages
internal import GalleySystem

/// A reader of a text that WhatsApp exported.
///
/// The file is read twice: the first time for the order of day and month, which any later date may
/// decide. `unit` of a position is 0.
final class WhatsAppReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private var lines: LineReader
  private let file: String
  private var chat: ExportedChat?
  private let order: WhatsAppDates.Order
  private let style: WhatsAppHeader.Style?
  /// The message whose lines are being read, and its text.
  private var pending: (message: ExportedMessage, text: String)?
  private let start: Int

  /// Creates a reader that begins at a position, or at the start.
  init(
    _ name: String, in scope: FileScope, title: String, at position: ExportPosition?
  ) throws(FileError) {
    var dates = WhatsAppDates()
    var style: WhatsAppHeader.Style?
    var first = try LineReader(scope.open(name))
    while let line = try first.next() {
      guard let header = WhatsAppHeader(Self.string(line.bytes)) else { continue }
      style = style ?? header.style
      if header.style == style { dates.add(header.numbers) }
    }
    self.style = style
    let isGuess: Bool
    (order, isGuess) = dates.order
    if isGuess, style != nil {
      diagnostics.add("no date tells day and month apart; the day is taken to be first", in: name)
    }
    lines = try LineReader(scope.open(name))
    file = name
    start = position?.offset ?? 0
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    chat = position == nil ? ExportedChat(id: title, title: title) : nil
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  func next() throws(FileError) -> ExportItem? {
    if let chat {
      self.chat = nil
      return .chat(chat)
    }
    while let line = try lines.next() {
      guard line.end > start else { continue }
      let text = Self.string(line.bytes)
      if line.isTooLong {
        diagnostics.add("a line was cut off: it is too long", in: file, line: line.number)
      }
      guard let header = WhatsAppHeader(text), header.style == style else {
        continueMessage(text, line)
        continue
      }
      let finished = finish()
      pending = begin(header, line)
      if let finished { return finished }
    }
    return finish()
  }

  private func begin(
    _ header: WhatsAppHeader, _ line: LineReader.Line
  ) -> (ExportedMessage, String) {
    var message = ExportedMessage()
    let parts = WhatsAppDates.parts(header.numbers, order)
    message.date =
      CivilTime(
        year: parts[0], month: parts[1], day: parts[2], hour: header.hour, minute: header.minute,
        second: header.second
      ).seconds
    if message.date == nil {
      diagnostics.add("not a date", in: file, line: line.number)
    }
    message.isLocalDate = true
    let isFirst = position.offset == 0
    message.id = .number(line.number)
    message.offset = line.end - line.bytes.count
    message.end = line.end
    let rest = header.rest
    guard let colon = rest.range(of: ": ") ?? Self.lastColon(of: rest) else {
      message.service = WhatsAppText.trimmed(rest)
      return (message, "")
    }
    let text = rest[colon.upperBound...]
    if isFirst, WhatsAppText.isEncryptionNote(text) {
      message.service = WhatsAppText.trimmed(text)
      return (message, "")
    }
    let name = WhatsAppText.trimmed(rest[..<colon.lowerBound])
    message.sender = ExportedPerson(id: name, name: name)
    return (message, String(text))
  }

  /// Returns the colon that ends a line, behind the name of a message without a text.
  private static func lastColon(of text: String) -> Range<String.Index>? {
    text.last == ":" ? text.index(before: text.endIndex)..<text.endIndex : nil
  }

  private func continueMessage(_ text: String, _ line: LineReader.Line) {
    guard pending != nil else {
      if !line.isBlank {
        diagnostics.add("a line before the first message", in: file, line: line.number)
      }
      return
    }
    if let count = pending?.text.utf8.count, count + text.utf8.count > Limits.Exports.messageSize {
      diagnostics.add("a message was cut off: it is too long", in: file, line: line.number)
    } else if pending?.message.service != nil {
      pending?.message.service? += "\n" + text
    } else {
      pending?.text += "\n" + text
    }
    pending?.message.end = line.end
  }

  private func finish() -> ExportItem? {
    guard let text = pending?.text, var message = pending?.message else { return nil }
    pending = nil
    if message.service == nil { WhatsAppText.read(text, into: &message) }
    position.offset = message.end
    return .message(message)
  }
}
