@testable import GalleyChat
import GalleyFonts
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

/// The layout of link previews: letters are as wide and as high as their font is large.
struct LinkPreviewTests {
  private func preview(
    title: String? = "Title", summary: String? = nil, image: PixelSize? = nil, isLarge: Bool = false
  ) -> LinkPreview {
    var preview = LinkPreview(url: "https://example.org/a")
    preview.siteName = "Example"
    preview.title = title
    preview.summary = summary
    preview.image = image.map { ChatImage(path: "none.png", size: $0) }
    preview.hasLargeImage = isLarge
    return preview
  }

  /// Lays out an incoming message 320 points wide, whose bubble has 240 points for its contents.
  private func row(
    _ preview: LinkPreview?, text: String = "Look", _ change: (inout ChatMessage) -> Void = { _ in }
  ) throws -> (row: ChatRow, layout: MessageLayout) {
    var message = ChatMessage(Message(text), from: "Ada")
    message.linkPreview = preview
    change(&message)
    let rows = ChatRows(
      ChatHistory(Chat([message], timeZone: "UTC")), style: ChatStyle(.light, width: 320),
      engine: TestFonts.engine())
    let row = rows.row(at: 0)
    guard case .message(let layout) = row.content else { throw NoMessage() }
    return (row, layout)
  }

  private struct NoMessage: Error {}

  private func frames(_ layout: MessageLayout) -> [Rect] {
    layout.labels.map { label in
      let size = label.layout.size
      // The height of a line is a product, which is off by a rounding error.
      return Rect(
        origin: label.origin, size: Size(width: size.width, height: size.height.rounded()))
    }
  }

  @Test func `the words are in a box below the text, beside a bar`() throws {
    let (row, layout) = try row(preview())
    #expect(layout.body?.origin == Point(x: 12, y: 7))
    #expect(layout.bubble?.frame == Rect(x: 0, y: 0, width: 140, height: 74))
    let box = try #require(layout.boxes.first)
    #expect(box.frame == Rect(x: 12, y: 28, width: 116, height: 39))
    #expect(box.bar == layout.palette[.quoteBar])
    #expect(
      frames(layout) == [
        Rect(x: 22, y: 33, width: 98, height: 14), Rect(x: 22, y: 48, width: 70, height: 14),
      ])
    let site = layout.labels[0].layout.text
    #expect(site.baseStyle.paint.color == .role(.quoteTitle) && site.baseStyle.font.weight == 600)
    #expect(layout.labels[1].layout.text.baseStyle.font.weight == 600)
    let part = row.parts.first { $0.kind == .linkPreview }
    #expect(part?.frame == box.frame.offset(x: layout.x, y: row.top))
  }

  @Test func `the words flow around a small picture at the right`() throws {
    let summary = "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk"
    let (_, layout) = try row(
      preview(summary: summary, image: PixelSize(width: 400, height: 200)))
    #expect(layout.preview?.picture?.frame == Rect(x: 190, y: 35, width: 54, height: 54))
    let words = try #require(layout.labels.last?.layout)
    #expect(words.text.baseStyle.font.weight == 400)
    // 160 points beside the picture, and 222 below it; the rest is cut off.
    #expect(
      words.lineTexts.prefix(3) == ["aaaa bbbb ", "cccc dddd ", "eeee ffff "])
    #expect(words.lineCount == 4 && words.isTruncated)
    #expect(words.line(at: 3).width > 160)
    #expect(layout.boxes.first?.frame == Rect(x: 12, y: 28, width: 240, height: 96))
    #expect(layout.bubble?.frame == Rect(x: 0, y: 0, width: 264, height: 131))
  }

  @Test func `a large picture fills the width below the words, cropped if it is tall`() throws {
    let (_, wide) = try row(preview(image: PixelSize(width: 400, height: 200), isLarge: true))
    #expect(wide.preview?.picture?.frame == Rect(x: 22, y: 70, width: 222, height: 111))
    #expect(wide.boxes.first?.frame == Rect(x: 12, y: 28, width: 240, height: 158))
    let (_, tall) = try row(preview(image: PixelSize(width: 100, height: 800), isLarge: true))
    #expect(tall.preview?.picture?.frame == Rect(x: 22, y: 70, width: 98, height: 260))
    // A picture of unknown size reserves the space of a photo.
    let (_, unknown) = try row(preview(isLarge: true)) {
      $0.linkPreview?.image = ChatImage(path: "none.png")
    }
    #expect(unknown.preview?.picture?.frame == Rect(x: 22, y: 70, width: 222, height: 167))
  }

  @Test func `the time is below the preview, and after reactions`() throws {
    let (row, layout) = try row(preview()) { $0.date = 0 }
    let status = try #require(row.parts.first { $0.kind == .status })
    #expect(
      status.frame.offset(x: -layout.x, y: -row.top)
        == Rect(x: 70.5, y: 71, width: 57.5, height: 11.5))
    #expect(layout.bubble?.frame == Rect(x: 0, y: 0, width: 140, height: 86.5))
    let (reacted, bubble) = try self.row(preview()) {
      $0.date = 0
      $0.reactions = [Reaction("a", count: 10), Reaction("b", count: 2_000)]
    }
    let parts = reacted.parts
    let box = try #require(parts.first { $0.kind == .linkPreview }).frame
    let chip = try #require(parts.first { $0.kind == .reaction(1) }).frame
    let time = try #require(parts.first { $0.kind == .status }).frame
    #expect(chip.minY == box.maxY + 5)
    #expect(time.maxY <= (bubble.bubble?.frame.maxY ?? 0) + reacted.top)
    #expect(parts.count { $0.kind == .status } == 1)
    // The chips are wider than the words.
    #expect(box.size.width == (bubble.bubble?.frame.size.width ?? 0) - 24 && box.size.width > 116)
  }

  @Test(arguments: [false, true])
  func `the box and its picture have the width of the bubble`(isLarge: Bool) throws {
    let image = PixelSize(width: 60, height: 60)
    let (_, layout) = try row(preview(image: image, isLarge: isLarge)) {
      $0.reactions = (0..<3).map { Reaction("a", count: 100 + $0) }
    }
    let box = try #require(layout.boxes.first).frame
    let picture = try #require(layout.preview?.picture).frame
    #expect(box.size.width == (layout.bubble?.frame.size.width ?? 0) - 24)
    #expect(picture.maxX == box.maxX - 8)
    #expect(picture.minX == (isLarge ? box.minX + 10 : picture.maxX - 54))
  }

  @Test func `right-to-left words are aligned at the right of the box`() throws {
    let (_, layout) = try row(preview(title: "אבג"), text: "aaaaaaaaaaaa")
    // 192 points for the text, without 18 at the sides of the box.
    #expect(layout.boxes.first?.frame.size.width == 192)
    #expect(layout.labels[1].layout.line(at: 0).x == 174 - 42)
    #expect(layout.labels[0].layout.line(at: 0).x == 0)
  }

  @Test func `without a site's name, the host is shown, and an empty title takes no room`() throws {
    var bare = LinkPreview(url: "https://example.org/a")
    bare.title = ""
    let (_, layout) = try row(bare)
    #expect(layout.labels.map(\.layout.text.string) == ["example.org"])
    #expect(layout.boxes.first?.frame.size.height == 24)
  }

  @Test func `a preview without text has a bubble, and the time below`() throws {
    let (row, layout) = try row(preview(), text: "") { $0.date = 0 }
    #expect(layout.body == nil)
    #expect(layout.boxes.count == 1)
    #expect(layout.boxes.first?.frame == Rect(x: 12, y: 7, width: 116, height: 39))
    #expect(row.parts.map(\.kind) == [.day, .bubble, .status, .linkPreview])
    // Below images too.
    let (both, _) = try self.row(preview(), text: "") {
      $0.date = 0
      $0.images = [ChatImage(path: "none.png", size: PixelSize(width: 300, height: 200))]
    }
    let image = try #require(both.parts.first { $0.kind == .image(0) }).frame
    let box = try #require(both.parts.first { $0.kind == .linkPreview }).frame
    #expect(box.minY == image.maxY + 6)
    // An emoji with a preview is no large emoji.
    let (emoji, _) = try self.row(preview(), text: "😀")
    #expect(emoji.parts.map(\.kind).contains(.bubble))
  }

  @Test func `the destination warns of a name that looks like another host`() {
    var preview = preview()
    #expect(preview.destination?.warnings == [])
    preview.siteName = "bank.example"
    #expect(preview.destination?.warnings == .concealed)
    preview.siteName = "www.example.org"
    preview.title = "Swift 6.0 is out"
    #expect(preview.destination?.warnings == [])
    preview.url = "javascript:alert(1)"
    #expect(preview.destination == nil && preview.name == "www.example.org, Swift 6.0 is out")
  }
}
