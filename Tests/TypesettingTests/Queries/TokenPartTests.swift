import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Links and actions in truncation tokens, in a font whose glyphs are 10 points wide.
@Suite struct TokenPartTests {
  private let engine = TestFonts.engine()
  private let link = AttributedText.Annotation.Kind.link(
    type: "text_link", url: "https://token.example")
  private let action = AttributedText.Annotation.Kind.other(type: "read more", value: "7")

  /// Two lines of eight letters: a link of the text, and text that ends with the token.
  private func layout(
    _ kinds: [AttributedText.Annotation.Kind], lines: Int = 2
  ) -> TextLayout {
    var text = AttributedText("own link bb cc dd ee ff", style: TestFonts.style())
    text.annotate(0..<8, as: .link(type: "url", url: "https://own.example"))
    var token = AttributedText("… all", style: TestFonts.style())
    for kind in kinds { token.annotate(4..<7, as: kind) }
    var options = LayoutOptions(width: 90)
    options.maximumLines = lines
    options.truncationToken = LayoutOptions.TruncationToken(token)
    return engine.layout(text, options: options)
  }

  private func middle(of rect: Rect) -> Point {
    Point(x: rect.minX + rect.size.width / 2, y: rect.minY + rect.size.height / 2)
  }

  @Test func `a link in a token is not a link of the text`() throws {
    let layout = layout([link])
    let part = try #require(layout.tokenTargets.first)
    #expect(part.line == 1 && part.token == .truncation)
    let rects = layout.rects(of: part)
    #expect(rects.map(\.size.width) == [30])
    #expect(rects[0].minY == layout.line(at: 1).y)
    let hit = layout.hit(at: middle(of: rects[0]))
    #expect(hit.token == .truncation)
    #expect(hit.annotations.isEmpty && hit.link == nil && hit.character == nil)
    #expect(layout.link(at: middle(of: rects[0])) == nil)
    #expect(hit.tokenTarget == part)
    #expect(part.text.string == "… all")
    #expect(part.text.plainText(of: part.annotation.range).string == "all")
    // The range of the token covers other letters of the text.
    #expect(layout.rects(of: part.annotation.range) != rects)
  }

  @Test func `an action in a token is a target, but code and spoilers are not`() {
    for kind in [action, .code, .spoiler] {
      let layout = layout([kind])
      let rect = layout.placedTokens[0].frame
      let hit = layout.hit(at: Point(x: rect.maxX - 5, y: rect.minY + 5))
      #expect(hit.tokenParts.map(\.annotation.kind) == [kind])
      #expect(hit.tokenTarget?.annotation.kind == (kind == action ? action : nil))
      #expect(layout.hit(at: Point(x: rect.minX + 2, y: rect.minY + 5)).tokenParts.isEmpty)
    }
  }

  @Test func `a part covers nothing in a layout without its token`() throws {
    let part = try #require(layout([link]).tokenTargets.first)
    #expect(layout([action]).rects(of: part).isEmpty)
    #expect(layout([link], lines: 1).rects(of: part).isEmpty)
    #expect(layout([link], lines: 100).rects(of: part).isEmpty)
  }

  @Test func `a right-to-left token's parts are at its visual position`() throws {
    var text = AttributedText("אב גד הו זח טי כל", style: TestFonts.style())
    text.annotate(0..<4, as: link)
    var token = AttributedText("… עוד", style: TestFonts.style())
    token.annotate(4..<10, as: action)
    var options = LayoutOptions(width: 90)
    options.maximumLines = 1
    options.truncationToken = LayoutOptions.TruncationToken(token)
    let layout = engine.layout(text, options: options)
    let part = try #require(layout.tokenTargets.first)
    let rect = try #require(layout.rects(of: part).first)
    #expect(rect.minX == layout.placedTokens[0].frame.minX)
    #expect(rect.size.width == 30)
    #expect(layout.hit(at: middle(of: rect)).tokenTarget == part)
  }

  @Test func `a token's link and action are accessibility elements where the text ends`() {
    let elements = layout([link]).accessibilityElements()
    #expect(elements.map(\.label.string) == ["own link", " bb c", "all"])
    #expect(elements.map(\.role).last == layout([link]).tokenTargets.first.map { .token($0) })
    #expect(elements.last?.range == 13..<13)
    #expect(
      elements.last?.frames
        == layout([link]).placedTokens.map {
          Rect(x: $0.frame.maxX - 30, y: $0.frame.minY, width: 30, height: $0.frame.size.height)
        })
    #expect(layout([.code]).accessibilityElements().count == 2)
  }
}
