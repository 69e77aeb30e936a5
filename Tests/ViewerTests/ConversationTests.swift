import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLists
import GalleyMessages
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// The appearance and accessibility of a conversation without a window.
@MainActor struct ConversationTests {
  private func model(
    _ appearance: ChatStyle.Appearance = .light, width: Double = 360, scale: Double = 1,
    at end: ListEnd = .tail
  ) throws -> ConversationModel {
    let model = try SampleConversation.model(
      appearance, size: Size(width: width, height: 560), scale: scale, fonts: false)
    model.view.list.scroll(.end(end))
    model.settle()
    return model
  }

  @Test(arguments: [ListEnd.head, .tail])
  func `a view with a changed appearance matches one opened with it`(end: ListEnd) throws {
    let changed = try model(at: end)
    changed.view.appearance = .dark
    changed.settle()
    #expect(try changed.picture() == model(.dark, at: end).picture())
    changed.view.appearance = .light
    changed.settle()
    #expect(try changed.picture() == model(at: end).picture())
  }

  @Test(arguments: [300.0, 500])
  func `a resized view matches one opened at that size`(width: Double) throws {
    let changed = try model(at: .head)
    changed.resize(to: Size(width: width, height: 560))
    changed.view.list.scroll(.end(.head))
    changed.settle()
    #expect(try changed.picture() == model(width: width, at: .head).picture())
  }

  /// Returns the line distances of a message near the end of the conversation, in points.
  private func lineDistances(in model: ConversationModel) throws -> [Double] {
    let node = try #require(model.view.list.node(at: SampleConversation.spoiler))
    let lines = try #require(ChatRowNode(node)?.text).layout.lines
    return zip(lines.dropFirst(), lines).map { $0.baseline - $1.baseline }
  }

  @Test(arguments: [1.1, 1.7, 2])
  func `lines of messages are a whole number of pixels apart`(scale: Double) throws {
    let distances = try lineDistances(in: try model(scale: scale))
    #expect(!distances.isEmpty)
    let pixels = distances.map { $0 * scale }
    #expect(pixels.allSatisfy { abs($0 - $0.rounded()) < 1e-6 })
  }

  @Test func `a rescaled view matches one opened at that scale`() throws {
    let changed = try model()
    changed.resize(to: Size(width: 360, height: 560), scale: 1.7)
    changed.view.list.scroll(.end(.tail))
    changed.settle()
    let opened = try model(scale: 1.7)
    #expect(try lineDistances(in: changed) == lineDistances(in: opened))
    #expect(try changed.picture() == opened.picture())
  }

  @Test func `accessibility elements on screen are in reading order`() throws {
    let view = try model(at: .head).view
    let elements = view.accessibilityElements
    #expect(elements.first?.role == .day)
    #expect(elements.first?.spokenLabel == "14 November 2023")
    let messages = elements.filter { $0.role == .message }
    #expect(messages.compactMap(\.message) == Array(0..<messages.count))
    #expect(messages.count > 3)
    let tops = elements.filter { $0.role == .message || $0.role == .day }.map(\.frame.minY)
    #expect(tops == tops.sorted())
    let screen = Rect(origin: .zero, size: view.list.size)
    for element in elements {
      #expect(element.frame.minY < screen.maxY && element.frame.maxY > screen.minY)
      #expect(!element.label.isEmpty)
    }
    #expect(
      messages[0].spokenLabel.hasPrefix("Ada, Message number 1, which takes more than one line"))
  }

  @Test func `links, spoilers and quotations have their own elements after their message`()
    throws
  {
    let elements = try model().view.accessibilityElements
    func parts(of message: Int) -> [ChatElement] { elements.filter { $0.message == message } }
    let link = parts(of: SampleConversation.link)
    #expect(link.map(\.role) == [.message, .link])
    #expect(link[1].spokenLabel == "page")
    let spoiler = parts(of: SampleConversation.spoiler)
    #expect(spoiler.map(\.role) == [.message, .button])
    #expect(spoiler[0].spokenLabel.contains("It was hidden text who did it"))
    #expect(!elements.contains { $0.spokenLabel.contains("gardener") })
    let quote = parts(of: SampleConversation.quote)
    #expect(quote.map(\.role) == [.message, .button])
    #expect(quote[1].traits == .collapsed)
    let last = parts(of: SampleConversation.last)
    #expect(last[0].traits == .outgoing)
    #expect(last[0].spokenLabel.hasPrefix("Me, The end, "))
    #expect(last[0].spokenLabel.hasSuffix(", read"))
    for part in [link[1], spoiler[1], quote[1]] {
      let whole = try #require(elements.first { $0.message == part.message && $0.role == .message })
      #expect(whole.frame.union(part.frame) == whole.frame)
    }
  }

  @Test func `hidden text is in no accessibility element until it is revealed`() throws {
    let json = """
      [{"id": 1, "sender": "Bo", "service": true, "text": "secret left", "entities": [
      {"type": "spoiler", "offset": 0, "length": 6}]},
      {"id": 2, "sender": "Ada", "text": "see secret.example, secret!", "entities": [
      {"type": "url", "offset": 4, "length": 14}, {"type": "spoiler", "offset": 4, "length": 6},
      {"type": "text_link", "offset": 20, "length": 6, "url": "https://secret.example"},
      {"type": "spoiler", "offset": 20, "length": 6}]},
      {"id": 3, "sender": "Bo", "reply_to": 2, "text": "Yes"}]
      """
    let rows = ChatRows(
      try ChatHistory(Chat(json: Array(json.utf8))), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    let model = try ConversationModel(rows, size: Size(width: 360, height: 560))
    let elements = model.view.accessibilityElements
    #expect(elements.map(\.role).filter { $0 == .link }.isEmpty)
    #expect(elements.count { $0.role == .button } == 2)
    for element in elements { #expect(!"\(element) \(element.spokenLabel)".contains("secret")) }
    model.view.list.selection.selectAll()
    #expect(!model.view.list.selection.text.string.contains("secret"))
    // No point hits a hidden link.
    for x in stride(from: 0.0, to: 360, by: 3) {
      for y in stride(from: 300.0, to: 560, by: 4) {
        #expect(model.view.link(at: Point(x: x, y: y)) == nil)
      }
    }
    #expect(!"\(rows.source.message(at: 1)) \(rows.row(at: 1))".contains("secret"))
    for button in elements where button.role == .button { model.view.perform(button) }
    model.settle()
    let links = model.view.accessibilityElements.filter { $0.role == .link }
    #expect(links.map(\.spokenLabel) == ["secret.example", "secret"])
    for link in links { model.view.perform(link) }
    #expect(model.links == ["https://secret.example", "https://secret.example"])
  }

  @Test func `text under a spoiler is not copied until it is revealed`() throws {
    let model = try model()
    let selection = model.view.list.selection
    selection.selectAll()
    #expect(!selection.text.isEmpty)
    #expect(!selection.text.string.contains("gardener"))
    let button = try #require(
      model.view.accessibilityElements.first {
        $0.role == .button && $0.message == SampleConversation.spoiler
      })
    #expect(model.view.perform(button))
    model.settle()
    #expect(selection.text.string.contains("It was the gardener who did it"))
  }

  @Test func `activating an element has the effect of a tap`() throws {
    let model = try model()
    func element(_ role: ChatElement.Role, of message: Int) throws -> ChatElement {
      try #require(
        model.view.accessibilityElements.first { $0.role == role && $0.message == message })
    }
    #expect(model.view.perform(try element(.link, of: SampleConversation.link)))
    #expect(model.links == ["https://example.org/a"])

    #expect(model.view.perform(try element(.button, of: SampleConversation.spoiler)))
    model.settle()
    let spoken = try element(.message, of: SampleConversation.spoiler).spokenLabel
    #expect(spoken.contains("It was the gardener who did it"))
    let hidden = model.view.accessibilityElements.filter {
      $0.role == .button && $0.message == SampleConversation.spoiler
    }
    #expect(hidden.isEmpty)

    #expect(model.view.perform(try element(.button, of: SampleConversation.quote)))
    model.settle()
    let close = try element(.button, of: SampleConversation.quote)
    #expect(close.traits == .expanded)
    #expect(model.view.perform(close))
    model.settle()
    #expect(try element(.button, of: SampleConversation.quote).traits == .collapsed)
    #expect(!model.view.perform(try element(.message, of: SampleConversation.quote)))
  }

  @Test func `selection is reported as a trait, and actions on unavailable messages fail`()
    throws
  {
    let model = try model()
    let link = try #require(model.view.accessibilityElements.first { $0.role == .link })
    model.view.list.selection.selectAll()
    let selected = model.view.accessibilityElements.filter { $0.traits.contains(.selected) }
    #expect(!selected.isEmpty && selected.allSatisfy { $0.role == .message })
    var far = link
    far.message = 100_000
    #expect(!model.view.perform(far))
  }

  @Test func `images are described by their number and count`() throws {
    var message = ChatMessage(try Message(json: Array(#"{"text": "Two views"}"#.utf8)), from: "Bo")
    message.images = (0..<2).map {
      ChatImage(path: "\($0).png", size: PixelSize(width: 300, height: 200))
    }
    let rows = ChatRows(
      ChatHistory(Chat([message])), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    let elements = rows.elements(of: rows.row(at: 0), in: MessageState())
    #expect(elements.map(\.role) == [.message, .image, .image])
    #expect(
      elements.map(\.spokenLabel) == ["Bo, 2 photos, Two views", "photo 1 of 2", "photo 2 of 2"])
    #expect(elements[1].frame.maxX <= elements[2].frame.minX)
  }
}

extension ConversationTests {
  /// The text node of the message with a spoiler.
  private func spoiler(of model: ConversationModel) throws -> TextNode {
    let row = model.view.list.node(at: SampleConversation.spoiler).flatMap { ChatRowNode($0) }
    return try #require(row?.text)
  }

  @Test func `the dust of a visible spoiler drifts without redrawing the text`() throws {
    let model = try model()
    let text = try spoiler(of: model)
    let dust = try #require(text.node.subnodes.first { $0.name == "cover" })
    let (still, letters) = (dust.layer.contents, text.node.layer.contents)
    #expect(still != nil && letters != nil)
    var changes = 0
    var last = still
    for _ in 0..<60 {
      model.clock.advance(by: 1.0 / 60)
      model.environment.loop.tick()
      model.environment.executor.waitUntilIdle()
      if dust.layer.contents != last { changes += 1 }
      last = dust.layer.contents
    }
    #expect((15...21).contains(changes), "\(changes)")
    #expect(text.node.layer.contents == letters)
  }

  @Test func `dust off screen requests no ticks and draws nothing`() throws {
    let model = try model()
    let list = model.view.list
    let text = try spoiler(of: model)
    #expect(model.environment.loop.needsTick)
    let frame = try #require(list.frame(at: SampleConversation.spoiler))
    list.scroll(toOffset: list.offset - (560 - frame.minY) - 10)
    model.settle()
    let top = try #require(list.frame(at: SampleConversation.spoiler)).minY
    #expect(top >= 560)
    #expect(try spoiler(of: model).node === text.node)
    #expect(text.node.layer.host != nil && text.node.interfaceState < .visible)
    #expect(!model.environment.loop.needsTick)
    list.scroll(toOffset: list.offset + 100)
    model.settle()
    #expect(text.node.interfaceState == .visible)
    #expect(model.environment.loop.needsTick)
  }
}
