import GalleyCorpus
import GalleyGeometry
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleyRichMessages
import GalleySystem
import GalleyTypesetting

/// One of two texts, layouts or pictures that are compared.
struct DiffSide {
  /// The kind of a side, in words.
  enum Kind: String {
    case text = "a text"
    case rich = "a rich message"
    case layouts = "a file of layouts"
    case picture = "a picture"
  }

  /// The kind.
  var kind: Kind
  /// The layouts with their names, such as `message 3`; empty for a picture.
  var layouts: [(name: String, layout: ComparedLayout)] = []
  /// The lines of a text, as they are laid out.
  var lines: [String] = []
  /// The values in JSON of layouts, for differences that are too small to see.
  var values: [JSONValue] = []
  /// The picture, if the side can be drawn.
  var picture: Result<Bitmap, Failure>
}

/// A reader of files that are compared.
struct DiffReader {
  let formats: DiffFormatArguments
  let arguments: LayoutArguments
  let scale: Double
  let theme: ChatTheme

  /// Returns a side: the content of a file, of standard input for `-`, or the text itself.
  ///
  /// - Throws: `Failure` if it cannot be read or is invalid.
  func side(_ source: String) throws -> DiffSide {
    var input = TextInput.plain(source)
    input.isMarkdown = formats.isMarkdown
    input.isHTML = formats.isHTML
    input.isRich = formats.isRich
    input.richFormat = formats.richFormat
    if formats.isText {
      input.isText = true
      return try text(input)
    }
    if source != "-", (try? FileStatus(path: source)) == nil {
      throw Failure("\(source): no such file; with --text, the arguments are compared themselves")
    }
    let bytes = source == "-" ? try FileSystem.standardInput() : try FileSystem.bytes(of: source)
    if bytes.isEmpty { throw Failure("\(source == "-" ? "standard input" : source): is empty") }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      do { return DiffSide(kind: .picture, picture: .success(try Bitmap(png: bytes))) } catch {
        throw Failure("\(source): \(error)")
      }
    }
    if source == "-" {
      // It can be read only once.
      input.source = String(decoding: bytes, as: UTF8.self)
      if input.source?.last == "\n" { input.source?.removeLast() }
      input.isText = true
    }
    guard !formats.isMarkdown, !formats.isHTML, !formats.isRich else { return try text(input) }
    if let text = Self.layout(in: bytes) {
      return DiffSide(
        kind: .layouts, layouts: [("", ComparedLayout(dump: text))],
        picture: .failure(Self.notDrawn))
    }
    return try objects(bytes, input, named: source)
  }

  private static let notDrawn = Failure(
    "a layout without --jsonl cannot be drawn; compare the texts or the output with --jsonl")

  /// Returns the description of a layout that a file consists of; `nil` for another file.
  private static func layout(in bytes: [UInt8]) -> String? {
    guard
      ["layout ", "message "].contains(where: { bytes.starts(with: Array($0.utf8)) }),
      let text = String(validating: bytes, as: UTF8.self),
      let head = text.split(separator: "\n").first, head.contains(" × ")
    else { return nil }
    return text
  }

  /// Reads a file of text, of a message, or of layouts.
  private func objects(_ bytes: [UInt8], _ input: TextInput, named name: String) throws -> DiffSide
  {
    var input = input
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return try text(input) }
    if let object = try? JSONParser.value(ofUTF8: bytes), object["lines"] == nil {
      if object["blocks"] != nil { (input.isRich, input.richFormat) = (true, .json) }
      if object["text"] != nil { input.isMessage = true }
      return try text(input)
    }
    // A line for each layout.
    var side = DiffSide(kind: .layouts, picture: .failure(Failure("there is no layout")))
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      guard let value = try? JSONParser.value(ofUTF8: Array(line)),
        let object = LayoutObject(value)
      else {
        // A text that begins with a brace.
        if side.layouts.isEmpty { return try text(input) }
        throw Failure("\(name):\(index + 1): is not a layout of galley layout --jsonl")
      }
      let id = value["id"].flatMap { $0.integer.map(String.init) ?? $0.string }
      side.layouts.append((id.map { "message \($0)" } ?? "", object.layout))
      side.values.append(value)
      if side.layouts.count == 1 { side.picture = object.picture(scale: scale) }
    }
    if side.layouts.count > 1 {
      side.picture = .failure(Failure("several layouts cannot be drawn; compare one"))
    }
    return side
  }

  /// Lays a text or message out.
  private func text(_ input: TextInput) throws -> DiffSide {
    let engine = try arguments.engine()
    let settings = LayoutSettings(arguments, grid: PixelGrid(scale: scale))
    let picture = PictureSettings(
      scale: scale, padding: 8, background: theme.background, palette: theme.palette)
    if input.isRich {
      let layout = settings.layout(try input.richMessage(arguments), with: engine)
      return DiffSide(
        kind: .rich, layouts: [("", ComparedLayout(layout))],
        picture: Result { () throws(PictureError) in try picture.bitmap(of: layout) }
          .mapError(Failure.init))
    }
    let layout = settings.layout(try input.message(), with: engine)
    let bytes = Array(layout.text.string.utf8)
    let lines = layout.lines.map { line in
      let text = String(decoding: bytes[line.range], as: UTF8.self)
      return String(text.prefix { !$0.isNewline })
    }
    return DiffSide(
      kind: .text, layouts: [("", ComparedLayout(layout))], lines: lines,
      picture: Result { () throws(PictureError) in try picture.bitmap(of: layout) }
        .mapError(Failure.init))
  }
}
