internal import GalleyJSON
internal import GalleyPixels
internal import GalleySystem

/// A program that lays texts out with an engine: a line of JSON per text on its standard input,
/// and one on its standard output.
///
/// `Corpus/engines/README.md` describes the protocol.
package struct EngineProgram: Sendable {
  /// The exit status of a program that lacks something, and names the command that installs it.
  private static let unavailable: Int32 = 69

  /// The name, which is that of the program in the folder of engines.
  package let name: String
  private let path: String

  /// Finds an engine in a folder.
  ///
  /// - Throws: `EngineError` if there is no such program.
  package init(named name: String, in folder: String) throws(EngineError) {
    guard !name.isEmpty, !name.contains("/"), !name.contains("."),
      let status = try? FileStatus(path: "\(folder)/\(name)"), status.kind == .regular
    else {
      let names = Self.names(in: folder)
      throw EngineError(
        names.isEmpty
          ? "no engine \(name): \(folder) has none; see --engines"
          : "no engine \(name): \(folder) has \(names.joined(separator: ", "))")
    }
    self.name = name
    path = "\(folder)/\(name)"
  }

  /// Returns the names of the engines in a folder, sorted: the files without an extension.
  package static func names(in folder: String) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).sorted().filter { name in
      !name.contains(".") && (try? FileStatus(path: "\(folder)/\(name)"))?.kind == .regular
    }
  }

  /// Lays texts out.
  ///
  /// The input, the output and the pictures stay in the folder `files`, so that the developers of
  /// an engine can repeat the run.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - fonts: The path of the font manifest.
  ///   - fallback: The family for texts without families.
  ///   - files: A folder for the engine's files, which is created.
  ///   - limit: The time limit of the whole run.
  ///   - draws: Whether pictures are needed.
  /// - Returns: The answers. What the engine did wrong is part of them.
  package func run(
    _ texts: [ComparedText], fonts: String, fallback: String, files: String, limit: Duration,
    draws: Bool = true
  ) -> EngineRun {
    let folder = FileSystem.absolutePath(files)
    let streams = ChildProcess.Streams(
      input: folder + "/input.jsonl", output: folder + "/output.jsonl",
      errors: folder + "/errors.txt")
    var problem: String?
    do throws(FileError) {
      try FileSystem.makeDirectory(folder)
      try FileSystem.write(
        input(texts, fallback: fallback, folder: draws ? folder : nil), to: streams.input,
        isDurable: false)
      let ending = try ChildProcess.run(
        [
          FileSystem.absolutePath(path), "--fonts", FileSystem.absolutePath(fonts), "--folder",
          folder,
        ],
        streams: streams, limit: limit)
      problem = self.problem(of: ending, errors: streams.errors, limit: limit)
    } catch { problem = error.description }
    let output = (try? FileSystem.bytes(of: streams.output)) ?? []
    return EngineReading(texts, folder: draws ? folder : nil).run(
      name: name, output: output, problem: problem)
  }

  /// Returns the path of the picture of a text in the folder of an engine.
  static func picture(_ index: Int, in folder: String) -> String { "\(folder)/\(index + 1).png" }

  private func input(_ texts: [ComparedText], fallback: String, folder: String?) -> [UInt8] {
    var writer = JSONWriter()
    for (index, text) in texts.enumerated() {
      text.write(
        fallback: fallback, scale: PictureFrame.scale,
        picture: folder.map { Self.picture(index, in: $0) }, to: &writer)
      writer.endLine()
    }
    return writer.bytes
  }

  /// Returns the reason for which a program did not end well, with its last line of complaint.
  private func problem(
    of ending: ChildProcess.Ending, errors: String, limit: Duration
  ) -> String? {
    let complaint = String(decoding: (try? FileSystem.bytes(of: errors)) ?? [], as: UTF8.self)
    let last = complaint.split(whereSeparator: \.isNewline).last.map { String($0.prefix(500)) }
    let tail = last.map { ": \($0)" } ?? ""
    switch ending {
    case .exited(0): return nil
    case .exited(Self.unavailable): return "not installed; install it with: \(last ?? "")"
    case .exited(let status): return "ended with status \(status)\(tail)"
    case .signal(let signal): return "crashed with signal \(signal)\(tail)"
    case .timeLimit:
      return "was stopped after \(limit.components.seconds) seconds\(tail)"
    }
  }
}

/// Reads the output of an engine.
struct EngineReading {
  private let texts: [ComparedText]
  /// The folder of the pictures, if there are any.
  private let folder: String?

  init(_ texts: [ComparedText], folder: String?) {
    self.texts = texts
    self.folder = folder
  }

  /// Returns the answers in the output of an engine.
  ///
  /// - Parameters:
  ///   - name: The name of the engine.
  ///   - output: The output, even if it is damaged.
  ///   - problem: A known mistake of the engine.
  /// - Returns: The answers, with the first mistake of the output if there is no known one.
  func run(name: String, output: [UInt8], problem: String?) -> EngineRun {
    var run = EngineRun(
      name: name, title: name,
      answers: texts.map { _ in .failure(EngineError("no answer")) }, problem: problem)
    let indices = Dictionary(
      texts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (number, line) in output.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let value = value(of: line), case .object = value else {
        // The last line of a program that was stopped may be cut.
        run.problem = run.problem ?? "line \(number + 1) of its output is no JSON object"
        continue
      }
      if let title = value["engine"]?.string {
        run.title = title
        if case .array(let notes) = value["notes"] { run.notes = notes.compactMap(\.string) }
      } else if let index = value["id"]?.string.flatMap({ indices[$0] }) {
        run.answers[index] = answer(value, to: index)
      } else {
        run.problem = run.problem ?? "line \(number + 1) of its output answers no text"
      }
    }
    return run
  }

  private func value(of line: ArraySlice<UInt8>) -> JSONValue? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    return try? JSONParser.value(of: text)
  }

  private func answer(_ value: JSONValue, to index: Int) -> Result<EngineAnswer, EngineError> {
    do throws(EngineError) {
      var answer = try EngineAnswer(value, of: texts[index].string)
      if let path = folder.map({ EngineProgram.picture(index, in: $0) }),
        let data = try? FileSystem.bytes(of: path)
      {
        answer.picture = try? Bitmap(png: data)
      }
      return .success(answer)
    } catch { return .failure(error) }
  }
}
