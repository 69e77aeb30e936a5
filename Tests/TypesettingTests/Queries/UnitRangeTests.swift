import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Units of text, in a font whose letters are 10 points wide.
@Suite struct UnitRangeTests {
  private let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double = .infinity,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var options = LayoutOptions(width: width)
    change(&options)
    return engine.layout(AttributedText(string, style: TestFonts.style()), options: options)
  }

  @Test func `the line at an offset is that after a break`() {
    #expect(layout("abc").range(of: .line, at: 1) == 0..<3)
    #expect(layout("abc").range(of: .line, at: 3) == 0..<3)
    #expect(layout("a").range(of: .line, at: 0) == 0..<1)
    let wrapped = layout("ab cd", width: 20)
    #expect(
      [0, 2, 3, 5, 9].map { wrapped.range(of: .line, at: $0) } == [
        0..<3, 0..<3, 3..<5, 3..<5, 3..<5,
      ])
    // An empty last line has no offset of its own.
    #expect(layout("ab\n").range(of: .line, at: 3) == 0..<3)
  }

  @Test func `hidden text belongs to the last line`() {
    let cut = layout("ab cd ef", width: 30) { $0.maximumLines = 2 }
    #expect(cut.isTruncated)
    #expect(cut.range(of: .line, at: 7).upperBound == cut.lines[1].range.upperBound)
  }

  @Test func `there is no character at the end of a text`() {
    for string in ["", "abc", "abc\n", "אב"] {
      let layout = layout(string)
      let end = string.utf8.count
      #expect(layout.characterRange(at: end) == end..<end)
      #expect(layout.paragraphRange(at: end) == end..<end)
      #expect(layout.paragraphRange(at: end + 5) == end..<end)
    }
  }

  @Test func `the character at an offset contains it`() {
    let layout = layout("e\u{301}x\r\ny", width: 10)
    let ranges = (0..<7).map { layout.characterRange(at: $0) }
    #expect(ranges == [0..<3, 0..<3, 0..<3, 3..<4, 4..<6, 4..<6, 6..<7])
  }

  @Test func `a paragraph includes its line end`() {
    let layout = layout("ab\ncd\u{2029}ef")
    #expect(
      [0, 2, 3, 5, 8, 10].map { layout.paragraphRange(at: $0) } == [
        0..<3, 0..<3, 3..<8, 3..<8, 8..<10, 10..<10,
      ])
  }

  @Test func `the hidden range at an offset contains it`() {
    let layout = layout("abcdefgh", width: 50) {
      ($0.maximumLines, $0.truncation) = (1, .middle)
    }
    #expect(layout.hiddenRanges == [2..<6])
    #expect([1, 2, 5, 6].map { layout.hiddenRange(at: $0) } == [nil, 2..<6, 2..<6, nil])
  }

  @Test func `words end after an offset and begin before it`() {
    let layout = layout("ab, cd\n\n ef")
    #expect(
      [0, 1, 2, 3, 6, 7, 10, 11].map { layout.wordEnd(after: $0) } == [
        2, 2, 6, 6, 11, 11, 11, 11,
      ])
    #expect(
      [0, 1, 2, 4, 5, 7, 9, 10, 11].map { layout.wordStart(before: $0) } == [
        0, 0, 0, 0, 4, 4, 4, 9, 9,
      ])
  }

  // MARK: Hidden starts

  @Test func `a caret in text hidden at the start is before the first visible character`()
    throws
  {
    let options: (inout LayoutOptions) -> Void = {
      ($0.maximumLines, $0.truncation) = (1, .start)
    }
    // Displayed as: …efgh.
    let layout = layout("abcdefgh", width: 50, options)
    #expect(layout.hiddenRanges == [0..<4])
    for offset in 0...4 {
      let caret = try #require(layout.caret(at: TextPosition(offset: offset)))
      #expect(caret.frame.minX == 10)
      #expect(caret.position == TextPosition(offset: 4))
    }
    #expect(layout.position(at: Point(x: 2, y: 5)) == TextPosition(offset: 4))
    #expect(layout.position(from: TextPosition(offset: 0), moving: .right).offset == 5)
    #expect(layout.position(from: TextPosition(offset: 6), moving: .lineLeft).offset == 4)
    // Displayed from right to left, with the token at the right.
    let hebrew = self.layout("אבגדהוזח", width: 50, options)
    #expect(hebrew.hiddenRanges == [0..<8])
    let caret = try #require(hebrew.caret(at: TextPosition(offset: 0)))
    #expect(caret.frame.minX == 40)
    #expect(caret.position == TextPosition(offset: 8))
  }

  // MARK: Characters in several pieces

  @Test func `a character in two styles has carets at its edges only`() throws {
    var text = AttributedText("xe\u{301}", style: TestFonts.style("Galley Mark"))
    text.updateStyle(in: 2..<4) { $0.font.size = 20 }
    let layout = engine.layout(text)
    let ends = try [0, 1, 4].map {
      try #require(layout.caret(at: TextPosition(offset: $0, affinity: .upstream))).frame.minX
    }
    #expect(ends == [0, 5, layout.size.width])
    #expect(layout.caret(at: TextPosition(offset: 4))?.position.offset == 4)
    #expect(layout.position(from: TextPosition(offset: 1), moving: .right).offset == 4)
    #expect(layout.position(from: TextPosition(offset: 4), moving: .left).offset == 1)
    #expect(layout.position(at: Point(x: layout.size.width + 5, y: 5)).offset == 4)
    // The left half of the character leads to its start.
    #expect(layout.position(at: Point(x: 5.5, y: 5)).offset == 1)
  }

  @Test func `a right-to-left character in two styles has carets at its edges only`() throws {
    var text = AttributedText("אב\u{5B4}", style: TestFonts.style())
    text.updateStyle(in: 4..<6) { $0.font.size = 20 }
    let layout = engine.layout(text)
    let ends = try [0, 2, 6].map {
      try #require(layout.caret(at: TextPosition(offset: $0, affinity: .upstream))).frame.minX
    }
    let width = layout.size.width
    #expect(ends == [width, width - 10, 0])
    #expect(layout.position(from: TextPosition(offset: 2), moving: .left).offset == 6)
    #expect(layout.position(from: TextPosition(offset: 6), moving: .right).offset == 2)
  }

  // MARK: Soft line ends

  @Test func `a caret stops once at the end of a wrapped right-to-left line`() {
    let layout = layout("אבגד", width: 20)
    #expect(layout.lineCount == 2)
    func path(from start: Int, _ movement: TextLayout.CaretMovement) -> [Int] {
      var (position, offsets) = (TextPosition(offset: start), [Int]())
      for _ in 0..<5 {
        let next = layout.position(from: position, moving: movement)
        if next == position { break }
        offsets.append(next.offset)
        position = next
      }
      return offsets
    }
    #expect(path(from: 0, .left) == [2, 4, 6, 8])
    #expect(path(from: 8, .right) == [6, 4, 2, 0])
    let before = TextPosition(offset: 2)
    #expect(layout.position(from: before, moving: .left) == TextPosition(offset: 4))
    let end = TextPosition(offset: 4, affinity: .upstream)
    #expect(layout.position(from: before, moving: .lineLeft) == end)
    #expect(layout.position(from: end, moving: .right).offset == 2)
  }
}
