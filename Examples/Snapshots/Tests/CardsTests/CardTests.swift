import Cards
import Foundation
import Galley
import GalleySnapshots
import Testing

// The snapshots are in __Snapshots__/CardTests. After a change that is meant:
// GALLEY_SNAPSHOTS=failed swift test
@Suite struct CardTests {
  let engine: TextEngine
  let card: Card

  init() throws {
    // Fonts that are the same on every machine. Your package has some of its own.
    let fonts = URL(filePath: #filePath).appending(
      path: "../../../../../Fonts/testing/testing.json")
    engine = TextEngine(fonts: try FontCollection(manifest: fonts.standardizedFileURL.path))
    card = try Card(title: "A title", text: "A text of two lines, and a ||secret||.")
  }

  @Test(arguments: [160.0, 320.0])
  func `a card wraps its text`(width: Double) {
    expectSnapshot(of: card.layout(width: width, engine: engine), named: "\(Int(width))")
  }

  @Test func `a message is drawn in the colors of a theme`() {
    let options = LayoutOptions(width: 240)
    for theme in [ChatTheme.light, .dark] {
      expectSnapshot(
        of: card.message, engine: engine, options: options, theme: theme, named: theme.name)
    }
  }

  @MainActor @Test func `a node has a background with round corners`() {
    let node = card.node(engine: engine, theme: .darkIncoming, environment: .shared)
    expectSnapshot(of: node, width: 240)
  }

  @Test func `a revealed secret is drawn`() throws {
    let layout = card.layout(width: 240, engine: engine)
    var painter = TextPainter()
    painter.revealed = .all
    let image = try RenderedImage(
      layout, scale: 2, padding: 4, background: .white, painter: painter)
    expectSnapshot(of: image.bitmap)
  }

  @Test func `a rich message has a list`() throws {
    let message = try RichMessage(markdown: "# A list\n\n- one\n- two")
    let document = RichDocument(message, engine: engine)
    expectSnapshot(of: document.layout(width: 240))
  }
}
