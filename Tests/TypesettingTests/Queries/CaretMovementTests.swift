import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct CaretMovementTests {
  let engine = TestFonts.engine()

  private func layout(_ string: String, width: Double = .infinity) -> TextLayout {
    engine.layout(
      AttributedText(string, style: TestFonts.style()), options: LayoutOptions(width: width))
  }

  /// Returns the offsets that a caret visits by repeating a movement.
  private func path(
    _ layout: TextLayout, from start: Int, _ movement: TextLayout.CaretMovement, count: Int = 40
  ) -> [Int] {
    var position = TextPosition(offset: start)
    var offsets: [Int] = []
    while offsets.count < count {
      let next = layout.position(from: position, moving: movement)
      if next == position { break }
      offsets.append(next.offset)
      position = next
    }
    return offsets
  }

  @Test func `moving right goes forward in English and backward in Hebrew`() {
    #expect(path(layout("abc"), from: 0, .right) == [1, 2, 3])
    #expect(path(layout("abc"), from: 3, .left) == [2, 1, 0])
    #expect(path(layout("אבג"), from: 6, .right) == [4, 2, 0])
    #expect(path(layout("אבג"), from: 0, .left) == [2, 4, 6])
  }

  @Test func `left and right move the caret visually in mixed text`() {
    // Displayed as: ab בא cd.
    #expect(path(layout("abאבcd"), from: 0, .right) == [1, 6, 4, 2, 7, 8])
    #expect(path(layout("abאבcd"), from: 8, .left) == [7, 2, 4, 6, 1, 0])
  }

  @Test func `left and right movements continue across line ends`() {
    let layout = layout("ab cd\nef", width: 20)
    #expect(path(layout, from: 0, .right) == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(path(layout, from: 8, .left) == [7, 6, 5, 4, 3, 2, 1, 0])
    let hebrew = self.layout("אב\nגד")
    #expect(path(hebrew, from: 0, .left) == [2, 4, 5, 7, 9])
  }

  @Test func `caret movements never stop within a character`() {
    let layout = layout("a👨‍👩‍👧e\u{301}🇩🇪b")
    #expect(path(layout, from: 0, .forward(.character)) == [1, 19, 22, 30, 31])
    #expect(path(layout, from: 31, .backward(.character)) == [30, 22, 19, 1, 0])
    #expect(path(layout, from: 0, .right) == [1, 19, 22, 30, 31])
  }

  @Test func `word movements go forward to word ends and backward to word starts`() {
    let layout = layout("Hi, the 2nd  world! 😀 ok\nand on")
    #expect(path(layout, from: 0, .forward(.word)) == [2, 7, 11, 18, 24, 27, 31, 34])
    #expect(path(layout, from: 34, .backward(.word)) == [32, 28, 25, 20, 13, 8, 4, 0])
    #expect(path(layout, from: 0, .wordRight) == path(layout, from: 0, .forward(.word)))
    let hebrew = self.layout("אב גד")
    #expect(path(hebrew, from: 0, .wordLeft) == [4, 9])
    #expect(path(hebrew, from: 9, .wordRight) == [5, 0])
  }

  @Test func `an attachment is a word for a moving caret, and punctuation is none`() {
    let icon = TextAttachment(id: "i", size: Size(width: 10, height: 10))
    let text = AttributedText(
      "a * — b", replacing: [(2..<3, icon)], style: TestFonts.style())
    let layout = engine.layout(text)
    #expect(path(layout, from: 0, .forward(.word)) == [1, 5, 11])
    #expect(path(layout, from: 11, .backward(.word)) == [10, 2, 0])
  }

  @Test func `line movements go to the visual and logical ends of a line`() {
    let layout = layout("ab cd", width: 20)
    let middle = TextPosition(offset: 1)
    #expect(layout.position(from: middle, moving: .lineLeft) == TextPosition(offset: 0))
    let end = TextPosition(offset: 3, affinity: .upstream)
    #expect(layout.position(from: middle, moving: .lineRight) == end)
    #expect(layout.position(from: middle, moving: .forward(.line)) == end)
    #expect(layout.position(from: end, moving: .backward(.line)) == TextPosition(offset: 0))
    // From the end of a line, a caret moves as from the start of the next.
    #expect(layout.position(from: end, moving: .right) == TextPosition(offset: 3))
    #expect(layout.position(from: end, moving: .left) == TextPosition(offset: 2))
    let hebrew = self.layout("אב\nגד")
    #expect(hebrew.position(from: .init(offset: 2), moving: .lineLeft).offset == 4)
    #expect(hebrew.position(from: .init(offset: 2), moving: .lineRight).offset == 0)
  }

  @Test func `vertical movements keep their column past shorter lines`() {
    let layout = layout("abcd\ne\nfghi")
    var x: Double?
    var position = TextPosition(offset: 3)
    position = layout.position(from: position, moving: .down, x: &x)
    #expect(position.offset == 6)
    position = layout.position(from: position, moving: .down, x: &x)
    #expect(position.offset == 10)
    position = layout.position(from: position, moving: .up, x: &x)
    position = layout.position(from: position, moving: .up, x: &x)
    #expect(position.offset == 3)
    #expect(x == 30)
    #expect(layout.position(from: position, moving: .up, x: &x).offset == 0)
    #expect(layout.position(from: .init(offset: 9), moving: .down).offset == 11)
    _ = layout.position(from: position, moving: .right, x: &x)
    #expect(x == nil)
  }

  @Test func `paragraph and text movements go to starts and ends`() {
    let layout = layout("ab\ncd\nef")
    #expect(path(layout, from: 1, .forward(.paragraph)) == [3, 6, 8])
    #expect(path(layout, from: 7, .backward(.paragraph)) == [6, 3, 0])
    #expect(path(layout, from: 4, .forward(.text)) == [8])
    #expect(path(layout, from: 4, .backward(.text)) == [0])
  }

  @Test func `movements in empty text keep the caret at offset zero`() {
    for movement in [
      TextLayout.CaretMovement.left, .up, .forward(.word), .lineRight, .backward(.paragraph),
    ] {
      #expect(layout("").position(from: .init(offset: 0), moving: movement).offset == 0)
    }
  }

  @Test(
    arguments: [
      (.character, 4, 4..<5), (.word, 1, 0..<2), (.word, 2, 2..<3), (.word, 4, 4..<11),
      (.word, 11, 11..<15), (.word, 15, 15..<16), (.line, 5, 0..<16), (.paragraph, 20, 16..<26),
      (.text, 3, 0..<26), (.word, 99, 25..<26), (.character, -4, 0..<1), (.word, 17, 16..<22),
      (.character, 8, 7..<10),
    ] as [(TextLayout.Unit, Int, Range<Int>)])
  func `an offset maps to its enclosing unit`(
    unit: TextLayout.Unit, offset: Int, range: Range<Int>
  ) {
    #expect(layout("Hi, can’t😀\n한국 ok\n").range(of: unit, at: offset) == range)
  }

  @Test func `words in Thai text are found by dictionary`() {
    let layout = layout("สวัสดีครับ")
    #expect(layout.range(of: .word, at: 3) == 0..<18)
    #expect(layout.range(of: .word, at: 18) == 18..<30)
  }

  @Test func `empty text has empty units`() {
    for unit in [TextLayout.Unit.character, .word, .line, .paragraph, .text] {
      #expect(layout("").range(of: unit, at: 3) == 0..<0)
    }
  }
}
