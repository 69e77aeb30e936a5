import GalleyBasics
import GalleyExports
import GalleyImages
import GalleyMessages
import GalleyRichMessages
import GalleySystem
import GalleyTypesetting

/// A page in HTML with the messages of an export and its pictures.
///
/// The page needs no other file, and a policy in it forbids scripts and connections.
struct HTMLTranscript: Transcript {
  /// The maximum size of a picture that becomes part of the page, in bytes.
  private static let pictureLimit = 8 << 20

  private let file: LineWriter
  private let scope: FileScope
  private var day: Int?
  private var isOpen = false

  /// Begins a page.
  init(_ path: String, title: String, scope: FileScope) throws(FileError) {
    file = try LineWriter(path: path)
    self.scope = scope
    write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      """)
  }

  mutating func begin(_ chat: ExportedChat) {
    endChat()
    write("<section>\n<h1 dir=\"auto\">\(Self.escaped(chat.shownTitle))</h1>")
    (isOpen, day) = (true, nil)
  }

  mutating func add(_ message: ExportedMessage) {
    let time = message.date.map { CivilTime(seconds: $0) }
    if let date = message.date, let time, date / 86_400 != day {
      day = date / 86_400
      write("<h2>\(time.dateText)</h2>")
    }
    if let service = message.service {
      return write("<p class=\"service\" dir=\"auto\">\(Self.escaped(service))</p>")
    }
    var lines = ["<article\(message.id.map { " id=\"\(Self.anchor($0))\"" } ?? "")>", "<header>"]
    lines.append("<b dir=\"auto\">\(Self.escaped(message.sender?.shownName ?? ""))</b>")
    if let time {
      let zone = message.isLocalDate ? "" : "Z"
      lines.append(
        "<time datetime=\"\(time.dateText)T\(time.timeText)\(zone)\">\(time.timeText)</time>")
    }
    if message.isEdited { lines.append("<small>edited</small>") }
    lines.append("</header>")
    if let from = message.forwardedFrom {
      lines.append("<p class=\"note\" dir=\"auto\">Forwarded from \(Self.escaped(from))</p>")
    }
    if let reply = message.replyTo, message.replyChat == nil {
      lines.append("<p class=\"note\"><a href=\"#\(Self.anchor(reply))\">In reply to</a></p>")
    }
    lines += message.media.map(figure)
    if let rich = message.richMessage {
      let direction = rich.isRightToLeft ? "rtl" : "auto"
      lines.append(
        "<div class=\"rich\" dir=\"\(direction)\">\(SafeLinks.filtered(rich.html(revealed: .all)))</div>"
      )
    } else if !message.plainText.isEmpty {
      let text = SafeLinks.filtered(message.text.html(revealed: .all))
      lines.append("<div class=\"text\" dir=\"auto\">\(text)</div>")
    }
    if !message.reactions.isEmpty {
      let list = message.reactions.map { "<li>\(Self.escaped($0.emoji)) \($0.count)</li>" }
      lines.append("<ul class=\"reactions\">\(list.joined())</ul>")
    }
    lines.append("</article>")
    write(lines.joined(separator: "\n"))
  }

  /// Ends the page.
  mutating func finish() throws(FileError) {
    endChat()
    write("</main>\n</body>\n</html>")
    try file.check()
  }

  private mutating func endChat() {
    if isOpen { write("</section>") }
    isOpen = false
  }

  private func write(_ text: String) { file.write(Array((text + "\n").utf8)) }

  /// Returns a picture, or a box of its size with a description.
  private func figure(_ media: ExportedMedia) -> String {
    let words = Self.escaped(media.summary)
    guard media.isPicture else { return "<p class=\"file\" dir=\"auto\">\(words)</p>" }
    let isStill = media.kind == .photo || media.kind == .sticker
    let path = isStill ? media.path ?? media.thumbnail : media.thumbnail
    let kind = media.kind == .sticker ? " class=\"sticker\"" : ""
    if let path, let picture = data(of: path) {
      return "<img\(kind) alt=\"\(words)\" src=\"\(picture)\">"
    }
    let (width, height) = (
      max(1, min(media.width ?? 640, 10_000)), max(1, min(media.height ?? 480, 10_000))
    )
    return
      "<div class=\"missing\" style=\"aspect-ratio:\(width)/\(height);max-width:\(min(width, 480))px\">\(words)</div>"
  }

  /// Returns the address that contains a picture; `nil` if it is missing, too large or no picture.
  private func data(of path: String) -> String? {
    guard let file = try? scope.open(path), let bytes = try? file.bytes(limit: Self.pictureLimit),
      let header = try? ImageHeader(bytes)
    else { return nil }
    let type =
      switch header.format {
      case .png: "png"
      case .jpeg: "jpeg"
      case .webp: "webp"
      case .gif: "gif"
      }
    return "data:image/\(type);base64,\(bytes.base64)"
  }

  private static func anchor(_ id: Message.ID) -> String {
    switch id {
    case .number(let number): "m\(number)"
    case .string(let string): "m" + escaped(string.replacing(" ", with: "_"))
    }
  }

  /// Returns a text with the characters escaped that have a meaning in HTML.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let style = """
    body { margin: 0; background: #f4f5f7; color: #1b1d21; font: 15px/1.45 sans-serif }
    main { max-width: 42rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.4rem } h2 { font-size: .85rem; text-align: center; color: #667 }
    article { background: #fff; border-radius: 10px; padding: .5rem .75rem; margin: .4rem 0; break-inside: avoid }
    article:target { outline: 2px solid #2f86d4 }
    header { display: flex; gap: .6rem; align-items: baseline } header b { color: #1f6bb5 }
    time, small, .note { color: #667; font-size: .8rem } .note { margin: .1rem 0 }
    .text { white-space: pre-wrap; overflow-wrap: anywhere } .rich { overflow-x: auto }
    .service { text-align: center; color: #667; font-size: .85rem } .file { margin: .3rem 0 }
    img { max-width: 100%; max-height: 480px; border-radius: 8px; display: block } .sticker { max-width: 192px }
    .missing { display: flex; align-items: center; justify-content: center; background: #c3ced8; border-radius: 8px; margin: .3rem 0 }
    blockquote { margin: .2rem 0; padding-inline-start: .6rem; border-inline-start: 3px solid #2f86d4 }
    pre { background: #f0f2f4; padding: .5rem; overflow-x: auto; white-space: pre-wrap } table { border-collapse: collapse }
    td, th { border: 1px solid #ccd; padding: .2rem .4rem } tg-spoiler { background: #d5dbe1; color: transparent } tg-spoiler:hover { color: inherit }
    .reactions { display: flex; gap: .4rem; list-style: none; margin: .3rem 0 0; padding: 0 } .reactions li { background: #e6f1fb; border-radius: 9px; padding: 0 .5rem }
    """
}
