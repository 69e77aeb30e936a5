import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct HitTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ annotations: [(Range<Int>, AttributedText.Annotation.Kind)] = [],
    width: Double = .infinity
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    for (range, kind) in annotations { text.annotate(range, as: kind) }
    return engine.layout(text, options: LayoutOptions(width: width))
  }

  private let link = AttributedText.Annotation.Kind.link(type: "url", url: "https://example.org")

  @Test(
    arguments: [
      (0, 0, 0..<1), (9.99, 9.99, 0..<1), (10, 5, 1..<2), (29, 5, 2..<3), (33, 5, 2..<3),
      (34, 5, nil), (-3, 5, 0..<1), (-4, 5, nil), (5, -3, 0..<1), (5, -4, nil), (5, 33, 6..<7),
      (5, 34, nil), (32, 12, 2..<3), (33, 14, nil), (15, 15, nil), (11, 15, 4..<5), (40, 31, nil),
    ] as [(Double, Double, Range<Int>?)])
  func `a point hits a character under it or within the slop`(
    x: Double, y: Double, character: Range<Int>?
  ) {
    // Three lines: abc, d, e.
    #expect(layout("abc\nd\ne").character(at: Point(x: x, y: y)) == character)
  }

  @Test func `zero slop hits only the character under the point`() {
    let layout = layout("abc")
    #expect(layout.character(at: Point(x: 31, y: 5), slop: 0) == nil)
    #expect(layout.character(at: Point(x: 29, y: 5), slop: 0) == 2..<3)
    #expect(layout.character(at: Point(x: 29, y: 5), slop: -.infinity) == 2..<3)
    #expect(layout.character(at: Point(x: 60, y: 50), slop: .infinity) == 2..<3)
  }

  @Test func `the left edge of a character belongs to it, and the right edge to the next`() {
    let layout = layout("abc")
    let hits = [0, 10, 20, 30].map { layout.character(at: Point(x: $0, y: 5), slop: 0) }
    #expect(hits == [0..<1, 1..<2, 2..<3, nil])
    #expect(layout.character(at: Point(x: 5, y: 0), slop: 0) == 0..<1)
    #expect(layout.character(at: Point(x: 5, y: 10), slop: 0) == nil)
  }

  @Test func `a point beside a short line hits a link below only within the slop`() {
    let layout = layout("a\nlink", [(2..<6, link)])
    #expect(layout.link(at: Point(x: 35, y: 5)) == nil)
    #expect(layout.link(at: Point(x: 35, y: 9)) != nil)
    #expect(layout.link(at: Point(x: 5, y: 8)) == nil, "on a letter that is no link")
    #expect(layout.link(at: Point(x: 35, y: 23)) != nil, "below the last line")
    #expect(layout.link(at: Point(x: 35, y: 24)) == nil)
  }

  @Test func `a link in mixed text is hit at its visual position`() {
    // Displayed as: ab בא cd; the link is b and the first Hebrew letter.
    let layout = layout("abאבcd", [(1..<4, link)])
    let hits = stride(from: 5.0, to: 60, by: 10).map { layout.link(at: Point(x: $0, y: 5)) != nil }
    #expect(hits == [false, true, false, true, false, false])
  }

  @Test func `inner annotations are listed before outer ones`() {
    let layout = layout(
      "abcdefgh", [(0..<8, .other(type: "outer", value: nil)), (2..<6, link), (3..<4, .code)])
    #expect(layout.annotations(at: 3).map(\.range) == [3..<4, 2..<6, 0..<8])
    #expect(layout.annotations(at: 6).map(\.range) == [0..<8])
    #expect(layout.annotations(at: 8) == [])
    #expect(layout.annotations(at: -1) == [])
    let hit = layout.hit(at: Point(x: 35, y: 5))
    #expect(hit.link?.range == 2..<6)
    #expect(hit.code?.range == 3..<4)
    #expect(hit.position == TextPosition(offset: 4))
  }

  @Test func `links under a spoiler are not hit until it is revealed`() {
    let layout = layout("see this", [(4..<8, link), (4..<8, .spoiler), (0..<8, .code)])
    let point = Point(x: 55, y: 5)
    let hidden = layout.hit(at: point)
    #expect(hidden.hiddenSpoiler == 0)
    #expect(hidden.annotations == [])
    #expect(hidden.link == nil)
    #expect(layout.link(at: point) == nil)
    #expect(layout.annotations(at: 5).map(\.kind) == [.spoiler])
    let revealed = layout.hit(at: point, revealed: RevealedSpoilers([0]))
    #expect(revealed.hiddenSpoiler == nil)
    #expect(revealed.link?.range == 4..<8)
    #expect(revealed.annotations.count == 3)
    #expect(layout.hit(at: Point(x: 5, y: 5)).code != nil)
  }

  @Test func `spoilers are revealed independently of each other`() {
    let layout = layout("ab cd", [(0..<2, .spoiler), (3..<5, .spoiler)])
    let first = RevealedSpoilers([0])
    #expect(layout.hit(at: Point(x: 5, y: 5), revealed: first).hiddenSpoiler == nil)
    #expect(layout.hit(at: Point(x: 35, y: 5), revealed: first).hiddenSpoiler == 1)
    #expect(layout.hit(at: Point(x: 35, y: 5)).hiddenSpoiler == 1)
    #expect(layout.hiddenSpoiler(at: 2, revealed: .none) == nil)
  }

  @Test(arguments: 0..<200)
  func `the annotation index finds the same as a linear search`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let length = 60
    let annotations = (0..<Int.random(in: 1...30, using: &random)).map { number in
      let start = Int.random(in: 0..<length, using: &random)
      let end = Int.random(in: start + 1...length, using: &random)
      return (start..<end, AttributedText.Annotation.Kind.other(type: "\(number)", value: nil))
    }
    let layout = layout(String(repeating: "a", count: length), annotations)
    for offset in 0...length {
      let found = Set(layout.annotations(at: offset).map(\.kind))
      #expect(found == Set(annotations.filter { $0.0.contains(offset) }.map(\.1)))
    }
  }

  @Test func `extreme points and slops do not crash`() {
    let layout = layout("abc\ndef", [(0..<7, link)])
    for value in [Double.nan, .infinity, -.infinity, 1e308, -1e308] {
      _ = layout.hit(at: Point(x: value, y: value))
      _ = layout.hit(at: Point(x: 5, y: value), slop: value)
      _ = layout.hit(at: Point(x: value, y: 5), slop: value)
    }
    #expect(self.layout("").hit(at: .zero).position == TextPosition(offset: 0))
    #expect(self.layout("").hit(at: .zero).character == nil)
  }

  @Test(arguments: 0..<200)
  func `a link query agrees with the hit test`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = AttributedText.random(using: &random)
    let boundaries = text.string.characterBoundaries.sorted()
    for _ in 0..<4 {
      let ends = (0..<2).map { _ in boundaries.randomElement(using: &random) ?? 0 }.sorted()
      text.annotate(ends[0]..<ends[1], as: Bool.random(using: &random) ? link : .spoiler)
    }
    let layout = engine.layout(text, options: .random(using: &random))
    for _ in 0..<12 {
      let point = Point(
        x: .random(in: -5...layout.size.width + 5, using: &random),
        y: .random(in: -5...layout.size.height + 5, using: &random))
      #expect(layout.link(at: point) == layout.hit(at: point).link, "\(point)")
    }
  }

  @Test func `a point exactly at the slop hits a character, and one beyond does not`() {
    let layout = layout("abc\nd")
    let points = [
      (Point(x: -3.5, y: 5), 0..<1), (Point(x: 33.5, y: 5), 2..<3), (Point(x: 5, y: -3.5), 0..<1),
      (Point(x: 5, y: 23.5), 4..<5),
    ]
    for (point, character) in points {
      #expect(layout.character(at: point) == character)
      #expect(layout.character(at: point, slop: 3.25) == nil)
    }
    // Three points beside a corner, and four above or below it.
    for point in [Point(x: -3, y: -4), Point(x: 33, y: -4)] {
      #expect(layout.character(at: point, slop: 5) != nil)
      #expect(layout.character(at: point, slop: 4.75) == nil)
    }
    #expect(layout.character(at: Point(x: 13, y: 24), slop: 5) == 4..<5)
    #expect(layout.character(at: Point(x: 13, y: 24), slop: 4.75) == nil)
  }

  @Test func `a link is hit from its left edge up to its right edge`() {
    let layout = layout("abc\ndef", [(1..<2, link), (4..<5, link), (6..<7, link)])
    for (x, isHit) in [(9.99, false), (10.0, true), (19.99, true), (20, false)] {
      #expect((layout.link(at: Point(x: x, y: 5), slop: 0) != nil) == isHit)
    }
    let below = [(0.0, true), (9.99, true), (10, false), (20, true), (29.99, true), (30, false)]
    for (x, isHit) in below {
      #expect((layout.link(at: Point(x: x, y: 10), slop: 0) != nil) == isHit)
    }
    #expect(layout.link(at: Point(x: 15, y: 0), slop: 0) != nil)
    #expect(layout.link(at: Point(x: 15, y: 9.99), slop: 0) != nil)
    #expect(layout.link(at: Point(x: 5, y: 20), slop: 0) == nil)
    #expect(layout.link(at: Point(x: -0.01, y: 15), slop: 0) == nil)
  }

  @Test func `a link on a part of a ligature or a character is hit there`() {
    func places(_ string: String, _ family: String, _ range: Range<Int>) -> [Double] {
      var text = AttributedText(string, style: TestFonts.style(family))
      text.annotate(range, as: link)
      let layout = engine.layout(text)
      return stride(from: 0.5, to: layout.size.width, by: 1).filter {
        layout.link(at: Point(x: $0, y: 5), slop: 0) != nil
      }
    }
    // A ligature of 7.8 points behind a letter of 5, a third of it for each letter.
    #expect(places("affi", "Galley Ligature", 2..<3) == [8.5, 9.5])
    #expect(places("affi", "Galley Ligature", 0..<1) == [0.5, 1.5, 2.5, 3.5, 4.5])
    // A mark belongs to its letter.
    #expect(places("xe\u{301}x", "Galley Mark", 1..<2) == [5.5, 6.5, 7.5, 8.5, 9.5])
    #expect(places("xe\u{301}x", "Galley Mark", 2..<4) == [])
  }

  @Test func `the nearer of two lines within the slop is hit`() {
    let options = LayoutOptions { $0.lineSpacing = .points(4) }
    let layout = engine.layout(AttributedText("a\nb", style: TestFonts.style()), options: options)
    #expect(layout.character(at: Point(x: 5, y: 11.5)) == 0..<1)
    #expect(layout.character(at: Point(x: 5, y: 12.5)) == 2..<3)
    // In the middle between two lines, a caret is on the upper one.
    #expect(layout.position(at: Point(x: 1, y: 12)).offset == 0)
    #expect(layout.position(at: Point(x: 1, y: 12.25)).offset == 2)
  }
}
