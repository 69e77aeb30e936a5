@testable import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Messages of a conversation that grow while they are shown.
@MainActor struct GrowingMessageTests {
  private static let size = Size(width: 320, height: 480)
  private static let sentence = "Several words that take more than a line of the bubble. "

  private let model: ConversationModel
  private var view: ConversationView { model.view }

  init() throws {
    let messages = (0..<12).map { ListedMessages.message($0) }
    let rows = ChatRows(
      ListedMessages(messages), style: ChatStyle(.light, width: 320), engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Self.size)
  }

  private static func message(_ id: String = "draft") -> ChatMessage {
    var message = ChatMessage(Message(""), from: "Bot")
    message.id = .string(id)
    return message
  }

  /// Begins a message with a text.
  private func begin(
    _ text: String = "", isDraft: Bool = false, canStop: Bool = false
  ) -> Message.ID {
    let id = view.begin(Self.message(), isDraft: isDraft, canStop: canStop)
    if !text.isEmpty { view.append(text, to: id) }
    model.settle()
    return id
  }

  private func append(_ text: String, to id: Message.ID) {
    #expect(view.append(text, to: id))
    model.settle()
  }

  private func row(_ id: Message.ID) throws -> ChatRowNode {
    let key = try #require(view.source.table.key(of: id))
    return try #require(view.row(ofKey: key))
  }

  private func words(_ id: Message.ID) throws -> String {
    try #require(try row(id).rich).layout.joinedText.string
  }

  /// Returns the frames of the rows on screen, by ID.
  private func frames() -> [Message.ID: Double] {
    var frames: [Message.ID: Double] = [:]
    for index in view.list.displayedItems.range {
      guard let key = view.list.item(ofVisible: index)?.key, let id = view.id(ofKey: key) else {
        continue
      }
      frames[id] = view.list.frame(at: index)?.minY
    }
    return frames
  }

  // MARK: The reader's place

  @Test func `the list stays in place while a message grows below the screen (121)`() {
    let id = begin("Begins")
    view.list.scroll(to: ItemPath(item: 2), at: .head(10))
    model.settle()
    let before = frames()
    #expect(before.count > 1 && before[id] == nil)
    for _ in 0..<6 {
      append(Self.sentence, to: id)
      #expect(frames() == before)
    }
  }

  @Test func `the upper edge of a message that is being read stays while it grows (121)`() {
    let id = begin(String(repeating: Self.sentence + "\n\n", count: 20))
    view.list.scroll(to: ItemPath(item: 12), at: .head(-200))
    model.settle()
    let before = frames()
    #expect(before == [id: -200])
    for _ in 0..<6 {
      append("\n\n" + Self.sentence, to: id)
      #expect(frames() == before)
    }
  }

  @Test func `a message that is being read above others stays while it grows (121)`() throws {
    let id = begin(String(repeating: Self.sentence + "\n\n", count: 4))
    view.append((20..<32).map { ListedMessages.message($0) }, ListUpdate())
    model.settle()
    view.list.scroll(to: ItemPath(item: 12), at: .head(-100))
    model.settle()
    let before = try #require(frames()[id])
    #expect(before == -100 && frames().count > 1)
    for _ in 0..<4 {
      append("\n\n" + Self.sentence, to: id)
      #expect(frames()[id] == before)
    }
  }

  @Test(arguments: [0, 10, 24, 60])
  func `the end stays on screen if it was within 24 points (122)`(distance: Double) {
    let id = begin(String(repeating: Self.sentence, count: 3))
    view.list.scroll(.end(.tail))
    model.settle()
    view.list.scroll(toOffset: view.list.offset - distance)
    model.settle()
    #expect(view.list.offsetFromTail == .known(distance))
    let before = frames()
    for _ in 0..<6 { append(Self.sentence, to: id) }
    if distance <= 24 {
      #expect(view.list.offsetFromTail == .known(0))
    } else {
      #expect(before.allSatisfy { frames()[$0] == $1 })
    }
  }

  @Test func `a new line moves the list up within 150 milliseconds, and not at once (122)`() throws
  {
    let id = begin(Self.sentence)
    view.list.scroll(.end(.tail))
    model.settle()
    let height = try row(id).row.height
    view.append("\n\nline", to: id)
    var pictures: [Bitmap] = []
    for _ in 0..<8 {
      model.step()
      pictures.append(try model.moment())
    }
    #expect(try row(id).row.height > height)
    #expect(view.list.offsetFromTail == .known(0))
    #expect(pictures[1] != pictures[3] && pictures[2] != pictures[7])
    #expect(pictures[7] == (try model.picture()))
  }

  // MARK: The reader's state

  @Test func `the selection stays while text is appended (123)`() throws {
    let id = begin("First words of it\n\nSecond **par")
    let key = try #require(view.source.table.key(of: id))
    let index = try #require(view.list.visibleIndex(ofKey: key))
    view.list.selection.select(
      from: ListSelection.Position(index: index, offset: 6),
      to: ListSelection.Position(index: index, offset: 24))
    model.settle()
    let text = view.list.selection.text.string
    #expect(text == "words of it\n\nSecond")
    for part in ["agraph** and", " more.\n\nThird", " one.\n"] {
      append(part, to: id)
      #expect(view.list.selection.text.string == text)
      #expect(try row(id).selection == 6..<24)
    }
    #expect(view.finish(id))
    model.settle()
    #expect(view.list.selection.text.string == text)
  }

  @Test func `an opened section stays open while text is appended, and at the end`() throws {
    let id = begin("<details><summary>More</summary>\n\nInside\n\n</details>\n\nBelow")
    #expect(try words(id) == "More\nBelow")
    let key = try #require(view.source.table.key(of: id))
    view.toggle(.details(RichMessage.BlockPath([0]), isOpen: false), in: key)
    model.settle()
    #expect(try words(id) == "More\nInside\nBelow")
    append(" it", to: id)
    #expect(try words(id) == "More\nInside\nBelow it")
    #expect(view.finish(id))
    model.settle()
    #expect(try words(id) == "More\nInside\nBelow it")
  }

  // MARK: Drafts

  @Test(arguments: [false, true])
  func `a draft without an update for 31 seconds is removed (124)`(isUpdated: Bool) {
    let id = begin("Some", isDraft: true)
    func wait(_ seconds: Double) {
      model.clock.advance(by: seconds)
      model.settle()
    }
    wait(28)
    #expect(view.isGrowing(id))
    if isUpdated {
      append(" more", to: id)
      wait(28)
      #expect(view.isGrowing(id) && view.message(id) != nil)
    }
    wait(3)
    #expect(!view.isGrowing(id) && view.message(id) == nil)
    #expect(!view.append("late", to: id))
    #expect(!view.finish(id))
  }

  @Test func `complete sentences are announced, at most every two seconds`() throws {
    let known = begin()
    func announced() throws -> [String] {
      let live = try #require(view.accessible.live)
      let entries = live.entries.filter { $0.contains("sentence") }
      return entries.compactMap { live.announcement($0) }
    }
    append("One is here. Two ", to: known)
    #expect(try announced() == ["One is here."])
    append("is **here**. Three is ", to: known)
    #expect(try announced().count == 1)
    model.clock.advance(by: 2)
    model.settle()
    #expect(try announced() == ["One is here.", "Two is here."])
    append("||secret||.", to: known)
    #expect(view.finish(known))
    model.clock.advance(by: 2)
    model.settle()
    #expect(try announced().last == "Three is \(ChatElement.hiddenText).")
  }

  @Test func `a message that is no draft stays`() {
    let id = begin("Some")
    model.clock.advance(by: 100)
    model.settle()
    #expect(view.isGrowing(id))
  }

  // MARK: The end

  @Test(arguments: [
    "One line", "Short\n\n---\n\nlines",
    "# Title\n\nSome **words** and\n\n- a list\n- of items\n\n`end`",
  ])
  func `the final message takes the bubble over without a frame of change (125)`(
    text: String
  ) throws {
    let id = begin(text, isDraft: true)
    let (row, frame) = (try row(id).row, frames()[id])
    let offset = view.list.offset
    let before = try model.picture()
    var final = Self.message("server")
    final.richMessage = try RichMessage(markdown: text)
    #expect(view.finish(id, as: final))
    for _ in 0..<12 {
      #expect(try model.moment() == before)
      model.step()
    }
    model.settle()
    #expect(try model.picture() == before)
    let server = Message.ID.string("server")
    #expect(view.message(id) == nil && view.message(server)?.richMessage == final.richMessage)
    #expect(frames()[server] == frame && view.list.offset == offset)
    #expect(try self.row(server).row.height == row.height)
    // Nothing removes it later.
    model.clock.advance(by: 40)
    model.settle()
    #expect(view.message(server) != nil)
  }

  @Test func `a final message with another text replaces the draft in its place`() throws {
    let id = begin("A draft", isDraft: true)
    var final = Self.message("server")
    final.richMessage = RichMessage([.paragraph("Quite another text")])
    #expect(view.finish(id, as: final))
    model.settle()
    #expect(view.count == 13)
    #expect(try words(.string("server")) == "Quite another text")
  }

  @Test func `a message that is finished without text is deleted`() {
    let id = begin()
    #expect(view.finish(id))
    model.settle()
    #expect(view.message(id) == nil && view.count == 12)
  }

  // MARK: What is shown

  @Test func `a message shows a placeholder until its text comes`() throws {
    let id = begin()
    #expect(try words(id) == "Thinking…")
    append("Hello", to: id)
    #expect(try words(id) == "Hello")
    #expect(view.message(id)?.richMessage == RichMessage([.paragraph("Hello")]))
  }

  @Test func `a mark at the end is held for a while, and then shown as text`() throws {
    let id = begin("Some")
    #expect(view.append(" *", to: id))
    model.step()
    model.step()
    #expect(try words(id) == "Some")
    model.clock.advance(by: 0.4)
    model.settle()
    #expect(try words(id) == "Some *")
  }

  @Test func `the bubble becomes wider with its text, and never narrower`() throws {
    let id = begin("Hi")
    func width() throws -> Double {
      let bubble = try row(id).row.parts.first { $0.kind == .bubble }
      return try #require(bubble).frame.size.width
    }
    let first = try width()
    var widths = [first]
    for word in ["some ", "unbreakablewordthatisratherlong ", "and ", "more\n\nx"] {
      append(word, to: id)
      widths.append(try width())
    }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(first < widths.last ?? 0)
    #expect(view.replaceText(of: id, by: "Hi"))
    model.settle()
    #expect(try width() == widths.last)
  }

  @Test func `complete blocks are not laid out again when text is appended`() throws {
    let id = begin("First paragraph\n\nSecond paragraph\n\nThird")
    let before = try #require(try row(id).rich).layout.texts
    append(" one", to: id)
    let after = try #require(try row(id).rich).layout.texts
    #expect(zip(before, after).map { $0.composed === $1.composed } == [true, true, false])
  }

  @Test func `replacing the whole text keeps its beginning`() throws {
    let id = begin("First paragraph\n\nSecond")
    let before = try #require(try row(id).rich).layout.texts
    #expect(view.replaceText(of: id, by: "First paragraph\n\nSecond one"))
    model.settle()
    let after = try #require(try row(id).rich).layout.texts
    #expect(after[0].composed === before[0].composed)
    #expect(try words(id) == "First paragraph\nSecond one")
  }

  @Test func `a message that grows follows the width of the view`() throws {
    let id = begin(String(repeating: Self.sentence, count: 4))
    let height = try row(id).row.height
    model.resize(to: Size(width: 520, height: 480))
    #expect(try row(id).row.height < height)
    append("End.", to: id)
    #expect(try words(id).hasSuffix("End."))
    #expect(view.finish(id))
    model.resize(to: Self.size)
    #expect(try words(id).hasSuffix("End."))
  }

  @Test func `a button beside the bubble asks the delegate to stop`() throws {
    let id = begin("Some", canStop: true)
    model.reader.log = []
    let place = try #require(model.place(of: .stopButton, in: 12))
    #expect(view.target(at: place)?.kind == .stopButton)
    model.tap(place)
    #expect(model.reader.take() == ["tap stopButton", "stop \(id)"])
    #expect(view.isGrowing(id))
    #expect(view.accessibilityElements.contains { $0.spokenLabel == "stop" })
    #expect(view.finish(id))
    model.settle()
    #expect(model.place(of: .stopButton, in: 12) == nil)
  }

  @Test func `a search finds text that has just come`() throws {
    let id = begin("Some")
    view.search("fresh")
    model.settle()
    #expect(view.search?.count == 0)
    append(" fresh words", to: id)
    #expect(view.search?.count == 1)
  }

  @Test func `a message that is deleted grows no more`() {
    let id = begin("Some")
    view.delete([id])
    model.settle()
    #expect(!view.isGrowing(id) && !view.append("more", to: id))
  }
}
