import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct OptimalWrappingTests {
  let engine = TestFonts.engine()

  private func layout(_ text: String, width: Double) -> TextLayout {
    let options = LayoutOptions(width: width) { $0.wrapping = .optimal }
    let layout = engine.layout(AttributedText(text, style: TestFonts.style()), options: options)
    #expect(layout.misplaced == [])
    return layout
  }

  @Test(arguments: [
    // Greedy: "aaa bb", "cc", "ddddd", with slacks 0 and 4. Optimal: 3 and 1.
    (text: "aaa bb cc ddddd", width: 60.0, lines: ["aaa ", "bb cc ", "ddddd"]),
    (text: "aaa bb cc ddddd", width: 90.0, lines: ["aaa bb cc ", "ddddd"]),
    (text: "aaa bb", width: 60.0, lines: ["aaa bb"]),
    (
      text: "aaa bb cc ddddd\naaa bb cc ddddd\n", width: 60.0,
      lines: ["aaa ", "bb cc ", "ddddd\n", "aaa ", "bb cc ", "ddddd\n", ""]
    ),
    (text: "אאא בב גג דדדדד", width: 60.0, lines: ["אאא ", "בב גג ", "דדדדד"]),
    (text: "", width: 60.0, lines: []),
  ])
  func `optimal wrapping minimizes the squared slack of lines`(
    text: String, width: Double, lines: [String]
  ) {
    #expect(layout(text, width: width).lineTexts == lines)
  }

  @Test(arguments: [0.0625, 0.125, 1, 40])
  func `lines of letters of any size are wrapped optimally`(size: Double) {
    let text = AttributedText("aaa bb cc ddddd", style: TestFonts.style(size: size))
    let options = LayoutOptions(width: 6.5 * size) { $0.wrapping = .optimal }
    let layout = engine.layout(text, options: options)
    #expect(layout.lineTexts == ["aaa ", "bb cc ", "ddddd"])
  }

  @Test func `the slack of the last line has no cost`() {
    #expect(layout("aaaaaaaa b", width: 80).lineTexts == ["aaaaaaaa ", "b"])
  }

  @Test func `a hyphen is used only if it saves enough slack`() {
    // Without: slack of 20 in 100. With: none, and a hyphen.
    #expect(layout("aaaa bbb cc\u{AD}ccc dd", width: 109).lineTexts.first == "aaaa bbb ")
    // Without: slack of 60 in 100.
    #expect(layout("aaaa bbbb\u{AD}bbbbb dd", width: 100).lineTexts.first == "aaaa bbbb\u{AD}")
  }

  @Test func `lines around an overlong word are wrapped optimally`() {
    #expect(
      layout("aaa bb cc ddddd eeeeeeeeeeeeee ff", width: 60).lineTexts
        == ["aaa ", "bb cc ", "ddddd ", "eeeeee", "eeeeee", "ee ff"])
    var options = LayoutOptions(width: 60)
    options.wrapping = .optimal
    options.overflow = .visible
    let text = AttributedText("aaa bb cc ddddd eeeeeeeee f", style: TestFonts.style())
    #expect(
      engine.layout(text, options: options).lineTexts
        == ["aaa ", "bb cc ", "ddddd ", "eeeeeeeee ", "f"])
  }

  @Test func `lines are as wide as the room beside each`() {
    let shaped = engine.layout(AttributedText("aaa bb cc ddddd eeee", style: TestFonts.style()))
      .shaped
    func ends(_ unavailable: [Double], greatestCount: Int = .max) -> [Int] {
      var widths = LineWidths(measure: 100, unavailable: unavailable)
      widths.greatestCount = greatestCount
      let breaker = shaped.breaker(LayoutOptions(width: 100))
      return OptimalWrapping(from: LinePosition(), in: widths, breaker: breaker).plan().ends
    }
    #expect(ends([]) == [3, 5])
    #expect(ends([50, 0]) == [1, 3, 5])
    #expect(ends([0, 50]) == [3, 4, 5])
    // If there are more lines than fit, the visible ones are filled.
    #expect(ends([50, 0], greatestCount: 3) == [1, 3, 5])
    #expect(ends([50, 0], greatestCount: 2) == [])
  }

  @Test func `a hyphen after another costs twice as much`() {
    // At 200 points, a hyphen costs as much as a slack of 30, and one after another as one of 42;
    // without the second, the slack is 40.
    let word = "ccccccccccc dd\u{AD}dddd"
    #expect(
      layout("aaaaaaaaaa bbbbbbbb\u{AD}bbbb \(word)", width: 200).lineTexts
        == ["aaaaaaaaaa bbbbbbbb\u{AD}", "bbbb ccccccccccc ", "dd\u{AD}dddd"])
    #expect(
      layout("aaaaaaaaaa bbbbbbbb bbbb \(word)", width: 200).lineTexts
        == ["aaaaaaaaaa bbbbbbbb ", "bbbb ccccccccccc dd\u{AD}", "dddd"])
  }

  @Test func `lines with tabs are wrapped greedily`() {
    #expect(layout("aaa\tbb cc ddddd", width: 130).lineTexts == ["aaa\tbb cc ", "ddddd"])
  }

  @Test func `an optimally wrapped layout of several lines is as wide as its measure`() {
    #expect(layout("aaa bb cc ddddd", width: 65).size.width == 65)
    #expect(layout("aaa bb cc ddddd", width: 65).validWidths.contains(65))
    #expect(layout("aaa bb", width: 65).size.width == 60)
    #expect(layout("aaa bb", width: 65).validWidths == 60..<Double.infinity)
    // A word before or behind one that is too long.
    #expect(layout("aaa bbbbbbbbbbb", width: 65).lineTexts == ["aaa ", "bbbbbb", "bbbbb"])
    #expect(layout("aaa bbbbbbbbbbb", width: 65).size.width == 65)
    #expect(layout("bbbbbbbbbbb", width: 65).size.width == 60)
    #expect(layout("bbbbbbbbbbb", width: 65).validWidths == 60..<70)
  }

  @Test(arguments: 0..<250)
  func `no other line breaks have a lower cost`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let lengths = (0..<Int.random(in: 2...30, using: &random)).map { _ in
      Int.random(in: 1...7, using: &random)
    }
    let text = lengths.map { String(repeating: "a", count: $0) }.joined(separator: " ")
    let measure = Int.random(in: 7...30, using: &random)
    let layout = layout(text, width: Double(measure) * 10)
    let lines = layout.lines
    #expect(lines.allSatisfy { $0.width <= Double(measure) * 10 })
    let cost = lines.dropLast().reduce(0.0) {
      $0 + (Double(measure) * 10 - $1.width) * (Double(measure) * 10 - $1.width)
    }
    #expect(cost == Double(100 * leastCost(lengths, measure: measure)))
  }

  /// Returns the minimum sum of squared slacks of all possible lines, by exhaustive search.
  private func leastCost(_ words: [Int], measure: Int) -> Int {
    var costs = [Int](repeating: .max, count: words.count + 1)
    costs[words.count] = 0
    for first in words.indices.reversed() {
      var width = -1
      for last in first..<words.count {
        width += words[last] + 1
        guard width <= measure, costs[last + 1] < .max else { continue }
        let slack = last + 1 == words.count ? 0 : measure - width
        costs[first] = min(costs[first], costs[last + 1] + slack * slack)
      }
    }
    return costs[0]
  }
}
