import GalleyRichMessages
import TestSupport

/// A generator of blocks with texts of letters in all containers.
struct RichBlockSamples {
  private var random: SplitMix64
  /// Whether all sections are open.
  var allOpen = false

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func blocks(_ count: Int = 5, depth: Int = 0) -> [RichBlock] {
    (0..<count).map { _ in block(depth: depth) }
  }

  private mutating func text() -> RichText {
    let word = String("abcdefgh".prefix(Int.random(in: 1...8, using: &random)))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return [.plain(word), .styled(.bold, ["x", .styled(.italic, "yz")])]
    case 1: return ["p ", .styled(.spoiler, .plain(word)), " q"]
    case 2: return [.plain(word), .link(.url("https://a.example/"), "link")]
    case 3: return ["m ", .customEmoji(id: "1", alternative: "e"), .plain(word)]
    default: return .plain(word)
    }
  }

  private mutating func block(depth: Int) -> RichBlock {
    let isDeep = depth > 2
    switch Int.random(in: 0..<(isDeep ? 5 : 12), using: &random) {
    case 0: return .heading(text(), level: 2)
    case 1: return .divider
    case 2: return .footer(text())
    case 3: return .pullQuotation(.init(text(), credit: text()))
    case 5:
      return .ordered((0..<3).map { _ in blocks(1, depth: depth + 1) })
    case 6: return .quotation(.init(blocks(2, depth: depth + 1), credit: text()))
    case 7:
      return .details(
        .init(
          text(), blocks: blocks(2, depth: depth + 1),
          isOpen: Bool.random(using: &random) || allOpen))
    case 8:
      let rows = (0..<2).map { _ in (0..<3).map { _ in RichBlock.Table.Cell(text()) } }
      return .table(RichBlock.Table(rows, caption: Bool.random(using: &random) ? text() : nil))
    case 9: return .code(text(), language: nil)
    default: return .paragraph(text())
    }
  }
}
