import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// The comparison of texts, in a font whose glyphs are 10 points wide and high.
@Suite struct MorphPlanTests {
  private let engine = TestFonts.engine()

  private func layout(_ string: String, width: Double = .infinity) -> TextLayout {
    engine.layout(
      AttributedText(string, style: TestFonts.style()), options: LayoutOptions(width: width))
  }

  private func clusters(_ layout: TextLayout) throws -> MorphClusters {
    try #require(MorphClusters(layout))
  }

  /// The texts of the clusters in common, with spaces in place of gaps.
  private func common(_ old: String, _ new: String) throws -> String {
    let (before, after) = (try clusters(layout(old)), try clusters(layout(new)))
    let bytes = Array(old.utf8)
    return ClusterMatching(before, after).pairs.map {
      String(UnicodeScalar(bytes[before.clusters[$0.old].offset]))
    }.joined()
  }

  @Test(arguments: [
    ("ab cd", "ab cd", "abcd"), ("ab cd ef", "ab ef", "abef"), ("ab ef", "ab cd ef", "abef"),
    ("ab cd", "cd ab", "cd"), ("abcd", "abxd", "abd"), ("ab", "abc", "ab"), ("a b", "c d", ""),
    ("", "ab", ""), ("ab ab ab", "ab ab", "abab"), ("x ab y cd z", "ab q cd", "abcd"),
  ])
  func `texts share words in order, and letters at the ends of words`(
    old: String, new: String, shared: String
  ) throws {
    #expect(try common(old, new) == shared)
  }

  @Test func `words are anchors in up to eight nested stretches`() throws {
    // In each stretch, all words but the last anchor occur twice in the old text, and the words at
    // the ends differ.
    func texts(_ anchors: [String]) -> (old: String, new: String) {
      var (old, new) = ("a", "b")
      for (index, anchor) in anchors.enumerated() {
        let earlier = anchors.prefix(index).map { $0 + " " }.joined()
        old += " \(anchor) \(earlier)c"
        new += " \(anchor) d"
      }
      return (old, new)
    }
    let eight = texts(["e", "f", "g", "h", "i", "j", "k", "l"])
    #expect(try common(eight.old, eight.new) == "efghijkl")
    let nine = texts(["e", "f", "g", "h", "i", "j", "k", "l", "m"])
    #expect(try common(nine.old, nine.new) == "fghijklm")
  }

  @Test func `parts that move together are one, and others fade`() throws {
    let plan = try #require(MorphPlan(from: layout("ab cd ef"), to: layout("xy ab cd")))
    #expect(plan.kept.map(\.old) == [Rect(x: 0, y: 0, width: 50, height: 10)])
    #expect(plan.kept.map(\.new) == [Rect(x: 30, y: 0, width: 50, height: 10)])
    #expect(plan.removed == [Rect(x: 60, y: 0, width: 20, height: 10)])
    #expect(plan.inserted == [Rect(x: 0, y: 0, width: 20, height: 10)])
  }

  @Test func `a part whose color changes is repainted`() throws {
    var text = AttributedText("ab cd", style: TestFonts.style())
    text.updateStyle(in: 3..<5) { $0.paint.color = .white }
    let plan = try #require(MorphPlan(from: layout("ab cd"), to: engine.layout(text)))
    #expect(plan.kept.map(\.new.minX) == [0, 30])
    #expect(plan.kept.map(\.isRepainted) == [false, true])
  }

  @Test func `parts whose distance changes by a hundredth of a point move separately`() throws {
    // Letters far smaller than the distance between the tab stops.
    func layout(_ tabWidth: Double) -> TextLayout {
      engine.layout(
        AttributedText("a\tb", style: TestFonts.style(size: 0.005)),
        options: LayoutOptions(tabWidth: tabWidth))
    }
    let parts = try [0.01, 0.0175, 0.02].map {
      try #require(MorphPlan(from: layout(0.01), to: layout($0))).kept.count
    }
    #expect(parts == [1, 1, 2])
  }

  @Test func `texts of up to 4096 clusters of four bytes are compared`() {
    func clusters(_ unit: String, _ count: Int, _ rest: String = "") -> MorphClusters? {
      MorphClusters(layout(String(repeating: unit, count: count) + rest))
    }
    #expect(clusters("a", 4_096)?.clusters.count == 4_096)
    #expect(clusters("a", 4_097) == nil)
    #expect(clusters("😀", 4_096)?.clusters.count == 4_096)
    // One byte more than four for each cluster.
    #expect(clusters("\u{AD}", 8_192) != nil)
    #expect(clusters("\u{AD}", 8_192, " ") == nil)
  }

  @Test func `words on their way from an earlier text are separate parts`() throws {
    let plan = try #require(
      MorphPlan(from: layout("ab cd"), to: layout("x ab cd"), separatesWords: true))
    #expect(
      plan.kept.map(\.old) == [
        Rect(x: 0, y: 0, width: 20, height: 10), Rect(x: 30, y: 0, width: 20, height: 10),
      ])
    #expect(plan.kept.map(\.new.minX) == [20, 50])
    #expect(plan.removed.isEmpty)
    #expect(plan.inserted == [Rect(x: 0, y: 0, width: 10, height: 10)])
  }

  @Test func `a line that breaks elsewhere moves its words separately`() throws {
    let plan = try #require(
      MorphPlan(from: layout("ab cd ef", width: 80), to: layout("ab cd ef", width: 50)))
    #expect(
      plan.kept.map(\.new) == [
        Rect(x: 0, y: 0, width: 50, height: 10), Rect(x: 0, y: 10, width: 20, height: 10),
      ])
    #expect(plan.removed.isEmpty && plan.inserted.isEmpty)
  }

  @Test func `a joined word moves whole or fades`() throws {
    let engine = NotoFonts.engine()
    func layout(_ string: String) -> TextLayout {
      engine.layout(
        AttributedText(
          string,
          style: TextStyle(font: FontDescription(families: ["Noto Naskh Arabic"], size: 16))))
    }
    let (old, new) = (layout("سلام عليكم"), layout("سلامة عليكم"))
    let (before, after) = (try clusters(old), try clusters(new))
    let areJoined = before.clusters.allSatisfy { $0.isSpace || $0.isJoined }
    #expect(areJoined)
    let pairs = ClusterMatching(before, after).pairs
    let kept = Set(pairs.map { before.clusters[$0.old].offset })
    let second = "سلام ".utf8.count
    #expect(kept.allSatisfy { $0 >= second })
    #expect(kept.count == before.clusters.count { $0.offset >= second })
  }

  @Test func `texts with blocks, too much text or nothing in common have no plan`() {
    var quote = AttributedText("ab cd", style: TestFonts.style())
    quote.addBlocks([TextBlock(.quote, in: 0..<2)])
    let long = String(repeating: "a ", count: 4_500)
    let plans = [
      MorphPlan(from: engine.layout(quote), to: layout("ab cd")),
      MorphPlan(from: layout("ab cd"), to: layout("ef gh")),
      MorphPlan(from: layout(long, width: 400), to: layout(long, width: 300)),
    ]
    #expect(plans.allSatisfy { $0 == nil })
  }

  @Test(arguments: 0..<200)
  func `pairs are equal clusters in the order of both texts, and no cluster is in two`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let words = ["ab", "c", "abc", "אב", "漢字", "x", "😀", "a-b"]
    func text() -> [String] {
      (0..<Int.random(in: 1...14, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
    }
    let old = text()
    var new = old
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      if place < new.count, Bool.random(using: &random) {
        new.remove(at: place)
      } else {
        new.insert(words.randomElement(using: &random) ?? "", at: place)
      }
    }
    let width = Double.random(in: 40...200, using: &random)
    let layouts = [old, new].map { layout($0.joined(separator: " "), width: width) }
    let (before, after) = (try clusters(layouts[0]), try clusters(layouts[1]))
    let pairs = ClusterMatching(before, after).pairs
    for pair in pairs {
      #expect(before.clusters[pair.old].shape == after.clusters[pair.new].shape)
      #expect(!before.clusters[pair.old].isSpace)
    }
    #expect(Set(pairs.map(\.old)).count == pairs.count)
    #expect(Set(pairs.map(\.new)).count == pairs.count)
    guard let plan = MorphPlan(from: layouts[0], to: layouts[1]) else {
      #expect(pairs.isEmpty)
      return
    }
    // Every glyph is in exactly one part.
    for (clusters, parts) in [
      (before, plan.kept.map(\.old) + plan.removed), (after, plan.kept.map(\.new) + plan.inserted),
    ] {
      for cluster in clusters.clusters where !cluster.isSpace && cluster.right > cluster.left {
        let middle = Point(
          x: (cluster.left + cluster.right) / 2, y: clusters.lines[cluster.line].minY + 1)
        #expect(parts.count { $0.contains(middle) } == 1)
      }
    }
    for part in plan.kept { #expect(part.old.size.width == part.new.size.width) }
  }

  @Test(arguments: ["a ", "ab ", "a b c d ", "x"])
  func `comparing hostile texts is linear`(piece: String) throws {
    let old = layout(String(repeating: piece, count: 3_000 / piece.utf8.count), width: 500)
    let new = layout(
      "y " + String(repeating: piece + "z ", count: 3_000 / (piece.utf8.count + 2)), width: 400)
    expectTime(below: 1) { _ = MorphPlan(from: old, to: new) }
  }
}
