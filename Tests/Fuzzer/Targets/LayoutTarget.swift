import GalleyBasics
import GalleyFonts
import GalleyFuzzCore
import GalleyTypesetting

/// Plain and styled text of the classes that text engines fail at.
struct LayoutTarget: FuzzTarget {
  let engine: TextEngine
  /// Whether layouts are queried rather than compared.
  let asksQueries: Bool

  var pieces: [String] { ["\u{F}"] }
  var brackets: [(String, String)] { [("\u{1}", "\u{2}")] }
  var seeds: [[UInt8]] { TextClasses.seeds }

  /// Replaces, inserts, copies or removes characters.
  func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) -> Bool {
    for _ in 0..<random.number(in: 1...random.pick([1, 4, 12])) {
      let place = random.number(in: 0...bytes.count)
      let byte = UInt8(truncatingIfNeeded: random.next())
      switch random.number(in: 0...4) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes[place] = bytes[place] & 0xF0 | byte & 0x0F
      case 2 where place < bytes.count: bytes.remove(at: place)
      case 3:
        let part = random.range(in: bytes.count)
        bytes.insert(contentsOf: Array(bytes[part]), at: place)
      default: bytes.insert(byte, at: place)
      }
    }
    return true
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    // Few texts are long enough for floods, because short ones take less time.
    let string = TextClasses.text(bytes, limit: random.chance(10) ? 1_024 : 192)
    let style = style(using: &random)
    let text = text(string, style, using: &random)
    var trial = TextTrial(engine: engine, random: random)
    if asksQueries {
      try trial.ask(text)
    } else {
      try trial.run(text)
      try trial.runBeginning(string, style: style)
    }
  }

  private func style(using random: inout SplitMix64) -> TextStyle {
    TextStyle(
      font: FontDescription(size: random.pick([13, 16, 16, 16, 9, 0, 300, -4, .infinity])))
  }

  private func text(
    _ string: String, _ style: TextStyle, using random: inout SplitMix64
  ) -> AttributedText {
    var text = AttributedText(
      string, style: style, direction: random.pick([.auto, .auto, .leftToRight, .rightToLeft]))
    for _ in 0..<random.number(in: 0...3) {
      let ends = [0, 1].map { _ in random.number(in: 0...text.length) }.sorted()
      text.setStyle(self.style(using: &random), in: ends[0]..<ends[1])
    }
    if random.chance(30) {
      let ends = [0, 1].map { _ in random.number(in: 0...text.length) }.sorted()
      text.annotate(ends[0]..<ends[1], as: .spoiler)
    }
    return text
  }
}
