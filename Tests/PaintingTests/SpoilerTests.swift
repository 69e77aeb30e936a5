import Foundation
import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct SpoilerTests {
  private let gray: UInt32 = 0xFF80_8080

  @Test func `hidden text draws no glyphs, decorations or effects`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    text.annotate(1..<2, as: .spoiler)
    let plain = try painted(text, dust: .none)
    #expect(columns(plain) == Set(1..<9).union(21..<29))
    text.updateStyle(in: 1..<2) { style in
      style.paint.underline = .solid
      style.paint.strikethrough = .solid
      style.paint.background = .white
      style.paint.highlight = TextPaint.Highlight(.white)
      style.paint.shadow = TextPaint.Shadow(.white, blur: 2)
      style.paint.stroke = TextPaint.Stroke(.white, width: 1)
    }
    #expect(try painted(text, dust: .none) == plain)
  }

  @Test func `a revealed spoiler is drawn like ordinary text`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    let plain = try painted(text)
    text.annotate(1..<2, as: .spoiler)
    #expect(try painted(text, revealed: .all) == plain)
    #expect(try painted(text, revealed: RevealedSpoilers([0])) == plain)
    #expect(try painted(text) != plain)
  }

  @Test func `each spoiler is revealed independently`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    text.annotate(0..<1, as: .spoiler)
    text.annotate(2..<3, as: .spoiler)
    let bitmap = try painted(text, revealed: RevealedSpoilers([1]), dust: .none)
    #expect(columns(bitmap) == Set(11..<19).union(21..<29))
  }

  @Test func `a partly hidden ligature is hidden entirely`() throws {
    var text = AttributedText("fix", style: TestFonts.style("Galley Ligature"))
    text.annotate(1..<2, as: .spoiler)
    let bitmap = try painted(text, dust: .none)
    #expect((columns(bitmap).min() ?? 0) >= 5)
  }

  @Test func `right-to-left letters are hidden at their visual positions`() throws {
    var text = AttributedText("\u{5D0}\u{5D1}\u{5D2}", style: TestFonts.style())
    text.annotate(2..<4, as: .spoiler)
    #expect(columns(try painted(text, dust: .none)) == Set(1..<9).union(21..<29))
    text.annotate(0..<2, as: .spoiler)
    #expect(columns(try painted(text, dust: .none)) == Set(1..<9))
  }

  @Test func `still dust stays within the hidden text and is deterministic`() throws {
    var text = AttributedText("xAAAx", style: TestFonts.style(size: 20))
    text.annotate(1..<4, as: .spoiler)
    let bitmap = try painted(text, ink: .clear)
    #expect(try painted(text, ink: .clear) == bitmap)
    let dots = columns(bitmap)
    #expect(dots.min() ?? 0 >= 20 && dots.max() ?? 99 <= 80)
    // One dot per four square points.
    let count = bitmap.pixels.count { $0 != 0 }
    #expect((200...280).contains(count))
  }

  @Test func `dust in a part of an image matches the whole`() throws {
    var text = AttributedText("xAAAx", style: TestFonts.style(size: 20))
    text.annotate(0..<5, as: .spoiler)
    for dust in [TextPainter.SpoilerDust.still, .drifting(time: 1.3)] {
      let whole = try painted(text, dust: dust)
      let part = try painted(text, dust: dust, at: Point(x: -31, y: -7), width: 40)
      for y in 0..<13 {
        for x in 0..<40 { #expect(part.pixel(x: x, y: y) == whole.pixel(x: x + 31, y: y + 7)) }
      }
    }
  }

  @Test func `drifting dust changes over time and stays near its text`() throws {
    var text = AttributedText("AAAA", style: TestFonts.style(size: 20))
    text.annotate(0..<4, as: .spoiler)
    var seen: Set<[UInt32]> = []
    for time in [0, 0.1, 0.5, 1, 7.25] {
      let bitmap = try painted(
        text, dust: .drifting(time: time), at: Point(x: 20, y: 20), width: 120, height: 60)
      #expect(
        try painted(
          text, dust: .drifting(time: time), at: Point(x: 20, y: 20), width: 120, height: 60)
          == bitmap)
      #expect(seen.insert(bitmap.pixels).inserted)
      #expect(columns(bitmap).isSubset(of: Set(9..<111)))
      let inked = bitmap.pixels.count { $0 >> 24 > 25 }
      #expect((200...1_500).contains(inked))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -3])
  func `extreme times do not crash painting`(time: Double) throws {
    var text = AttributedText("AAAA", style: TestFonts.style())
    text.annotate(0..<4, as: .spoiler)
    _ = try painted(text, dust: .drifting(time: time))
    let point = Point(x: time, y: time)
    for change in [SpoilerTransition.Change.hides, .reveals(from: nil), .reveals(from: point)] {
      _ = try painted(text, transition: SpoilerTransition(change, of: [0, 7, -1], elapsed: time))
    }
  }

  @Test func `a reveal grows from its origin`() throws {
    let size = Size(width: 100, height: 20)
    func shown(_ x: Double, _ elapsed: Double) -> Double {
      SpoilerTransition(.reveals(from: Point(x: 0, y: 10)), of: [0], elapsed: elapsed)
        .opacity(at: Point(x: x, y: 10), in: size)
    }
    #expect(shown(0, 0) == 0 && shown(0, 0.1) == 0 && shown(100, 0.65) == 1)
    for elapsed in stride(from: 0.15, to: 0.65, by: 0.05) {
      #expect(shown(0, elapsed) == 1)
      for x in stride(from: 0.0, to: 90, by: 10) {
        #expect(shown(x, elapsed) >= shown(x + 10, elapsed))
        #expect(shown(x, elapsed) <= shown(x, elapsed + 0.05))
      }
    }
    // Zero slope at both ends, and one half in the middle.
    #expect(abs(shown(0.95 * 50.5 / 0.7, 0.375)) < 0.05)
  }

  @Test func `a fade takes 0.3 seconds to reveal and 0.4 to hide`() {
    let size = Size(width: 10, height: 10)
    let reveal = SpoilerTransition(.reveals(from: nil), of: [0], elapsed: 0.15)
    let hide = SpoilerTransition(.hides, of: [0], elapsed: 0.3)
    #expect(abs(reveal.opacity(at: .zero, in: size) - 0.5) < 1e-9 && !reveal.isOver)
    #expect(abs(hide.opacity(at: .zero, in: size) - 0.25) < 1e-9 && !hide.isOver)
  }

  @Test func `a transition's ends match the hidden and revealed drawings`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    text.annotate(1..<2, as: .spoiler)
    let hidden = try painted(text)
    let seen = try painted(text, revealed: .all)
    for change in [SpoilerTransition.Change.reveals(from: nil), .reveals(from: .zero)] {
      #expect(try painted(text, transition: .init(change, of: [0], elapsed: 0)) == hidden)
      #expect(try painted(text, transition: .init(change, of: [0], elapsed: 1)) == seen)
      let half = try painted(text, dust: .none, transition: .init(change, of: [0], elapsed: 0.2))
      #expect(half != hidden && half != seen)
    }
    #expect(
      try painted(text, revealed: .all, transition: .init(.hides, of: [0], elapsed: 0)) == seen)
    #expect(
      try painted(text, revealed: .all, transition: .init(.hides, of: [0], elapsed: 1)) == hidden)
  }

  @Test func `a hidden spoiler within a revealed one stays hidden`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    text.annotate(0..<3, as: .spoiler)
    text.annotate(1..<2, as: .spoiler)
    let bitmap = try painted(
      text, dust: .none, transition: .init(.reveals(from: nil), of: [0], elapsed: 0.15))
    #expect(columns(bitmap) == Set(1..<9).union(21..<29))
  }

  @Test func `documents omit the glyphs of hidden text`() throws {
    var text = AttributedText("xAx", style: TestFonts.style())
    text.annotate(1..<2, as: .spoiler)
    let layout = TestFonts.engine().layout(text)
    var painter = TextPainter(masks: GlyphCache())
    painter.palette[.secondaryText] = Color(argb: 0xFF33_0000)
    let svg = String(decoding: try layout.svgData(painter: painter), as: UTF8.self)
    #expect(svg.contains("rgb(20%,0%,0%)"))
    // Each visible glyph is a use of its shape.
    #expect(svg.components(separatedBy: "#glyph").count - 1 == 2)
    painter.revealed = .all
    let seen = String(decoding: try layout.svgData(painter: painter), as: UTF8.self)
    #expect(seen.components(separatedBy: "#glyph").count - 1 == 3)
    #expect(!seen.contains("rgb(20%,0%,0%)"))
  }

  private func painted(
    _ text: AttributedText, revealed: RevealedSpoilers = .none,
    dust: TextPainter.SpoilerDust = .still,
    transition: SpoilerTransition? = nil, ink: Color = .black, at origin: Point = .zero,
    width: Int? = nil, height: Int? = nil
  ) throws -> Bitmap {
    var text = text
    if ink != .black { text.updateStyle(in: 0..<text.length) { $0.paint.color = .fixed(ink) } }
    let layout = TestFonts.engine().layout(text)
    var bitmap = try Bitmap(
      width: width ?? Int(layout.size.width.rounded(.up)), height: height ?? Int(layout.size.height)
    )
    var painter = TextPainter(masks: GlyphCache())
    painter.palette[.secondaryText] = Color(argb: gray)
    painter.revealed = revealed
    painter.dust = dust
    painter.transition = transition
    painter.paint(layout, at: origin, into: &bitmap, scale: 1)
    return bitmap
  }

  /// Returns the columns with ink.
  private func columns(_ bitmap: Bitmap) -> Set<Int> {
    Set(
      (0..<bitmap.width).filter { x in
        (0..<bitmap.height).contains { bitmap.pixel(x: x, y: $0) != 0 }
      })
  }

  @Test func `overlapping spoilers share one layer of dust`() throws {
    func dust(_ ranges: [Range<Int>], revealed: RevealedSpoilers = .none) throws -> Bitmap {
      var text = AttributedText("AAAAAAAA", style: TestFonts.style())
      for range in ranges { text.annotate(range, as: .spoiler) }
      return try painted(text, revealed: revealed)
    }
    let one = try dust([0..<8])
    #expect(try dust([0..<8, 0..<8, 2..<5, 0..<1]) == one)
    // A revealed spoiler does not uncover an overlapping hidden one.
    #expect(try dust([2..<5, 0..<8], revealed: RevealedSpoilers([0])) != one)
    let below = try dust([0..<8, 2..<5], revealed: RevealedSpoilers([0]))
    #expect(columns(below).isSuperset(of: Set(1..<19).subtracting([9, 10])))
    let dusty = (20..<50).count { x in (0..<10).contains { below.pixel(x: x, y: $0) != 0 } }
    #expect(dusty > 15)
  }

  @Test func `colors and dust depend on the painter, not the layout`() throws {
    var text = AttributedText("AxA", style: TestFonts.style())
    text.updateStyle(in: 0..<3) { $0.paint.color = .role(.link) }
    text.annotate(2..<3, as: .spoiler)
    let layout = TestFonts.engine().layout(text)
    func pixels(_ change: (inout TextPainter) -> Void) throws -> Set<UInt32> {
      var painter = TextPainter(masks: GlyphCache())
      painter.dust = .none
      change(&painter)
      let bitmap = try painter.bitmap(of: layout, width: 30, height: 10)
      return Set(bitmap.pixels).subtracting([0])
    }
    let red = Color(argb: 0xFFCC_0000)
    #expect(try pixels { $0.palette[.link] = red } == [red.argb])
    #expect(try pixels { $0.palette[.link] = .white } == [Color.white.argb])
    let dusty = try pixels {
      $0.palette[.link] = red
      $0.palette[.secondaryText] = Color(argb: 0xFF00_00FF)
      $0.dust = .still
    }
    #expect(dusty.contains(0xFF00_00FF) && dusty.contains(red.argb))
  }
}
