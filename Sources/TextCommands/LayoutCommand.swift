package import ArgumentParser
import GalleyCorpus
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleySystem
import GalleyTypesetting

/// `galley layout`: lists the positions of lines and glyphs.
package struct LayoutCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Print the positions of the lines and glyphs of a text.",
    discussion: """
      For people:     galley layout 'some words' --width 80
      Its glyphs:     galley layout 'some words' --shape
      A rich message: galley layout --rich trip.md --width 420
      For programs:   galley layout --jsonl messages.jsonl

      With --jsonl, one object is written per message, in the order of the file, with "id", \
      "size", "direction", "truncated", "lines", "links", "spoilers", "strikethroughs", "blocks" \
      and "embedded", and with "hidden" and "trailing" if they apply. Links and custom emoji in \
      spoilers are omitted unless revealed with --reveal. Distances are in points from the top \
      left, to a millionth; "start" and "end" are UTF-8 offsets into the text. An object with \
      "blocks" is a rich message, which has "parts": texts with their lines and links, pictures, \
      and controls. For an invalid line, {"id", "line", "error"} is written, and the exit status is 1.
      """)

  @OptionGroup var input: TextInput
  @OptionGroup(title: "Layout") var arguments: LayoutArguments

  @OptionGroup var jobs: JobsArgument

  @Flag(
    name: .customLong("shape"),
    help: "Print the glyphs of each run of one font, in font units, instead of positions.")
  var showsGlyphs = false

  @Option(
    name: .customLong("reveal"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --jsonl: the index of a spoiler whose links and emoji to write, or \"all\".",
      valueName: "number"),
    completion: .list(["all"]), transform: Bounded.spoiler)
  var revealed: [Int] = []

  package init() {}

  package func validate() throws {
    if showsGlyphs, input.isRich || input.isJSONLines {
      throw ValidationError("--shape excludes --rich and --jsonl.")
    }
  }

  package func run() throws {
    let engine = try arguments.engine()
    if input.isJSONLines {
      try writeLines(with: engine)
    } else if input.isRich {
      let layout = LayoutSettings(arguments).layout(try input.richMessage(arguments), with: engine)
      try StandardStreams.write(lines: RichLayoutDump.text(of: layout))
    } else {
      let message = try input.message()
      let layout = LayoutSettings(arguments).layout(message, with: engine)
      try arguments.check(layout.text, of: message)
      try StandardStreams.write(
        lines: showsGlyphs
          ? ShapeDump.text(of: engine.shape(layout.text)) : LayoutDump.text(of: layout))
    }
  }

  private func writeLines(with engine: TextEngine) throws {
    var lines = MessageLines(try input.lines(), jobs: jobs.jobs)
    let (path, settings) = (lines.path, LayoutSettings(arguments))
    let revealed = RevealedSpoilers(numbers: revealed)
    var output = JSONWriter()
    var hasFailed = false
    try lines.forEach { item -> (line: [UInt8], failure: String?) in
      var writer = JSONWriter()
      var failure: String?
      do {
        writer.layout(try settings.layout(item, with: engine), revealed: revealed)
      } catch {
        writer.failure("\(error)", id: item.id, line: item.line)
        failure = "\(path):\(item.line): \(error)"
      }
      writer.endLine()
      return (writer.bytes, failure)
    } consume: { line, failure in
      output.append(lines: line)
      if let failure {
        hasFailed = true
        StandardStreams.warn(failure)
      }
      guard output.bytes.count > 1 << 16 else { return }
      try StandardStreams.write(json: output.bytes)
      output.removeAll()
    }
    try StandardStreams.write(json: output.bytes)
    if hasFailed { throw ExitCode(1) }
  }
}
