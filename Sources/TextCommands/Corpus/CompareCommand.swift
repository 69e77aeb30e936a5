internal import ArgumentParser
internal import GalleyCorpus
internal import GalleyMessages
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus compare`.
  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Compare the layouts of several text engines, in an HTML report.",
      discussion: """
        The texts are the cases of the corpus that use only settings of all engines, or the \
        messages of a file. Engines are small programs in a folder; its README.md describes how \
        to install them and how to add one. An engine that is missing or fails is named, and the \
        others are compared.

        The files of each engine, with its input, output and pictures, are beside the report.
        """)

    @OptionGroup var selection: Selection
    @Option(
      help: ArgumentHelp(
        "A file with a JSON message per line, instead of the corpus.", valueName: "file"),
      completion: .file(extensions: ["jsonl"]))
    var messages: String?
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The HTML file to write. (default: .store/compare.html in the corpus, or compare.html)",
        valueName: "file"),
      completion: .file(extensions: ["html"]))
    var output: String?
    @OptionGroup var engines: ChosenEngines
    @OptionGroup var arguments: Arguments

    func run() throws {
      let texts = try texts()
      let manifest = try arguments.manifest()
      let output =
        output ?? (messages == nil ? arguments.corpus + "/.store" : ".") + "/compare.html"
      let files = output.hasSuffix(".html") ? String(output.dropLast(5)) : output + "-files"
      let fallback = try EngineArguments.firstFamily(of: manifest)
      let galley = GalleyEngine(
        fonts: try arguments.collection(manifest), fallback: fallback)

      var runs = [galley.run(texts)]
      for program in engines.programs(for: arguments.corpus) {
        let run = program.run(
          texts, fonts: manifest, fallback: fallback, files: "\(files)/\(program.name)",
          limit: engines.limit)
        if let problem = run.problem { StandardStreams.warn("\(program.name): \(problem)") }
        if run.answerCount > 0 { runs.append(run) }
      }
      guard runs.count > 1 else { throw Failure("no engine answered") }

      let comparison = EngineComparison(texts, engines: runs)
      if let directory = FileSystem.directory(of: output) {
        try FileSystem.makeDirectory(directory)
      }
      let report = ComparisonReport.html(of: comparison)
      try FileSystem.write(Array(report.utf8), to: output, isDurable: false)
      for engine in runs.indices.dropFirst() {
        try StandardStreams.write(lines: comparison.summary(of: engine))
      }
      try StandardStreams.write(lines: output)
    }

    private func texts() throws -> [ComparedText] {
      if let messages { return try Self.texts(ofMessages: messages, matching: selection.part) }
      let cases = try selection.cases(of: try arguments.load())
      let texts = cases.compactMap { ComparedText($0) }
      guard !texts.isEmpty else {
        throw Failure("\(arguments.corpus): no case has only the settings of all engines")
      }
      StandardStreams.warn(
        "\(texts.count) of \(cases.count) cases have only the settings of all engines")
      return texts
    }

    private static func texts(
      ofMessages path: String, matching pattern: String?
    ) throws -> [ComparedText] {
      var lines = MessageLines(try TextInput.lines(of: path), jobs: 1)
      var texts: [ComparedText] = []
      var names: Set<String> = []
      try lines.forEach {
        $0
      } consume: { item in
        let message: Message
        do { message = try item.message.get() } catch {
          throw Failure("\(path):\(item.line): \(error)")
        }
        var name =
          switch message.id {
          case .number(let number): "\(number)"
          case .string(let string): string
          case nil: "line-\(item.line)"
          }
        if !names.insert(name).inserted { name += "-\(item.line)" }
        names.insert(name)
        guard !message.text.isEmpty, name.contains(pattern ?? name) else { return }
        texts.append(ComparedText(message, name: name, note: "\(path):\(item.line)"))
      }
      guard !texts.isEmpty else { throw Failure("\(path): no message to compare") }
      return texts
    }
  }
}
