import GalleyCorpus
import GalleyGeometry
import GalleyPixels
import Testing

/// The logic of comparisons, with invented answers.
@Suite struct EngineComparisonTests {
  private let text = ComparedText(name: "one", "aa bb cc dd")

  /// An answer with lines as parts of the text, such as `["aa bb ", "cc dd"]`.
  private func answer(_ parts: [String], widths: [Double] = []) -> EngineAnswer {
    var (lines, start) = ([EngineAnswer.Line](), 0)
    for (index, part) in parts.enumerated() {
      let end = start + part.utf8.count
      let width = index < widths.count ? widths[index] : 10
      lines.append(.init(start..<end, width: width, baseline: Double(20 * (index + 1))))
      start = end
    }
    return EngineAnswer(lines: lines, of: text.string)
  }

  private func comparison(_ answers: [EngineAnswer?]) -> EngineComparison {
    let runs = answers.enumerated().map { index, answer in
      EngineRun(
        name: "e\(index)", title: "Engine \(index)",
        answers: [answer.map { .success($0) } ?? .failure(missing)])
    }
    return EngineComparison([text], engines: runs)
  }

  private var missing: EngineError {
    do {
      _ = try EngineProgram(named: "none", in: "/nonexistent")
    } catch { return error }
    preconditionFailure("there is no such engine")
  }

  @Test func `lines are their visible text`() {
    let lines = answer(["aa ", "bb", " cc ", "dd"]).lines
    #expect(lines.map(\.range) == [0..<2, 3..<5, 6..<8, 9..<11])
  }

  @Test func `lines without visible text do not count`() {
    let one = EngineAnswer(lines: [.init(0..<2), .init(2..<3), .init(3..<5)], of: "aa\nbb")
    let other = EngineAnswer(lines: [.init(0..<3), .init(3..<5), .init(5..<5)], of: "aa\nbb")
    #expect(one.lines == other.lines)
  }

  @Test func `engines with the same line breaks are a group`() throws {
    let comparison = comparison([
      answer(["aa bb ", "cc dd"]), answer(["aa ", "bb cc dd"]), answer(["aa bb", " cc dd"]), nil,
    ])
    let subject = try #require(comparison.subjects.first)
    #expect(subject.groups.map(\.engines) == [[0, 2], [1]])
    #expect(subject.groups.map(\.breaks) == [[0, 6], [0, 3]])
    #expect(subject.loner == 1)
    #expect(
      subject.firstDifference(names: ["a", "b", "c", "d"])
        == "line 2 begins with: a, c: ‘cc’; b: ‘bb’")
    #expect(comparison.agreement(.breaks, .init(0, 2)) == (1, 1))
    #expect(comparison.agreement(.breaks, .init(1, 0)) == (0, 1))
    #expect(comparison.agreement(.breaks, .init(0, 3)) == (0, 0))
    #expect(!comparison.isUnanimous(.breaks, on: subject))
  }

  @Test func `an engine with fewer lines has no line there`() throws {
    let comparison = comparison([answer(["aa bb ", "cc dd"]), answer(["aa bb cc dd"])])
    let subject = try #require(comparison.subjects.first)
    #expect(
      subject.firstDifference(names: ["a", "b"]) == "line 2 begins with: a: ‘cc’; b: no line")
    #expect(subject.loner == nil)
  }

  @Test func `widths are compared for lines with the same text`() throws {
    let comparison = comparison([
      answer(["aa ", "bb ", "cc dd"], widths: [10, 11, 12]),
      answer(["aa ", "bb cc ", "dd"], widths: [10.5, 30, 40]),
      answer(["aa bb ", "cc dd"], widths: [20, 12.6]),
      answer(["aa bb cc dd"]),
    ])
    let subject = try #require(comparison.subjects.first)
    #expect(subject.pairs[.init(0, 1)]?.width == 0.5)
    #expect(comparison.agrees(.widths, .init(0, 1), on: subject) == true)
    #expect(try abs(#require(subject.pairs[.init(0, 2)]?.width) - 0.6) < 1e-9)
    #expect(comparison.agrees(.widths, .init(0, 2), on: subject) == false)
    #expect(comparison.agrees(.widths, .init(0, 3), on: subject) == nil)
    #expect(comparison.agrees(.ink, .init(0, 1), on: subject) == nil)
  }

  @Test func `lines are aligned by their text`() {
    let one = [0..<2, 3..<5, 6..<11].map { EngineAnswer.Line($0) }
    let other = [0..<5, 6..<11].map { EngineAnswer.Line($0) }
    #expect(AlignedLines.pairs(one, other).map { [$0.0, $0.1] } == [[2, 1]])
    #expect(AlignedLines.pairs(one, one).map { [$0.0, $0.1] } == [[0, 0], [1, 1], [2, 2]])
    #expect(AlignedLines.pairs(one, []).isEmpty)
  }

  @Test(arguments: [(0, 0, true), (1, -1, true), (6, 0, false), (0, 6, false)])
  func `ink that is shifted by a pixel is the same`(x: Int, y: Int, isSame: Bool) throws {
    let picture = { (x: Int, y: Int) in
      var picture = try Bitmap(width: 100, height: 80, color: .white)
      picture.fill(PixelRect(minX: 20 + x, minY: 46 + y, maxX: 28 + x, maxY: 56 + y), with: .black)
      return picture
    }
    var answers = [answer(["aa bb cc dd"]), answer(["aa bb cc dd"])]
    answers[0].picture = try picture(0, 0)
    answers[1].picture = try picture(x, y)
    let comparison = comparison(answers)
    let subject = try #require(comparison.subjects.first)
    #expect(comparison.agrees(.ink, .init(0, 1), on: subject) == isSame)
  }

  @Test func `texts on which engines disagree most are first`() {
    let answers: [[EngineAnswer]] = [
      [answer(["aa bb cc dd"]), answer(["aa bb cc dd"])],
      [answer(["aa bb cc dd"]), answer(["aa bb cc dd"], widths: [20])],
      [answer(["aa bb ", "cc dd"]), answer(["aa ", "bb cc dd"])],
    ]
    let runs = [0, 1].map { engine in
      EngineRun(name: "e", title: "E", answers: answers.map { .success($0[engine]) })
    }
    #expect(EngineComparison([text, text, text], engines: runs).order == [2, 1, 0])
  }

  @Test func `the report shows who agrees with whom`() {
    let page = ComparisonReport.html(
      of: comparison([answer(["aa bb ", "cc dd"]), answer(["aa ", "bb cc dd"]), nil]))
    #expect(page.contains("1 text in 3 engines"))
    #expect(page.contains("title=\"0 of 1\">0.0 %"))
    #expect(page.contains("title=\"nothing to compare\""))
    #expect(page.contains("line 2 begins with: e0: ‘cc’; e1: ‘bb’"))
    #expect(page.contains("data-differs=\"breaks\""))
    #expect(page.contains("<li>aa bb <li>cc dd</ol>"))
  }
}
