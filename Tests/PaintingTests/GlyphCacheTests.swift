import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import Synchronization
import TestSupport
import Testing

@Suite struct GlyphCacheTests {
  @Test func `cached masks stay within the byte budget`() throws {
    let cache = GlyphCache(byteBudget: 200_000)
    let painter = TextPainter(masks: cache)
    for size in 10..<60 {
      let layout = try layout(size: Double(size))
      _ = painter.inkBounds(of: layout, scale: 1)
      #expect(cache.byteCount <= 200_000)
    }
    #expect(cache.byteCount > 100_000)
    cache.removeAll()
    #expect(cache.byteCount == 0)
  }

  @Test func `pixels are the same regardless of cache evictions`() throws {
    let small = TextPainter(masks: GlyphCache(byteBudget: 1))
    let large = TextPainter(masks: GlyphCache())
    for size in [11.0, 23, 11, 40, 23] {
      let layout = try layout(size: size)
      let images = try [small, large].map { try RenderedImage(layout, painter: $0).bitmap }
      #expect(images[0] == images[1])
    }
  }

  @Test func `eight threads paint the same pixels as one`() throws {
    let layouts = try [10.0, 11, 12.5, 16, 31].map(layout(size:))
    let expected = try layouts.map { try RenderedImage($0, painter: fresh()).bitmap }
    let painter = TextPainter(masks: GlyphCache(byteBudget: 150_000))
    let differences = Mutex(0)
    let threads = Threads(8) { number in
      for turn in 0..<25 {
        let index = (turn * 3 + number) % layouts.count
        let image = try? RenderedImage(layouts[index], painter: painter)
        if image?.bitmap != expected[index] { differences.withLock { $0 += 1 } }
      }
    }
    threads.wait()
    #expect(differences.withLock { $0 } == 0)
  }

  @Test func `masks are kept in 16 MiB, and only those of at most 2,048 pixels`() throws {
    let cache = GlyphCache()
    let painter = TextPainter(masks: cache)
    func draw(size: Double) {
      let layout = TestFonts.engine().layout(
        AttributedText("x", style: TestFonts.style("Galley Box", size: size)),
        options: LayoutOptions(width: .infinity))
      _ = painter.inkBounds(of: layout, scale: 1)
    }
    draw(size: 5_000)
    #expect(cache.byteCount < 1 << 20)
    var greatest = 0
    for size in 800..<920 {
      draw(size: Double(size))
      greatest = max(greatest, cache.byteCount)
    }
    #expect(greatest <= 16 << 20)
    #expect(greatest > 8 << 20)
  }

  private func fresh() -> TextPainter { TextPainter(masks: GlyphCache()) }

  private func layout(size: Double) throws -> TextLayout {
    let text = "The quick brown fox ffi AVATAR \u{1F600} jumps"
    return TestFonts.engine().layout(
      AttributedText(text, style: TestFonts.style("Galley Kern", size: size)),
      options: LayoutOptions(width: size * 9))
  }
}
