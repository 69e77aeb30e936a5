import Foundation
import GalleyCorpus
import GalleyFonts
import GalleyTypesetting
import TestSupport
import Testing

/// The search for the smallest text with which a case still fails in the same way.
@Suite struct MinimizeTests {
  /// Returns the first case of a file.
  private func source(_ text: String) throws -> CaseSource {
    let directory = try temporaryCorpus("own/a.txt", text)
    let corpus = try Corpus(root: directory.path)
    return try CaseSource(of: try #require(corpus.cases.first), in: corpus)
  }

  private func section(_ kind: String, _ settings: String) -> String {
    "--- one \(kind) ---\n// x\nfont: Galley Box 10\n\(settings)\n"
  }

  @Test(arguments: [
    ("text: a\\n\\u{200B}\"b", "a\n\u{200B}\"b"), ("markdown: *a*\\nb", "*a*\nb"),
    ("rich-markdown:\n| # a\n|\n| \\n", "# a\n\n\\n"),
    (#"message: {"text":"a\nb"}"#, #"{"text":"a\nb"}"#),
  ])
  func `a case is read and written with its text`(setting: String, text: String) throws {
    var source = try source(section("layout", setting))
    #expect(source.text == text)
    let subject = try #require(source.subject())
    let old = source.section
    source.text = text
    #expect(source.section == old)
    #expect(source.subject() == subject)
  }

  @Test func `a text that looks like a setting stays the text`() throws {
    var source = try source(section("layout", "text: ab"))
    source.text = "dir: rtl\n--- two layout ---\n| x "
    #expect(source.subject()?.text.string == "dir: rtl\n--- two layout ---\n| x ")
  }

  @Test func `texts and settings that do not matter are left out`() throws {
    let source = try source(
      section("layout", "measure: 50\nlang: de\nstyle: \"bc\" size=20\ntext: abcdefgh"))
    let smallest = try CaseMinimizer { candidates in
      candidates.map { candidate in
        candidate.text.contains("c") && candidate.section.contains("size=20")
      }
    }.smallest(of: source)
    // The part of the style has to be there.
    #expect(
      smallest.section == """
        --- one layout ---
        // x
        font: Galley Box 10
        style: "bc" size=20
        text: bc

        """)
  }

  @Test(
    arguments: [
      ("layout 1.000\nline 0  bytes 0..<2", "layout 1.000\nline 0  bytes 0..<1", .lineBreaks),
      ("layout 1.000\nline 0  bytes 0..<2", "layout 2.000\nline 0  bytes 0..<2", .positions),
      ("layout 1.000\n  run ltr  A 16", "layout 1.000\n  run ltr  B 16", .content),
      ("A Latn ltr [1=0+500]", "A Latn ltr [1=0+501]", .positions),
      ("A Latn ltr [1=0+500]", "A Latn ltr [2=0+500]", .content),
      ("message 1.000 × 1.000", "message 1.000 × 1.500", .positions),
      ("message 1.000 × 1.000", "refused  error", .content),
      ("same", "same", nil),
    ] as [(String, String, FailureKind?)])
  func `differences of texts have a kind`(old: String, new: String, kind: FailureKind?) {
    #expect(FailureKind(from: .text(old), to: .text(new)) == kind)
  }

  @Test func `errors that differ in numbers are of one kind`() {
    let kinds = ["12 × 7 is large", "9 × 1024 is large", "9 × 1024 is small"].map(
      FailureKind.init(error:))
    #expect(kinds[0] == kinds[1])
    #expect(kinds[1] != kinds[2])
  }

  // MARK: Approved lines

  /// Approves a text at a measure, changes the measure, and returns the shorter text.
  private func shorter(
    _ text: String, measure: Int, changedTo other: Int, more: String = ""
  ) throws -> String? {
    let runner = CaseRunner(shipped: try TestFonts.collection(), testing: nil)
    let old = try source(section("layout", "\(more)measure: \(measure)\ntext: \(text)"))
    let new = try source(section("layout", "\(more)measure: \(other)\ntext: \(text)"))
    guard case .text(let expected) = try runner.output(of: try #require(old.subject())),
      case .text(let actual) = try runner.output(of: try #require(new.subject()))
    else { return nil }
    return try ApprovedLines.shorter(
      of: new, expected: expected, actual: actual, run: runner.output)?.text
  }

  @Test func `a line that is broken now is shortened while it does not fit`() throws {
    // Characters are 10 points wide: six fit where nine did.
    let text = try #require(try shorter("aaa bbb cc ddd eee", measure: 100, changedTo: 60))
    #expect(text.count == 7, "\(text)")
  }

  @Test func `a line that takes up the next word is shown with it`() throws {
    #expect(
      try shorter("aaa bbb ccc ddd eee fff", measure: 80, changedTo: 110) == "aaa bbb ccc")
  }

  @Test func `lines with other widths are shown alone`() throws {
    let old = """
      layout 50.000 × 20.000
      line 0  bytes 0..<4  x 0.000  baseline 8.000  width 30.000
      line 1  bytes 4..<7  x 0.000  baseline 18.000  width 29.000
      """
    let new = old.replacing("width 29.000", with: "width 30.000")
    let source = try source(section("layout", "measure: 30\ntext: aaa bbb"))
    let found = try ApprovedLines.shorter(of: source, expected: old, actual: new) { subject in
      .text("layout\nline 0  bytes 0..<\(subject.text.string.utf8.count)  width 30.000")
    }
    #expect(found?.text == "bbb")
  }

  @Test(arguments: ["max-lines: 2\n", "wrapping: balanced\n", "style: \"bb\" size=12\n"])
  func `a text that is laid out as a whole has no parts`(setting: String) throws {
    #expect(
      try shorter("aaa bbb cc ddd eee", measure: 100, changedTo: 60, more: setting) == nil)
  }

  // MARK: Programs

  /// Makes a program of the shell.
  private func program(_ script: String, in folder: TemporaryDirectory) throws -> GalleyProgram {
    try GalleyProgram(
      folder.writeProgram(script, to: "program"), folder: folder.file("work"), fonts: nil,
      limit: .milliseconds(500))
  }

  @Test(
    arguments: [
      ("kill -SEGV $$", .crash(11)), ("sleep 60", .timeLimit),
      ("echo 'a.txt:7: too large' >&2; exit 1", FailureKind(error: "a.txt:3: too large")),
    ] as [(String, FailureKind)])
  func `a program that ends badly is run again for each case`(
    command: String, kind: FailureKind
  ) throws {
    let folder = TemporaryDirectory()
    // The results of a program are files beside the cases.
    let program = try program(
      """
      if grep -q Q "$6/cases.txt"; then \(command); fi
      cd "$6"
      sed -n 's/^--- \\(.*\\) layout ---/--- \\1 ---\\nlayout\\n/p' cases.txt > cases.expected.txt
      """, in: folder)
    let sources = try ["a", "Q", "b"].map { text in
      try source("--- one layout ---\n// a\nfont: serif 9\ntext: \(text)\n")
    }
    let results = try program.results(of: sources).map { result -> FailureKind? in
      if case .failure(let kind) = result { kind } else { nil }
    }
    #expect(results == [nil, kind, nil])
  }

  @Test func `a case that crashes is run in processes of its own`() throws {
    let folder = TemporaryDirectory()
    let program = try program("grep -q Q \"$6/cases.txt\" && kill -SEGV $$; exit 1", in: folder)
    var oracle = FailureOracle(
      runner: CaseRunner(shipped: .empty, testing: nil), program: program, reference: nil)
    let source = try source("--- one layout ---\n// a\nfont: serif 9\ntext: abQcd\n")
    let kind = try #require(try oracle.failure(of: source))
    #expect(kind == .crash(11))
    let shorter = try CaseMinimizer { [oracle] candidates in
      try oracle.failures(of: candidates).map { $0 == kind }
    }.smallest(of: source)
    #expect(shorter.text == "Q")
  }
}
