import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyTypesetting

/// Items with one line of text each, whose characters are ten points wide.
@MainActor final class SelectableTexts: ListSelection.Source {
  var texts: [Int: String] = [:]
  var shown: [Int: Range<Int>] = [:]
  /// The number of calls that show a range.
  var showings = 0

  var spoilers: [Int: Range<Int>] = [:]
  var revealed: [Int: RevealedSpoilers] = [:]

  func selectableText(of item: ListItem) -> AttributedText? {
    texts[item.key].map { string in
      var text = AttributedText(string)
      if let spoiler = spoilers[item.key] { text.annotate(spoiler, as: .spoiler) }
      return text
    }
  }

  func revealedSpoilers(of item: ListItem) -> RevealedSpoilers { revealed[item.key] ?? .none }

  func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int? {
    texts[item.key].map { min($0.utf8.count, max(0, Int((point.x / 10).rounded()))) }
  }

  func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool {
    texts[item.key].map { point.x < 10 * Double($0.utf8.count) } ?? false
  }

  func range(of unit: ListSelection.Unit, around offset: Int, of item: ListItem) -> Range<Int> {
    let text = Array((texts[item.key] ?? "").utf8)
    if unit == .paragraph { return 0..<text.count }
    let space = UInt8(ascii: " ")
    let start = text[..<min(offset, text.count)].lastIndex(of: space).map { $0 + 1 } ?? 0
    let end = text[min(offset, text.count)...].firstIndex(of: space) ?? text.count
    return start..<end
  }

  func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem) {
    shown[item.key] = range
    showings += 1
  }
}
