import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct AccessibilityTests {
  let engine = TestFonts.engine()

  private func layout(_ text: AttributedText, width: Double = .infinity) -> TextLayout {
    engine.layout(text, options: LayoutOptions(width: width))
  }

  private func text(_ string: String) -> AttributedText {
    AttributedText(string, style: TestFonts.style())
  }

  private let link = AttributedText.Annotation.Kind.link(type: "url", url: "https://example.org")

  @Test func `links are separate accessibility elements`() {
    var text = text("see this page now")
    text.annotate(4..<13, as: link)
    let elements = layout(text).accessibilityElements()
    #expect(elements.map(\.label.string) == ["see ", "this page", " now"])
    #expect(elements.map(\.range) == [0..<4, 4..<13, 13..<17])
    #expect(elements[1].role == .link(text.annotations[0]))
    #expect(elements[1].frames == [Rect(x: 40, y: 0, width: 90, height: 10)])
    #expect(elements[0].role == .text)
  }

  @Test func `a hidden spoiler is a separate element with a placeholder label`() {
    var text = text("see this page")
    text.annotate(4..<8, as: link)
    text.annotate(4..<13, as: .spoiler)
    let hidden = layout(text).accessibilityElements()
    #expect(hidden.map(\.role) == [.text, .spoiler(0)])
    #expect(hidden.map(\.label.string) == ["see ", "▒▒▒"])
    #expect(hidden[1].range == 4..<13)
    let revealed = layout(text).accessibilityElements(revealed: .all)
    #expect(revealed.map(\.label.string) == ["see ", "this", " page"])
    #expect(layout(text).accessibilityLines().map(\.label.string) == ["see ▒▒▒"])
    #expect(
      layout(text).accessibilityLines(revealed: .all).map(\.label.string) == ["see this page"])
  }

  @Test func `accessibility lines have labels, frames and ranges`() {
    let lines = layout(text("ab cd"), width: 20).accessibilityLines()
    #expect(lines.map(\.label.string) == ["ab ", "cd"])
    #expect(lines.map(\.frame.minY) == [0, 10])
    #expect(lines.map(\.range) == [0..<3, 3..<5])
  }

  @Test func `styles do not split elements, and white space alone makes none`() {
    var text = text("ab cd")
    text.annotate(0..<2, as: link)
    text.annotate(3..<5, as: link)
    text.annotate(3..<4, as: .code)
    let elements = layout(text).accessibilityElements()
    #expect(elements.map(\.label.string) == ["ab", "cd"])
  }

  @Test func `a block is a separate accessibility element`() {
    var text = text("ab\ncd\nef")
    text.addBlocks([TextBlock(.quote, in: 3..<5)])
    let elements = layout(text).accessibilityElements()
    #expect(elements.map(\.block) == [nil, 0, nil])
    #expect(elements.map(\.range.lowerBound) == [0, 3, 5])
  }

  @Test func `an attachment is read and copied as its text`() {
    let text = AttributedText(
      "hi 😀!", replacing: [(3..<7, .customEmoji(id: "5", fontSize: 17, text: "smile"))],
      style: TestFonts.style())
    #expect(layout(text).accessibilityElements().map(\.label.string) == ["hi smile!"])
    #expect(text.plainText(of: 0..<7).string == "hi smile!")
    #expect(text.plainText(of: 3..<6).string == "smile")
    #expect(text.plainText(of: 6..<7).string == "!")
    #expect(text.plainText(of: 0..<3).string == "hi ")
    #expect(text.attachment(at: 3)?.id == "5")
    #expect(text.attachment(at: 5)?.id == "5")
    #expect(text.attachment(at: 2) == nil && text.attachment(at: 6) == nil)
    let hit = layout(text).hit(at: Point(x: 35, y: 5))
    #expect(hit.attachment?.id == "5")
  }

  @Test func `copied text has placeholders for unrevealed spoilers`() {
    var text = text("ab cd ef")
    text.annotate(3..<5, as: .spoiler)
    #expect(text.plainText(of: 0..<8).string == "ab ▒▒▒ ef")
    #expect(text.plainText(of: 4..<7).string == "▒▒▒ e")
    #expect(text.plainText(of: 0..<8, revealed: .all).string == "ab cd ef")
    #expect(text.plainText(of: 0..<8, revealed: RevealedSpoilers([0])).string == "ab cd ef")
    #expect(text.plainText(of: -5..<99, revealed: .all).string == "ab cd ef")
    #expect(text.plainText(of: 2..<2).string == "")
  }

  @Test func `a multiline link has a frame for each of its lines`() {
    var text = text("ab link to cd  ef gh")
    text.annotate(3..<18, as: link)
    let elements = layout(text, width: 70).accessibilityElements()
    #expect(layout(text, width: 70).lineTexts == ["ab link ", "to cd  ", "ef gh"])
    #expect(elements.map(\.label.string) == ["ab ", "link to cd  ef ", "gh"])
    #expect(
      elements[1].frames == [
        Rect(x: 30, y: 0, width: 40, height: 10), Rect(x: 0, y: 10, width: 50, height: 10),
        Rect(x: 0, y: 20, width: 30, height: 10),
      ])
  }

  @Test func `the innermost link or spoiler determines an element's role`() {
    var text = text("abcdefgh")
    let outer = AttributedText.Annotation.Kind.link(type: "text_link", url: "https://example.com")
    let link = AttributedText.Annotation.Kind.link(type: "text_link", url: "https://example.org")
    text.annotate(0..<8, as: outer)
    text.annotate(2..<4, as: link)
    text.annotate(3..<6, as: .spoiler)
    text.annotate(5..<7, as: .spoiler)
    let elements = layout(text).accessibilityElements()
    #expect(elements.map(\.label.string) == ["ab", "c", "▒▒▒", "▒▒▒", "h"])
    #expect(
      elements.map(\.role) == [
        .link(text.annotations[0]), .link(text.annotations[1]), .spoiler(0), .spoiler(1),
        .link(text.annotations[0]),
      ])
    let revealed = layout(text).accessibilityElements(revealed: RevealedSpoilers([0]))
    #expect(revealed.map(\.label.string) == ["ab", "cd", "e", "▒▒▒", "h"])
  }

  @Test func `hidden lines of collapsed blocks are not read aloud`() {
    var text = text("a\nb\nc\nd\ne\nf\ng\nh\ni\nj")
    text.addBlocks([
      TextBlock(.quote, in: 0..<9, isCollapsible: true),
      TextBlock(.quote, in: 10..<19, isCollapsible: true),
    ])
    let layout = layout(text)
    #expect(
      layout.accessibilityLines().map(\.label.string) == ["a\n", "b\n", "c\n", "f\n", "g\n", "h\n"])
    #expect(layout.accessibilityElements().map(\.label.string) == ["a\nb\nc\n", "f\ng\nh\n"])
    #expect(layout.visibleText(of: 2..<17).string == "b\nc\nf\ng\nh\n")
    #expect(layout.visibleText(of: 6..<8).string == "")
  }
}
