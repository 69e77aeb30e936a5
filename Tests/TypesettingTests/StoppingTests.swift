import GalleyTypesetting
import Synchronization
import TestSupport
import Testing

@Suite struct StoppingTests {
  private let text = AttributedText(
    String(repeating: "ab ", count: 10_000), style: TestFonts.style())
  private let options = LayoutOptions(width: 2_000)

  @Test func `shaping asks before each piece, and no more once it is stale`() {
    for count in [1, 2, 5] {
      let checks = Atomic(0)
      let engine = TestFonts.engine().stopping {
        checks.add(1, ordering: .relaxed).newValue >= count
      }
      _ = engine.layout(text, options: options)
      #expect(checks.load(ordering: .relaxed) == count)
    }
  }

  @Test func `the lines before the last piece are those of the whole`() {
    let checks = Atomic(0)
    let engine = TestFonts.engine()
    let stopping = engine.stopping { checks.add(1, ordering: .relaxed).newValue > 2 }
    let part = stopping.layout(text, options: options)
    let whole = TestFonts.engine().layout(text, options: options)
    // Two pieces of 4,000 bytes, and lines of 67 words of three.
    #expect(part.lines.prefix(39) == whole.lines.prefix(39))
    #expect(part.lines.count < whole.lines.count)
    #expect(part.lines.last?.range.upperBound == text.length)
    // It is not cached.
    #expect(engine.layout(text, options: options).lines == whole.lines)
  }

  @Test func `layouts of an engine that may stop are cached for the other`() {
    let engine = TestFonts.engine()
    let checks = Atomic(0)
    let stopping = engine.stopping {
      checks.add(1, ordering: .relaxed)
      return false
    }
    let layout = stopping.layout(text, options: options)
    let bytes = engine.cachedByteCount
    #expect(bytes > 0)
    #expect(engine.layout(text, options: options).lines == layout.lines)
    #expect(engine.cachedByteCount == bytes)
    let count = checks.load(ordering: .relaxed)
    _ = stopping.layout(text, options: options)
    #expect(checks.load(ordering: .relaxed) == count)
  }
}
