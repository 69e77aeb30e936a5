internal import GalleyPixels
internal import GalleySystem

/// A program `galley` of any version, which runs cases in a process of its own.
package struct GalleyProgram: Sendable {
  /// The result of a case.
  package enum Result: Sendable {
    /// The output.
    case output(CaseOutput)
    /// The reason for which there is none.
    case failure(FailureKind)
  }

  private let path: String
  private let folder: String
  private let fonts: String?
  private let limit: Duration

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - folder: A folder for its files, which is created.
  ///   - fonts: The font manifest; `nil` for the system's fonts.
  ///   - limit: The time limit of a run.
  /// - Throws: `CorpusError` if there is no such program.
  package init(
    _ path: String, folder: String, fonts: String?, limit: Duration
  ) throws(CorpusError) {
    guard (try? FileStatus(path: path))?.kind == .regular else {
      throw .file("\(path): no such program")
    }
    self.path = FileSystem.absolutePath(path)
    self.folder = FileSystem.absolutePath(folder)
    self.fonts = fonts.map { FileSystem.absolutePath($0) }
    self.limit = limit
  }

  /// Runs cases, and returns their results.
  ///
  /// The cases become a corpus, whose results the program approves: every version can do that.
  /// After a failure, the halves are run on their own.
  ///
  /// - Throws: `CorpusError` if files cannot be written or read.
  package func results(of sources: [CaseSource]) throws(CorpusError) -> [Result] {
    guard !sources.isEmpty else { return [] }
    if let outputs = try outputs(of: sources) { return outputs.map { .output($0) } }
    guard sources.count > 1 else { return [.failure(try failure())] }
    let middle = sources.count / 2
    return try results(of: Array(sources[..<middle]))
      + results(of: Array(sources[middle...]))
  }

  private var cases: String { folder + "/cases" }
  private var streams: ChildProcess.Streams {
    ChildProcess.Streams(
      input: "/dev/null", output: folder + "/output.txt", errors: folder + "/errors.txt")
  }

  /// Returns the outputs of cases, or `nil` if the program fails.
  private func outputs(of sources: [CaseSource]) throws(CorpusError) -> [CaseOutput]? {
    let sections = sources.enumerated().map { index, source in
      var source = source
      source.name = "candidate-\(index)"
      source.removeSkip()
      return source.section
    }
    do throws(FileError) {
      try FileSystem.makeDirectory(cases)
      try FileSystem.write(
        Array(sections.joined(separator: "\n").utf8), to: cases + "/cases.txt", isDurable: false)
    } catch { throw CorpusError(error) }
    guard try run() == .exited(0) else { return nil }
    let corpus = try Corpus(root: cases)
    var outputs: [CaseOutput] = []
    for index in sources.indices {
      let subject = try corpus.caseNamed("candidate-\(index)")
      if subject.kind == .render {
        guard let data = corpus.expectedPicture(of: subject) else { return nil }
        do { outputs.append(.picture(try Bitmap(png: data))) } catch {
          throw .file("\(cases)/\(subject.expectationPath): \(error)")
        }
      } else {
        guard let text = corpus.expectedText(of: subject) else { return nil }
        outputs.append(.text(text))
      }
    }
    return outputs
  }

  /// Returns the reason for which the last run failed.
  private func failure() throws(CorpusError) -> FailureKind {
    switch try run() {
    case .signal(let signal): return .crash(signal)
    case .timeLimit: return .timeLimit
    case .exited:
      let errors = (try? FileSystem.bytes(of: streams.errors)) ?? []
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      return FailureKind(error: lines.last.map(String.init) ?? "no result")
    }
  }

  private func run() throws(CorpusError) -> ChildProcess.Ending {
    // Approval is refused where CI is set; these results are nobody's expectations.
    let words =
      ["/usr/bin/env", "-u", "CI", path, "corpus", "approve", "--all", "--yes", "--corpus", cases]
      + (fonts.map { ["--fonts", $0] } ?? [])
    do { return try ChildProcess.run(words, streams: streams, limit: limit) } catch {
      throw CorpusError(error)
    }
  }
}
