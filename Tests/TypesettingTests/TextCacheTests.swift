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
}
