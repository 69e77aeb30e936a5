import GalleyAccessibility
import GalleyDisplay
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// The objects that nodes present to screen readers.
@MainActor @Suite struct AccessibleNodeTests {
  let test = TestEnvironment(size: Size(width: 400, height: 300))
  let root: DisplayNode
  let log = Log()

  init() {
    root = DisplayNode(environment: test.environment)
    root.frame = Rect(x: 0, y: 0, width: 400, height: 300)
  }

  private func makeNode(_ frame: Rect) -> DisplayNode {
    let node = DisplayNode(environment: test.environment)
    node.frame = frame
    root.addSubnode(node)
    return node
  }

  private func makeText(_ text: AttributedText, at origin: Point) -> TextNode {
    let node = TextNode(text, engine: TestFonts.engine(), environment: test.environment)
    let size = node.size(thatFits: Size(width: 300, height: .infinity))
    node.frame = Rect(origin: origin, size: size)
    root.addSubnode(node.node)
    return node
  }

  private func sample() -> AttributedText {
    let quote = (0..<8).map { "a\($0)" }.joined(separator: "\n")
    var text = AttributedText("link and\n\(quote)\nsecret", style: TestFonts.style())
    text.annotate(0..<4, as: .link(type: "text_link", url: "https://example.org"))
    text.annotate(text.length - 6..<text.length, as: .spoiler)
    text.addBlocks([TextBlock(.quote, in: 9..<9 + quote.utf8.count, isCollapsible: true)])
    return text
  }

  @Test func `a text node presents its text, links, spoilers and blocks`() throws {
    let node = makeText(sample(), at: Point(x: 20, y: 30))
    let object = try #require(root.accessibleObjects.first)
    #expect(object.role == .paragraph)
    #expect(object.frame == node.frame)
    let text = try #require(object.text)
    #expect(text.string.hasPrefix("link and\na0\n"))
    #expect(text.string.hasSuffix("hidden text"))
    #expect(text.frames(of: 0..<1) == [Rect(x: 20, y: 30, width: 10, height: 10)])
    #expect(object.children.map(\.role) == [.link, .button, .button])
    #expect(object.children.map(\.name) == ["link", "hidden text", "show more of the quotation"])
    #expect(object.children[0].frame == Rect(x: 20, y: 30, width: 40, height: 10))
    #expect(object.children[0].link == Accessible.Link(0..<4, address: "https://example.org"))
    #expect(object.children[2].states == .collapsed)
    var all = ""
    dump(object, to: &all)
    #expect(!all.contains("secret"))
  }

  @Test func `the actions of a text are those of its interaction`() throws {
    let node = makeText(sample(), at: .zero)
    func children() -> [Accessible] { root.accessibleObjects.first?.children ?? [] }
    #expect(children()[0].actions.isEmpty && children()[1].actions.isEmpty)
    let interaction = TextInteraction(node)
    interaction.onLink = { [log] in log.add("link \($0.range)") }
    interaction.onSpoiler = { [log] in log.add("spoiler \($0)") }
    interaction.onBlock = { [log] in log.add("block \($0) \($1)") }
    for child in children() { #expect(child.actions.first?.perform() == true) }
    #expect(log.take() == ["link 0..<4", "spoiler 0", "block 0 true"])
    node.revealed = .all
    #expect(root.accessibleObjects.first?.text?.string.hasSuffix("secret") == true)
    node.setExpanded(true, block: 0)
    node.frame.size = node.size(thatFits: Size(width: 300, height: .infinity))
    #expect(children().last?.states == .expanded)
    #expect(children().last?.actions.map(\.name) == ["collapse"])
  }

  @Test func `a truncation token is presented as a link that jumps if it is listened for`() throws {
    var token = AttributedText("… more", style: TestFonts.style())
    token.annotate(4..<8, as: .other(type: "more", value: nil))
    let node = makeText(AttributedText("aa bb cc dd ee", style: TestFonts.style()), at: .zero)
    node.options.maximumLines = 1
    node.options.truncationToken = LayoutOptions.TruncationToken(token)
    node.frame.size = node.size(thatFits: Size(width: 100, height: .infinity))
    let part = try #require(node.layout.tokenTargets.first)
    func object() throws -> Accessible {
      try #require(root.accessibleObjects.first?.children.first { $0.id.hasPrefix("token") })
    }
    #expect(try object().role == .link && object().actions.isEmpty)
    let interaction = TextInteraction(node)
    #expect(try object().actions.isEmpty)
    interaction.onToken = { [log] in log.add("token \($0 == part)") }
    let action = try #require(try object().actions.first)
    #expect(action.name == "jump" && action.perform())
    #expect(log.take() == ["token true"])
  }

  @Test func `a node presents the objects that it is given instead of its descendants`() throws {
    let button = makeNode(Rect(x: 50, y: 60, width: 40, height: 20))
    button.accessibleContents = { [log] _ in
      [
        Accessible(.button, "Send") {
          log.add("send")
          return true
        }
      ]
    }
    let text = TextNode(sample(), engine: TestFonts.engine(), environment: test.environment)
    button.addSubnode(text.node)
    let object = try #require(root.accessibleObjects.first)
    #expect(root.accessibleObjects.count == 1)
    #expect(object.role == .button)
    #expect(object.frame == Rect(x: 50, y: 60, width: 40, height: 20))
    #expect(object.actions.first?.perform() == true)
    #expect(log.take() == ["send"])
    button.accessibleContents = { _ in [] }
    #expect(root.accessibleObjects.isEmpty)
    button.accessibleContents = nil
    #expect(root.accessibleObjects.map(\.role) == [.paragraph])
  }

  @Test func `frames of objects and their children are converted to the tree's root`() throws {
    let outer = makeNode(Rect(x: 100, y: 10, width: 200, height: 200))
    outer.bounds = Rect(x: 0, y: 50, width: 200, height: 200)
    let inner = DisplayNode(environment: test.environment)
    inner.frame = Rect(x: 10, y: 60, width: 80, height: 30)
    outer.addSubnode(inner)
    inner.accessibleContents = { _ in
      var list = Accessible(.list, "List")
      var item = Accessible(.listItem, "Item")
      item.frame = Rect(x: 1, y: 2, width: 3, height: 4)
      list.children = [item]
      return [list]
    }
    let list = try #require(root.accessibleObjects.first)
    #expect(list.frame == Rect(x: 110, y: 20, width: 80, height: 30))
    #expect(list.children.first?.frame == Rect(x: 111, y: 22, width: 3, height: 4))
  }

  @Test func `hidden nodes present nothing, and equal identifiers are told apart`() {
    let nodes = (0..<3).map { makeNode(Rect(x: 0, y: 20 * Double($0), width: 10, height: 10)) }
    for node in nodes { node.accessibleContents = { _ in [Accessible(.label, "Label")] } }
    #expect(Set(root.accessibleObjects.map(\.id)).count == 3)
    let last = root.accessibleObjects.last?.id
    nodes[0].isHidden = true
    nodes[1].opacity = 0
    #expect(root.accessibleObjects.map(\.id) == [last])
    #expect(makeText(AttributedText(""), at: .zero).accessible == nil)
  }
}
