import GalleyExports
import GalleyFonts
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleySystem
import GalleyTypesetting

/// Pages to print with the messages of an export, with selectable text and links.
///
/// A block that is taller than a page gets a page of its own height, so that nothing is cut off.
struct PDFTranscript: Transcript, ~Copyable {
  /// A4, in points.
  private static let page = Size(width: 595, height: 842)
  private static let margin = 48.0
  private static let column = page.width - 2 * margin
  private static let bottom = page.height - margin
  /// The largest side of a picture, in points, and its resolution.
  private static let pictureSide = 260.0
  private static let pictureScale = 2.0

  private let engine: TextEngine
  private let scope: FileScope
  private let helpers: ImageHelpers?
  private let theme: RichTheme
  private let dates: DateFormatting
  private var document: PagedDocument
  private var y = PDFTranscript.margin
  private var number = 1
  private var isEmpty = true
  private var day: Int?

  /// Begins a document that is written to a file page by page.
  init(
    to file: DraftFile, engine: TextEngine, scope: FileScope, helpers: ImageHelpers?
  ) throws(RenderingError) {
    self.engine = engine
    self.helpers = helpers
    self.scope = scope
    dates = DateFormatting(language: "en-GB")
    var message = MessageTheme()
    message.text.font.size = 10.5
    theme = RichTheme(message: message, dates: dates)
    var painter = TextPainter()
    painter.palette = ChatTheme.light.palette
    painter.revealed = .all
    document = try PagedDocument(size: Self.page, painter: painter) { file.write($0) }
  }

  mutating func begin(_ chat: ExportedChat) {
    day = nil
    if !isEmpty { turnPage() }
    add(line(chat.shownTitle, size: 18, .bold), after: 0)
  }

  mutating func add(_ message: ExportedMessage) {
    if let date = message.date, date / 86_400 != day {
      day = date / 86_400
      add(line(CivilTime(seconds: date).dateText, size: 11, .bold), after: 14)
    }
    if let service = message.service {
      return add(line(service, size: 9, .italic), after: 6)
    }
    addHeader(of: message)
    for media in message.media { add(media) }
    if let rich = message.richMessage {
      add(rich)
    } else if !message.text.plainText(revealed: .all).string.isEmpty {
      add(message.text, after: 1)
    }
    if !message.reactions.isEmpty {
      let words = message.reactions.map { "\($0.emoji) \($0.count)" }.joined(separator: "   ")
      add(line(words, size: 9), after: 2)
    }
  }

  /// Ends the document.
  consuming func finish() throws(RenderingError) {
    addNumber()
    try document.finish()
  }

  // MARK: Parts of messages

  private mutating func addHeader(of message: ExportedMessage) {
    let name = message.sender?.shownName ?? ""
    var words = name
    if let signature = message.signature { words += " (\(signature))" }
    if let date = message.date { words += "   " + CivilTime(seconds: date).timeText }
    if message.isEdited { words += ", edited" }
    if let from = message.forwardedFrom { words += "\nForwarded from \(from)" }
    if message.replyTo != nil, message.replyChat == nil { words += "\nIn reply to a message" }
    var header = Message(
      words, entities: name.isEmpty ? [] : [MessageEntity(.bold, in: 0..<name.utf8.count)])
    header.size = 9
    // The header stays with the first lines.
    if y + 60 > Self.bottom, !isEmpty { turnPage() }
    add(header, after: 9)
  }

  private mutating func add(_ media: ExportedMedia) {
    guard media.isPicture else { return add(line(media.summary, size: 10), after: 2) }
    let isStill = media.kind == .photo || media.kind == .sticker
    let path = isStill ? media.path ?? media.thumbnail : media.thumbnail
    var picture: Bitmap?
    if let path { picture = bitmap(path) }
    let pixels =
      picture.map { Size(width: Double($0.width), height: Double($0.height)) }
      ?? Size(
        width: Double(min(max(1, media.width ?? 640), 10_000)),
        height: Double(min(max(1, media.height ?? 480), 10_000)))
    let side = media.kind == .sticker ? Self.pictureSide / 2 : Self.pictureSide
    let scale = min(1, side / max(pixels.width, pixels.height))
    let size = Size(
      width: max(1, pixels.width * scale), height: max(1, pixels.height * scale))
    makeRoom(size.height + 4)
    let frame = Rect(origin: Point(x: Self.margin, y: y + 3), size: size)
    if let picture {
      document.paint(picture, in: frame)
    } else {
      document.fill(frame, with: Color(argb: 0xFFE1_E6EB))
    }
    y += size.height + 4
    if picture == nil || !isStill { add(line(media.summary, size: 9, .italic), after: 1) }
  }

  /// Returns a picture in the resolution of the page; `nil` if it is missing or damaged.
  private func bitmap(_ path: String) -> Bitmap? {
    let side = Int(Self.pictureSide * Self.pictureScale)
    guard let file = try? scope.open(path),
      let bytes = try? file.bytes(limit: 64 << 20),
      let source = try? ImageSource(bytes, helpers: helpers)
    else { return nil }
    let size = PixelSize(width: side, height: side)
    return try? source.decode(ImageSource.Request(size: size, allowsPartial: true)).bitmap
  }

  private mutating func add(_ message: RichMessage) {
    for block in message.blocks {
      let part = RichMessage([block], isRightToLeft: message.isRightToLeft)
      let layout = RichDocument(part, theme: theme, engine: engine).layout(width: Self.column)
      makeRoom(layout.size.height + 4)
      document.paint(layout, at: Point(x: Self.margin, y: y + 4))
      y += layout.size.height + 4
    }
  }

  // MARK: Text

  private func line(
    _ words: String, size: Double, _ kind: MessageEntity.Kind? = nil
  ) -> Message {
    let all = 0..<words.utf8.count
    var message = Message(
      words, entities: kind.map { all.isEmpty ? [] : [MessageEntity($0, in: all)] } ?? [])
    message.size = size
    return message
  }

  /// Adds a text below a gap, on as many pages as it needs.
  private mutating func add(_ message: Message, after gap: Double) {
    var options = LayoutOptions()
    options.width = Self.column
    let layout = engine.layout(
      message.attributedText(theme: theme.message, dates: dates), options: options)
    if layout.isFlowed {
      let text = message.plainText(revealed: .all).string
      if layout.size.height > Self.bottom - Self.margin, let middle = Self.middle(of: text) {
        add(message.part(0..<middle), after: gap)
        return add(message.part(middle + 1..<text.utf8.count), after: 0)
      }
      makeRoom(layout.size.height + gap)
      y += gap
      paint(layout, 0..<layout.lineCount, isWhole: true)
      y += layout.size.height
      return
    }
    y += gap
    var next = 0
    while next < layout.lineCount {
      let top = layout.line(at: next).y
      var end = next
      while end < layout.lineCount,
        y + layout.line(at: end).y + layout.line(at: end).height - top <= Self.bottom
      {
        end += 1
      }
      if end == next {
        // A line that is taller than a page sticks out of it.
        guard isEmpty else {
          turnPage()
          continue
        }
        end = next + 1
      }
      paint(layout, next..<end, isWhole: next == 0 && end == layout.lineCount)
      let last = layout.line(at: end - 1)
      y += last.y + last.height - top
      next = end
    }
  }

  /// Returns the line break nearest to the middle of a text, or `nil` if it has one line.
  private static func middle(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    let half = bytes.count / 2
    let before = bytes[..<half].lastIndex(of: 0x0A)
    let after = bytes[half...].firstIndex(of: 0x0A)
    let candidates = [before, after].compactMap(\.self).filter { 0 < $0 && $0 < bytes.count - 1 }
    return candidates.min { abs($0 - half) < abs($1 - half) }
  }

  /// Paints lines of a layout, the first of which begins at the current height.
  private mutating func paint(_ layout: TextLayout, _ lines: Range<Int>, isWhole: Bool) {
    guard !lines.isEmpty else { return }
    isEmpty = false
    let top = isWhole && layout.isFlowed ? 0 : layout.line(at: lines.lowerBound).y
    let last = layout.line(at: lines.upperBound - 1)
    let place = Point(x: Self.margin, y: y - top)
    document.paint(layout, at: place, lines: isWhole ? nil : lines)
    for link in layout.links(revealed: .all) {
      guard let url = link.url else { continue }
      let rects = link.rects.filter {
        isWhole || ($0.minY >= top - 1 && $0.minY < last.y + last.height - 1)
      }
      document.link(rects.map { $0.offset(x: place.x, y: place.y) }, to: url)
    }
  }

  // MARK: Pages

  /// Turns the page if a height does not fit on the rest of this one.
  ///
  /// A page becomes higher for what does not fit on any.
  private mutating func makeRoom(_ height: Double) {
    if y + height > Self.bottom, !isEmpty { turnPage() }
    if y + height > Self.bottom {
      document.resize(Size(width: Self.page.width, height: y + height + Self.margin))
    }
    isEmpty = false
  }

  private mutating func turnPage() {
    addNumber()
    number += 1
    document.beginPage(Self.page)
    (y, isEmpty) = (Self.margin, true)
  }

  /// Adds the number of the page below its text.
  private mutating func addNumber() {
    var options = LayoutOptions()
    options.width = Self.column
    let layout = engine.layout(
      line(String(number), size: 8).attributedText(theme: theme.message), options: options)
    let place = Point(
      x: (Self.page.width - layout.size.width) / 2,
      y: max(y, Self.bottom) + (Self.margin - layout.size.height) / 2)
    document.paint(layout, at: place)
  }
}
