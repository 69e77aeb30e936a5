import GalleyUnicode
import Testing

@testable import GalleyShaping

/// Compares Galley's line breaking with ICU's.
///
/// Two state machines are equal if they agree on texts that reach every state of the first,
/// followed by every pair of classes, unless the second has additional states. Random texts search
/// for these.
@Suite struct LineBreakTableTests {
  @Test(arguments: ["", "ja", "zh"])
  func `every transition of every state matches ICU`(language: String) throws {
    var lines = try iterator(.line, locale: language)
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    var table = LineBreakTable(LineBreakStyle(language: language))
    var failures: [String] = []
    for word in accessWords(of: &table) {
      for first in representatives {
        // One text contains the 45 words, with a line separator between them that resets the state.
        var text: [UInt8] = []
        for second in representatives {
          text += word + first + second
          text += [0xE2, 0x80, 0xA8]
        }
        analyzer.analyze(text.span, direction: .auto, language: language, into: &analysis)
        if analysis.opportunities != opportunities(of: text, by: &lines) {
          failures.append(hexadecimal(word + first))
        }
      }
    }
    #expect(failures == [])
  }
}

/// A character of each class except SA, for which ICU is used anyway.
private let representatives: [[UInt8]] = {
  var found: [LineBreakClass: UInt32] = [:]
  let scalars = 0..<UInt32(0x1FFFF)
  for (scalar, classes) in zip(scalars, ICU.Properties.classes(of: scalars))
  where !(0xD800..<0xE000).contains(scalar) {
    let class_ = LineBreakClass(scalar, classes)
    if found[class_] == nil { found[class_] = scalar }
  }
  found[.sa] = nil
  return found.values.sorted().map { utf8([$0]) }
}()

/// Returns a shortest text that leads to each state of `table`, which is filled in on the way.
private func accessWords(of table: inout LineBreakTable) -> [[UInt8]] {
  var words: [Int: [UInt8]] = [0: []]
  var queue = [0]
  var next = 0
  var characters = CharacterTable()
  while next < queue.count {
    let row = queue[next]
    next += 1
    for character in representatives {
      let scalar = character.span.scalar(at: 0).value
      characters.load(pageOf: scalar)
      let column = characters.known(scalar).lineBreak
      table.load(row: row, column: column)
      let target = Int(table.entries[row + column] >> 4)
      if words[target] == nil, let word = words[row] {
        words[target] = word + character
        queue.append(target)
      }
    }
  }
  return queue.compactMap { words[$0] }
}
