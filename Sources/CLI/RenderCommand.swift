import ArgumentParser
import GalleyFiles
import GalleyGeometry
import GalleyMessages
import GalleyPixels
import GalleyTypesetting

/// `galley render`: pictures of text.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    // It may be read by itself (``GalleyCommand``), and then is no place for `galley`'s own flags.
    _superCommandName: "galley",
    abstract: "Draw text into a PNG, SVG or PDF file.",
    discussion: """
      One text:       galley render 'Good morning ☀️' -o morning.png
      At twice size:  galley render letter.txt -o letter.png --scale 2 --width 480
      Many messages:  galley render --jsonl messages.jsonl --output-dir pictures

      With --jsonl, the pictures are named after the messages' "id", or else after their lines.
      """)

  @OptionGroup var input: TextInput

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write. Its name ends in .png, .svg or .pdf.", valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl: the directory for the pictures, which is made if it is missing.",
      valueName: "directory"),
    completion: .directory)
  var outputDir: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl: a PNG to write with all pictures side by side.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var contactSheet: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl: what to make, png, svg or pdf.", valueName: "format"),
    transform: { argument in
      guard let format = PictureFormat(rawValue: argument) else {
        throw ValidationError("It must be png, svg or pdf.")
      }
      return format
    })
  var format = PictureFormat.png

  @OptionGroup(title: "Layout") var arguments: LayoutArguments
  @OptionGroup(title: "Looks") var looks: LooksArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --jsonl: the number of threads.", valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var jobs = 1

  func validate() throws {
    if input.isJSONLines {
      if output != nil {
        throw ValidationError("--jsonl makes many pictures: use --output-dir instead of -o.")
      }
      if outputDir == nil, contactSheet == nil {
        throw ValidationError("--jsonl needs --output-dir, --contact-sheet or both.")
      }
      if let contactSheet, PictureFormat(path: contactSheet) != .png {
        throw ValidationError("The name of a contact sheet ends in .png.")
      }
    } else {
      guard let output else { throw ValidationError("Say where the picture goes: -o FILE.png") }
      if outputDir != nil || contactSheet != nil {
        throw ValidationError("--output-dir and --contact-sheet go with --jsonl.")
      }
      if PictureFormat(path: output) == nil {
        throw ValidationError("\(output): the name of the picture ends in .png, .svg or .pdf.")
      }
    }
  }

  func run() throws {
    let engine = try arguments.engine()
    if input.isJSONLines { return try renderLines(with: engine) }
    guard let output, let format = PictureFormat(path: output) else { return }
    let message = Message(try input.text())
    let layout = arguments.layout(message, color: looks.color.color, with: engine)
    let data: [UInt8]
    do { data = try looks.picture.data(of: layout, as: format) } catch let failure as Failure {
      throw Failure("\(output): \(failure)")
    }
    try write(data, to: output)
  }

  private func renderLines(with engine: TextEngine) throws {
    if let outputDir { try makeDirectory(outputDir) }
    var lines = MessageLines(try input.lines(), jobs: jobs)
    let (path, arguments, looks, format) = (lines.path, arguments, looks, format)
    let (wantsFiles, wantsSheet) = (outputDir != nil, contactSheet != nil)
    var names = PictureNames()
    var sheet = ContactSheet(looks: looks, engine: engine, arguments: arguments)
    var hasFailed = false
    try lines.forEach { item -> RenderedLine in
      var line = RenderedLine(number: item.line, id: item.id)
      do {
        let message = try item.message.get()
        let layout = arguments.layout(message, color: looks.color.color, with: engine)
        if wantsFiles { line.data = try looks.picture.data(of: layout, as: format) }
        if wantsSheet { line.bitmap = try looks.picture.bitmap(of: layout) }
      } catch {
        line.failure = "\(path):\(item.line): \(error)"
      }
      return line
    } consume: { line in
      if let failure = line.failure {
        hasFailed = true
        StandardStreams.warn(failure)
      }
      let name = names.next(id: line.id, line: line.number)
      if let outputDir, let data = line.data {
        try write(data, to: "\(outputDir)/\(name).\(format)")
      }
      if let bitmap = line.bitmap { try sheet.add(bitmap, caption: name) }
    }
    if let contactSheet { try write(Picture.png(sheet.draw()), to: contactSheet) }
    if hasFailed { throw ExitCode(1) }
  }

  private func makeDirectory(_ path: String) throws {
    if let status = try? FileStatus(path: path), status.kind != .directory {
      throw Failure("\(path): is a file; --output-dir names a directory")
    }
    do { try FileSystem.makeDirectory(path) } catch {
      throw Failure("\(path): the directory cannot be made: \(error.reason)")
    }
  }

  private func write(_ data: [UInt8], to path: String) throws {
    do { try FileSystem.write(data, to: path, isDurable: false) } catch {
      if let directory = FileSystem.directory(of: path),
        (try? FileStatus(path: directory)) == nil
      {
        throw Failure("\(path): there is no directory \(directory); make it first")
      }
      throw Failure(error)
    }
  }
}

/// What came of a line.
private struct RenderedLine: Sendable {
  var number: Int
  var id: Message.ID?
  var data: [UInt8]?
  var bitmap: Bitmap?
  var failure: String?
}

/// How a picture looks, beside its text.
struct LooksArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many pixels stand for a point.", valueName: "pixels"),
    transform: Bounded.number(0.1...16))
  var scale = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The room around the text, in points.", valueName: "points"),
    transform: Bounded.number(0...1000))
  var padding = 8.0

  @Option(
    help: "The color of the text: a name, #rgb, #rrggbb or #rrggbbaa.", transform: Bounded.color)
  var color = ColorArgument("black", .black)

  @Option(
    help: "The color behind the text; \"none\" leaves it transparent.", transform: Bounded.color)
  var background = ColorArgument("white", .white)

  /// How text becomes a picture.
  var picture: Picture {
    Picture(scale: scale, padding: padding, background: background.color)
  }
}

/// Names for the pictures of messages.
struct PictureNames {
  private var used: Set<String> = []

  /// The name of the picture of a message, without what tells its format.
  ///
  /// It is made of the message's ID, in which whatever could lead out of a directory becomes an
  /// underscore; or of the number of the line, if there is no ID or another message has the same.
  mutating func next(id: Message.ID?, line: Int) -> String {
    var name =
      switch id {
      case .number(let number): String(number)
      case .string(let string): Self.sanitized(string)
      case nil: "line-\(line)"
      }
    while !used.insert(name).inserted { name += "-line-\(line)" }
    return name
  }

  private static func sanitized(_ id: String) -> String {
    let kept = id.prefix(80).map { character -> Character in
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain || "._-".contains(character) ? character : "_"
    }
    let name = String(kept)
    return name.isEmpty || name.hasPrefix(".") ? "_" + name.dropFirst() : name
  }
}
