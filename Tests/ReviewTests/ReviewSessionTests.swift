import Foundation
import GalleyCorpus
import GalleyFonts
import GalleyReview
import TestSupport
import Testing

@Suite struct ReviewSessionTests {
  private let directory = TemporaryDirectory()
  private let runner: CaseRunner

  init() throws {
    runner = CaseRunner(shipped: .empty, testing: try TestFonts.collection())
    try write(10)
    let corpus = try Corpus(root: directory.path)
    _ = try corpus.approve(corpus.cases.map { (subject: $0, output: try runner.output(of: $0)) })
    try write(11)
  }

  private func write(_ size: Int) throws {
    let cases = ["one", "two", "three"].map {
      "--- \($0) layout ---\n// x\nfont: Galley Box \(size)\ntext: a\n"
    }
    try directory.write(cases.joined(separator: "\n"), to: "a.txt")
  }

  private func session() -> ReviewSession {
    let (root, runner) = (directory.path, runner)
    return ReviewSession(root: root) {
      let corpus = try Corpus(root: root)
      return CorpusRun(corpus.cases, of: corpus, with: runner)
    }
  }

  private func expectations() throws -> String {
    String(decoding: try directory.data("a.expected.txt"), as: UTF8.self)
  }

  @Test func `cases of one file are approved one after another`() async throws {
    let session = session()
    #expect(try await session.page().contains("data-decision=\"approve\""))
    #expect(try await session.decide(.approve, "one") == "approved: a.expected.txt")
    #expect(try await session.decide(.approve, "three") == "approved: a.expected.txt")
    #expect(try await session.decide(.reject, "two") == "rejected; nothing was written")
    let page = try await session.page()
    #expect(page.contains("id=\"two\"") && !page.contains("id=\"one\""))
    #expect(await session.summary.text == "two: rejected\n2 approved, 1 rejected, 0 left")
  }

  @Test func `a case that was changed after it was shown is not approved`() async throws {
    let session = session()
    _ = try await session.page()
    let before = try expectations()
    try write(12)
    await #expect(throws: ReviewSession.Problem.changed("one")) {
      try await session.decide(.approve, "one")
    }
    #expect(try expectations() == before)
    #expect(await session.summary.left == 3)
  }

  @Test func `only cases that are shown can be decided`() async throws {
    let session = session()
    await #expect(throws: ReviewSession.Problem.unknown("one")) {
      try await session.decide(.approve, "one")
    }
    _ = try await session.page()
    await #expect(throws: ReviewSession.Problem.unknown("four")) {
      try await session.decide(.reject, "four")
    }
  }

  @Test func `a case without a result has no buttons and cannot be approved`() async throws {
    try directory.write("--- bad render ---\n// x\nfont: Galley Box 10\ntext: a\n", to: "b.txt")
    try directory.write("no picture", to: "bad.png")
    let session = session()
    let page = try await session.page()
    #expect(page.contains("id=\"bad\""))
    #expect(page.components(separatedBy: "data-decision=\"approve\"").count == 1 + 3)
    await #expect(throws: ReviewSession.Problem.noOutput("bad")) {
      try await session.decide(.approve, "bad")
    }
  }
}
