import Galley
import GalleyAccessibility
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Link previews under the pointer, the keyboard and a screen reader.
@MainActor struct LinkPreviewTapTests {
  private let model: ConversationModel
  private var view: ConversationView { model.view }

  private static let json = """
    [{"id": 1, "sender": "Ada", "date": 1700000000, "text": "Read this", "link_preview": {
    "url": "https://example.org/a", "site_name": "Example", "title": "A title",
    "description": "Some words"}}, {"id": 2, "sender": "Bo", "text": "A bank", "link_preview": {
    "url": "https://evil.example/x", "site_name": "bank.example"}}]
    """

  init() throws {
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(Self.json.utf8))), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Size(width: 360, height: 400))
    model.reader.asks = true
  }

  private func click(_ point: Point) {
    model.send(.began, at: point)
    model.send(.ended, at: point)
    // The next click is not the second of two.
    model.run(0.5)
  }

  @Test func `a click asks, and opens the link of the preview`() throws {
    let point = try #require(model.place(of: .linkPreview, in: 0))
    let target = try #require(view.target(at: point))
    guard case .link(let link) = target.kind else { return #expect(target.kind == .text) }
    #expect(link.kind == .preview && link.type == "link_preview" && link.range == nil)
    #expect(link.text.string == "Example, A title" && target.message == .number(1))
    #expect(link.destination?.url == "https://example.org/a")
    #expect(view.pointerShape(at: point) == .hand)
    click(point)
    #expect(view.hasPanel && model.links.isEmpty)
    view.press(.enter)
    #expect(model.links == ["https://example.org/a"])
    #expect(model.reader.take() == ["tap link preview"])
  }

  @Test func `a pressed preview is dimmed as a whole`() throws {
    let point = try #require(model.place(of: .linkPreview, in: 0))
    let row = try #require(view.list.node(at: 0))
    model.send(.began, at: point)
    model.run(0.02)
    let shade = try #require(row.subnodes.first { $0.name == "pressed" })
    #expect(shade.frame == row.subnodes.first { $0.name == "preview" }?.frame)
    model.send(.ended, at: point)
    model.run(0.5)
    #expect(!row.subnodes.contains { $0.name == "pressed" })
  }

  @Test func `Enter does not open a preview whose site claims to be another`() throws {
    click(try #require(model.place(of: .linkPreview, in: 1)))
    view.press(.enter)
    #expect(!view.hasPanel && model.links.isEmpty)
  }

  @Test func `the Tab key and Enter follow a preview`() throws {
    view.press(.tab)
    #expect(view.focusedElement?.role == .link)
    #expect(view.focusedElement?.spokenLabel == "Example, A title")
    view.press(.enter)
    view.press(.enter)
    #expect(model.links == ["https://example.org/a"])
  }

  @Test func `a screen reader hears the preview, its name and its address, and follows it`() throws
  {
    let list = try #require(view.node.accessibleObjects.first)
    let message = try #require(list.children.first { $0.id == "message 0" })
    #expect(message.name.contains("Read this, link to Example, A title, "))
    let preview = try #require(message.children.first { $0.id == "preview" })
    #expect(preview.role == .link && preview.name == "Example, A title")
    #expect(preview.details == "https://example.org/a")
    let row = try #require(view.list.node(at: 0))
    let frame = try #require(view.list.frame(at: 0))
    #expect(
      preview.frame
        == row.subnodes.first { $0.name == "preview" }?.frame.offset(x: frame.minX, y: frame.minY))
    #expect(preview.actions.map(\.name) == ["follow"])
    #expect(preview.actions.first?.perform() == true && view.hasPanel)
    view.press(.enter)
    #expect(model.links == ["https://example.org/a"])
  }
}
