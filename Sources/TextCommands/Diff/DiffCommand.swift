package import ArgumentParser
import GalleyCorpus
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleySystem
import GalleyTypesetting

/// `galley diff`: explains the difference of two texts, layouts or pictures.
package struct DiffCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Explain the difference of two texts, layouts or pictures, and show it.",
    discussion: """
      Two texts or messages: galley diff old.txt new.txt --width 280
      Two arguments:         galley diff --text 'Hello world' 'Hello, world'
      Two layouts:           galley diff old.jsonl new.jsonl
      Two pictures:          galley diff old.png new.png -o difference.png

      Texts are laid out with the same options and compared line by line; a file with an object as of \
      "galley render --message" is a message, or a rich one if it has "blocks". Layouts are \
      the output of "galley layout", with or without --jsonl. Pictures are PNG files.

      With -o, a picture is written with both sides and, if they differ, a heat map of the pixels.

      The exit status is 0 if there is no difference, and 2 if there is one.
      """)

  @Argument(
    help: ArgumentHelp("The old file, or - for standard input.", valueName: "old"),
    completion: .file())
  var old: String

  @Argument(
    help: ArgumentHelp("The new file, or - for standard input.", valueName: "new"),
    completion: .file())
  var new: String

  @OptionGroup var formats: DiffFormatArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PNG file to write, with both sides and their difference.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(name: .shortAndLong, help: "Print nothing; the exit status is the answer.")
  var quiet = false

  @OptionGroup var colors: OutputColorArgument
  @OptionGroup(title: "Layout") var arguments: LayoutArguments
  @OptionGroup var scale: ScaleArgument

  @Option(
    help: ArgumentHelp(
      "The color theme of texts in the picture. (default: light)", valueName: "theme"),
    completion: .list(Bounded.themeNames), transform: Bounded.theme)
  var theme: ChatTheme?

  package init() {}

  package func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Standard input can be one of the two sides only.")
    }
    if let output, PictureFormat(path: output) != .png {
      throw ValidationError("\(output): the output file must end in .png.")
    }
  }

  package func run() throws {
    do {
      if try isDifferent() { throw ExitCode(2) }
    } catch let error as FileError { throw Failure(error) }
  }

  /// Reports the difference, and returns whether there is one.
  private func isDifferent() throws -> Bool {
    let reader = DiffReader(
      formats: formats, arguments: arguments, scale: scale.scale, theme: theme ?? .light)
    let (before, after) = (try reader.side(old), try reader.side(new))
    guard before.kind == after.kind else {
      throw Failure("\(old) is \(before.kind.rawValue), and \(new) is \(after.kind.rawValue)")
    }
    let difference = DiffReport(from: before, to: after)
    if let output { try write(difference, to: output) }
    if !quiet {
      let lines = difference.isEmpty ? [MarkedLine("no difference")] : difference.lines
      try StandardStreams.write(lines, isColored: colors.isColored)
    }
    return !difference.isEmpty
  }

  /// Writes both sides and their difference as a picture.
  private func write(_ difference: DiffReport, to path: String) throws {
    let sheet = try difference.sheet()
    do {
      try FileSystem.write(try PictureSettings.png(sheet), to: path, isDurable: false)
    } catch let error as FileError { throw Failure(error) }
  }
}

/// The arguments that tell the format of two texts.
struct DiffFormatArguments: ParsableArguments {
  @Flag(name: .customLong("text"), help: "Compare the arguments themselves, not files.")
  var isText = false

  @Flag(name: .customLong("markdown"), help: "Read both texts as Markdown.")
  var isMarkdown = false

  @Flag(
    name: .customLong("html"), help: "Read both texts as HTML, with the tags of Telegram's Bot API."
  )
  var isHTML = false

  @Flag(
    name: .customLong("rich"),
    help: "Read both as rich messages; .md, .html and .json tell the format, or --rich-format.")
  var isRich = false

  @Option(
    name: .customLong("rich-format"),
    help: ArgumentHelp(
      "With --rich: the format, json, markdown or html, if names do not tell.", valueName: "format"
    ),
    completion: .cases(of: RichFormat.self), transform: Bounded.choice)
  var richFormat: RichFormat?

  func validate() throws {
    if [isMarkdown, isHTML, isRich].count(where: { $0 }) > 1 {
      throw ValidationError("--markdown, --html and --rich exclude each other.")
    }
    if richFormat != nil, !isRich { throw ValidationError("--rich-format requires --rich.") }
  }
}
