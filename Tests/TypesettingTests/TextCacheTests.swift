import GalleyTypesetting
import TestSupport
import Testing

@Suite struct TextCacheTests {
  @Test func `shaped texts are kept in 16 MiB`() {
    let engine = TestFonts.engine()
    let words = String(repeating: "some words ", count: 5_000)
    var greatest = 0
    for number in 0..<200 {
      _ = engine.layout(AttributedText("\(number) " + words), options: LayoutOptions(width: 200))
      greatest = max(greatest, engine.cachedByteCount)
    }
    #expect(greatest <= 16 << 20)
    #expect(greatest > 4 << 20)
  }

  @Test func `an engine for texts of one use keeps none`() {
    let engine = TestFonts.engine()
    let other = TextEngine(forTextsOfOneUse: engine)
    _ = other.layout(AttributedText("some words"))
    #expect(other.cachedByteCount == 0)
    #expect(engine.cachedByteCount == 0)
    _ = engine.layout(AttributedText("some words"))
    #expect(engine.cachedByteCount > 0)
    #expect(other.cachedByteCount == 0)
  }

  @Test func `a layout's memory grows with its lines, their heights and its blocks`() {
    let engine = TestFonts.engine()
    func byteCount(_ lines: Int, _ height: LayoutOptions.LineHeight, quotes: Int = 0) -> Int {
      var text = AttributedText(String(repeating: "a\n", count: lines), style: TestFonts.style())
      text.addBlocks((0..<quotes).map { TextBlock(.quote, in: 2 * $0..<2 * $0 + 1) })
      return engine.layout(text, options: LayoutOptions(lineHeight: height)).byteCount
    }
    for height in [LayoutOptions.LineHeight.uniform, .perLine, .interactiveTextNode] {
      let growth = byteCount(20, height) - byteCount(10, height)
      #expect(growth > 0)
      #expect(byteCount(30, height) - byteCount(20, height) == growth)
    }
    // The object and its array of lines take this much without any line.
    #expect(byteCount(0, .uniform) >= 248)
    #expect(byteCount(10, .perLine) > byteCount(10, .uniform))
    #expect(byteCount(10, .uniform, quotes: 1) > byteCount(10, .uniform))
    #expect(byteCount(10, .uniform, quotes: 5) > byteCount(10, .uniform, quotes: 1))
  }
}
