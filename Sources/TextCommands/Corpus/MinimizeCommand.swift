internal import ArgumentParser
internal import GalleyCorpus
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus minimize`.
  struct Minimize: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "minimize",
      abstract: "Shorten the texts of failing cases as far as they still fail in the same way.",
      discussion: """
        Characters and settings are left out while the case still crashes, ends with the same \
        error, or differs in the same way: in line breaks, in glyphs, in positions, or in pixels. \
        The approved result holds for the whole text only, so shorter ones are compared with those \
        of --against: another galley, such as the version before a change, for cases of any kind, or \
        an engine, for line breaks of plain text.

        Without --against, crashes and errors are shortened in cases of any kind. A difference is \
        shortened only in cases of the kind layout that have a "text" without styles of parts, and \
        no options but the measure: there, part of an approved line fits on a line. Other cases are \
        refused: shapes and pictures, messages and markup, rich messages, and texts with styles, \
        paragraphs, blocks, links, spoilers, objects, or other options.

        The shorter case is printed, and written after the original one under a new name, with the \
        result of the other galley as expectation.
        """)

    @Argument(help: ArgumentHelp("The exact names of the cases.", valueName: "case"))
    var names: [String]
    @Option(
      help: ArgumentHelp(
        "The reference: the path of another galley, or the name of an engine.",
        valueName: "program|engine"))
    var against: String?
    @Flag(help: "Replace the case instead of adding another one.")
    var inPlace = false
    @OptionGroup var engines: EngineArguments
    @OptionGroup var arguments: Arguments

    func validate() throws {
      if names.isEmpty { throw ValidationError("Expected names of cases.") }
    }

    func run() throws {
      let runner = try arguments.runner()
      var hasFailed = false
      for name in names {
        do {
          let corpus = try arguments.load()
          let subject = try corpus.caseNamed(name)
          let shortening = try shortening(of: subject, in: corpus, with: runner)
          try report(shortening, of: subject, in: corpus)
        } catch {
          hasFailed = true
          StandardStreams.warn("\(error)")
        }
      }
      if hasFailed { throw ExitCode(1) }
    }

    /// The time after which a program is stopped.
    private var limit: Duration { engines.limit(default: 60) }

    /// A case with its shorter one.
    private struct Shortening {
      var source: CaseSource
      var shorter: CaseSource
      /// The way in which both fail, in words.
      var words: String
      /// The expected output of the shorter case, if it is known.
      var expected: CaseOutput?
      /// The shorter case without an expected output can take the place of the other one.
      var canReplace = true
    }

    // MARK: Shortening

    private func shortening(
      of subject: CorpusCase, in corpus: Corpus, with runner: CaseRunner
    ) throws -> Shortening {
      if let reason = subject.skip { throw Failure("\(subject.name): skipped: \(reason)") }
      let source = try CaseSource(of: subject, in: corpus)
      if let against, !against.contains("/") {
        return try shortening(of: source, subject, againstEngine: against)
      }
      let folder = corpus.root + "/.store/minimize"
      let fonts = arguments.manifest(for: subject)
      func program(_ path: String, _ name: String) throws(CorpusError) -> GalleyProgram {
        try GalleyProgram(
          path, folder: "\(folder)/\(name)", fonts: fonts, limit: limit)
      }
      let this = (CurrentProcess.folder ?? ".") + "/" + CurrentProcess.name
      var oracle = FailureOracle(
        runner: runner, program: try program(this, "this"),
        reference: try against.map { path throws(CorpusError) in try program(path, "against") })
      guard let kind = try oracle.failure(of: source) else {
        if let against {
          throw Failure("\(subject.name): this galley and \(against) give the same result")
        }
        return try shortening(of: source, subject, in: corpus, with: runner)
      }
      let shorter = try CaseMinimizer { candidates in
        try oracle.failures(of: candidates).map { $0 == kind }
      }.smallest(of: source)
      return Shortening(
        source: source, shorter: shorter, words: kind.words,
        expected: try oracle.expectedOutput(of: shorter))
    }

    /// Shortens a case that differs from its approved result.
    private func shortening(
      of source: CaseSource, _ subject: CorpusCase, in corpus: Corpus, with runner: CaseRunner
    ) throws -> Shortening {
      let outcome = CorpusRun([subject], of: corpus, with: runner).results[0].outcome
      switch outcome {
      case .textDiffers(let expected, let actual):
        let shorter = try ApprovedLines.shorter(
          of: source, expected: expected, actual: actual, run: runner.output)
        if let obstacle = ApprovedLines.obstacle(of: source) {
          throw needsReference(subject, obstacle)
        }
        guard let shorter, let kind = FailureKind(from: .text(expected), to: .text(actual)) else {
          throw needsReference(subject, "no shorter text has a known result")
        }
        return Shortening(source: source, shorter: shorter, words: kind.words, canReplace: false)
      case .pictureDiffers:
        throw needsReference(subject, "parts of a picture have no approved results")
      case .missing:
        throw needsReference(subject, "it has no approved result")
      case .passed, .skipped, .failed:
        throw Failure("\(subject.name): it is as expected; only a case that fails is shortened")
      }
    }

    private func needsReference(_ subject: CorpusCase, _ reason: String) -> Failure {
      Failure(
        "\(subject.name): \(reason); name a galley that gives the expected ones with --against")
    }

    /// Shortens a text on which an engine disagrees.
    private func shortening(
      of source: CaseSource, _ subject: CorpusCase, againstEngine name: String
    ) throws -> Shortening {
      guard let text = ComparedText(subject), source.textKey == "text" else {
        throw Failure("\(subject.name): it has settings that engines do not have")
      }
      let program: EngineProgram
      do throws(EngineError) {
        program = try EngineProgram(named: name, in: engines.folder(for: arguments.corpus))
      } catch { throw Failure(error) }
      let manifest = try arguments.manifest()
      let fallback = try EngineArguments.firstFamily(of: manifest)
      let galley = GalleyEngine(fonts: try arguments.collection(manifest), fallback: fallback)
      var problem: String?
      let search = DisagreementSearch { texts in
        let run = program.run(
          texts, fonts: manifest, fallback: fallback,
          files: arguments.corpus + "/.store/minimize/" + name, limit: limit,
          draws: false)
        problem = problem ?? run.problem
        return EngineComparison(texts, engines: [galley.run(texts, draws: false), run])
          .subjects.map { $0.groups.count > 1 }
      }
      let found = search.shortest(of: [text]).first
      if let problem { throw Failure("\(name): \(problem)") }
      guard let found else {
        throw Failure("\(subject.name): galley and \(name) break its lines at the same places")
      }
      var shorter = source
      shorter.text = found.string
      return Shortening(
        source: source, shorter: shorter,
        words: "galley and \(name) begin lines at different places")
    }

    // MARK: Results

    /// Prints a shorter case, and writes it into the file of the original one.
    private func report(
      _ shortening: Shortening, of subject: CorpusCase, in corpus: Corpus
    ) throws {
      var shorter = shortening.shorter
      let place = "\(corpus.root)/\(subject.file)"
      guard shorter != shortening.source else {
        return try StandardStreams.write(
          lines: "\(place):\(subject.line): \(subject.name): it cannot be shortened further")
      }
      let (count, all) = (shorter.text.count, shortening.source.text.count)
      try StandardStreams.write(
        lines: "\(place):\(subject.line): \(subject.name): \(count) of \(all) characters; "
          + shortening.words)
      guard FileSystem.environment("CI") == nil else {
        try StandardStreams.write(lines: shorter.section)
        return StandardStreams.warn("nothing is written in continuous integration")
      }
      if inPlace, !shortening.canReplace {
        throw needsReference(subject, "the shorter case would have no expectation")
      }
      if !inPlace {
        shorter.name = Self.name(after: subject.name, in: corpus)
        shorter.addNote("Shortened from \(subject.name): \(shortening.words).")
      }
      try corpus.write(shorter, at: subject.name, replacing: inPlace)
      let changed = try arguments.load()
      let new = try changed.caseNamed(shorter.name)
      if let expected = shortening.expected {
        _ = try changed.approve([(subject: new, output: expected)])
      }
      try StandardStreams.write(lines: "\n" + shorter.section)
      try StandardStreams.write(lines: "\(place):\(new.line): \(new.name)")
    }

    /// Returns a name that no case has.
    private static func name(after name: String, in corpus: Corpus) -> String {
      let names = Set(corpus.cases.map(\.name))
      var (result, number) = ("\(name)-min", 1)
      while names.contains(result) {
        number += 1
        result = "\(name)-min-\(number)"
      }
      return result
    }
  }
}
