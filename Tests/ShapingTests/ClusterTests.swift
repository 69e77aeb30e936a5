import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// Clusters, which are monotone by HarfBuzz's guarantee.
@Suite struct ClusterTests {
  let workshop: Workshop

  init() throws { workshop = Workshop(try NotoFonts.collection()) }

  @Test func `clusters stay monotone in broken syllables with vowel signs`() {
    for text in [broken, "\u{200D}\u{94D}क", "\u{200D}\u{94D}त\u{93F}", broken + broken] {
      #expect(workshop.shape(text).faults == [])
      #expect(workshop.shape(text, direction: .rightToLeft).faults == [])
    }
  }

  @Test func `a cluster that descends joins the next one, and is unsafe to break before`() {
    var glyphs = [0, 0, 3, 2, 5, 4, 4].map { Glyph(id: 1, cluster: $0, advance: 5) }
    RunShaper().mergeClusters(of: &glyphs, from: 1, start: 0)
    #expect(glyphs.map(\.cluster) == [0, 0, 2, 2, 4, 4, 4])
    #expect(glyphs.map(\.isUnsafeToBreak) == [false, false, true, false, true, false, false])
  }

  @Test(arguments: 0..<250)
  func `clusters never decrease and start at the run's first byte`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabets: [[String]] = [
      ["क", "त", "र", "\u{94D}", "\u{93F}", "\u{93C}", "\u{947}", "\u{200D}", "\u{200C}"],
      ["ক", "র", "\u{9CD}", "\u{9BF}", "\u{9CB}", "\u{200D}"],
      ["ក", "\u{17D2}", "\u{17C1}", "\u{17C4}", "\u{17CC}", "រ", "\u{200C}"],
      ["က", "\u{1031}", "\u{1039}", "\u{103A}", "\u{103B}", "င", "\u{200C}"],
      ["ก", "\u{E33}", "\u{E34}", "\u{E48}", "เ"],
      ["ᄀ", "ᅡ", "ᆨ", "가", "\u{302E}"],
      ["ཀ", "\u{F90}", "\u{F72}", "\u{F39}", "\u{F7E}"],
      ["ب", "ل", "ا", "\u{64E}", "\u{651}", "\u{200D}", "\u{640}"],
      ["ം", "ക", "\u{D4D}", "\u{D46}", "\u{D4A}", "\u{200D}", "ർ"],
      ["e", "\u{301}", "\u{323}", "\u{35C}", "\u{34F}", "fi", "\u{FE0F}"],
    ]
    let alphabet = random.pick(alphabets)
    let text = (0..<Int.random(in: 1...80, using: &random)).map { _ in random.pick(alphabet) }
      .joined()
    let shaped = workshop.shape(text)
    #expect(shaped.faults == [], "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    for run in shaped.runs where run.glyphCount > 0 {
      #expect(shaped.glyphs(of: run).first?.cluster == run.start)
    }
  }

  @Test(arguments: [1, 2, 3, 10_000, 65_535, 65_536, 65_537, 70_000])
  func `any number of marks on one base is shaped without faults`(count: Int) {
    for unit in ["a\u{301}", "א\u{5B0}", "ب\u{651}"] {
      guard let base = unit.unicodeScalars.first, let mark = unit.unicodeScalars.last else {
        continue
      }
      let text = String(base) + String(repeating: String(mark), count: count)
      #expect(workshop.shape(text).faults == [])
    }
  }
}

/// Texts that once trapped in a random test.
let broken =
  "\u{200d}\u{094d}\u{0924}\u{0930}\u{0930}\u{0930}\u{0930}\u{0924}\u{0915}\u{0930}\u{0947}\u{200d}"
  + "\u{0930}\u{200c}\u{200c}\u{200c}\u{0930}\u{094d}\u{0924}\u{094d}\u{0924}\u{200c}\u{093c}\u{200d}"
  + "\u{093f}\u{094d}\u{0915}\u{0930}\u{0930}\u{093f}\u{0930}\u{0915}\u{0915}\u{093f}\u{0930}\u{0930}"
  + "\u{0930}\u{0930}\u{0924}\u{094d}\u{093f}\u{0915}\u{0924}\u{0924}\u{0915}\u{0947}\u{200c}\u{094d}"
  + "\u{0915}\u{0924}\u{200c}\u{093c}\u{0915}\u{0915}\u{093f}\u{0924}\u{0930}\u{0924}\u{0924}\u{0915}"
