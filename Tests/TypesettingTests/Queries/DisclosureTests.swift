import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// All outputs of a text and its layout, with the word "secret" in a spoiler's letters, in a link,
/// in an attachment's text and in an attachment's name.
@Suite struct DisclosureTests {
  private let engine = TestFonts.engine()
  private let text: AttributedText
  private let layout: TextLayout

  init() throws {
    // "see secret x, or secret.example/secret"; the x is an attachment.
    var text = AttributedText(
      "see secret x, or secret.example/y",
      replacing: [
        (11..<12, TextAttachment(id: "secret", size: Size(width: 10, height: 10), text: "secret"))
      ], style: TestFonts.style())
    text.annotate(4..<10, as: .link(type: "text_link", url: "https://secret.example"))
    text.annotate(5..<8, as: .other(type: "secret", value: "secret"))
    text.annotate(19..<35, as: .link(type: "url", url: "https://secret.example/y"))
    text.annotate(4..<14, as: .spoiler)
    text.annotate(19..<25, as: .spoiler)
    self.text = text
    layout = engine.layout(text, options: LayoutOptions(width: 200))
  }

  @Test func `plain text has one placeholder for each hidden spoiler`() {
    let all = text.plainText(of: 0..<text.length)
    #expect(all.string == "see ▒▒▒, or ▒▒▒.example/y")
    #expect(all.placeholderRanges == [4..<13, 18..<27])
    #expect(all.hidesText)
    #expect(DisclosedText(text) == all)
    #expect("\(all)" == all.string)
    #expect(all.string(replacingPlaceholdersWith: "?") == "see ?, or ?.example/y")
    let revealed = text.plainText(of: 0..<text.length, revealed: RevealedSpoilers([0]))
    #expect(revealed.string == "see secret secret, or ▒▒▒.example/y")
    #expect(!DisclosedText(text, revealed: .all).hidesText)
  }

  @Test func `a placeholder does not reveal the length of hidden text`() {
    for length in [1, 5, 500] {
      var text = AttributedText(String(repeating: "x", count: length))
      text.annotate(0..<length, as: .spoiler)
      #expect(DisclosedText(text).string == DisclosedText.placeholder)
    }
  }

  @Test func `joined parts of a hidden range share one placeholder`() {
    let parts = [text.plainText(of: 0..<6), text.plainText(of: 6..<15)]
    #expect(parts.joined().string == "see ▒▒▒,")
    #expect(parts.joined().placeholderRanges == [4..<13])
    #expect(parts.joined(separator: "|").string == "see ▒▒▒|▒▒▒,")
    #expect(parts.joined(separator: "|").placeholderRanges == [4..<13, 14..<23])
  }

  @Test func `a layout's visible text contains no hidden text`() {
    let seen = layout.visibleText(of: 0..<text.length)
    #expect(!seen.string.contains("secret"))
    #expect(layout.visibleText(of: 0..<text.length, revealed: .all).string.contains("secret"))
  }

  @Test func `annotations of hidden text are omitted, except for spoilers`() {
    #expect(text.annotations().map(\.kind) == [.spoiler, .spoiler])
    #expect(text.annotations(revealed: RevealedSpoilers([0])).count == 4)
    #expect(text.annotations(revealed: .all).count == 5)
  }

  @Test func `a link derived from its text is hidden if any part is hidden`() throws {
    let point = try #require(layout.rects(of: 26..<30).first)
    let middle = Point(x: point.minX + 5, y: point.minY + 5)
    #expect(layout.hit(at: middle).link == nil)
    #expect(layout.link(at: middle) == nil)
    #expect(layout.annotations(at: 27).isEmpty)
    #expect(layout.hit(at: middle, revealed: RevealedSpoilers([1])).link?.range == 19..<35)
    #expect(layout.link(at: middle, revealed: RevealedSpoilers([1]))?.range == 19..<35)
  }

  @Test func `a link with an explicit address is hit only on its visible text`() throws {
    var text = AttributedText("abcdef", style: TestFonts.style())
    text.annotate(0..<6, as: .link(type: "text_link", url: "https://a.example"))
    text.annotate(2..<4, as: .spoiler)
    let layout = engine.layout(text, options: LayoutOptions())
    #expect(layout.link(at: Point(x: 5, y: 5)) != nil)
    #expect(layout.link(at: Point(x: 25, y: 5)) == nil)
    #expect(layout.hit(at: Point(x: 25, y: 5)).hiddenSpoiler == 0)
    #expect(text.annotations().count == 2)
  }

  @Test func `attachments in hidden text are not listed, placed or hit`() throws {
    #expect(text.attachments().isEmpty)
    #expect(text.attachments(revealed: .all).map(\.attachment.id) == ["secret"])
    #expect(layout.placedAttachments().isEmpty)
    let frame = try #require(layout.placedAttachments(revealed: .all).first?.frame)
    #expect(text.attachment(at: 11) == nil)
    #expect(text.attachment(at: 11, revealed: .all)?.id == "secret")
    #expect(layout.hit(at: Point(x: frame.minX + 2, y: frame.minY + 2)).attachment == nil)
  }

  @Test func `a search does not match text in hidden spoilers`() {
    #expect(text.matches(of: "secret").isEmpty)
    #expect(text.words(like: "secret").isEmpty)
    #expect(text.matches(of: "see").count == 1)
    #expect(text.matches(of: "secret", revealed: .all).count == 3)
  }

  @Test func `accessibility elements and lines contain no hidden text`() {
    for element in layout.accessibilityElements() {
      #expect(!"\(element)".contains("secret"), "\(element.range)")
    }
    for line in layout.accessibilityLines() { #expect(!"\(line)".contains("secret")) }
    #expect(layout.accessibilityLines().contains { $0.label.hidesText })
  }

  @Test func `descriptions and dumps contain no hidden text`() {
    var dumped = ""
    dump(layout, to: &dumped)
    dump(text, to: &dumped)
    dump(layout.hit(at: Point(x: 45, y: 5)), to: &dumped)
    let words = "\(text) \(layout) \(String(reflecting: text)) \(String(reflecting: layout))"
    #expect(!words.contains("secret"))
    #expect(words.contains("or ▒▒▒.example"))
    #expect(!dumped.contains("secret"))
    #expect(dumped.contains("or ▒▒▒.example"))
  }

  @Test func `a link is omitted if a hidden spoiler covers exactly its text or more`() {
    for (spoiler, isHidden) in [
      (1..<5, true), (0..<5, true), (1..<6, true), (2..<5, false), (1..<4, false),
    ] {
      var text = AttributedText("abcdef", style: TestFonts.style())
      text.annotate(1..<5, as: .link(type: "text_link", url: "https://a.example"))
      text.annotate(spoiler, as: .spoiler)
      #expect(text.annotations().count == (isHidden ? 1 : 2), "\(spoiler)")
    }
  }
}
