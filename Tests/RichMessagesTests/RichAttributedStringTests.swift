import Foundation
import GalleyRichMessages
import GalleyText
import GalleyTypesetting
import Testing

@Suite struct RichAttributedStringTests {
  private static let documents = [
    "# Title *it*\n\nText **b** `c` ==m== x<sub>2</sub> [l](https://a.example) $x^2$ ![🙂](tg://emoji?id=5)",
    "- a\n- [x] b\n  1. c\n\n     d\n- e", "> q\n>\n> - r", "|a|b|\n|:-|-|\n|**c**||",
    "```swift\nlet a = 1\n\n```\n\n---\n\n$$y$$",
    "<details open><summary>S</summary>\n\n- x\n\n</details>\n\n<blockquote expandable>q<cite>c</cite></blockquote>",
    "<blockquote><p>q</p><cite>c</cite></blockquote><aside>p</aside><footer>f</footer>",
    "[1](#n) <tg-reference name=\"n\">note</tg-reference> @ada ||s||",
  ]

  @Test(arguments: documents)
  func `rich messages survive a round trip through AttributedString`(markdown: String) throws {
    let message = try RichMessage(markdown: markdown)
    let string = AttributedString(message, revealed: .all)
    #expect(RichMessage(string) == message)
  }

  @Test func `attributed strings contain only revealed spoilers`() throws {
    let message = try RichMessage(markdown: "a ||secret|| b ||two||")
    let string = AttributedString(message, revealed: RevealedSpoilers([1]))
    let text = String(string.characters)
    #expect(text == "a ▒▒▒ b two")
  }

  @Test func `links have Foundation's attribute`() throws {
    let string = AttributedString(
      try RichMessage(markdown: "a [b](https://b.example/)"), revealed: .all)
    #expect(string.runs.compactMap(\.link).map(\.absoluteString) == ["https://b.example/"])
    var plain = AttributedString("a ")
    var link = AttributedString("b")
    link.link = URL(string: "https://b.example/")
    plain += link
    #expect(
      RichMessage(plain).blocks(revealed: .all)
        == [.paragraph(["a ", .link(.url("https://b.example/"), "b")])])
  }
}
