import GalleyCorpus
import GalleyTypesetting
import TestSupport
import Testing

/// The search for short texts on which engines disagree.
@Suite struct DisagreementSearchTests {
  @Test(arguments: [
    ("aaaa/bbbb", "/"), ("xx1yyyy2zz", "12"), ("/", "/"), ("12", "12"),
  ])
  func `a text is shrunk to the characters that matter`(text: String, least: String) {
    let search = DisagreementSearch { texts in
      texts.map { text in least.allSatisfy { text.string.contains($0) } }
    }
    let found = search.shortest(of: [ComparedText(name: "one", text)])
    #expect(found.map(\.string) == [least])
    #expect(found.map(\.name) == ["one"])
  }

  @Test func `texts on which engines agree are left out, and equal kinds count once`() {
    let texts = ["no", "abc/cd", "x/y", "я/"].enumerated().map {
      ComparedText(name: "\($0)", $1)
    }
    var calls = 0
    let search = DisagreementSearch { texts in
      calls += 1
      return texts.map { $0.string.contains(/\p{L}\//) }
    }
    #expect(search.shortest(of: texts).map(\.string) == ["c/", "я/"])
    #expect(calls < 12)
  }

  @Test func `the shrinker needs few steps for a long text`() {
    let text = String(repeating: "a", count: 500) + "/" + String(repeating: "b", count: 500)
    var shrinker = TextShrinker(text)
    var steps = 0
    while !shrinker.isDone {
      steps += 1
      shrinker.update(shrinker.candidates.map { $0.contains("/") })
    }
    #expect(shrinker.text == "/")
    #expect(steps < 60)
  }

  @Test func `equal seeds give equal texts`() {
    var (one, other) = (
      FuzzTexts(FuzzTexts.phrases, seed: 7), FuzzTexts(FuzzTexts.phrases, seed: 7)
    )
    var different = FuzzTexts(FuzzTexts.phrases, seed: 8)
    let texts = (0..<50).map { _ in one.next().string }
    #expect(texts == (0..<50).map { _ in other.next().string })
    #expect(texts != (0..<50).map { _ in different.next().string })
  }

  @Test func `proposed cases are read with their texts`() throws {
    let string = "\u{301}a\\ \u{200B}b\n\tc\u{A0}д\u{200D}  "
    var text = ComparedText(name: "one", string, width: 90)
    text.language = "ru"
    let runs = [[0..<8, 8..<20], [0..<20]].enumerated().map { index, lines in
      EngineRun(
        name: "e\(index)", title: "",
        answers: [.success(EngineAnswer(lines: lines.map { .init($0) }, of: string))])
    }
    let file = ProposedCases.file(
      of: EngineComparison([text], engines: runs), family: "Galley Box")
    let directory = try temporaryCorpus("own/fuzz.txt", file)
    let cases = try Corpus(root: directory.path).cases
    #expect(cases.map(\.name) == ["fuzz-e1-1"])
    #expect(cases.first?.text.string == string)
    #expect(cases.first?.text.language == "ru")
    #expect(cases.first?.options.width == 90)
    #expect(file.contains("// e0: ") && file.contains("// e1: "))
  }
}
