import Foundation
import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

/// The delegate of a conversation, with its menus and questions.
@MainActor struct ConversationInteractionTests {
  private let model: ConversationModel
  private var view: ConversationView { model.view }
  private var reader: Reader { model.reader }

  init() throws {
    model = try InteractionSample.model()
    reader.asks = true
  }

  private func place(_ word: String, in message: Int) throws -> Point {
    let text = try #require(view.source.rows.text(at: message)).string
    let range = try #require(text.range(of: word))
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return try #require(model.place(of: start..<start + word.utf8.count, in: message))
  }

  private func click(_ point: Point, button: PointerEvent.Button = .primary) {
    model.send(.began, at: point, button: button)
    model.send(.ended, at: point, button: button)
    // The next click is not the second of two.
    model.run(0.5)
  }

  // MARK: Targets

  @Test(arguments: [
    ("page", "tap link textLink"), ("ada", "tap link mention"), ("tags", "tap link hashtag"),
    ("USD", "tap link cashtag"), ("code", "tap code code"), ("See", "tap text"),
  ])
  func `a tap on text names its target`(word: String, entry: String) throws {
    click(try place(word, in: InteractionSample.rich))
    #expect(reader.take() == [entry])
  }

  @Test(arguments: [
    (ChatRow.Part.Kind.sender, "tap sender"), (.forward, "tap forwardHeader"),
    (.avatar, "tap avatar"), (.reaction(1), "tap reaction 1"), (.status, "tap status"),
  ])
  func `a tap on a part of a message names it`(part: ChatRow.Part.Kind, entry: String) throws {
    click(try #require(model.place(of: part, in: InteractionSample.rich)))
    #expect(reader.take().first == entry)
  }

  @Test func `a tap on a day names its title`() throws {
    let header = try #require(view.list.headerFrames.first)
    click(Point(x: header.frame.size.width / 2, y: header.frame.maxY - 8))
    #expect(reader.take().first?.hasPrefix("tap day ") == true)
  }

  @Test func `a target has a message and a frame that contains the point`() throws {
    let point = try place("page", in: InteractionSample.rich)
    let target = try #require(view.target(at: point))
    #expect(target.message == .number(2))
    #expect(
      target.frame.intersection(Rect(x: point.x, y: point.y, width: 1, height: 1)).size.width == 1)
    #expect(target.frame.size.height < 40)
    #expect(view.target(at: Point(x: 1, y: 1)) == nil)
  }

  @Test func `a pointer lifted on another target taps neither`() throws {
    model.send(.began, at: try place("page", in: InteractionSample.rich))
    model.send(.ended, at: try place("pag", in: InteractionSample.rich))
    #expect(reader.take() == ["tap link textLink"])
    click(Point(x: 3, y: 3))
    view.press(.escape)
    let code = try place("code", in: InteractionSample.rich)
    model.send(.began, at: code)
    model.send(.ended, at: Point(x: code.x, y: code.y + 9))
    #expect(reader.take() == [])
  }

  @Test func `taps wait for a second one only where the delegate wants two`() throws {
    let point = try place("See", in: InteractionSample.rich)
    reader.doubleTaps = true
    model.send(.began, at: point, pointer: 1)
    model.send(.ended, at: point, pointer: 1)
    #expect(reader.take() == [])
    model.send(.began, at: point, pointer: 1)
    model.send(.ended, at: point, pointer: 1)
    #expect(reader.take() == ["doubleTap text"])
    model.send(.began, at: point, pointer: 1)
    model.send(.ended, at: point, pointer: 1)
    model.run(0.5)
    #expect(reader.take() == ["tap text"])
  }

  // MARK: Default actions

  @Test func `a reaction is toggled, a reply followed, and code copied`() throws {
    click(try #require(model.place(of: .reaction(0), in: InteractionSample.rich)))
    #expect(reader.take() == ["tap reaction 0", "toggle 0 of number(2)"])
    click(try place("code", in: InteractionSample.rich))
    #expect(reader.copies == ["code"])
    #expect(view.node.subnodes.contains { $0.name == "notice" })
    model.settle()
    #expect(!view.node.subnodes.contains { $0.name == "notice" })
  }

  @Test func `the button of a block copies its code`() throws {
    let row = try #require(view.list.node(at: InteractionSample.code).flatMap { ChatRowNode($0) })
    let text = try #require(row.text)
    let button = try #require(text.node.subnodes.first { $0.name == "copy" }).frame
    let icon = try #require(text.layout.blocks.first?.iconFrame)
    #expect(button.maxX < icon.minX)
    let point = try #require(
      text.node.convert(Point(x: button.minX + 12, y: button.minY + 10), to: view.node))
    #expect(text.node.subnodes.count { $0.name == "copy" } == 2)
    #expect(view.pointerShape(at: point) == .hand)
    click(point)
    #expect(reader.take() == ["tap copyButton"])
    #expect(reader.copies == ["let a = 1\nlet b = 2"])
    let check = try #require(text.node.subnodes.last { $0.name == "copy" })
    #expect(check.layer.animation(forKey: "check") != nil)
  }

  @Test func `a pressed target is dimmed until the pointer is lifted`() throws {
    reader.canTap = { _ in true }
    let point = try #require(model.place(of: .reaction(0), in: InteractionSample.rich))
    let row = try #require(view.list.node(at: InteractionSample.rich))
    model.send(.began, at: point)
    model.run(0.02)
    #expect(row.subnodes.contains { $0.name == "pressed" })
    model.send(.ended, at: point)
    model.run(0.5)
    #expect(!row.subnodes.contains { $0.name == "pressed" })
  }

  // MARK: Questions

  @Test func `the view asks before it opens a link, and Enter opens it`() throws {
    let point = try place("page", in: InteractionSample.rich)
    click(point)
    #expect(view.hasPanel && model.links.isEmpty)
    // Nothing below is reached.
    click(point)
    #expect(view.hasPanel == false && model.links.isEmpty)
    click(point)
    view.press(.enter)
    #expect(!view.hasPanel)
    #expect(model.links == ["https://example.org/a"])
  }

  @Test func `Enter does not open a suspicious destination`() throws {
    click(try place("example", in: InteractionSample.suspicious))
    #expect(view.hasPanel)
    view.press(.enter)
    #expect(!view.hasPanel && model.links.isEmpty)
    click(try place("example", in: InteractionSample.suspicious))
    view.press(.tab)
    view.press(.enter)
    #expect(reader.copies == ["https://evil.example/x"])
    click(try place("example", in: InteractionSample.suspicious))
    view.press(.tab)
    view.press(.right)
    view.press(.space)
    #expect(model.links == ["https://evil.example/x"])
  }

  @Test func `a question is read and answered by a screen reader`() throws {
    let link = try #require(view.accessibilityElements.first { $0.role == .link })
    #expect(view.perform(link))
    let elements = view.accessibilityElements
    #expect(elements.map(\.role) == [.note, .button, .button, .button])
    #expect(elements.first?.spokenLabel == "Open this link?\nhttps://example.org/a")
    #expect(elements.dropFirst().map(\.spokenLabel) == ["Cancel", "Copy", "Open"])
    #expect(!view.perform(elements[0]))
    #expect(view.perform(elements[3]))
    #expect(model.links == ["https://example.org/a"])
    #expect(view.accessibilityElements.contains(link))
    view.showMenu(for: try #require(view.target(at: place("See", in: InteractionSample.rich))))
    let copy = try #require(view.accessibilityElements.first)
    #expect(copy.spokenLabel == "Copy" && view.perform(copy))
    #expect(reader.copies.count == 1 && !view.hasPanel)
  }

  @Test func `the second click of two does not answer a question`() throws {
    let point = try place("page", in: InteractionSample.rich)
    model.send(.began, at: point)
    model.send(.ended, at: point)
    #expect(view.hasPanel)
    let box = try #require(
      view.node.subnodes.first { $0.name == "question" }?.subnodes.first?.frame)
    let button = Point(x: box.maxX - 40, y: box.maxY - 30)
    #expect(view.pointerShape(at: button) == .hand)
    model.run(0.1)
    model.send(.began, at: button)
    model.send(.ended, at: button)
    #expect(view.hasPanel && model.links.isEmpty)
    model.run(0.5)
    click(button)
    #expect(model.links == ["https://example.org/a"])
  }

  @Test func `Escape cancels a question`() throws {
    click(try place("page", in: InteractionSample.rich))
    view.press(.escape)
    #expect(!view.hasPanel && model.links.isEmpty)
  }

  @Test func `a mention is opened without a question`() throws {
    click(try place("ada", in: InteractionSample.rich))
    #expect(!view.hasPanel)
    #expect(model.links == ["@ada"])
  }

  // MARK: Menus

  @Test func `menus and questions use the words of the style`() throws {
    var words = ChatWords()
    (words.copy, words.copyMessage, words.open) = ("Kopier", "Kopier alt", "Åpne")
    let model = try InteractionSample.model(words: words)
    var titles: [String] = []
    model.reader.menu = {
      titles = $0.map(\.title)
      return []
    }
    model.reader.asks = true
    let point = try place("page", in: InteractionSample.rich)
    for button in [PointerEvent.Button.secondary, .primary] {
      model.send(.began, at: point, button: button)
      model.send(.ended, at: point, button: button)
      model.run(0.5)
    }
    #expect(titles.contains("Kopier alt"))
    let question = try #require(model.view.node.subnodes.first { $0.name == "question" })
    let names = question.subnodes.flatMap(\.subnodes).compactMap(\.name)
    #expect(names.contains("Åpne") && names.contains("Kopier"))
  }

  @Test func `a secondary click opens a menu whose items keys choose`() throws {
    view.canReply = true
    var titles: [String] = []
    reader.menu = {
      titles = $0.map(\.title)
      return $0
    }
    click(try place("See", in: InteractionSample.rich), button: .secondary)
    #expect(view.hasPanel)
    #expect(titles == ["Copy", "Reply", "", "Select", "Select all"])
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    #expect(!view.hasPanel)
    #expect(reader.take() == ["secondaryClick text", "reply to number(2) "])
    click(try place("See", in: InteractionSample.rich), button: .secondary)
    for key in [WindowEvent.Key.up, .up] { view.press(key) }
    view.press(.enter)
    #expect(view.list.selection.ranges.map(\.index) == [InteractionSample.rich])
  }

  @Test func `a menu of a link copies its address`() throws {
    click(try place("page", in: InteractionSample.rich), button: .secondary)
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    #expect(reader.copies == ["https://example.org/a"])
  }

  @Test func `an empty menu is not shown, and a click outside closes one`() throws {
    let point = try place("See", in: InteractionSample.rich)
    reader.menu = { _ in [] }
    click(point, button: .secondary)
    #expect(!view.hasPanel)
    reader.menu = { $0 }
    click(point, button: .secondary)
    #expect(view.hasPanel)
    click(Point(x: 3, y: 3))
    #expect(!view.hasPanel)
  }

  @Test func `a menu fits on the screen`() throws {
    for point in [Point(x: 359, y: 639), Point(x: 0, y: 0), Point(x: 359, y: 0)] {
      var target = try #require(view.target(at: place("See", in: InteractionSample.rich)))
      target.point = point
      view.showMenu(for: target)
      let box = try #require(
        view.node.subnodes.first { $0.name == "menu" }?.subnodes.first?.frame)
      #expect(box.minX >= 0 && box.minY >= 0 && box.maxX <= 360 && box.maxY <= 640)
      view.press(.escape)
    }
  }

  @Test func `a resting finger opens a menu beside a lifted bubble, and chooses by moving`() throws
  {
    let bubble = try #require(model.place(of: .reaction(0), in: InteractionSample.rich))
    let row = try #require(view.list.node(at: InteractionSample.rich))
    view.canReply = true
    model.send(.began, at: bubble, pointer: 1)
    model.run(0.6)
    #expect(view.hasPanel)
    #expect(row.transform != .identity)
    let box = try #require(view.node.subnodes.first { $0.name == "menu" }?.subnodes.first?.frame)
    let item = Point(x: box.minX + 20, y: box.minY + 6 + 32 + 16)
    let offset = view.list.offset
    model.send(.moved, at: item, pointer: 1)
    model.send(.ended, at: item, pointer: 1)
    #expect(!view.hasPanel && view.list.offset == offset)
    #expect(reader.take() == ["longPress reaction 0", "reply to number(2) "])
    model.settle()
    #expect(row.transform == .identity)
    // Fingers scroll again.
    #expect(view.list.dragScrolling == .all)
  }

  // MARK: Fingers and keys

  @Test func `a resting finger selects a word and shows a menu and handles`() throws {
    let start = try place("first", in: InteractionSample.first)
    model.send(.began, at: start, pointer: 1)
    model.run(0.6)
    #expect(view.list.selection.text.string == "first")
    #expect(view.list.node.subnodes.contains { $0.name == "magnifier" && !$0.isHidden })
    let offset = view.list.offset
    model.send(.moved, at: try place("message", in: InteractionSample.first), pointer: 1)
    #expect(view.list.selection.text.string == "first message")
    #expect(view.list.offset == offset)
    #expect(!view.hasPanel)
    model.send(.ended, at: try place("message", in: InteractionSample.first), pointer: 1)
    model.run(0.05)
    #expect(view.hasPanel)
    #expect(view.list.node.subnodes.count { $0.name == "handle" && !$0.isHidden } == 2)
    #expect(view.list.node.subnodes.allSatisfy { $0.name != "magnifier" || $0.isHidden })
    view.press(.escape)
    // Copy comes first.
    #expect(!view.list.selection.isEmpty)
    view.press(.character("c"), .control)
    #expect(reader.copies == ["first message"])
    view.press(.escape)
    #expect(view.list.selection.isEmpty)
    #expect(!view.list.node.subnodes.contains { $0.name == "handle" })
  }

  @Test func `a dragged handle extends the selection and may cross the other one`() throws {
    model.send(.began, at: try place("first", in: InteractionSample.first), pointer: 1)
    model.run(0.6)
    model.send(.ended, at: try place("first", in: InteractionSample.first), pointer: 1)
    view.press(.escape)
    model.run(0.05)
    let handles = view.list.node.subnodes.filter { $0.name == "handle" }
    let end = try #require(handles.max { $0.frame.maxX < $1.frame.maxX })
    let grip = Point(x: end.frame.minX + 6, y: end.frame.maxY - 4)
    model.send(.began, at: grip, pointer: 2)
    // Across to the next message.
    let target = try place("page", in: InteractionSample.rich)
    model.send(.moved, at: Point(x: target.x, y: target.y + 14), pointer: 2)
    #expect(view.list.selection.ranges.map(\.index) == [0, 1])
    #expect(view.list.selection.text.string.hasPrefix("first message of all\nSee p"))
    // Before the word, on the other side of the handle at its start.
    let first = try place("Th", in: InteractionSample.first)
    model.send(.moved, at: Point(x: first.x, y: first.y + 14), pointer: 2)
    #expect(
      view.list.selection.text.string.hasSuffix("e ") || view.list.selection.text.string == "he ")
    model.send(.ended, at: first, pointer: 2)
    #expect(view.hasPanel)
  }

  @Test func `Shift and arrows extend a selection, visually in right-to-left text`() throws {
    let word = try place("עולם", in: InteractionSample.rtl)
    view.list.selection.begin(at: word, clicks: 2)
    #expect(view.list.selection.text.string == "עולם")
    view.press(.left, .shift)
    #expect(view.list.selection.text.string == "עולם ")
    view.press(.right, .shift)
    #expect(view.list.selection.text.string == "עולם")
    view.press(.left, [.shift, .control])
    #expect(view.list.selection.text.string == "עולם טוב")
    // Beyond the end of the text, in the next message.
    view.press(.left, .shift)
    view.press(.down, .shift)
    #expect(view.list.selection.ranges.map(\.index) == [4, 5])
    view.press(.up, [.shift, .control])
    view.press(.up, [.shift, .control])
    #expect(view.list.selection.ranges.map(\.index) == [4])
  }

  @Test func `a selection is exported as HTML and Markdown without hidden text`() throws {
    view.list.selection.begin(at: try place("See", in: InteractionSample.rich))
    view.list.selection.extend(to: try place("ada", in: InteractionSample.rich))
    #expect(view.selectedHTML.contains(#"<a href="https://example.org/a">page</a>"#))
    #expect(view.selectedMarkdown.contains("[page](https://example.org/a)"))

    let json = """
      [{"id": 1, "sender": "Ada", "text": "open one and two end", "entities": [
      {"type": "spoiler", "offset": 5, "length": 3},
      {"type": "spoiler", "offset": 13, "length": 3}]}]
      """
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    let model = try ConversationModel(rows, size: Size(width: 360, height: 640))
    // Only the first spoiler is revealed; a part without it begins with the second.
    let spoiler = try #require(model.place(of: 5..<8, in: 0))
    model.send(.began, at: spoiler)
    model.send(.ended, at: spoiler)
    model.settle()
    let selection = model.view.list.selection
    selection.selectAll()
    #expect(model.view.selectedHTML.contains("one") && !model.view.selectedHTML.contains("two"))
    selection.begin(at: try #require(model.place(of: 9..<10, in: 0)))
    selection.extend(moving: .forward(.text))
    #expect(selection.text.string.hasSuffix("end"))
    #expect(model.view.selectedHTML.contains("end"))
    #expect(!model.view.selectedHTML.contains("two"))
    #expect(model.view.selectedMarkdown.contains("end"))
    #expect(!model.view.selectedMarkdown.contains("two"))
  }

  @Test func `Tab visits what can be tapped, and Enter activates it`() throws {
    var focused: [String] = []
    view.onFocusChange = { focused.append($0?.spokenLabel ?? "none") }
    view.press(.tab)
    #expect(view.focusedElement?.role == .link)
    #expect(view.node.subnodes.contains { $0.name == "focus" })
    view.press(.tab)
    view.press(.tab, .shift)
    #expect(focused == ["page", "@ada", "page"])
    view.press(.enter)
    #expect(view.hasPanel)
    view.press(.escape)
    view.press(.menu)
    #expect(view.hasPanel)
    view.press(.escape)
    view.press(.down)
    #expect(view.focusedElement?.role == .message)
    #expect(view.focusedElement?.message == InteractionSample.code)
    view.press(.up)
    #expect(view.focusedElement?.message == InteractionSample.rich)
    view.press(.function(10), .shift)
    #expect(view.hasPanel)
    view.press(.escape)
    view.press(.escape)
    #expect(view.focusedElement == nil)
    #expect(!view.node.subnodes.contains { $0.name == "focus" })
  }
}
