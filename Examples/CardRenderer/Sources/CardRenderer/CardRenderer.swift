import ArgumentParser
import Foundation
import Galley

/// Draws quote cards to PNG files.
@main struct CardRenderer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "CardRenderer", abstract: "Draw quote cards of chat messages to PNG files.",
    discussion: """
      One card:    CardRenderer --name Ada --text '**Hello**' --time 9:41 -o card.png
      Many cards:  CardRenderer cards.jsonl --output-dir cards

      A line of the file is an object with the strings "name" and "text" and, if wanted, "time". The \
      text is Markdown. The card of line 7 becomes card-7.png. A line with a mistake is reported, and \
      the others are drawn.
      """)

  @Argument(help: "A file with a card per line in JSON, or - for standard input.")
  var file: String?
  @Option(help: "The name of the writer of one card.")
  var name: String?
  @Option(help: "The message of one card, in Markdown.")
  var text: String?
  @Option(help: "The time on one card.")
  var time: String?
  @Option(name: .shortAndLong, help: "The PNG file of one card.")
  var output: String?
  @Option(help: "The folder for the cards of a file.")
  var outputDir: String?
  @Flag(help: "Use dark colors.")
  var dark = false
  @Option(help: "The width of cards in points, from 160 to 2000.")
  var width = 380.0
  @Option(help: "The number of pixels per point, from 0.5 to 8.")
  var scale = 2.0
  @Option(help: "A font manifest. (default: the fonts of the system)")
  var fonts: String?

  /// Throws if arguments are missing or exclude each other.
  private func check() throws {
    if file == nil {
      guard name != nil, text != nil else {
        throw ValidationError("Expected --name and --text, or a file of cards.")
      }
      guard let output else { throw ValidationError("Missing output file: add -o FILE.png.") }
      guard output.hasSuffix(".png") else {
        throw ValidationError("\(output): the output file must end in .png.")
      }
      if outputDir != nil { throw ValidationError("--output-dir is for a file of cards.") }
    } else {
      if name != nil || text != nil || time != nil || output != nil {
        throw ValidationError(
          "--name, --text, --time and --output are for one card, not for a file.")
      }
      if outputDir == nil { throw ValidationError("Missing folder: add --output-dir FOLDER.") }
    }
    guard (160...2_000).contains(width) else {
      throw ValidationError("--width \(width): expected 160 to 2000 points.")
    }
    guard (0.5...8).contains(scale) else {
      throw ValidationError("--scale \(scale): expected 0.5 to 8 pixels per point.")
    }
  }

  func run() throws {
    // Not in `validate()`, which is called before options with mistyped names are reported.
    try check()
    let collection = try fonts.map { try FontCollection(manifest: $0) } ?? .system
    let painter = CardPainter(
      engine: TextEngine(fonts: collection), theme: dark ? .darkIncoming : .lightIncoming,
      width: width, scale: scale)
    if let name, let text, let output {
      return try draw(Card(name: name, text: text, time: time), to: output, with: painter)
    }
    guard let file, let outputDir else { return }
    try FileManager.default.createDirectory(
      atPath: outputDir, withIntermediateDirectories: true)
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try contents(file)
    var hasFailed = false
    let lines = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do {
        let path = "\(outputDir)/card-\(index + 1).png"
        try draw(Card(json: String(line)), to: path, with: painter)
      } catch {
        hasFailed = true
        FileHandle.standardError.write(Data("\(file):\(index + 1): \(error)\n".utf8))
      }
    }
    if hasFailed { throw ExitCode(1) }
  }

  private func contents(_ path: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CardProblem("\(path): no such file, or it cannot be read")
    }
    return data
  }

  private func draw(_ card: Card, to path: String, with painter: CardPainter) throws {
    let data = try painter.picture(of: card).pngData()
    guard FileManager.default.createFile(atPath: path, contents: Data(data)) else {
      throw CardProblem("\(path): cannot be written")
    }
    print(path)
  }
}
