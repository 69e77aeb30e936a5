internal import ArgumentParser
internal import GalleyCorpus
internal import GalleyMessages
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus fuzz`.
  struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fuzz",
      abstract: "Search for short texts that another engine breaks differently.",
      discussion: """
        Texts are made of phrases that are cut and joined by characters with rules of their own. \
        Those on which the line breaks differ are shortened as far as they still do, and proposed \
        as cases in FOLDER/fuzz-ENGINE.txt, with the lines of both engines. Equal seeds give equal \
        texts.
        """)

    @Option(
      help: ArgumentHelp("The number of texts.", valueName: "texts"),
      transform: Bounded.integer(1...100_000))
    var count = 500
    @Option(
      help: ArgumentHelp("The seed of the texts.", valueName: "seed"),
      transform: Bounded.integer(0...Int.max))
    var seed = 1
    @Option(
      help: ArgumentHelp(
        "A file with a phrase per line, after lines such as [en] that name a language.",
        valueName: "file"),
      completion: .file(extensions: ["txt"]))
    var phrases: String?
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The folder to write. (default: fuzz)", valueName: "folder"),
      completion: .directory)
    var output = "fuzz"
    @OptionGroup var engines: ChosenEngines
    @OptionGroup var arguments: Arguments

    func run() throws {
      var generator = FuzzTexts(
        try phrases.map(Self.phrases) ?? FuzzTexts.phrases, seed: UInt64(seed))
      let texts = (0..<count).map { _ in generator.next() }
      let manifest = try arguments.manifest()
      let fallback = try EngineArguments.firstFamily(of: manifest)
      let galley = GalleyEngine(
        fonts: try arguments.collection(manifest), fallback: fallback)
      try OutputDirectory.make(output)

      let programs = engines.programs(for: arguments.corpus)
      guard !programs.isEmpty else { throw Failure("no engine to compare with") }
      for program in programs {
        var problem: String?
        let compare = { (texts: [ComparedText]) in
          let run = program.run(
            texts, fonts: manifest, fallback: fallback, files: "\(output)/\(program.name)",
            limit: engines.limit, draws: false)
          problem = problem ?? run.problem
          return EngineComparison(texts, engines: [galley.run(texts, draws: false), run])
        }
        let search = DisagreementSearch { texts in
          compare(texts).subjects.map { $0.groups.count > 1 }
        }
        let found = search.shortest(of: texts)
        let comparison = compare(found)
        if let problem { StandardStreams.warn("\(program.name): \(problem)") }
        let path = "\(output)/fuzz-\(program.name).txt"
        try FileSystem.write(
          Array(ProposedCases.file(of: comparison, family: fallback).utf8), to: path,
          isDurable: false)
        try StandardStreams.write(
          lines: "\(path): \(found.count) cases of \(count) texts")
      }
    }

    /// Reads phrases; lines that begin with `#` are comments.
    private static func phrases(in path: String) throws -> [FuzzTexts.Phrase] {
      var result: [FuzzTexts.Phrase] = []
      var language: String?
      let text: String
      do { text = String(decoding: try FileSystem.bytes(of: path), as: UTF8.self) } catch {
        throw Failure(error)
      }
      for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
        if line.hasPrefix("["),
          let name = line.dropFirst().split(whereSeparator: {
            $0 == " " || $0 == "]"
          }).first
        {
          language = Message.isLanguageTag(String(name)) ? String(name) : nil
        } else {
          result.append(FuzzTexts.Phrase(String(line), language: language))
        }
      }
      guard !result.isEmpty else { throw Failure("\(path): no phrases") }
      return result
    }
  }
}
