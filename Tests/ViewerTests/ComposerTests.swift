import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyScheduling
import GalleyTextInput
import TestSupport
import Testing

@MainActor @Suite final class ComposerTests {
  let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
  let surface: NodeSurface
  let composer: Composer
  let sent = Sent()

  @MainActor final class Sent {
    var all: [(text: String, purpose: Composer.Purpose)] = []
    var heightChanges = 0
  }

  init() {
    surface = NodeSurface(
      LayerHost(size: Size(width: 300, height: 200)), environment: environment)
    composer = Composer(
      style: ChatStyle(), engine: TestFonts.engine(), environment: environment)
    surface.rootNode = DisplayNode(environment: environment)
    surface.rootNode?.addSubnode(composer.node)
    composer.onSend = { [sent] in sent.all.append(($0, $1)) }
    composer.onHeightChange = { [sent] in sent.heightChanges += 1 }
    place()
  }

  isolated deinit {
    // Changes that no tick has applied retain their nodes.
    surface.rootNode = nil
    environment.executor.waitUntilIdle()
    environment.loop.tick()
  }

  private func place() {
    composer.frame = Rect(x: 0, y: 0, width: 300, height: composer.height(forWidth: 300))
  }

  private func tap(_ x: Double, _ y: Double) {
    for phase in [PointerEvent.Phase.began, .ended] {
      surface.send(PointerEvent(phase, at: Point(x: x, y: y), time: 0))
    }
  }

  private func message(_ text: String) -> ChatMessage { ChatMessage(Message(text), from: "Ada") }

  @Test func `enter sends the text without its outer white space, and empties the field`() {
    composer.field.insertText("  hello\n ")
    _ = composer.field.handleKey(.enter, [])
    #expect(sent.all.map(\.text) == ["hello"])
    #expect(sent.all.map(\.purpose) == [.message])
    #expect(composer.field.string == "")
  }

  @Test func `the button sends, unless the text is blank`() {
    tap(300 - 27, 27)
    composer.field.insertText("   ")
    tap(300 - 27, 27)
    #expect(sent.all.isEmpty)
    composer.field.insertText("a")
    tap(300 - 27, 27)
    #expect(sent.all.map(\.text) == ["a"])
  }

  @Test func `an answer is sent with the message that it answers`() {
    let question = message("Where?")
    let height = composer.height(forWidth: 300)
    composer.purpose = .reply(to: question)
    #expect(composer.height(forWidth: 300) > height)
    composer.field.insertText("There.")
    composer.send()
    #expect(sent.all.map(\.purpose) == [.reply(to: question)])
    #expect(composer.purpose == .message)
    #expect(composer.height(forWidth: 300) == height)
  }

  @Test func `an answer to a part of a message is sent with the quote`() {
    let quote = MessageQuote(Message("part"), position: 4)
    composer.purpose = .reply(to: message("the part"), quoting: quote)
    #expect(texts(of: composer.node).contains("part"))
    #expect(!texts(of: composer.node).contains("the part"))
    composer.field.insertText("Yes.")
    composer.send()
    #expect(sent.all.map(\.purpose) == [.reply(to: message("the part"), quoting: quote)])
  }

  /// Returns the texts of a node and its subnodes.
  private func texts(of node: DisplayNode) -> [String] {
    let own = node.textNode.map { [$0.text.string] } ?? []
    return own + node.subnodes.flatMap { texts(of: $0) }
  }

  @Test func `editing begins with the old text, and escape leaves the message alone`() {
    composer.purpose = .edit(message("old"))
    #expect(composer.field.string == "old")
    #expect(composer.field.handleKey(.escape, []))
    #expect(composer.purpose == .message)
    #expect(composer.field.string == "")
    #expect(!composer.field.handleKey(.escape, []))
    #expect(sent.all.isEmpty)
  }

  @Test func `text that was begun outlives the choice of a message to answer`() {
    composer.field.insertText("draft")
    composer.purpose = .reply(to: message("a"))
    composer.purpose = .reply(to: message("b"))
    composer.cancel()
    #expect(composer.field.string == "draft")
  }

  @Test func `the cross ends answering`() {
    composer.purpose = .reply(to: message("a"))
    place()
    tap(300 - 27, 26)
    #expect(composer.purpose == .message)
  }

  @Test func `the bar grows with the text`() {
    let height = composer.height(forWidth: 300)
    let changes = sent.heightChanges
    composer.field.insertText("a\nb\nc\nd")
    #expect(composer.height(forWidth: 300) > height)
    #expect(sent.heightChanges > changes)
  }
}
