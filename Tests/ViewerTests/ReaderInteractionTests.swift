import GalleyChat
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyWindow
import TestSupport
import Testing

@testable import Galley
@testable import GalleyViewer

/// Replies, menus, copies and pictures in a reader of an archive.
@MainActor
@Suite(.alone) struct ReaderInteractionTests {
  /// A conversation of two hundred messages, of which the last replies to the tenth, and some have
  /// pictures.
  private static func messages() -> [ChatMessage] {
    var messages = (0..<200).map { index in
      var message = ChatMessage(Message("message \(index)"), from: index % 2 == 0 ? "Ada" : "Bo")
      message.id = .number(index)
      message.date = 1_700_000_000 + index * 60
      return message
    }
    messages[199].replyTo = .number(10)
    for index in [20, 197, 198] {
      messages[index].images = (0..<(index == 198 ? 2 : 1)).map { number in
        ChatImage(
          path: "\(GeneratedChat.imagePrefix)\(number)", size: GeneratedImages.sizes[number])
      }
    }
    messages[196].message.text = "a secret here"
    messages[196].message.entities = [MessageEntity(.spoiler, in: 2..<8)]
    return messages
  }

  // MARK: Replies

  @Test func `a click on a reply's header goes to the original, and alt with left returns`()
    async throws
  {
    let model = try await ReaderModel([Self.messages()])
    let header = try #require(model.frame(of: .reply, in: .number(199)))
    model.click(header.middle)
    await model.until { model.view.index(of: .number(10)) != nil }
    #expect(model.frame(of: .text, in: .number(10)) != nil)
    #expect(model.reader.history.count == 1)
    model.press(.left, .alt)
    await model.until { model.view.index(of: .number(199)) != nil }
    #expect(model.reader.history.isEmpty)
    let frame = try #require(model.frame(of: .reply, in: .number(199)))
    #expect(abs(frame.minY - header.minY) < 1)
  }

  @Test func `a reply whose original is missing stays where it is`() async throws {
    var messages = Self.messages()
    messages[199].replyTo = .number(5_000)
    messages[199].replyPreview = ReplyPreview(Message("gone"), from: "Cy")
    let model = try await ReaderModel([messages])
    let header = try #require(model.frame(of: .reply, in: .number(199)))
    model.click(header.middle)
    await model.until { model.reader.history.isEmpty }
    #expect(model.frame(of: .reply, in: .number(199)) == header)
  }

  // MARK: Menus and copies

  @Test func `the menu of a message copies it with name and time, and goes to the original`()
    async throws
  {
    let model = try await ReaderModel([Self.messages()])
    let text = try #require(model.frame(of: .text, in: .number(199)))
    model.click(Point(x: text.minX + 10, y: text.middle.y), .right)
    #expect(
      model.menu == [
        "Copy", "Copy with name and time", "Go to the original", "Select", "Select all",
      ])
    model.choose("Copy with name and time")
    #expect(model.copies == ["Bo, [15/11/2023, 01:32]:\nmessage 199"])
    model.click(Point(x: text.minX + 10, y: text.middle.y), .right)
    model.choose("Go to the original")
    await model.until { model.view.index(of: .number(10)) != nil }
    #expect(model.frame(of: .text, in: .number(10)) != nil)
  }

  @Test func `the menu of a message with spoilers reveals them`() async throws {
    let model = try await ReaderModel([Self.messages()])
    model.reader.go(to: 196)
    await model.until { model.frame(of: .text, in: .number(196)) != nil }
    let text = try #require(model.frame(of: .text, in: .number(196)))
    let place = Point(x: text.maxX - 6, y: text.middle.y)
    model.click(place, .right)
    #expect(model.menu.contains("Reveal spoilers"))
    model.choose("Reveal spoilers")
    let key = try #require(model.view.source.table.key(of: .number(196)))
    #expect(model.view.source.state(ofKey: key).revealed == .all)
    model.click(place, .right)
    #expect(!model.menu.contains("Reveal spoilers"))
  }

  @Test func `several selected messages are copied with names and times, a part of one without`()
    async throws
  {
    let model = try await ReaderModel([Self.messages()])
    let indices = [194, 195].compactMap { model.view.index(of: .number($0)) }
    try #require(indices.count == 2)
    model.view.list.selection.select(
      from: .init(index: indices[0], offset: 8), to: .init(index: indices[1], offset: 7))
    model.press(.character("c"), .control)
    model.view.list.selection.select(
      from: .init(index: indices[0], offset: 8), to: .init(index: indices[0], offset: 11))
    model.press(.character("c"), .control)
    #expect(
      model.copies == [
        "Ada, [15/11/2023, 01:27]:\n194\n\nBo, [15/11/2023, 01:28]:\nmessage", "194",
      ])
  }

  // MARK: Pictures

  @Test func `a click on a picture shows it, and arrows go to the others of the conversation`()
    async throws
  {
    let model = try await ReaderModel([Self.messages()])
    model.view.scroll(to: .number(198), highlighting: .none, animation: nil)
    model.settle()
    let frame = try #require(model.frame(of: .image(1), in: .number(198)))
    model.click(frame.middle)
    let picture = try #require(model.reader.picture)
    await model.until { picture.zoom != nil }
    #expect(picture.node.frame == Rect(x: 0, y: 0, width: 400, height: 600))
    #expect(picture.description.hasPrefix("Ada · 15 November 2023"))
    #expect(picture.description.hasSuffix("2 of 2"))
    for place in [(198, 0), (197, 0), (20, 0), (20, 0)] {
      model.press(.left)
      let wanted = PictureWalk.Place(message: place.0, image: place.1)
      await model.until { picture.stop.place == wanted }
      #expect(picture.stop.place == wanted)
    }
    model.press(.right)
    await model.until { picture.stop.place.message == 197 }
    // Keys do not reach the conversation.
    model.press(.character("t"))
    #expect(model.view.appearance == .light)
    model.press(.escape)
    #expect(model.reader.picture == nil)
  }

  @Test func `the wheel enlarges a picture at the pointer, and a click beside it closes it`()
    async throws
  {
    let model = try await ReaderModel([Self.messages()])
    model.reader.showPicture(0, of: .number(198))
    let picture = try #require(model.reader.picture)
    await model.until { picture.zoom != nil }
    let fitted = try #require(picture.zoom?.frame)
    #expect(fitted.size.width <= 400 && fitted.minX >= 0)
    model.scroll(-60, at: fitted.middle)
    let enlarged = try #require(picture.zoom)
    #expect(enlarged.factor == 1.25)
    model.press(.character("0"))
    #expect(picture.zoom?.frame == fitted)
    model.click(fitted.middle)
    #expect(model.reader.picture != nil)
    model.click(Point(x: 200, y: 10))
    #expect(model.reader.picture == nil)
  }

  @Test func `an enlarged picture keeps the part at the pointer, and covers the view when moved`() {
    var zoom = PictureZoom(
      viewport: Size(width: 400, height: 312), picture: Size(width: 1_000, height: 500))
    #expect(zoom.frame == Rect(x: 24, y: 68, width: 352, height: 176))
    zoom.zoom(by: 4, at: Point(x: 200, y: 156))
    #expect(zoom.frame == Rect(x: -504, y: -196, width: 1_408, height: 704))
    zoom.move(by: Size(width: 10_000, height: -10_000))
    #expect(zoom.frame.minX == 0)
    #expect(zoom.frame.maxY == 312)
    zoom.zoom(by: 0.01, at: .zero)
    #expect(zoom.frame == Rect(x: 24, y: 68, width: 352, height: 176))
    zoom.zoom(by: 1_000, at: .zero)
    #expect(zoom.factor == 8)
  }
}
