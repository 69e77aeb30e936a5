import Foundation
import TestSupport
import Testing

@testable import GalleyFonts

/// Answers that outlive the process. These tests ask fontconfig where its configuration is.
@Suite struct SystemAnswersTests {
  let directory: TemporaryDirectory
  let path: String
  let answer = SystemAnswers.Answer(path: "/usr/share/fonts/a b.ttf", index: 3)

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/cache/answers"
    let answers = SystemAnswers(path: path)
    answers.noteSources()
    answers.keep(answer, to: "400|100|upright||sans")
  }

  @Test func `an answer is there in the next process`() {
    let next = SystemAnswers(path: path)
    #expect(next.answer(to: "400|100|upright||sans") == answer)
    #expect(next.answer(to: "400|100|upright||serif") == nil)
    next.noteSources()
    next.keep(answer, to: "400|100|upright||serif")
    #expect(SystemAnswers(path: path).answer(to: "400|100|upright||sans") == answer)
    #expect(SystemAnswers(path: path).answer(to: "400|100|upright||serif") == answer)
  }

  @Test func `answers are forgotten when something they came from is not as it was`() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines.firstIndex { $0.hasSuffix("\t/etc/fonts/conf.d") })
    lines[place] = "1,2,3\t/etc/fonts/conf.d"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let next = SystemAnswers(path: path)
    #expect(next.answer(to: "400|100|upright||sans") == nil)
    next.noteSources()
    next.keep(answer, to: "other")
    #expect(SystemAnswers(path: path).answer(to: "400|100|upright||sans") == nil)
    #expect(SystemAnswers(path: path).answer(to: "other") == answer)
  }

  @Test func `answers of another environment are forgotten`() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[1] = "another"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(SystemAnswers(path: path).answer(to: "400|100|upright||sans") == nil)
  }

  @Test(arguments: ["", "\n\n\n\n", "galley system fonts 1", "rubbish\nrubbish\n\n0\ta\tb"])
  func `rubbish on disk is no answer`(text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(SystemAnswers(path: path).answer(to: "b") == nil)
  }
}
