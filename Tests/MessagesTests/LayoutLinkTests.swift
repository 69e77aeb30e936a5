import GalleyGeometry
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct LayoutLinkTests {
  private let engine = TestFonts.engine()

  private func layout(_ text: AttributedText, width: Double = .infinity) -> TextLayout {
    engine.layout(text, options: LayoutOptions(width: width))
  }

  private func text(_ string: String, links: [(Range<Int>, String?)]) -> AttributedText {
    var text = AttributedText(string, style: TestFonts.style())
    for (range, url) in links { text.annotate(range, as: .link(type: "text_link", url: url)) }
    return text
  }

  @Test func `a link has its address, words, range and rectangles`() throws {
    let text = text("see this page now", links: [(4..<13, "example.org/a")])
    let links = layout(text).links()
    let link = try #require(links.first)
    #expect(links.count == 1)
    #expect(link.type == "text_link")
    #expect(link.url == "https://example.org/a")
    #expect(link.label.string == "this page")
    #expect(link.range == 4..<13)
    #expect(link.rects == [Rect(x: 40, y: 0, width: 90, height: 10)])
    let narrow = layout(text, width: 100).links()
    #expect(narrow[0].rects.count == 2)
  }

  @Test func `links are in order, an outer one before those within it`() {
    let text = text(
      "aaaa bbbb", links: [(5..<9, "b.example"), (0..<4, "a.example"), (0..<9, "c.example")])
    let links = layout(text).links()
    #expect(links.map(\.range) == [0..<9, 0..<4, 5..<9])
  }

  @Test func `hidden words are neither named nor covered`() {
    var text = text("aaaa bbbb cccc", links: [(0..<9, "a.example"), (10..<14, "c.example")])
    text.annotate(5..<14, as: .spoiler)
    let hidden = layout(text).links()
    #expect(hidden.map(\.label.string) == ["aaaa ▒▒▒"])
    #expect(hidden[0].rects == [Rect(x: 0, y: 0, width: 50, height: 10)])
    let revealed = layout(text).links(revealed: .all)
    #expect(revealed.map(\.label.string) == ["aaaa bbbb", "cccc"])
    #expect(revealed[0].rects == [Rect(x: 0, y: 0, width: 90, height: 10)])
    // An address that is its own text is hidden as a whole.
    var address = AttributedText("see secret.example now", style: TestFonts.style())
    address.annotate(4..<18, as: .link(type: "url", url: "secret.example"))
    address.annotate(4..<10, as: .spoiler)
    #expect(layout(address).links().isEmpty)
    #expect(layout(address).links(revealed: .all).map(\.url) == ["https://secret.example"])
  }

  @Test func `a link that shows another host asks first`() throws {
    let text = text("go to bank.example now", links: [(6..<18, "https://evil.example")])
    let link = try #require(layout(text).links().first)
    #expect(link.destination?.warnings == .concealed)
  }

  @Test func `a link without an address has no destination`() throws {
    let text = text("run it", links: [(0..<3, nil)])
    let link = try #require(layout(text).links().first)
    #expect(link.destination == nil)
    #expect(link.url == nil)
  }
}
