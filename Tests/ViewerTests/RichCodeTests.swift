@testable import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Blocks of code in rich messages of a conversation.
@MainActor struct RichCodeTests {
  private let model: ConversationModel
  private var view: ConversationView { model.view }

  init() throws {
    let section = RichBlock.details(
      RichBlock.Details("More", blocks: [.code("print(2)", language: "swift")], isOpen: true))
    var message = ChatMessage(
      RichMessage([
        .paragraph("A text"), .code("let a = 1\nlet b = 2", language: "swift"), section,
      ]), from: "Ada")
    message.id = .number(100)
    let rows = ChatRows(
      ListedMessages([message]), style: ChatStyle(.light, width: 360), engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Size(width: 360, height: 480))
  }

  private func rich() throws -> RichMessageNode {
    let row = try #require(view.list.node(at: 0).flatMap { ChatRowNode($0) })
    return try #require(row.rich)
  }

  /// Returns the middle of a rectangle of the blocks, in the view's coordinates.
  private func place(_ rect: Rect) throws -> Point {
    let middle = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    return try #require(try rich().node.convert(middle, to: view.node))
  }

  @Test func `a button copies a block of code, and shows a check mark`() throws {
    let buttons = try rich().layout.copyButtons
    #expect(buttons.map(\.index) == [1, 3])
    #expect(try rich().node.subnodes.count { $0.name == "copy" } == 4)
    for (button, code) in zip(buttons, ["let a = 1\nlet b = 2", "print(2)"]) {
      let point = try place(button.frame)
      #expect(view.target(at: point)?.kind == .copyButton(block: button.index))
      model.reader.copies = []
      model.send(.began, at: point)
      model.send(.ended, at: point)
      #expect(model.reader.copies == [code])
      let icons = try rich().node.subnodes.filter { $0.name == "copy" }
      #expect(icons.contains { $0.layer.animation(forKey: "check") != nil })
      model.settle()
    }
  }

  @Test func `the menu of a block of code copies it`() throws {
    let layout = try rich().layout
    let text = layout.texts[1]
    let target = try #require(
      view.target(
        at: try place(Rect(x: text.origin.x + 14, y: text.origin.y + 30, width: 4, height: 4))))
    #expect(target.kind == .codeBlock(1))
    let item = try #require(view.defaultMenu(for: target).first)
    #expect(item.title == "Copy code")
    model.reader.copies = []
    item.action()
    #expect(model.reader.copies == ["let a = 1\nlet b = 2"])
  }
}
