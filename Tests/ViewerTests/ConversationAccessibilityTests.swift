import Galley
import GalleyAccessibility
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// The objects that a conversation presents to screen readers, without a bus.
@MainActor @Suite struct ConversationAccessibilityTests {
  let model: ConversationModel

  init() throws {
    model = try SampleConversation.model(fonts: false)
    model.view.list.scroll(.end(.tail))
    model.settle()
  }

  private func conversation() throws -> Accessible {
    try #require(model.view.node.accessibleObjects.first)
  }

  private func message(_ index: Int) throws -> Accessible {
    try #require(try conversation().children.first { $0.id == "message \(index)" })
  }

  private func part(_ id: String, of index: Int) throws -> Accessible {
    try #require(try message(index).children.first { $0.id == id })
  }

  @Test func `messages are items of a list in reading order, after their days`() throws {
    let list = try conversation()
    #expect(list.role == .list)
    #expect(list.states == .focused)
    #expect(list.children.first?.role == .heading)
    #expect(list.children.first?.level == 2)
    let items = list.children.filter { $0.role == .listItem }
    #expect(items.last?.name.hasPrefix("Me, The end") == true)
    #expect(items.last?.position == Accessible.Position(17, of: 18))
    let positions = items.compactMap(\.position?.index)
    #expect(positions == Array((positions.first ?? 0)...17))
    let tops = items.compactMap(\.frame?.minY)
    #expect(tops == tops.sorted())
    // The items near the screen are there too, beyond its edge.
    #expect((tops.first ?? 0) < 0)
  }

  @Test func `the identifiers of messages stay while the list scrolls`() throws {
    let before = try message(12)
    model.view.list.scrollWheel(by: Point(x: 0, y: -80), isPrecise: true)
    model.settle()
    let after = try message(12)
    #expect(after.name == before.name)
    #expect(after.frame?.minY == (before.frame?.minY ?? 0) + 80)
  }

  @Test func `the text of a message is where it is drawn`() throws {
    let text = try #require(try message(SampleConversation.link).text)
    #expect(text.string == "See the page behind this link now")
    let place = try #require(model.place(of: 8..<12, in: SampleConversation.link))
    let frame = try #require(text.frames(of: 8..<12).first)
    #expect(abs((frame.minX + frame.maxX) / 2 - place.x) <= 1)
    #expect(abs((frame.minY + frame.maxY) / 2 - place.y) <= 1)
    let link = try part("link 8", of: SampleConversation.link)
    #expect(link.frame == frame)
    #expect(link.link == Accessible.Link(8..<12, address: "https://example.org/a"))
  }

  @Test func `a spoiler is read as words until its button is pressed`() throws {
    let hidden = try message(SampleConversation.spoiler)
    #expect(hidden.text?.string == "It was hidden text who did it")
    var all = ""
    dump(hidden, to: &all)
    #expect(!all.contains("gardener"))
    let button = try part("spoiler 0", of: SampleConversation.spoiler)
    #expect(button.role == .button)
    #expect(button.name == "hidden text")
    #expect(button.actions.first?.perform() == true)
    model.settle()
    let revealed = try message(SampleConversation.spoiler)
    #expect(revealed.text?.string == "It was the gardener who did it")
    #expect(revealed.name.contains("It was the gardener who did it"))
    #expect(revealed.children.isEmpty)
    // The button has gone with its message's text.
    #expect(revealed.id == hidden.id)
  }

  @Test func `a quotation expands and collapses`() throws {
    let before = try #require(try message(SampleConversation.quote).text?.count)
    let button = try part("block 0", of: SampleConversation.quote)
    #expect(button.states == .collapsed)
    #expect(button.actions.map(\.name) == ["expand"])
    #expect(button.actions.first?.perform() == true)
    model.settle()
    let expanded = try part("block 0", of: SampleConversation.quote)
    #expect(expanded.states == .expanded)
    #expect(try message(SampleConversation.quote).text?.count ?? 0 > before)
    #expect(expanded.actions.first?.perform() == true)
    model.settle()
    #expect(try message(SampleConversation.quote).text?.count == before)
  }

  @Test func `a link is followed`() throws {
    let link = try part("link 8", of: SampleConversation.link)
    #expect(link.actions.map(\.name) == ["follow"])
    #expect(link.actions.first?.perform() == true)
    #expect(model.links == ["https://example.org/a"])
  }

  @Test func `a selection is shown by the list, and read back`() throws {
    let select = try #require(try message(SampleConversation.link).text?.onSelect)
    #expect(select(4..<12))
    let selection = model.view.list.selection
    #expect(selection.text.string == "the page")
    let selected = try message(SampleConversation.link)
    #expect(selected.text?.selection == 4..<12)
    #expect(selected.text?.caret == 12)
    #expect(selected.states.contains(.selected))
    #expect(try message(SampleConversation.last).text?.caret == nil)
    #expect(select(3..<3))
    #expect(selection.isEmpty)
    let caret = try message(SampleConversation.link)
    #expect(caret.text?.selection == nil)
    #expect(caret.text?.caret == 3)
    selection.selectAll()
    #expect(try message(SampleConversation.link).text?.selection == 0..<33)
    #expect(try message(SampleConversation.last).text?.caret == 7)
  }

  @Test func `the focus moves to a message or a part, and scrolls it into view`() throws {
    let first = try #require(try conversation().children.first { $0.role == .listItem })
    #expect((first.frame?.maxY ?? 0) <= 0)
    #expect(first.onFocus?() == true)
    model.settle()
    let focused = try #require(try conversation().children.first { $0.id == first.id })
    #expect(focused.states.contains(.focused))
    #expect((focused.frame?.minY ?? -1) >= 0)
    #expect(try !conversation().states.contains(.focused))
    // Older messages have come.
    #expect(try conversation().children.first { $0.role == .listItem }?.id != first.id)

    model.view.list.scroll(.end(.tail))
    model.settle()
    #expect(try part("link 8", of: SampleConversation.link).onFocus?() == true)
    #expect(try part("link 8", of: SampleConversation.link).states.contains(.focused))
    #expect(try !message(SampleConversation.link).states.contains(.focused))
    #expect(try conversation().onFocus?() == true)
    #expect(try conversation().states == .focused)
  }

  @Test func `the newest messages are the entries of a live region`() throws {
    let live = try #require(try conversation().live)
    #expect(live.entries.count == 8)
    let entries = live.entries.map { live.announcement($0) }
    // The reader's own message is not announced.
    #expect(entries.last == .some(nil))
    #expect(entries[5]?.contains("hidden text who did it") == true)
    #expect(entries.compactMap { $0 }.allSatisfy { !$0.contains("gardener") })
    #expect(live.announcement("unknown") == nil)
  }

  @Test func `objects outlive their conversation and messages without harm`() throws {
    var link: Accessible
    do {
      let other = try SampleConversation.model(fonts: false)
      other.view.list.scroll(.end(.tail))
      other.settle()
      let list = try #require(other.view.node.accessibleObjects.first)
      let item = try #require(list.children.first { $0.id == "message \(SampleConversation.link)" })
      link = try #require(item.children.first)
      #expect(item.onScroll?() == true)
    }
    #expect(link.actions.first?.perform() == false)
    #expect(link.onFocus?() == false)
  }
}
