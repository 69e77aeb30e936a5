package import ArgumentParser
import GalleyGeometry
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleySystem
import GalleyTypesetting
import Synchronization

/// `galley render`: draws text into pictures.
package struct RenderCommand: ParsableCommand {
  /// The name of the command.
  package static let name = "render"

  package static let configuration = CommandConfiguration(
    commandName: name,
    // Set explicitly because ``GalleyCommand`` may parse this command on its own.
    _superCommandName: "galley",
    abstract: "Draw text to a PNG, WebP, SVG or PDF file.",
    discussion: """
      One text:       galley render 'Good morning ☀️' -o morning.png
      A text file:    galley render letter.txt -o letter.png --scale 2 --width 480
      A message:      galley render --message hello.json -o hello.png --theme dark
      A rich message: galley render --rich trip.md -o trip.png --width 420
      Many messages:  galley render --jsonl messages.jsonl --output-dir pictures
      A sheet:        galley render --rich folder --contact-sheet sheet.png --theme dark-incoming

      With --jsonl, a picture is named after the "id" of its message, or after its line number.
      """)

  @OptionGroup var input: TextInput

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write, which must end in .png, .webp, .svg or .pdf; - for standard output.",
      valueName: "file"),
    completion: .file(extensions: ["png", "webp", "svg", "pdf"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl: the directory to write pictures to; created if needed.",
      valueName: "directory"),
    completion: .directory)
  var outputDir: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl or a folder of --rich: a PNG file to write with all pictures side by side.",
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var contactSheet: String?

  @Option(
    help: ArgumentHelp(
      "With --jsonl or --output -: the format of the pictures: png, webp, svg or pdf. (default: png)",
      valueName: "format"),
    completion: .cases(of: PictureFormat.self), transform: Bounded.choice)
  var format = PictureFormat.png

  @OptionGroup(title: "Layout") var arguments: LayoutArguments
  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments

  @OptionGroup var jobs: JobsArgument

  package init() {}

  package func validate() throws {
    if input.isJSONLines {
      if output != nil {
        throw ValidationError("--jsonl writes many pictures: use --output-dir instead of --output.")
      }
      if outputDir == nil, contactSheet == nil {
        throw ValidationError("--jsonl requires --output-dir, --contact-sheet or both.")
      }
      if let contactSheet, PictureFormat(path: contactSheet) != .png {
        throw ValidationError("\(contactSheet): the contact sheet must end in .png.")
      }
    } else if input.isRich, let contactSheet {
      if output != nil || outputDir != nil {
        throw ValidationError("--contact-sheet excludes --output and --output-dir with --rich.")
      }
      if PictureFormat(path: contactSheet) != .png {
        throw ValidationError("\(contactSheet): the contact sheet must end in .png.")
      }
    } else {
      guard let output else { throw ValidationError("Missing output file: add -o FILE.png.") }
      if outputDir != nil || contactSheet != nil {
        throw ValidationError(
          "--output-dir requires --jsonl, and --contact-sheet requires --jsonl or --rich.")
      }
      if appearance.themes.count > 1 {
        throw ValidationError("Several themes require --jsonl.")
      }
      if format(of: output) == nil {
        throw ValidationError("\(output): the output file must end in .png, .webp, .svg or .pdf.")
      }
    }
  }

  package func run() throws {
    let engine = try arguments.engine()
    if input.isJSONLines { return try renderLines(with: engine) }
    if input.isRich, let contactSheet {
      return try renderRichSheet(to: contactSheet, with: engine)
    }
    guard let output, let format = format(of: output) else { return }
    let settings = LayoutSettings(arguments, grid: appearance.grid(of: format))
    if input.isRich { return try renderRich(to: output, as: format, settings, with: engine) }
    let message = try input.message()
    let layout = settings.layout(message, with: engine)
    try arguments.check(layout.text, of: message)
    try appearance.check(layout.text)
    let picture = appearance.picture(theme: appearance.themes.first ?? .light)
    let data: [UInt8]
    do { data = try picture.data(of: layout, as: format) } catch {
      throw Failure("\(output): \(error)")
    }
    try write(data, to: output)
  }

  /// Returns the format of an output; `nil` if its name does not tell.
  private func format(of output: String) -> PictureFormat? {
    output == "-" ? format : PictureFormat(path: output)
  }

  private func renderLines(with engine: TextEngine) throws {
    if let outputDir { try OutputDirectory.make(outputDir) }
    var lines = MessageLines(
      try input.lines(), jobs: jobs.jobs, linesPerThread: MessageLines.picturesPerThread)
    let (path, format) = (lines.path, format)
    let settings = LayoutSettings(
      arguments, grid: appearance.grid(of: outputDir == nil ? .png : format))
    let wantsFiles = outputDir != nil
    let wantsSheet = Mutex(contactSheet != nil)
    let pictures = appearance.pictures
    var batch = PictureBatch(
      self,
      sheet: contactSheet.map { _ in
        ContactSheet(appearance: appearance, engine: engine, settings: settings)
      })
    try lines.forEach { item -> RenderedLine in
      var line = RenderedLine(number: item.line, id: item.id)
      do {
        let layout = try settings.layout(item, with: engine)
        for picture in pictures {
          if wantsFiles { line.data.append(try picture.data(of: layout, as: format)) }
          if wantsSheet.withLock(\.self) { line.bitmaps.append(try picture.bitmap(of: layout)) }
        }
      } catch {
        line.failure = "\(path):\(item.line): \(error)"
      }
      return line
    } consume: { line in
      batch.add(line)
      guard batch.sheet == nil else { return }
      wantsSheet.withLock { $0 = false }
      if !wantsFiles { throw ExitCode(1) }
    }
    batch.finish()
    if batch.hasFailed { throw ExitCode(1) }
  }

  /// Writes a picture to a file, or to standard output for `-`.
  func write(_ data: [UInt8], to path: String) throws(Failure) {
    if path == "-" {
      guard !StandardStreams.isOutputTerminal else {
        throw Failure("standard output is a terminal; write the picture to a file or a pipe")
      }
      do { return try StandardStreams.write(data: data) } catch { throw Failure(error) }
    }
    do { try FileSystem.write(data, to: path, isDurable: false) } catch {
      if let directory = FileSystem.directory(of: path),
        (try? FileStatus(path: directory)) == nil
      {
        throw Failure("\(path): cannot write: the directory \(directory) does not exist")
      }
      throw Failure(error)
    }
  }
}

/// The result of rendering a line.
private struct RenderedLine: Sendable {
  var number: Int
  var id: Message.ID?
  /// The pictures, one per theme, as files and as bitmaps.
  var data: [[UInt8]] = []
  var bitmaps: [Bitmap] = []
  var failure: String?
}

/// A writer of the pictures of many messages to files and a contact sheet.
///
/// A failure to write a picture is reported, and the other pictures are still written.
private struct PictureBatch {
  private let command: RenderCommand
  private var names = PictureNames()
  /// The contact sheet; `nil` if it was not requested or has failed.
  private(set) var sheet: ContactSheet?
  /// Whether anything has failed.
  private(set) var hasFailed = false

  init(_ command: RenderCommand, sheet: ContactSheet?) {
    self.command = command
    self.sheet = sheet
  }

  /// Writes the pictures of a message, and adds them to the sheet.
  mutating func add(_ line: RenderedLine) {
    if let failure = line.failure { fail(Failure(failure)) }
    let name = names.next(id: line.id, line: line.number)
    for (data, theme) in zip(line.data, command.appearance.suffixes) {
      guard let directory = command.outputDir else { continue }
      do {
        try command.write(data, to: "\(directory)/\(name)\(theme).\(command.format)")
      } catch { fail(error) }
    }
    guard !line.bitmaps.isEmpty else { return }
    do throws(Failure) { try sheet?.add(line.bitmaps, caption: name) } catch {
      fail(error)
      sheet = nil
    }
  }

  /// Writes the sheet.
  mutating func finish() {
    guard let path = command.contactSheet, var sheet else { return }
    do throws(Failure) {
      let bitmap = try sheet.draw()
      let data: [UInt8]
      do { data = try PictureSettings.png(bitmap) } catch { throw Failure(error) }
      try command.write(data, to: path)
    } catch { fail(error) }
  }

  private mutating func fail(_ failure: Failure) {
    hasFailed = true
    StandardStreams.warn(failure.description)
  }
}

/// The arguments for the appearance of pictures.
struct AppearanceArguments: ParsableArguments {
  @OptionGroup var scale: ScaleArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The margin around the text, in points. (default: 8)", valueName: "points"),
    transform: Self.readPadding)
  var padding = LayoutSettings.Defaults.padding

  @Option(
    name: .customLong("theme"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The color theme; repeatable with render --jsonl. (default: light)",
      discussion: """
        light and dark have no bubble; light-incoming, light-outgoing, dark-incoming and \
        dark-outgoing have the colors of one.
        """,
      valueName: "theme"),
    completion: .list(Bounded.themeNames), transform: Bounded.theme)
  var themes: [ChatTheme] = []

  @Option(
    help: "The text color: a name, #rgb, #rrggbb or #rrggbbaa. (default: the theme's)",
    completion: .list(ColorArgument.allNames),
    transform: Bounded.color)
  var color: ColorArgument?

  @Option(
    help: "The background color, or \"none\" for transparency. (default: the theme's)",
    completion: .list(ColorArgument.allNames),
    transform: Bounded.color)
  var background: ColorArgument?

  @Option(
    name: .customLong("reveal"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The index of a spoiler to reveal, from 0, or \"all\"; repeatable.",
      valueName: "number"),
    completion: .list(["all"]), transform: Bounded.spoiler)
  var revealed: [Int] = []

  @Flag(
    name: .customLong("debug"),
    help: "Draw baselines and the bounds of lines, glyphs, links and blocks over the text.")
  var showsStructure = false

  /// Parses a margin.
  @Sendable static func readPadding(_ argument: String) throws -> Double {
    try Bounded.number(PictureSettings.paddings)(argument)
  }

  /// Throws if a single text lacks a requested spoiler; with many messages, missing spoilers are
  /// allowed.
  func check(_ text: AttributedText) throws {
    let count = text.spoilers.count
    guard let number = revealed.first(where: { $0 >= count }) else { return }
    throw Failure("--reveal \(number): the text has \(count.counted("spoiler"))")
  }

  /// Returns the pixel grid that lines are aligned to; `nil` for vector formats.
  func grid(of format: PictureFormat) -> PixelGrid? {
    format.isRaster ? PixelGrid(scale: scale.scale) : nil
  }

  /// The pictures to draw, one per theme.
  var pictures: [PictureSettings] { (themes.isEmpty ? [.light] : themes).map(picture) }

  /// The file name suffixes that distinguish the pictures of a message.
  var suffixes: [String] { themes.count > 1 ? themes.map { "-" + $0.name } : [""] }

  /// The arguments in words, with those that were not given, for comparison.
  var words: [String] {
    [
      "scale \(scale.scale)", "padding \(padding)", "theme \(themes.first ?? .light)",
      "color \(color?.description ?? "-")", "background \(background?.description ?? "-")",
      "reveal \(revealed)", "debug \(showsStructure)",
    ]
  }

  /// Returns the picture settings for a theme.
  func picture(theme: ChatTheme) -> PictureSettings {
    var palette = theme.palette
    if let color { palette[.text] = color.color }
    return PictureSettings(
      scale: scale.scale, padding: padding, background: background?.color ?? theme.background,
      palette: palette, revealed: RevealedSpoilers(numbers: revealed),
      showsStructure: showsStructure)
  }
}

/// A generator of unique file names for pictures.
struct PictureNames {
  private var used: Set<String> = []

  /// Returns the file name for the picture of a message, without extension.
  ///
  /// The name is the message's ID, with characters unsafe in a file name replaced by underscores;
  /// the line number is used if there is no ID, and appended if the name is taken.
  mutating func next(id: Message.ID?, line: Int) -> String {
    var name = id.map(Self.fileName) ?? "line-\(line)"
    while !used.insert(name).inserted { name += "-line-\(line)" }
    return name
  }

  /// Returns an ID with characters unsafe in a file name replaced by underscores.
  static func fileName(of id: Message.ID) -> String {
    switch id {
    case .number(let number): String(number)
    case .string(let string): sanitized(string)
    }
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
