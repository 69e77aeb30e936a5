import ArgumentParser
import GalleyChat
import GalleyFiles
import GalleyGeometry
import GalleyTypesetting

/// Which conversation is shown.
struct ConversationArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file as for galley chat, or - for standard input.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var source: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make up a conversation of so many messages.", valueName: "messages"),
    transform: Bounded.integer(1...10_000_000))
  var generate: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What is made up, and what chance decides; usually 1.", valueName: "number"),
    transform: Bounded.integer(0...Int.max))
  var seed = 1

  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func validate() throws {
    guard (source == nil) != (generate == nil) else {
      throw ValidationError("It takes either a file or --generate.")
    }
  }

  /// The conversation, for a style.
  func rows(_ style: ChatStyle) throws -> ChatRows {
    let engine = TextEngine(fonts: try fonts.collection())
    return ChatRows(try messages(), style: style, engine: engine)
  }

  private func messages() throws -> any MessageSource {
    guard let source else {
      return GeneratedChat(count: generate ?? 0, seed: UInt64(clamping: seed))
    }
    return try ChatFile(path: source).read { chat, directory throws(ChatError) in
      try ChatHistory(chat, directory: directory)
    }
  }
}

/// A chat file, or `-` for standard input.
struct ChatFile {
  let path: String

  /// Makes something of the conversation, and of the directory in which paths of images begin.
  ///
  /// - Throws: `Failure`, which names the file.
  func read<Value>(
    _ body: (Chat, _ directory: String?) throws(ChatError) -> Value
  ) throws -> Value {
    let isInput = path == "-"
    let bytes: [UInt8]
    do {
      bytes = isInput ? try FileSystem.standardInput() : try FileSystem.bytes(of: path)
    } catch { throw Failure(error) }
    do throws(ChatError) {
      return try body(try Chat(json: bytes), isInput ? nil : FileSystem.directory(of: path))
    } catch {
      throw Failure("\(isInput ? "standard input" : path): \(error)")
    }
  }
}

extension Bounded {
  /// The size of a window, as in 412x870.
  @Sendable static func windowSize(_ argument: String) throws -> Size {
    let size = try size(argument)
    guard ChatStyle.widths.contains(size.width), (100...4_000).contains(size.height) else {
      throw ValidationError("It must be from 240x100 to 2000x4000.")
    }
    return size
  }

  /// A theme of conversations.
  @Sendable static func appearance(_ argument: String) throws -> ChatStyle.Appearance {
    guard let appearance = ChatStyle.Appearance(rawValue: argument) else {
      throw ValidationError("It must be light or dark.")
    }
    return appearance
  }
}
