internal import GalleyJSON
internal import GalleyMessages
internal import GalleySystem

/// A reader of the folder of a Slack export: a folder per channel, with a file per day.
///
/// `unit` of a position is the index of the file, in the order of channels and days.
final class SlackReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private let scope: FileScope
  private let files: [SlackFolder.File]
  private let text: SlackText
  private var elements: JSONElements?
  private var channel: Int?

  /// Creates a reader that begins at a position, or at the start.
  init(_ folder: SlackFolder, in scope: FileScope, at position: ExportPosition?) throws(FileError) {
    self.scope = scope
    files = folder.files
    text = SlackText(people: folder.people, channels: folder.channelNames)
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    if let position, position.unit < files.count {
      channel = files[position.unit].channel.index
      // At its start, a file is not opened yet, and its list not begun.
      guard position.offset > 0 else { return }
      let name = files[position.unit].name
      elements = JSONElements(
        try scope.open(name), name: name, from: position.offset, inside: [.array])
    }
  }

  func next() throws(FileError) -> ExportItem? {
    while true {
      if let element = try elements?.element(&diagnostics) {
        guard case .object = element.value else { continue }
        position.offset = element.end
        var message = SlackMessage(element.value, text: text).message
        (message.offset, message.end) = (element.offset, element.end)
        return .message(message)
      }
      if elements != nil {
        elements = nil
        position = ExportPosition(unit: position.unit + 1, offset: 0)
      }
      guard position.unit < files.count else { return nil }
      let file = files[position.unit]
      if channel != file.channel.index {
        channel = file.channel.index
        return .chat(file.channel.chat)
      }
      try open(file)
    }
  }

  private func open(_ file: SlackFolder.File) throws(FileError) {
    var next = JSONElements(try scope.open(file.name), name: file.name)
    if try next.next(&diagnostics) != .beginArray {
      diagnostics.add("not a list of messages", in: file.name)
      position.unit += 1
      return
    }
    elements = next
  }
}
