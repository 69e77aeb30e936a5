import Foundation
import TestSupport
import Testing

@testable import GalleyFonts

@Suite struct SystemAnswersTests {
  let directory = TemporaryDirectory()
  let path: String
  let sources: [String]
  let answer = SystemAnswers.Answer(path: "/usr/share/fonts/a b.ttf", index: 3)

  init() throws {
    path = directory.file("cache/answers")
    sources = [try directory.write("one", to: "conf"), directory.file("later")]
    let answers = store()
    answers.noteSources()
    answers.keep(answer, to: "sans")
  }

  private func store() -> SystemAnswers { SystemAnswers(path: path) { [sources] in sources } }

  @Test func `a saved answer is available in the next process`() {
    let next = store()
    #expect(next.answer(to: "sans") == answer)
    #expect(next.answer(to: "serif") == nil)
    next.noteSources()
    next.keep(answer, to: "serif")
    #expect(store().answer(to: "sans") == answer)
    #expect(store().answer(to: "serif") == answer)
  }

  @Test(arguments: ["conf", "later"])
  func `saved answers are dropped after a source file changes`(name: String) throws {
    let early = store()
    #expect(early.answer(to: "sans") == answer)
    try directory.write("another", to: name)
    #expect(store().answer(to: "sans") == nil)

    // These answers were read while they were valid, and fontconfig is asked afterward.
    early.noteSources()
    early.keep(answer, to: "serif")
    #expect(store().answer(to: "sans") == nil)
    #expect(store().answer(to: "serif") == answer)
  }

  @Test func `an answer is invalid if its sources changed during the query`() throws {
    let slow = store()
    slow.noteSources()
    try directory.write("another", to: "conf")
    slow.keep(answer, to: "serif")
    #expect(store().answer(to: "serif") == nil)
  }

  @Test func `answers from another environment are dropped`() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[1] = "another"
    try directory.write(lines.joined(separator: "\n"), to: "cache/answers")
    #expect(store().answer(to: "sans") == nil)
  }

  @Test(arguments: ["", "\n\n\n\n", "galley system fonts 1", "rubbish\nrubbish\n\n0\ta\tb"])
  func `an invalid answers file is ignored`(text: String) throws {
    try directory.write(text, to: "cache/answers")
    #expect(store().answer(to: "b") == nil)
  }
}
